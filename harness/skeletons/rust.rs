// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install rustc
// Build: rustc -O -o @NAME@ @FILE@
// Run: ./@NAME@
use std::collections::HashMap;
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Write};

const HELLO: &str = r#"{"protocol":1,"name":"@NAME@","version":"0","language":"rust","dialects":["rfc3986"],"ops":["parse"]}"#;
type Parts<'a> = Vec<(&'static str, &'a [u8])>;

/// Takes octets, any of them, and gives the parts; None is a refusal.
fn parse(uri: &[u8]) -> Option<Parts<'_>> {
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is left out; one that is there and void is b"". A text without a scheme
    // is no URI. None is what the parser's Err says. A panic is a crash, and shall be seen: no
    // catch_unwind. What the parser changes by design is declared in the hello's "gives". What it
    // cannot be asked (octets that are no UTF-8, for a &str) is answered "unsupported":true.
    // The parts of "generic" are scheme, path (with //host), search and fragmentid; a parser of today
    // has those of "components": scheme, userinfo, host, port, path, query, fragment.
    let colon = uri.iter().position(|o| b":/?#".contains(o)).filter(|&at| at > 0 && uri[at] == b':')?;
    let mut rest = &uri[colon + 1..];
    let mut parts = vec![("scheme", &uri[..colon])];
    for (name, delimiter) in [("fragmentid", b'#'), ("search", b'?')] {
        if let Some(at) = rest.iter().position(|&o| o == delimiter) {
            parts.push((name, &rest[at + 1..]));
            rest = &rest[..at];
        }
    }
    parts.push(("path", rest));
    Some(parts)
}

fn part(name: &str, octets: &[u8]) -> String {
    if octets.iter().all(|o| (b' '..=b'~').contains(o)) {
        let text = String::from_utf8_lossy(octets).replace('\\', "\\\\").replace('"', "\\\"");
        return format!("\"{}\":\"{}\"", name, text);
    }
    let digits: String = octets.iter().map(|o| format!("{:02x}", o)).collect();
    format!("\"{}_hex\":\"{}\"", name, digits)
}

/// Without a crate for JSON: a request is a flat object of strings, which escape " and \, and numbers.
fn fields(line: &[u8]) -> HashMap<Vec<u8>, Vec<u8>> {
    let (mut words, mut at) = (vec![], 0);
    while at < line.len() {
        let (quoted, mut word) = (line[at] == b'"', vec![]);
        at += quoted as usize;
        while at < line.len() && if quoted { line[at] != b'"' } else { !b"{}:, \"\r\n".contains(&line[at]) } {
            at += (line[at] == b'\\') as usize;
            word.push(line[at]);
            at += 1;
        }
        if quoted || !word.is_empty() {
            words.push(word.clone());
        }
        at += (quoted || word.is_empty()) as usize;
    }
    words.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

fn answer(line: &[u8]) -> String {
    let request = fields(line);
    let get = |name: &str| request.get(name.as_bytes());
    let op = get("op").expect("op").as_slice();
    if op == b"hello" {
        return HELLO.to_string();
    }
    let id = String::from_utf8_lossy(get("id").expect("id"));
    if op != b"parse" {
        return format!("{{\"id\":{},\"unsupported\":true}}", id);
    }
    let digit = |o: u8| (o as char).to_digit(16).expect("hexadecimal") as u8;
    let uri = get("uri").cloned().unwrap_or_else(|| {
        get("uri_hex").expect("uri").chunks(2).map(|two| digit(two[0]) << 4 | digit(two[1])).collect()
    });
    match parse(&uri) {
        None => format!("{{\"id\":{},\"valid\":false}}", id),
        Some(parts) => {
            let out: Vec<String> = parts.iter().map(|(name, octets)| part(name, octets)).collect();
            format!("{{\"id\":{},\"valid\":true,\"generic\":{{{}}}}}", id, out.join(","))
        }
    }
}

fn main() -> std::io::Result<()> {
    let (mut input, mut output) = (BufReader::new(stdin()), BufWriter::new(stdout()));
    let mut line = vec![];
    while input.read_until(b'\n', &mut line)? > 0 {
        writeln!(output, "{}", answer(&line))?; // elsewhere eprintln!, never println!
        line.clear();
        if input.buffer().is_empty() {
            output.flush()?; // all that came is answered
        }
    }
    output.flush()
}
