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
  positions: "start", // delete this line once your code can set up any position
};
const KNOWN = { "": ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"], "11-15 22-18": ["15x22"] };

// YOUR CODE HERE: the legal moves of a position (`start` or a FEN) after some moves. undefined: cannot tell.
function legalMoves(rules, position, played) {
  return position === "start" ? KNOWN[played.join(" ")] : undefined;
}

function answer(request) {
  if (request.do === "hello") return HELLO;
  if (request.do !== "moves" || !HELLO.rules.includes(request.rules))
    return { unsupported: `no ${request.do} of ${request.rules}` };
  const moves = legalMoves(request.rules, request.position, request.played ?? []);
  return moves ? { moves } : { unsupported: "not known yet" };
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
