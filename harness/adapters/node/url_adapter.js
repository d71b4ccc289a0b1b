#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for Node's URL. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { present } = require("./parts");
const { serve } = require("./uriproof_adapter");

// Returns a rejection. It checks the code, since a fault inside the parser would be a TypeError
// too.
function refusal(error) {
  if (error.code !== "ERR_INVALID_URL") {
    throw error;
  }
  return { status: "rejected", error: error.message };
}

function parse(uri) {
  let url;
  try {
    url = new URL(uri);
  } catch (error) {
    return refusal(error);
  }
  return {
    status: "accepted",
    components: {
      scheme: url.protocol.slice(0, -1),
      user: url.password === "" ? present(url.username) : url.username,
      password: present(url.password),
      host: present(url.hostname),
      port: present(url.port),
      path: url.pathname,
      query: present(url.search.slice(1)),
      fragment: present(url.hash.slice(1)),
    },
  };
}

function resolve(base, ref) {
  try {
    return { status: "accepted", uri: new URL(ref, base).href };
  } catch (error) {
    return refusal(error);
  }
}

// Normalizes a URL, which parsing does.
function normalize(uri) {
  try {
    return { status: "accepted", uri: new URL(uri).href };
  } catch (error) {
    return refusal(error);
  }
}

// Compares two URLs as they are written after parsing ("URL equivalence" in the standard).
function equivalent(uri, other) {
  try {
    return { status: "accepted", equal: new URL(uri).href === new URL(other).href };
  } catch (error) {
    return refusal(error);
  }
}

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

serve("node-url", process.versions.node, { parse, resolve, normalize, equivalent },
      { dialects: ["whatwg-url"], transforms });
