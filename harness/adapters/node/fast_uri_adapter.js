#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for fast-uri. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { needPackage } = require("./need_package");
const { serve } = require("./uriproof_adapter");
const { askByParts, transforms } = require("./parts");

const { parser, version } = needPackage("fast-uri");

// fast-uri throws an Error for a text that it rejects. For a malformed scheme or port it throws a
// TypeError with this message.
const REFUSES = /^URI (scheme|port) is malformed\.$/;

function resolve(base, ref) {
  try {
    return { status: "accepted", uri: parser.resolve(base, ref) };
  } catch (error) {
    if (error.constructor !== Error && !REFUSES.test(error.message)) {
      throw error;
    }
    return { status: "rejected", error: error.message };
  }
}

serve("fast-uri", version, { ...askByParts(parser), resolve }, { transforms });
