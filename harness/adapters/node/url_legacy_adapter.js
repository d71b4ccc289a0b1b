#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for Node's url.parse and url.resolve. docs/parsers/javascript.md says which calls it
// uses.
"use strict";

const url = require("url");
const { serve } = require("./uriproof_adapter");

// Returns a rejection for the two errors that the manual names: an invalid URL, and user
// information that cannot be decoded.
function refusal(error) {
  if (error.code !== "ERR_INVALID_URL" && error.name !== "URIError") {
    throw error;
  }
  return { status: "rejected", error: error.message };
}

// Returns the text without the `?` or `#` that it begins with.
function behind(text) {
  return text === null ? undefined : text.slice(1);
}

// Returns the host, in brackets if .host has them; .hostname omits them. "" is an empty host if the
// URL has slashes, and an absent one otherwise.
function hostOf(parts) {
  if (parts.hostname === "" && !parts.slashes) {
    return undefined;
  }
  const bracketed = "[" + parts.hostname + "]";
  return parts.host?.startsWith(bracketed) ? bracketed : parts.hostname;
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
  host: ["lowercased", "brackets-restored"],
  port: ["empty-as-absent"],
  path: ["empty-as-absent", "empty-as-slash"],
};

serve("node-url-legacy", process.versions.node, { parse, resolve },
      { dialects: ["node-legacy-url"], transforms });
