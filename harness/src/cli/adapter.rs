use super::common::{Failure, SuiteArgs, print_problems};
use crate::files::Origin;
use crate::implementation::Implementation;
use crate::implementation::engine::EngineImplementation;
use crate::lint;
use crate::protocol::{Ask, Hello, LONGEST_LINE, Request, Response};
use crate::suite::Load;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"do\":\"moves\",\"rules\":\"spanish/teg\",\"position\":\"start\"}' | damero adapter
  damero adapter < requests.jsonl > answers.jsonl

One JSON object per line in, one per line out; ends with its input.";

/// Speak the adapter protocol for the engine: the reference implementation
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AdapterArgs {
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &AdapterArgs) -> Result<(), Failure> {
    let load = Load { cases: Some(Vec::new()), rulebooks: Vec::new() };
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let engine = EngineImplementation::new(&suite);
    match serve(&engine, BufReader::with_capacity(1 << 16, std::io::stdin().lock()), std::io::stdout().lock()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(Failure::from),
    }
}

/// Answers every line of the input, bad ones with an error, until it ends.
fn serve(engine: &EngineImplementation, mut input: BufReader<impl Read>, output: impl Write) -> std::io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    loop {
        // Whoever waits for an answer before asking again must get it: flush whenever nothing more is there yet.
        // (`fill_buf` would wait for more first.)
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        let read = (&mut input).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return output.flush();
        }
        let too_long = line.len() > LONGEST_LINE && line.last() != Some(&b'\n');
        if too_long {
            skip_line(&mut input)?;
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let response = if too_long {
            refused(Value::Null, format!("the line is longer than {LONGEST_LINE} bytes"))
        } else {
            answer(engine, line)
        };
        let mut bytes = serde_json::to_vec(&response)?;
        if bytes.len() > LONGEST_LINE {
            let error = format!("the answer has {} bytes, a line has at most {LONGEST_LINE}", bytes.len());
            bytes = serde_json::to_vec(&refused(response.id().clone(), error))?;
        }
        bytes.push(b'\n');
        output.write_all(&bytes)?;
    }
}

/// A line of output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Hello {
        id: Value,
        #[serde(flatten)]
        hello: &'a Hello,
    },
    Answer(Box<Response>),
}

impl Line<'_> {
    fn id(&self) -> &Value {
        match self {
            Line::Hello { id, .. } => id,
            Line::Answer(response) => &response.id,
        }
    }
}

fn answer<'a>(engine: &'a EngineImplementation, line: &[u8]) -> Line<'a> {
    match serde_json::from_slice::<Request>(line) {
        Ok(request) if request.ask == Ask::Hello => Line::Hello { id: request.id, hello: engine.hello() },
        Ok(request) => Line::Answer(Box::new(engine.reply(&request))),
        Err(error) => {
            // The id, where the line has one, so that the asker knows which request it was.
            let id = serde_json::from_slice::<Value>(line).ok().and_then(|value| value.get("id").cloned());
            refused(id.unwrap_or(Value::Null), format!("not a request: {error}"))
        }
    }
}

fn refused(id: Value, error: String) -> Line<'static> {
    Line::Answer(Box::new(Response { id, error: Some(error), ..Response::default() }))
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|b| *b == b'\n') {
            Some(end) => {
                input.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
