# frozen_string_literal: true

# SPDX-License-Identifier: MIT
# What a parser in Ruby itself writes for a text (octets.t).
require "addressable/uri"
require "uri"

parser = { "ruby-uri" => URI, "ruby-addressable" => Addressable::URI }.fetch(ARGV[0])
$stdin.each_line do |line|
  text = [line.chomp].pack("H*").force_encoding("UTF-8")
  puts parser.parse(text).to_s.unpack1("H*")
rescue URI::Error, Addressable::URI::InvalidURIError
  puts "-"
end
