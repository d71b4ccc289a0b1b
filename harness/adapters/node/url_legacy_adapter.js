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
  return { status: "rejected", error: error.message };
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
    return { status: "rejected", error: "relative reference" };
  }
  return {
    status: "accepted",
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
    return { status: "accepted", uri: url.resolve(base, ref) };
  } catch (error) {
    return refusal(error);
  }
}

const transforms = {
  scheme: ["lowercased"],
  userinfo: ["decoded"],
  host: ["lowercased"],
  port: ["empty-as-absent"],
  path: ["empty-as-absent", "empty-as-slash"],
};

serve("node-url-legacy", process.versions.node, { parse, resolve },
      { dialects: ["node-legacy-url"], transforms });
