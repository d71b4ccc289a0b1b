# frozen_string_literal: true

# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Ruby.
#
#     UriproofAdapter.serve("name", "1.0", { "parse" => method(:parse) })
#
# An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
# its answer, a Hash. Texts are strings of octets. They are binary if they are not printable ASCII.
# If a parser takes characters, give the operation by `UriproofAdapter.utf8(method(:parse))`. In an
# answer, and in its components or generic, a key whose value is nil is left out.
#
# An operation has to rescue the exception by which the parser rejects a text. Any other exception
# ends the adapter, which the harness reports as a crash. The output of a parser goes to standard
# error.

require "json"

module UriproofAdapter
  FIELDS = {
    "parse" => ["uri"],
    "url" => ["uri"],
    "resolve" => %w[base ref],
    "normalize" => ["uri"],
    "equivalent" => %w[uri other],
    "decode" => ["text"],
    "encode" => ["text"]
  }.freeze
  OTHER_THAN_PRINTABLE = /[^ -~]/n.freeze
  CHUNK = 1 << 18
  MOST_WORDS = 200

  module_function

  # Returns the octets of the field `name`, which is either plain or in hexadecimal.
  def read_text(request, name)
    text = request[name]
    return [request.fetch("#{name}_hex")].pack("H*") if text.nil?
    raise TypeError, "#{name} is no string" unless text.is_a?(String)
    raise TypeError, "#{name} is not printable ASCII" if OTHER_THAN_PRINTABLE.match?(text.b)

    text
  end

  # Returns the fields of an answer. A text that is not printable ASCII is written in hexadecimal,
  # and _hex is added to its name.
  def write_texts(fields)
    fields.each_with_object({}) do |(name, value), out|
      if value.is_a?(Hash)
        out[name] = write_texts(value)
      elsif value.is_a?(String) && OTHER_THAN_PRINTABLE.match?(value.b)
        out["#{name}_hex"] = value.unpack1("H*")
      elsif !value.nil?
        out[name] = value
      end
    end
  end

  # Returns an operation of one whose texts are strings in UTF-8. A text that is not UTF-8 is
  # unsupported.
  def utf8(operation)
    lambda do |*texts|
      texts = texts.map { |text| text.dup.force_encoding("UTF-8") }
      next { "status" => "unsupported", "error" => "no UTF-8" } unless texts.all?(&:valid_encoding?)

      operation.call(*texts)
    end
  end

  # Returns a message for people. It is cut, since parsers like to repeat the whole text. It is made
  # printable, since a reader in C rejects a string with an escaped NUL.
  def words_of(error)
    error.to_s.b[0, MOST_WORDS].gsub(OTHER_THAN_PRINTABLE, "?")
  end

  def texts_of(request, ops)
    return nil unless ops.key?(request["op"])

    FIELDS.fetch(request["op"]).map { |name| read_text(request, name) }
  end

  def answer(line, hello, ops)
    out = {}
    begin
      request = JSON.parse(line)
      raise KeyError, "no object" unless request.is_a?(Hash) && request.key?("op")
      return hello if request["op"] == "hello"

      out["id"] = request["id"]
      texts = texts_of(request, ops)
    rescue JSON::ParserError, KeyError, TypeError => e
      return out.merge("error" => words_of("not a request: #{e.message}"))
    end
    return out.merge("status" => "unsupported") if texts.nil?

    given = ops[request["op"]].call(*texts)
    given["error"] = words_of(given["error"]) if given["error"]
    out.merge(write_texts(given))
  end

  # Answers all lines with one write. If the parser dies, the answers before that are still written.
  # So the harness can blame the case that killed the parser, and not an earlier one.
  def answer_lines(lines, hello, ops, to)
    out = +""
    begin
      lines.each { |line| out << JSON.generate(answer(line, hello, ops)) << "\n" unless line.empty? }
    ensure
      to.write(out)
    end
  end

  # Returns a new file for standard output. After this, the output of a parser goes to standard
  # error and is not taken for an answer.
  def take_output
    own = $stdout.dup
    $stdout.reopen($stderr)
    own.binmode
    own.sync = true
    own
  end

  # Returns the input that is available, or nil at its end.
  def read_some
    $stdin.readpartial(CHUNK)
  rescue EOFError
    nil
  end

  # Answers requests until standard input ends. `ops` maps names to functions. `splits` tells where
  # the parser's manual says that it does not validate.
  def serve(name, version, ops, dialects: ["rfc3986"], transforms: nil, splits: nil)
    hello = { "protocol" => 2, "name" => name, "version" => version, "language" => "ruby",
              "dialects" => dialects, "ops" => ops.keys }
    hello["transforms"] = transforms if transforms
    hello["splits"] = splits if splits
    to = take_output
    $stdin.binmode
    rest = +""
    # Reads all requests that are available and answers them together.
    while (chunk = read_some)
      head, newline, tail = chunk.rpartition("\n")
      if newline.empty?
        rest << chunk
      else
        answer_lines((rest << head).split("\n"), hello, ops, to)
        rest = +tail
      end
    end
  end
end
