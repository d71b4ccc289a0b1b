#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Node's url.parse and url.resolve as a uriproof adapter. docs/parsers/javascript.md says how each
// call is mapped.
"use strict";

const url = require("url");
const { serve } = require("./uriproof_adapter");

// The two that the manual names: a URL that is none, and user information that cannot be decoded.
function refusal(error) {
  if (error.code !== "ERR_INVALID_URL" && error.name !== "URIError") {
    throw error;
  }
  return { valid: false, error: error.message };
}

// What stands behind the `?` or `#` that it begins with.
function behind(text) {
  return text === null ? undefined : text.slice(1);
}

// With the brackets that .hostname leaves out of an IP literal. "" is a void host where there were
// slashes, and else none.
function hostOf(parts) {
  if (parts.hostname === "" && !parts.slashes) {
    return undefined;
  }
  const literal = parts.host !== null && parts.host.startsWith("[");
  return literal ? "[" + parts.hostname + "]" : parts.hostname;
}

function parse(uri) {
  let parts;
  try {
    parts = url.parse(uri);
  } catch (error) {
    return refusal(error);
  }
  if (parts.protocol === null) {
    return { valid: false, error: "relative reference" };
  }
  return {
    valid: true,
    components: {
      scheme: parts.protocol.slice(0, -1),
      userinfo: parts.auth,
      host: hostOf(parts),
      port: parts.port,
      path: parts.pathname,
      query: behind(parts.search),
      fragment: behind(parts.hash),
    },
  };
}

function resolve(base, ref) {
  try {
    return { valid: true, uri: url.resolve(base, ref) };
  } catch (error) {
    return refusal(error);
  }
}

const gives = {
  scheme: ["lowercased"],
  userinfo: ["decoded"],
  host: ["lowercased"],
  port: ["void-as-absent"],
  path: ["void-as-absent", "void-as-slash"],
};

serve("node-url-legacy", process.versions.node, { parse, resolve },
      { dialects: ["node-legacy-url"], gives });
