#!/usr/bin/env ruby
# frozen_string_literal: true

# SPDX-License-Identifier: MIT
# An adapter for Ruby's URI. docs/parsers/ruby.md says which calls it uses.

require "uri"
require_relative "uriproof_adapter"

RELATIVE = "relative reference"
NOT_UNRESERVED = /[^A-Za-z0-9\-._~]/n

def refusal(error)
  { "status" => "rejected", "error" => error.is_a?(URI::Error) ? error.message : error }
end

# Returns the parts. If the path does not begin with a slash, URI calls the text opaque, and has
# neither path nor query.
def components_of(uri)
  {
    "scheme" => uri.scheme,
    "user" => uri.user,
    "password" => uri.password,
    "host" => uri.host,
    "port" => uri.port&.to_s,
    "path" => uri.opaque || uri.path,
    "query" => uri.query,
    "fragment" => uri.fragment
  }
end

def parse(text)
  uri = URI.parse(text)
  return refusal(RELATIVE) unless uri.scheme

  { "status" => "accepted", "components" => components_of(uri) }
rescue URI::Error => e
  refusal(e)
end

def resolve(base, ref)
  { "status" => "accepted", "uri" => URI.join(base, ref).to_s }
rescue URI::Error => e
  refusal(e)
end

def normalize(text)
  { "status" => "accepted", "uri" => URI.parse(text).normalize.to_s }
rescue URI::Error => e
  refusal(e)
end

def equivalent(text, other)
  { "status" => "accepted", "equal" => URI.parse(text) == URI.parse(other) }
rescue URI::Error => e
  refusal(e)
end

def decode(text)
  { "status" => "accepted", "text" => URI::DEFAULT_PARSER.unescape(text) }
end

# Encodes a text. The user of escape chooses the characters to escape. By default, escape only
# escapes those that no URI may have.
def encode(text)
  { "status" => "accepted", "text" => URI::DEFAULT_PARSER.escape(text, NOT_UNRESERVED) }
end

UriproofAdapter.serve(
  "ruby-uri", "#{URI::VERSION} (ruby #{RUBY_VERSION})",
  %i[parse resolve normalize equivalent decode encode].to_h { |op| [op.to_s, method(op)] },
  dialects: %w[rfc2396 rfc3986],
  transforms: {
    "scheme" => ["lowercased"],
    "user" => ["empty-as-absent"],
    "host" => %w[empty-as-absent absent-as-empty],
    "port" => %w[with-default as-number empty-as-absent],
    "path" => ["ftp-path"]
  }
)
