// SPDX-License-Identifier: MIT

//! The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Rust. It needs no
//! crate: write `mod uriproof_adapter;` and put this file beside the program.
//!
//! An operation is a function of its request's texts, in the order of docs/protocol.md, and returns
//! its answer. A text may hold any octets. A panic ends the adapter, which the harness reports as a
//! crash. Print with eprintln!, since the output of println! would be taken for an answer.
#![allow(dead_code)] // an adapter may not use everything

use std::borrow::Cow;
use std::io::{self, Read, Write};

/// An operation answers the texts of a request, in the order of docs/protocol.md.
pub type Operation = fn(&[Vec<u8>]) -> Object;

/// A part, and the changes that the parser makes to it by design.
pub type Transforms = (&'static str, &'static [&'static str]);

/// The facts about a parser that `serve` needs.
pub struct Adapter {
    pub name: &'static str,
    pub version: &'static str,
    pub dialects: &'static [&'static str],
    pub ops: &'static [(&'static str, Operation)],
    pub transforms: &'static [Transforms],
    /// Where its manual says that it does not validate; or "".
    pub splits: &'static str,
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

/// Returns a message for people, cut and made printable.
fn printable(words: &str) -> String {
    let fit = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    words.chars().take(MOST_WORDS).map(fit).collect()
}

fn push_hex(out: &mut Vec<u8>, octets: &[u8]) {
    const DIGITS: &[u8] = b"0123456789abcdef";
    for octet in octets {
        out.push(DIGITS[usize::from(octet >> 4)]);
        out.push(DIGITS[usize::from(octet & 15)]);
    }
}

fn push_quoted(out: &mut Vec<u8>, printable: &[u8]) {
    out.push(b'"');
    for octet in printable {
        if b"\"\\".contains(octet) {
            out.push(b'\\');
        }
        out.push(*octet);
    }
    out.push(b'"');
}

/// An answer, or a part of one: a JSON object as text, without its closing brace.
pub struct Object(Vec<u8>);

impl Object {
    pub fn new() -> Object {
        Object(vec![b'{'])
    }

    /// Puts a value that is JSON already.
    fn put(&mut self, name: &str, written: &[u8]) {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        push_quoted(&mut self.0, name.as_bytes());
        self.0.push(b':');
        self.0.extend_from_slice(written);
    }

    pub fn put_bool(&mut self, name: &str, value: bool) {
        self.put(name, if value { b"true" } else { b"false" });
    }

    fn put_number(&mut self, name: &str, value: i64) {
        self.put(name, value.to_string().as_bytes());
    }

    /// Puts `octets` with this name. If they are not printable ASCII, puts them in hexadecimal, and
    /// adds _hex to the name.
    pub fn put_octets(&mut self, name: &str, octets: &[u8]) {
        if is_printable(octets) {
            self.put(name, b"");
            push_quoted(&mut self.0, octets);
        } else {
            self.put(&format!("{}_hex", name), b"\"");
            push_hex(&mut self.0, octets);
            self.0.push(b'"');
        }
    }

    fn put_list(&mut self, name: &str, words: &[&str]) {
        self.put(name, b"[");
        for (i, word) in words.iter().enumerate() {
            if i > 0 {
                self.0.push(b',');
            }
            push_quoted(&mut self.0, word.as_bytes());
        }
        self.0.push(b']');
    }

    pub fn put_object(&mut self, name: &str, object: Object) {
        self.put(name, &object.written());
    }

    /// Puts the id first, for people who read the lines.
    fn under(self, id: i64) -> Object {
        let mut object = Object::new();
        object.put_number("id", id);
        if self.0.len() > 1 {
            object.0.push(b',');
            object.0.extend_from_slice(&self.0[1..]);
        }
        object
    }

    fn written(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }
}

fn with_status(status: &str) -> Object {
    let mut object = Object::new();
    object.put_octets("status", status.as_bytes());
    object
}

pub fn accepted() -> Object {
    with_status("accepted")
}

pub fn result(name: &str, octets: &[u8]) -> Object {
    let mut object = accepted();
    object.put_octets(name, octets);
    object
}

pub fn refusal(words: &str) -> Object {
    let mut object = with_status("rejected");
    object.put_octets("error", printable(words).as_bytes());
    object
}

pub fn unsupported() -> Object {
    with_status("unsupported")
}

fn complaint(words: &str) -> Object {
    let mut object = Object::new();
    object.put_octets("error", printable(&format!("not a request: {}", words)).as_bytes());
    object
}

/// A value of a request. A request has no other kinds.
enum Value<'a> {
    Text(Cow<'a, [u8]>),
    Number(i64),
}

/// The fields of a request.
struct Request<'a>(Vec<(Cow<'a, [u8]>, Value<'a>)>);

impl<'a> Request<'a> {
    /// Returns the last field with this name.
    fn get(&self, name: &str) -> Option<&Value<'a>> {
        let named = |field: &&(Cow<'a, [u8]>, Value<'a>)| *field.0 == *name.as_bytes();
        self.0.iter().rev().find(named).map(|field| &field.1)
    }

    fn text(&self, name: &str) -> Option<&[u8]> {
        match self.get(name)? {
            Value::Text(octets) => Some(octets),
            Value::Number(_) => None,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            Value::Text(_) => None,
        }
    }

    /// Returns the octets of the field `name`, which is either plain or in hexadecimal.
    fn octets(&self, name: &str) -> Option<Vec<u8>> {
        match self.text(name) {
            Some(plain) => Some(plain.to_vec()).filter(|octets| is_printable(octets)),
            None => from_hex(self.text(&format!("{}_hex", name))?),
        }
    }
}

fn hex_value(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(16)
}

fn from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let pair = |two: &[u8]| match two {
        [high, low] => Some((hex_value(*high)? * 16 + hex_value(*low)?) as u8),
        _ => None,
    };
    digits.chunks(2).map(pair).collect()
}

/// Reads a JSON object whose values are strings and whole numbers. A request has no other values,
/// and everything else is rejected.
struct Reader<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// Skips spaces and returns the next octet, but does not read it.
    fn next(&mut self) -> Option<u8> {
        while self.peek().map_or(false, |octet| b" \t\r\n".contains(&octet)) {
            self.at += 1;
        }
        self.peek()
    }

    fn take(&mut self, wanted: u8) -> Result<(), &'static str> {
        if self.next() != Some(wanted) {
            return Err("no object of strings and whole numbers");
        }
        self.at += 1;
        Ok(())
    }

    fn read(&mut self) -> Result<Request<'a>, &'static str> {
        let mut fields = Vec::new();
        self.take(b'{')?;
        if self.next() != Some(b'}') {
            fields.push(self.read_field()?);
            while self.next() == Some(b',') {
                self.at += 1;
                fields.push(self.read_field()?);
            }
        }
        self.take(b'}')?;
        match self.next() {
            Some(_) => Err("more than an object"),
            None => Ok(Request(fields)),
        }
    }

    fn read_field(&mut self) -> Result<(Cow<'a, [u8]>, Value<'a>), &'static str> {
        let name = self.read_string()?;
        self.take(b':')?;
        Ok((name, self.read_value()?))
    }

    fn read_value(&mut self) -> Result<Value<'a>, &'static str> {
        if self.next() == Some(b'"') {
            return Ok(Value::Text(self.read_string()?));
        }
        let start = self.at;
        while self.peek().map_or(false, |octet| b"-0123456789".contains(&octet)) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.line[start..self.at]).unwrap_or("");
        let number = digits.parse().map_err(|_| "neither a string nor a whole number")?;
        Ok(Value::Number(number))
    }

    fn read_string(&mut self) -> Result<Cow<'a, [u8]>, &'static str> {
        self.take(b'"')?;
        let start = self.at;
        while self.peek().map_or(false, |octet| octet >= b' ' && !b"\"\\".contains(&octet)) {
            self.at += 1;
        }
        let plain = &self.line[start..self.at];
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.read_escaped(plain.to_vec()).map(Cow::Owned)
    }

    /// Reads the rest of a string with an escape. `text` is what comes before it.
    fn read_escaped(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, &'static str> {
        while let Some(octet) = self.peek().filter(|octet| *octet >= b' ') {
            self.at += 1;
            match octet {
                b'"' => return Ok(text),
                b'\\' => self.read_escape(&mut text)?,
                _ => text.push(octet),
            }
        }
        Err("a string without end")
    }

    fn read_escape(&mut self, text: &mut Vec<u8>) -> Result<(), &'static str> {
        let letter = self.peek().ok_or("a string without end")?;
        self.at += 1;
        match b"\"\\/bfnrt".iter().position(|known| *known == letter) {
            Some(which) => text.push(b"\"\\/\x08\x0c\n\r\t"[which]),
            None if letter == b'u' => self.read_number_of_character(text)?,
            None => return Err("no escape"),
        }
        Ok(())
    }

    /// Reads a character by its number. Half of a surrogate pair becomes a replacement character,
    /// which is not printable either.
    fn read_number_of_character(&mut self, text: &mut Vec<u8>) -> Result<(), &'static str> {
        let digits = self.line.get(self.at..self.at + 4).ok_or("a string without end")?;
        self.at += 4;
        let mut number = 0;
        for digit in digits {
            number = number * 16 + hex_value(*digit).ok_or("no hexadecimal digit")?;
        }
        let character = std::char::from_u32(number).unwrap_or(std::char::REPLACEMENT_CHARACTER);
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }
}

impl Adapter {
    fn hello(&self) -> Object {
        let mut hello = Object::new();
        hello.put_number("protocol", 2);
        hello.put_octets("name", self.name.as_bytes());
        hello.put_octets("version", self.version.as_bytes());
        hello.put_octets("language", b"rust");
        hello.put_list("dialects", self.dialects);
        hello.put_list("ops", &self.ops.iter().map(|op| op.0).collect::<Vec<_>>());
        let mut transforms = Object::new();
        for (part, names) in self.transforms {
            transforms.put_list(part, names);
        }
        hello.put_object("transforms", transforms);
        if !self.splits.is_empty() {
            hello.put_octets("splits", self.splits.as_bytes());
        }
        hello
    }

    fn ask_operation(&self, request: &Request) -> Object {
        let op = request.text("op").unwrap_or(b"");
        let (name, answer) = match self.ops.iter().find(|(name, _)| name.as_bytes() == op) {
            Some(found) => found,
            None => return unsupported(),
        };
        let fields = fields_of(name);
        let texts: Option<Vec<Vec<u8>>> = fields.iter().map(|f| request.octets(f)).collect();
        match texts {
            Some(texts) => answer(&texts),
            None => complaint("a text is not there, or not as the protocol has it"),
        }
    }

    fn answer_line(&self, line: &[u8]) -> Object {
        let request = match (Reader { line, at: 0 }).read() {
            Ok(request) => request,
            Err(words) => return complaint(words),
        };
        if request.text("op") == Some(b"hello") {
            return self.hello();
        }
        let answer = self.ask_operation(&request);
        match request.number("id") {
            Some(id) => answer.under(id),
            None => answer,
        }
    }

    /// Answers all lines with one write. If the parser dies, the answers before that are still
    /// written. So the harness can blame the case that killed the parser, and not an earlier one.
    fn answer_lines(&self, lines: &[u8]) -> io::Result<()> {
        let mut out = WrittenAtTheEnd(Vec::new());
        for line in lines.split(|octet| *octet == b'\n').filter(|line| !line.is_empty()) {
            out.0.append(&mut self.answer_line(line).written());
            out.0.push(b'\n');
        }
        out.write()
    }

    /// Reads all requests that are available and answers them together.
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

/// Answers that are written when they are dropped, so also after a panic.
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
