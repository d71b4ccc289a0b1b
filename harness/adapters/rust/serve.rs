// SPDX-License-Identifier: MIT

//! The adapter's side of uriproof's protocol 1 (docs/protocol.md), for parsers in Rust. A panic
//! ends the adapter, which the harness reports as a crash.

use serde_json::{json, Map, Value};
use std::io::{self, Read, Write};

pub type Object = Map<String, Value>;

/// An operation answers the texts of a request, in the order of docs/protocol.md.
pub type Operation = fn(&[Vec<u8>]) -> Object;

/// What `serve` needs to know of a parser.
pub struct Adapter {
    pub name: &'static str,
    pub version: &'static str,
    pub dialects: &'static [&'static str],
    pub ops: &'static [(&'static str, Operation)],
    pub gives: Value,
}

const CHUNK: usize = 1 << 18;
const MOST_WORDS: usize = 200;

fn fields_of(op: &str) -> &'static [&'static str] {
    match op {
        "resolve" => &["base", "ref"],
        "equivalent" => &["uri", "other"],
        "decode" | "encode" => &["text"],
        _ => &["uri"],
    }
}

fn is_printable(octets: &[u8]) -> bool {
    octets.iter().all(|octet| (b' '..=b'~').contains(octet))
}

/// Puts `octets` under `name`, or in hexadecimal under `name` with _hex.
pub fn put_octets(object: &mut Object, name: &str, octets: &[u8]) {
    if is_printable(octets) {
        let text: String = octets.iter().map(|octet| char::from(*octet)).collect();
        object.insert(name.to_string(), Value::String(text));
    } else {
        let digits = octets.iter().map(|octet| format!("{:02x}", octet));
        object.insert(format!("{}_hex", name), Value::String(digits.collect()));
    }
}

pub fn valid() -> Object {
    let mut object = Object::new();
    object.insert("valid".to_string(), Value::Bool(true));
    object
}

pub fn result(name: &str, octets: &[u8]) -> Object {
    let mut object = valid();
    put_octets(&mut object, name, octets);
    object
}

/// Words for people: cut, and printable.
fn printable(words: &str) -> Value {
    let fit = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    Value::String(words.chars().take(MOST_WORDS).map(fit).collect())
}

pub fn refusal(words: &str) -> Object {
    let mut object = Object::new();
    object.insert("valid".to_string(), Value::Bool(false));
    object.insert("error".to_string(), printable(words));
    object
}

pub fn unsupported() -> Object {
    let mut object = Object::new();
    object.insert("unsupported".to_string(), Value::Bool(true));
    object
}

fn complaint(words: &str) -> Object {
    let mut object = Object::new();
    object.insert("error".to_string(), printable(&format!("not a request: {}", words)));
    object
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let pair = |two: &[u8]| match two {
        [high, low] => Some((value(*high)? * 16 + value(*low)?) as u8),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(pair).collect()
}

/// The octets of the field `name`: plain, or else in hexadecimal.
fn read_text(request: &Value, name: &str) -> Option<Vec<u8>> {
    match request[name].as_str() {
        Some(plain) => Some(plain.as_bytes().to_vec()).filter(|octets| is_printable(octets)),
        None => from_hex(request[format!("{}_hex", name)].as_str()?),
    }
}

impl Adapter {
    fn hello(&self) -> Object {
        let ops: Vec<&str> = self.ops.iter().map(|(name, _)| *name).collect();
        let hello = json!({"protocol": 1, "name": self.name, "version": self.version,
                           "language": "rust", "dialects": self.dialects, "ops": ops,
                           "gives": self.gives});
        hello.as_object().cloned().unwrap_or_default()
    }

    fn ask_operation(&self, request: &Value) -> Object {
        let op = request["op"].as_str().unwrap_or("");
        let (name, answer) = match self.ops.iter().find(|(name, _)| *name == op) {
            Some(found) => found,
            None => return unsupported(),
        };
        let fields = fields_of(name);
        let texts: Option<Vec<Vec<u8>>> = fields.iter().map(|f| read_text(request, f)).collect();
        match texts {
            Some(texts) => answer(&texts),
            None => complaint("a text is not there, or not as the protocol has it"),
        }
    }

    fn answer_line(&self, line: &[u8]) -> Object {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return complaint(&error.to_string()),
        };
        if request["op"] == "hello" {
            return self.hello();
        }
        let mut answer = self.ask_operation(&request);
        if request["id"].is_i64() {
            answer.insert("id".to_string(), request["id"].clone());
        }
        answer
    }

    /// Answers by one write, even where a parser dies midway: the harness shall blame the case that
    /// killed it, and no earlier one.
    fn answer_lines(&self, lines: &[u8]) -> io::Result<()> {
        let mut out = WrittenAtTheEnd(Vec::new());
        for line in lines.split(|octet| *octet == b'\n').filter(|line| !line.is_empty()) {
            serde_json::to_writer(&mut out.0, &self.answer_line(line))?;
            out.0.push(b'\n');
        }
        out.write()
    }

    fn serve_all(&self) -> io::Result<()> {
        let mut rest: Vec<u8> = Vec::new();
        let mut chunk = vec![0; CHUNK];
        loop {
            let got = io::stdin().lock().read(&mut chunk)?;
            if got == 0 {
                return Ok(());
            }
            match chunk[..got].iter().rposition(|octet| *octet == b'\n') {
                Some(end) => {
                    rest.extend_from_slice(&chunk[..end]);
                    self.answer_lines(&rest)?;
                    rest = chunk[end + 1..got].to_vec();
                }
                None => rest.extend_from_slice(&chunk[..got]),
            }
        }
    }
}

/// Answers that are written also where a panic drops them.
struct WrittenAtTheEnd(Vec<u8>);

impl WrittenAtTheEnd {
    fn write(&mut self) -> io::Result<()> {
        let octets = std::mem::take(&mut self.0);
        let mut output = io::stdout().lock();
        output.write_all(&octets)?;
        output.flush()
    }
}

impl Drop for WrittenAtTheEnd {
    fn drop(&mut self) {
        let _ = self.write();
    }
}

/// Answers requests until the end of standard input.
pub fn serve(adapter: &Adapter) {
    if let Err(error) = adapter.serve_all() {
        eprintln!("{}: {}", adapter.name, error);
        std::process::exit(1);
    }
}
