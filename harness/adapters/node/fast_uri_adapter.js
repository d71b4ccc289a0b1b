#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// fast-uri as a uriproof adapter. docs/parsers/javascript.md says how each call is mapped.
"use strict";

const { needPackage } = require("./need_package");
const { serve } = require("./uriproof_adapter");
const { askByParts, transforms } = require("./parts");

const { parser, version } = needPackage("fast-uri");

// It throws an Error; of a malformed scheme or port a TypeError, in these words.
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
