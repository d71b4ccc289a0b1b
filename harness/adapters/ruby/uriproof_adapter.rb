# frozen_string_literal: true

# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Ruby.
#
#     UriproofAdapter.serve("name", "1.0", { "parse" => method(:parse) })
#
# An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
# its answer, a Hash. Texts are strings of octets: binary ones, where they are not printable ASCII.
# In an answer, and in its components or generic, a key whose value is nil is left out.
#
# An exception that an operation lets out ends the adapter, which the harness reports as a crash.
# What the parser means as a refusal, the operation has to rescue. What a parser prints goes to
# standard error.

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

  # The octets of the field `name`: plain, or else in hexadecimal.
  def read_text(request, name)
    text = request[name]
    return [request.fetch("#{name}_hex")].pack("H*") if text.nil?
    raise TypeError, "#{name} is no string" unless text.is_a?(String)
    raise TypeError, "#{name} is not printable ASCII" if OTHER_THAN_PRINTABLE.match?(text.b)

    text
  end

  # The fields with each text that is not printable ASCII under its name with _hex.
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

  # Words for people. Cut, since parsers like to repeat the whole text, and printable, since a
  # reader in C refuses a string with an escaped NUL.
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

  # Answers by one write, even where a parser dies midway: the harness shall blame the case that
  # killed it, and no earlier one.
  def answer_lines(lines, hello, ops, to)
    out = +""
    begin
      lines.each { |line| out << JSON.generate(answer(line, hello, ops)) << "\n" unless line.empty? }
    ensure
      to.write(out)
    end
  end

  # A file of standard output that nobody else has: what a parser prints is no answer.
  def take_output
    own = $stdout.dup
    $stdout.reopen($stderr)
    own.binmode
    own.sync = true
    own
  end

  # Whatever is there, nil at the end.
  def read_some
    $stdin.readpartial(CHUNK)
  rescue EOFError
    nil
  end

  # Answers requests until the end of standard input. `ops` maps names to functions. `splits` says
  # where the parser's manual says that it does not validate.
  def serve(name, version, ops, dialects: ["rfc3986"], transforms: nil, splits: nil)
    hello = { "protocol" => 2, "name" => name, "version" => version, "language" => "ruby",
              "dialects" => dialects, "ops" => ops.keys }
    hello["transforms"] = transforms if transforms
    hello["splits"] = splits if splits
    to = take_output
    $stdin.binmode
    rest = +""
    # Whatever the harness has in flight is read at once and answered at once.
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
