# SPDX-License-Identifier: MIT
# An adapter for Elixir's URI. docs/parsers/elixir.md says which calls it uses. The helper is that of
# Erlang, since both run on one machine.
defmodule UriAdapter do
  @compile {:no_warn_undefined, :uriproof_adapter}

  def start do
    {:ok, _} = Application.ensure_all_started(:elixir)

    :uriproof_adapter.serve(%{
      name: "elixir-uri",
      version: System.version(),
      language: "elixir",
      dialects: ["rfc3986"],
      ops: [
        {"parse", &parse/1},
        {"resolve", &resolve/1},
        {"decode", &decode/1},
        {"encode", &encode/1}
      ],
      transforms: %{
        scheme: ["lowercased"],
        userinfo: ["empty-as-absent"],
        host: ["brackets-restored"],
        port: ["with-default", "empty-as-absent", "as-number"],
        path: ["empty-as-absent"]
      },
      splits: "URI.parse: Parses a URI into its components, without further validation."
    })
  end

  defp parse([uri]) do
    case URI.parse(uri) do
      %URI{scheme: nil} -> :uriproof_adapter.refusal("relative reference")
      parts -> %{status: :accepted, components: components(parts)}
    end
  end

  defp components(parts) do
    for {name, value} <- [
          scheme: parts.scheme,
          userinfo: parts.userinfo,
          host: bracketed(parts.host),
          port: parts.port && Integer.to_string(parts.port),
          path: parts.path,
          query: parts.query,
          fragment: parts.fragment
        ],
        value != nil,
        into: %{},
        do: {name, value}
  end

  # Returns the host with the brackets of an IPv6 address, which URI takes off. No other host has a
  # colon.
  defp bracketed(host) do
    if host != nil and String.contains?(host, ":"), do: "[" <> host <> "]", else: host
  end

  # Returns what `ask` gives under this name. An ArgumentError is a rejection.
  defp rejecting(name, ask) do
    %{name => ask.(), :status => :accepted}
  rescue
    error in ArgumentError -> :uriproof_adapter.refusal(error.message)
  end

  defp resolve([base, ref]), do: rejecting(:uri, fn -> URI.to_string(URI.merge(base, ref)) end)
  defp decode([text]), do: rejecting(:text, fn -> URI.decode(text) end)
  defp encode([text]), do: rejecting(:text, fn -> URI.encode(text, &URI.char_unreserved?/1) end)
end
