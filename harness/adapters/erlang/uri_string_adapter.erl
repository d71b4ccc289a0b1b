%% SPDX-License-Identifier: MIT
%% An adapter for uri_string. docs/parsers/erlang.md says which calls it uses.
-module(uri_string_adapter).
-export([start/0]).

start() ->
    uriproof_adapter:serve(
        #{name => <<"erlang-uri-string">>,
          version => version(),
          dialects => [<<"rfc3986">>],
          ops => [{<<"parse">>, asked(fun parse/1)},
                  {<<"resolve">>, asked(fun resolve/1)},
                  {<<"normalize">>, asked(fun normalize/1)},
                  {<<"decode">>, asked(fun decode/1)},
                  {<<"encode">>, asked(fun encode/1)}],
          transforms => #{host => [<<"brackets-restored">>], port => [<<"as-number">>]}}).

%% Returns the version of the library stdlib, which contains uri_string.
version() ->
    ok = application:ensure_started(stdlib),
    {ok, Version} = application:get_key(stdlib, vsn),
    list_to_binary(Version).

%% Returns an operation that only asks texts in UTF-8, since every call takes such text. Others are
%% unsupported.
asked(Operation) ->
    fun(Texts) ->
        case lists:all(fun uriproof_adapter:is_text/1, Texts) of
            true -> Operation(Texts);
            false -> uriproof_adapter:unsupported()
        end
    end.

parse([Uri]) ->
    case uri_string:parse(Uri) of
        {error, Reason, Term} -> uriproof_adapter:refusal({Reason, Term});
        #{scheme := _} = Parts -> #{status => accepted, components => components(Uri, Parts)};
        #{} -> #{status => rejected, error => <<"relative reference">>}
    end.

%% Returns the parts. An empty port is the atom undefined, and an absent one has no key.
components(Uri, Parts) ->
    maps:map(fun component/2, with_brackets(Uri, Parts)).

component(port, undefined) -> <<>>;
component(port, Number) -> integer_to_binary(Number);
component(_, Text) -> Text.

%% Returns the parts. uri_string omits the brackets of an IPv6 address. They are added if the text
%% has them around just this host.
with_brackets(Uri, #{scheme := Scheme, host := Host} = Parts) ->
    User = case Parts of #{userinfo := Userinfo} -> [Userinfo, "@"]; #{} -> [] end,
    Bracketed = <<"[", Host/binary, "]">>,
    Beginning = iolist_to_binary([Scheme, "://", User, Bracketed]),
    case binary:longest_common_prefix([Uri, Beginning]) =:= byte_size(Beginning) of
        true -> Parts#{host := Bracketed};
        false -> Parts
    end;
with_brackets(_, Parts) ->
    Parts.

resolve([Base, Ref]) ->
    uri_of(uri_string:resolve(Ref, Base)).

normalize([Uri]) ->
    uri_of(uri_string:normalize(Uri)).

uri_of({error, Reason, Term}) -> uriproof_adapter:refusal({Reason, Term});
uri_of(Uri) -> #{status => accepted, uri => Uri}.

%% Decodes a text. The manual says that percent_decode returns its error, but it throws it. Its
%% result is text, so a text that decodes to anything but UTF-8 is unsupported.
decode([Text]) ->
    case uriproof_adapter:is_text(octets(Text)) of
        true -> decode_to_text(Text);
        false -> uriproof_adapter:unsupported()
    end.

decode_to_text(Text) ->
    try uri_string:percent_decode(Text) of
        Decoded when is_binary(Decoded) -> #{status => accepted, text => Decoded}
    catch
        throw:{error, Reason, Term} -> uriproof_adapter:refusal({Reason, Term})
    end.

%% Returns the text with its escapes decoded. A broken escape stays.
octets(<<$%, Digits:2/binary, Rest/binary>>) ->
    try <<(binary:decode_hex(Digits))/binary, (octets(Rest))/binary>>
    catch error:badarg -> <<$%, (octets(<<Digits/binary, Rest/binary>>))/binary>>
    end;
octets(<<Octet, Rest/binary>>) ->
    <<Octet, (octets(Rest))/binary>>;
octets(<<>>) ->
    <<>>.

encode([Text]) ->
    case uri_string:quote(Text) of
        {error, Reason, Term} -> uriproof_adapter:refusal({Reason, Term});
        Quoted -> #{status => accepted, text => Quoted}
    end.
