// A Damero adapter: reads one JSON object per line, answers each with one line.
// Try it with: damero adapter-check 'node adapter.mjs'
import { createInterface } from "node:readline";

const HELLO = {
  protocol: 1,
  name: "my-rules",
  version: "0.1.0",
  language: "javascript",
  rules: ["english"], // the variants you play
  answers: ["moves"], // what you can be asked
};

// YOUR CODE HERE: the legal moves of a position (`start` or a FEN) after some moves. undefined: cannot tell.
function legalMoves(rules, position, played) {
  if (position === "start" && played.length === 0)
    return ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
}

function answer(request) {
  if (request.do === "hello") return HELLO;
  if (request.do !== "moves" || !HELLO.rules.includes(request.rules.split("/")[0]))
    return { unsupported: `no ${request.do} of ${request.rules}` };
  const moves = legalMoves(request.rules, request.position, request.played ?? []);
  return moves ? { moves } : { unsupported: "only the start position" };
}

for await (const line of createInterface({ input: process.stdin })) {
  let request, told;
  try {
    request = JSON.parse(line);
    told = answer(request);
  } catch (error) {
    told = { error: String(error) }; // one bad request must not end the rest
  }
  process.stdout.write(JSON.stringify({ id: request?.id ?? null, ...told }) + "\n");
}
