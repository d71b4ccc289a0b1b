// SPDX-License-Identifier: MIT

//! An adapter for the crate url. docs/parsers/rust.md says which calls it uses.
#![deny(warnings)]

mod uriproof_adapter;

use percent_encoding::{percent_decode, percent_encode, AsciiSet, NON_ALPHANUMERIC};
use uriproof_adapter::{accepted, refusal, result, serve, unsupported, Adapter, Object};
use url::Url;

/// Parses octets. Err has the answer if there is no URL. A text that is not UTF-8 is unsupported.
fn parsed(octets: &[u8]) -> Result<Url, Object> {
    let text = std::str::from_utf8(octets).map_err(|_| unsupported())?;
    Url::parse(text).map_err(|error| refusal(&error.to_string()))
}

/// Puts user and password. The crate returns an empty user name for an absent one too, so an empty
/// name is only reported if there is a password.
fn put_userinfo(parts: &mut Object, url: &Url) {
    if !url.username().is_empty() || url.password().is_some() {
        parts.put_octets("user", url.username().as_bytes());
    }
    if let Some(password) = url.password() {
        parts.put_octets("password", password.as_bytes());
    }
}

fn components_of(url: &Url) -> Object {
    let mut parts = Object::new();
    parts.put_octets("scheme", url.scheme().as_bytes());
    if url.has_authority() {
        put_userinfo(&mut parts, url);
        parts.put_octets("host", url.host_str().unwrap_or("").as_bytes());
    }
    if let Some(port) = url.port() {
        parts.put_octets("port", port.to_string().as_bytes());
    }
    parts.put_octets("path", url.path().as_bytes());
    if let Some(query) = url.query() {
        parts.put_octets("query", query.as_bytes());
    }
    if let Some(fragment) = url.fragment() {
        parts.put_octets("fragment", fragment.as_bytes());
    }
    parts
}

fn either(answer: Result<Object, Object>) -> Object {
    answer.unwrap_or_else(|refused| refused)
}

fn parse(texts: &[Vec<u8>]) -> Object {
    either(parsed(&texts[0]).map(|url| {
        let mut answer = accepted();
        answer.put_object("components", components_of(&url));
        answer
    }))
}

fn resolve(texts: &[Vec<u8>]) -> Object {
    either(parsed(&texts[0]).and_then(|base| {
        let reference = std::str::from_utf8(&texts[1]).map_err(|_| unsupported())?;
        let full = base.join(reference).map_err(|error| refusal(&error.to_string()))?;
        Ok(result("uri", full.as_str().as_bytes()))
    }))
}

fn normalize(texts: &[Vec<u8>]) -> Object {
    either(parsed(&texts[0]).map(|url| result("uri", url.as_str().as_bytes())))
}

fn equivalent(texts: &[Vec<u8>]) -> Object {
    either(parsed(&texts[0]).and_then(|url| {
        let other = parsed(&texts[1])?;
        let mut answer = accepted();
        answer.put_bool("equal", url == other);
        Ok(answer)
    }))
}

fn decode(texts: &[Vec<u8>]) -> Object {
    let octets: Vec<u8> = percent_decode(&texts[0]).collect();
    result("text", &octets)
}

/// The characters that encode escapes: all except RFC 3986's unreserved ones. The crate asks its
/// user for this set.
const NOT_UNRESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn encode(texts: &[Vec<u8>]) -> Object {
    let encoded = percent_encode(&texts[0], NOT_UNRESERVED).to_string();
    result("text", encoded.as_bytes())
}

fn main() {
    serve(&Adapter {
        name: "rust-url",
        version: env!("URL_VERSION"),
        dialects: &["whatwg-url"],
        ops: &[
            ("parse", parse),
            ("resolve", resolve),
            ("normalize", normalize),
            ("equivalent", equivalent),
            ("decode", decode),
            ("encode", encode),
        ],
        transforms: &[
            ("scheme", &["lowercased"]),
            ("user", &["empty-as-absent"]),
            ("password", &["empty-as-absent"]),
            ("host", &["lowercased", "decoded", "absent-as-empty", "address-rewritten"]),
            ("port", &["empty-as-absent", "as-number", "default-as-absent"]),
            ("path", &["empty-as-slash", "dots-removed"]),
        ],
        splits: "",
    });
}
