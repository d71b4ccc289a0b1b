// SPDX-License-Identifier: MIT
// Functions for parts, which several adapters use; and what uri-js and fast-uri share, which have the
// same interface.
"use strict";

// Returns a part. Many parsers give "" for an absent part too, so "" is reported as absent.
function present(text) {
  return text === "" || text === null || text === undefined ? undefined : String(text);
}

// Returns the host. Some parsers omit the brackets of an IPv6 address. They are added if the host in
// the text is in brackets: a name may have a colon too, after its escapes are decoded.
function bracketed(host, isInBrackets) {
  const literal = isInBrackets && host !== undefined && /^[^[\]]*:[^[\]]*$/.test(host);
  return literal ? "[" + host + "]" : host;
}

// Does the host of the text begin with a bracket, after the user as both parsers see it?
const HAS_BRACKET = /^(?:[^:/?#]+:)?\/\/(?:[^/?#@]*@)?\[/;

function textOf(port) {
  return port === undefined ? undefined : String(port);
}

// Returns why `uri` is rejected, or undefined if it is accepted.
function faultOf(parts) {
  return parts.error ?? (parts.scheme === undefined ? "relative reference" : undefined);
}

// Returns the operations that both parsers have with the same names.
function askByParts(parser) {
  // Parses a URI. Some schemes (mailto, urn, ws) have parts of their own and no path. Such a URI is
  // parsed again as if its scheme had no such parts. The parsers' own resolve uses the name "null"
  // for this too.
  function partsOf(uri) {
    const parts = parser.parse(uri);
    const own = parts.error === undefined && parts.path === undefined;
    return own ? parser.parse(uri, { scheme: "null" }) : parts;
  }

  function parse(uri) {
    const parts = partsOf(uri);
    const error = faultOf(parts);
    if (error !== undefined) {
      return { status: "rejected", error };
    }
    const { scheme, userinfo, path, query, fragment } = parts;
    const host = bracketed(parts.host, HAS_BRACKET.test(uri));
    return {
      status: "accepted",
      components: { scheme, userinfo, host, port: textOf(parts.port), path, query, fragment },
    };
  }

  function normalize(uri) {
    return { status: "accepted", uri: parser.normalize(uri) };
  }

  function equivalent(uri, other) {
    return { status: "accepted", equal: parser.equal(uri, other) };
  }

  return { parse, normalize, equivalent };
}

// The changes that both make by design: scheme and host become lower case, the digits of escapes
// become upper case, and escapes that are not needed are decoded.
const transforms = {
  scheme: ["lowercased"],
  host: ["lowercased", "uppercased-hex", "decoded-unreserved", "address-rewritten",
         "zone-decoded", "brackets-restored"],
  port: ["as-number"],
  path: ["uppercased-hex", "decoded-unreserved"],
  query: ["uppercased-hex", "decoded-unreserved"],
  fragment: ["uppercased-hex", "decoded-unreserved"],
};

module.exports = { askByParts, bracketed, present, transforms };
