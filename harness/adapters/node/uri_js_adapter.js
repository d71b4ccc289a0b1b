#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// uri-js as a uriproof adapter. docs/parsers/javascript.md says how each call is mapped.
"use strict";

const { needPackage } = require("./need_package");
const { serve } = require("./uriproof_adapter");
const { askByParts, gives } = require("./parts");

const { parser, version } = needPackage("uri-js");
const ops = {
  ...askByParts(parser),
  resolve: (base, ref) => ({ valid: true, uri: parser.resolve(base, ref) }),
  decode: (text) => ({ valid: true, text: parser.unescapeComponent(text) }),
  encode: (text) => ({ valid: true, text: parser.escapeComponent(text) }),
};

// What its manual says besides.
const own = {
  userinfo: ["uppercased-hex", "decoded-unreserved"],
  port: ["as-number", "default-as-absent"],
};

serve("uri-js", version, ops,
      { dialects: ["rfc3986", "rfc3987"], gives: { ...gives, ...own } });
