#!/usr/bin/env ruby
# frozen_string_literal: true

# SPDX-License-Identifier: MIT
# An adapter for Addressable. docs/parsers/ruby.md says which calls it uses.

require "addressable/uri"
require_relative "uriproof_adapter"

Parser = Addressable::URI
RELATIVE = "relative reference"

def refusal(words)
  { "status" => "rejected", "error" => words }
end

def components_of(uri)
  {
    "scheme" => uri.scheme,
    "user" => uri.user,
    "password" => uri.password,
    "host" => uri.host,
    "port" => uri.port&.to_s,
    "path" => uri.path,
    "query" => uri.query,
    "fragment" => uri.fragment
  }
end

def parse(text)
  uri = Parser.parse(text)
  return refusal(RELATIVE) unless uri.scheme

  { "status" => "accepted", "components" => components_of(uri) }
rescue Parser::InvalidURIError => e
  refusal(e.message)
end

def resolve(base, ref)
  { "status" => "accepted", "uri" => Parser.join(base, ref).to_s }
rescue Parser::InvalidURIError => e
  refusal(e.message)
end

def normalize(text)
  { "status" => "accepted", "uri" => Parser.parse(text).normalize.to_s }
rescue Parser::InvalidURIError => e
  refusal(e.message)
end

def equivalent(text, other)
  { "status" => "accepted", "equal" => Parser.parse(text) == Parser.parse(other) }
rescue Parser::InvalidURIError => e
  refusal(e.message)
end

def decode(text)
  { "status" => "accepted", "text" => Parser.unencode_component(text) }
end

def encode(text)
  { "status" => "accepted",
    "text" => Parser.encode_component(text, Parser::CharacterClasses::UNRESERVED) }
end

UriproofAdapter.serve(
  "ruby-addressable", Addressable::VERSION::STRING,
  { **%w[parse resolve normalize equivalent].to_h { |op| [op, UriproofAdapter.utf8(method(op))] },
    "decode" => method(:decode), "encode" => method(:encode) },
  dialects: %w[rfc3986 rfc3987],
  transforms: {
    "port" => %w[as-number empty-as-absent]
  }
)
