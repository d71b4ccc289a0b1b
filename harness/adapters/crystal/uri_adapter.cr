# SPDX-License-Identifier: MIT
# An adapter for Crystal's URI. docs/parsers/crystal.md says which calls it uses.
require "uri"
require "./uriproof_adapter"

def rejecting(&ask : Array(String) -> UriproofAdapter::Answer) : UriproofAdapter::Operation
  UriproofAdapter::Operation.new do |texts|
    ask.call(texts)
  rescue error : URI::Error
    UriproofAdapter.rejected(error.message)
  end
end

# Returns the parts that are there, as URI has them.
def components_of(uri : URI) : UriproofAdapter::Parts
  UriproofAdapter::Parts{
    "scheme" => uri.scheme, "user" => uri.user, "password" => uri.password, "host" => uri.host,
    "port" => uri.port.try(&.to_s), "path" => uri.path, "query" => uri.query,
    "fragment" => uri.fragment,
  }
end

parse = rejecting do |texts|
  uri = URI.parse(texts[0])
  if uri.scheme
    UriproofAdapter.accepted("components", components_of(uri))
  else
    UriproofAdapter.rejected("relative reference")
  end
end

resolve = rejecting do |texts|
  UriproofAdapter.accepted("uri", URI.parse(texts[0]).resolve(URI.parse(texts[1])).to_s)
end

normalize = rejecting do |texts|
  UriproofAdapter.accepted("uri", URI.parse(texts[0]).normalize.to_s)
end

equivalent = rejecting do |texts|
  UriproofAdapter.accepted("equal", URI.parse(texts[0]) == URI.parse(texts[1]))
end

decode = rejecting { |texts| UriproofAdapter.accepted("text", URI.decode(texts[0])) }
encode = rejecting { |texts| UriproofAdapter.accepted("text", URI.encode_path_segment(texts[0])) }

UriproofAdapter.serve(
  "crystal-uri", Crystal::VERSION,
  {"parse" => parse, "resolve" => resolve, "normalize" => normalize, "equivalent" => equivalent,
   "decode" => decode, "encode" => encode},
  transforms: {
    "scheme"   => ["lowercased"],
    "user"     => ["decoded"],
    "password" => ["decoded"],
    "host"     => ["decoded"],
    "port"     => ["empty-as-absent", "as-number"],
  })
