#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for whatwg-url. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { needPackage } = require("./need_package");
const { askUrlClass, declared } = require("./url_class");
const { serve } = require("./uriproof_adapter");

const { parser, version } = needPackage("whatwg-url");

// A rejection is a TypeError without a code. These words begin its message.
const REFUSES = /^Invalid (base )?URL: /;
const isRefusal = (error) => error instanceof TypeError && REFUSES.test(error.message);

serve("whatwg-url", version, askUrlClass(parser.URL, isRefusal), declared);
