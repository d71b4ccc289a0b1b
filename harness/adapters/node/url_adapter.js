#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for Node's URL. docs/parsers/javascript.md says which calls it uses.
"use strict";

const { askUrlClass, declared } = require("./url_class");
const { serve } = require("./uriproof_adapter");

const isRefusal = (error) => error.code === "ERR_INVALID_URL";

serve("node-url", process.versions.node, askUrlClass(URL, isRefusal), declared);
