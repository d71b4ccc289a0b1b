#!/usr/bin/env escript
%% SPDX-License-Identifier: MIT
%% What uri_string itself writes for a text (octets.t).

main(_) ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            io:put_chars([written(binary:decode_hex(list_to_binary(string:trim(Line)))), "\n"]),
            main([])
    end.

written(Text) ->
    case uri_string:parse(Text) of
        #{} = Parts -> binary:encode_hex(uri_string:recompose(Parts));
        _ -> "-"
    end.
