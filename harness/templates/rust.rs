// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: rust/uriproof_adapter.rs
// Needs: apt-get install rustc
// Build: rustc -O --edition 2021 -o @NAME@ @FILE@
// Run: ./@NAME@
mod uriproof_adapter;

use uriproof_adapter::{accepted, refusal, serve, Adapter, Object};

/// Answers one request. texts[0] may hold any octets.
fn parse(texts: &[Vec<u8>]) -> Object {
    // TO DO: Call your parser and report what it returns. Do not repair or guess anything.
    // Do not put a part that is absent, and put b"" for an empty part. A text without a scheme is
    // not a URI: reject it. If the parser returns Err, return refusal(). Do not catch a panic: it
    // is a crash, which the harness reports. If the parser cannot take the text (a &str must be
    // UTF-8), return unsupported(). "generic" has the parts scheme, path (with //host), search and
    // fragmentid. If your parser splits the authority, use "components": scheme, userinfo, host,
    // port, path, query, fragment.
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
    // `transforms` lists changes by design. `splits` tells where the manual says that the parser
    // does not validate.
    let (dialects, transforms) = (&["rfc3986"], &[]);
    serve(&Adapter { name: "@NAME@", version: "0", dialects, ops, transforms, splits: "" });
}
