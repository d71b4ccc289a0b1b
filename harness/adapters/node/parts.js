// SPDX-License-Identifier: MIT
// What uri-js and fast-uri, which took its interface over, have in common.
"use strict";

// With the brackets that the parser leaves out of an IPv6 address: a colon is in no other host.
function hostOf(parts) {
  const { host } = parts;
  return host !== undefined && host.includes(":") && host[0] !== "[" ? "[" + host + "]" : host;
}

function textOf(port) {
  return port === undefined ? undefined : String(port);
}

// Why `uri` is none, or undefined.
function faultOf(parts) {
  return parts.error ?? (parts.scheme === undefined ? "relative reference" : undefined);
}

// The operations that both have by the same name.
function askByParts(parser) {
  // Where a scheme has parts of its own (mailto, urn, ws) the path is gone, so such a URI is asked
  // again as one of a scheme that has none; by this name resolve asks so itself.
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
    return {
      status: "accepted",
      components: { scheme, userinfo, host: hostOf(parts), port: textOf(parts.port), path, query,
                    fragment },
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

// By design both write the scheme and the host in lower case, escapes in upper case, and what need
// not be escaped bare.
const transforms = {
  scheme: ["lowercased"],
  userinfo: ["uppercased-hex"],
  host: ["lowercased", "decoded-unreserved", "address-rewritten"],
  port: ["as-number"],
  path: ["uppercased-hex", "decoded-unreserved"],
  query: ["uppercased-hex", "decoded-unreserved"],
  fragment: ["uppercased-hex", "decoded-unreserved"],
};

module.exports = { askByParts, transforms };
