#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for uri-js. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { isUtf8 } = require("buffer");

const { needPackage } = require("./need_package");
const { serve } = require("./uriproof_adapter");
const { askByParts, transforms } = require("./parts");

const { parser, version } = needPackage("uri-js");

// Decodes a text. uri-js returns a string, so a text is unsupported if the result is not UTF-8.
function decode(text) {
  const undone = Buffer.from(text, "utf8").toString("latin1").replace(
    /%([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  if (!isUtf8(Buffer.from(undone, "latin1"))) {
    return { status: "unsupported" };
  }
  return { status: "accepted", text: parser.unescapeComponent(text) };
}

const ops = {
  ...askByParts(parser),
  resolve: (base, ref) => ({ status: "accepted", uri: parser.resolve(base, ref) }),
  decode,
  encode: (text) => ({ status: "accepted", text: parser.escapeComponent(text) }),
};

// It changes user information in the same way; fast-uri gives that as it is written.
const own = { userinfo: ["uppercased-hex", "decoded-unreserved"] };

serve("uri-js", version, ops,
      { dialects: ["rfc3986", "rfc3987"], transforms: { ...transforms, ...own },
        splits: "README, Breaking changes from 2.x: URI validation has been removed" });
