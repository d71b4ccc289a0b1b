#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for the URL of core-js. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { needPackage } = require("./need_package");
const { askUrlClass, declared } = require("./url_class");
const { serve } = require("./uriproof_adapter");

// core-js has classes of its own only if the language has none.
delete globalThis.URL;
delete globalThis.URLSearchParams;
const { parser, version } = needPackage("core-js-pure", "stable/url");

// A rejection is a TypeError without a code. These words are its message.
const REFUSES = /^Invalid (authority|host|port|scheme)$/;
const isRefusal = (error) => error instanceof TypeError && REFUSES.test(error.message);

serve("core-js", version, askUrlClass(parser, isRefusal), declared);
