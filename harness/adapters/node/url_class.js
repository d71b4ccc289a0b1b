// SPDX-License-Identifier: MIT
// How a class is asked that has the interface of the URL Standard: Node's URL, whatwg-url's and
// core-js's.
"use strict";

const { present } = require("./parts");

// Returns the parts, as the properties of a URL give them.
function partsOf(url) {
  return {
    scheme: url.protocol.slice(0, -1),
    user: url.password === "" ? present(url.username) : url.username,
    password: present(url.password),
    host: present(url.hostname),
    port: present(url.port),
    path: url.pathname,
    query: present(url.search.slice(1)),
    fragment: present(url.hash.slice(1)),
  };
}

// Returns the operations. `isRefusal` says if an error is a rejection. Any other is a fault inside
// the parser, which may be a TypeError too.
function askUrlClass(URL, isRefusal) {
  function rejecting(ask) {
    return (...texts) => {
      try {
        return { status: "accepted", ...ask(...texts) };
      } catch (error) {
        if (!isRefusal(error)) {
          throw error;
        }
        return { status: "rejected", error: error.message };
      }
    };
  }

  return {
    parse: rejecting((uri) => ({ components: partsOf(new URL(uri)) })),
    resolve: rejecting((base, ref) => ({ uri: new URL(ref, base).href })),
    // To parse is to normalize.
    normalize: rejecting((uri) => ({ uri: new URL(uri).href })),
    // Compares two URLs as they are written after parsing ("URL equivalence" in the standard).
    equivalent: rejecting(
      (uri, other) => ({ equal: new URL(uri).href === new URL(other).href })),
  };
}

// What the standard has a parser change.
const transforms = {
  scheme: ["lowercased"],
  user: ["empty-as-absent"],
  password: ["empty-as-absent"],
  host: ["lowercased", "decoded", "empty-as-absent", "address-rewritten"],
  port: ["empty-as-absent", "as-number", "default-as-absent"],
  path: ["empty-as-slash", "dots-removed"],
  query: ["empty-as-absent"],
  fragment: ["empty-as-absent"],
};

module.exports = { askUrlClass, partsOf, declared: { dialects: ["whatwg-url"], transforms } };
