// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: rust/uriproof_adapter.rs
// Needs: apt-get install rustc
// Build: rustc -O --edition 2021 -o @NAME@ @FILE@
// Run: ./@NAME@
mod uriproof_adapter;

use uriproof_adapter::{accepted, refusal, serve, Adapter, Object};

/// Takes octets, any of them, in texts[0].
fn parse(texts: &[Vec<u8>]) -> Object {
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is not put; one that is there and void is put as b"". A text without a
    // scheme is no URI. A refusal is what the parser's Err says. A panic is a crash, and shall be
    // seen: no catch_unwind. What the parser cannot be asked (octets that are no UTF-8, for a &str)
    // is unsupported().
    // The parts of "generic" are scheme, path (with //host), search and fragmentid; a parser of
    // today has those of "components": scheme, userinfo, host, port, path, query, fragment.
    let (uri, mut parts) = (texts[0].as_slice(), Object::new());
    let colon = match uri.iter().position(|octet| b":/?#".contains(octet)) {
        Some(at) if at > 0 && uri[at] == b':' => at,
        _ => return refusal("no scheme"),
    };
    parts.put_octets("scheme", &uri[..colon]);
    let mut rest = &uri[colon + 1..];
    for (name, delimiter) in [("fragmentid", b'#'), ("search", b'?')] {
        if let Some(at) = rest.iter().position(|octet| *octet == delimiter) {
            parts.put_octets(name, &rest[at + 1..]);
            rest = &rest[..at];
        }
    }
    parts.put_octets("path", rest);
    let mut answer = accepted();
    answer.put_object("generic", parts);
    answer
}

fn main() {
    let ops: &[(&str, uriproof_adapter::Operation)] = &[("parse", parse)];
    // `transforms` is what the parser changes by design, `splits` where its manual says that it
    // does not validate.
    let (dialects, transforms) = (&["rfc3986"], &[]);
    serve(&Adapter { name: "@NAME@", version: "0", dialects, ops, transforms, splits: "" });
}
