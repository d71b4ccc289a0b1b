%% SPDX-License-Identifier: MIT
%% The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Erlang.
%%
%% An operation is a function of a list of binaries, its request's fields in the order of
%% docs/protocol.md, and returns its answer as a map. It returns refusal/1 if the parser rejects a
%% text. An exception ends the adapter, which the harness reports as a crash.
-module(uriproof_adapter).
-export([serve/1, refusal/1, unsupported/0, is_text/1]).

-define(MOST_WORDS, 200).

%% Answers requests until standard input ends. The map has name, version, dialects, transforms, and
%% ops, which is a list of {Name, Function}. It may have splits, which tells where the parser's
%% manual says that it does not validate, and language, if that is not erlang.
serve(Adapter) ->
    os:putenv("ERL_CRASH_DUMP", "/dev/null"), % no file is left in the folder of the user
    Port = open_port({fd, 0, 1}, [binary, stream, eof]),
    serve(Port, Adapter, []),
    halt(0).

serve(Port, Adapter, Rest) ->
    receive
        {Port, {data, Data}} ->
            serve(Port, Adapter, take(Port, Adapter, Rest, Data));
        {Port, eof} ->
            ok
    end.

%% Answers all available lines with one write. Rest has the pieces of an incomplete line, the last
%% one first.
take(Port, Adapter, Rest, Data) ->
    case binary:split(Data, <<"\n">>) of
        [_] ->
            [Data | Rest];
        [_, _] ->
            Whole = iolist_to_binary(lists:reverse([Data | Rest])),
            Lines = binary:split(Whole, <<"\n">>, [global]),
            answer_lines(Port, Adapter, lists:droplast(Lines), []),
            [lists:last(Lines)]
    end.

answer_lines(Port, _Adapter, [], Out) ->
    port_command(Port, lists:reverse(Out));
answer_lines(Port, Adapter, [<<>> | Lines], Out) ->
    answer_lines(Port, Adapter, Lines, Out);
answer_lines(Port, Adapter, [Line | Lines], Out) ->
    try answer_line(Adapter, Line) of
        Answer -> answer_lines(Port, Adapter, Lines, [[jiffy:encode(Answer), $\n] | Out])
    catch
        Class:Reason:Stack -> die(Port, Out, {Class, Reason, Stack})
    end.

%% Writes the earlier answers and ends. So the harness can blame the case that killed the parser.
%% Closing the port waits until everything is written.
die(Port, Out, Reason) ->
    port_command(Port, lists:reverse(Out)),
    port_close(Port),
    io:format(standard_error, "~p~n", [Reason]),
    halt(1).

answer_line(Adapter, Line) ->
    try jiffy:decode(Line, [return_maps]) of
        #{<<"op">> := <<"hello">>} -> hello(Adapter);
        #{} = Request -> with_id(Request, ask(Adapter, Request));
        _ -> complaint("no object")
    catch
        _:_ -> complaint("no JSON")
    end.

%% Puts the id first, for people who read the lines. A list of pairs keeps its order, unlike a map.
with_id(#{<<"id">> := Id}, Answer) -> {[{id, Id} | maps:to_list(Answer)]};
with_id(_, Answer) -> Answer.

hello(#{ops := Ops} = Adapter) ->
    Names = [Name || {Name, _} <- Ops],
    maps:merge(#{language => <<"erlang">>}, Adapter#{protocol => 2, ops => Names}).

ask(#{ops := Ops}, #{<<"op">> := Name} = Request) ->
    case lists:keyfind(Name, 1, Ops) of
        false -> unsupported();
        {_, Function} -> ask_operation(Function, read_texts(fields(Name), Request))
    end;
ask(_, _) ->
    complaint("no op").

ask_operation(_, none) -> complaint("a text is not there, or not as the protocol has it");
ask_operation(Function, Texts) -> outgoing(Function(Texts)).

fields(<<"resolve">>) -> [{<<"base">>, <<"base_hex">>}, {<<"ref">>, <<"ref_hex">>}];
fields(<<"decode">>) -> [{<<"text">>, <<"text_hex">>}];
fields(<<"encode">>) -> [{<<"text">>, <<"text_hex">>}];
fields(_) -> [{<<"uri">>, <<"uri_hex">>}].

%% Returns the octets of the fields, which are either plain or in hexadecimal, or none if one is
%% missing.
read_texts([], _) -> [];
read_texts([Field | Fields], Request) ->
    case {read_text(Field, Request), read_texts(Fields, Request)} of
        {none, _} -> none;
        {_, none} -> none;
        {Text, Texts} -> [Text | Texts]
    end.

read_text({Plain, Hex}, Request) ->
    case Request of
        #{Plain := Text} when is_binary(Text) -> printable_or_none(Text);
        #{Hex := Digits} when is_binary(Digits) -> from_hex(Digits);
        _ -> none
    end.

printable_or_none(Text) ->
    case is_printable(Text) of
        true -> Text;
        false -> none
    end.

from_hex(Digits) ->
    try binary:decode_hex(Digits)
    catch error:badarg -> none
    end.

is_printable(Text) ->
    re:run(Text, "^[ -~]*\\z", [{capture, none}, dollar_endonly]) =:= match.

%% Returns the fields of an answer. A text that is not printable ASCII is written in hexadecimal,
%% and _hex is added to its name.
outgoing(Fields) ->
    maps:fold(fun put_outgoing/3, #{}, Fields).

put_outgoing(Name, Fields, Out) when is_map(Fields) ->
    Out#{Name => outgoing(Fields)};
put_outgoing(Name, Text, Out) when is_binary(Text) ->
    case is_printable(Text) of
        true -> Out#{Name => Text};
        false -> Out#{<<(atom_to_binary(Name))/binary, "_hex">> => to_hex(Text)}
    end;
put_outgoing(Name, Value, Out) ->
    Out#{Name => Value}.

to_hex(Text) ->
    string:lowercase(binary:encode_hex(Text)).

complaint(Words) ->
    #{error => list_to_binary(["not a request: ", Words])}.

unsupported() ->
    #{status => unsupported}.

%% Returns a rejection with the term Reason as its message. It is cut, since parsers like to repeat
%% the whole text.
refusal(Reason) ->
    Words = unicode:characters_to_binary(io_lib:format("~0tP", [Reason, 20])),
    Printable = re:replace(Words, "[^ -~]", "?", [global, {return, binary}]),
    Cut = binary:part(Printable, 0, min(byte_size(Printable), ?MOST_WORDS)),
    #{status => rejected, error => Cut}.

%% Returns true if the binary is UTF-8.
is_text(Binary) ->
    unicode:characters_to_binary(Binary) =:= Binary.
