# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Tcl.
#
# An operation is a command that gets its request's fields, in the order of docs/protocol.md, and
# returns its answer, a list of names and values. A text is decoded from UTF-8, and an answer is
# encoded to it. A text that is not UTF-8 is unsupported. The value of `equal` is true or false, and
# the value of `components` is a list of names and texts. An operation has to catch the error by which
# the parser rejects a text. Any other error ends the adapter.

package require json

namespace eval uriproof {
    variable fields {
        parse {uri} url {uri} resolve {base ref} normalize {uri} equivalent {uri other}
        decode {text} encode {text}
    }
    variable most_words 200
}

proc uriproof::quoted {printable} {
    return \"[string map {\\ \\\\ \" \\\"} $printable]\"
}

# Throws an error if octets that are the UTF-8 of `text` are not so, or have half of a surrogate pair.
# Tcl itself reads anything as UTF-8.
proc uriproof::check_utf8 {octets text} {
    if {[encoding convertto utf-8 $text] ne $octets || [regexp {\xed[\xa0-\xbf]} $octets]} {
        throw URIPROOF_NO_UTF8 "no UTF-8"
    }
}

# Returns a member of an object. A text that is not printable ASCII is written in hexadecimal, and
# _hex is added to its name.
proc uriproof::octets {name text} {
    if {[regexp {^[ -~]*$} $text] && ![string match *\n* $text]} {
        return [quoted $name]:[quoted $text]
    }
    set octets [encoding convertto utf-8 $text]
    check_utf8 $octets $text
    binary scan $octets H* digits
    return [quoted ${name}_hex]:[quoted $digits]
}

proc uriproof::words {text} {
    variable most_words
    return [regsub -all {[^ -~]} [string range $text 0 $most_words-1] ?]
}

proc uriproof::member {name value} {
    switch -- $name {
        equal { return [quoted $name]:$value }
        error { return [quoted $name]:[quoted [words $value]] }
        components {
            set members [lmap {part text} $value { octets $part $text }]
            return [quoted $name]:{[join $members ,]}
        }
        default { return [octets $name $value] }
    }
}

# Returns the octets of the field `name`, which is either plain or in hexadecimal.
proc uriproof::read_text {request name} {
    if {[dict exists $request $name]} {
        set text [dict get $request $name]
        if {![regexp {^[ -~]*$} $text]} {
            throw URIPROOF "$name is not printable ASCII"
        }
        return $text
    }
    if {![dict exists $request ${name}_hex]} {
        throw URIPROOF "no text $name"
    }
    set digits [dict get $request ${name}_hex]
    if {![regexp {^([0-9a-f]{2})*$} $digits]} {
        throw URIPROOF "$name is not in hexadecimal"
    }
    set octets [binary format H* $digits]
    set text [encoding convertfrom utf-8 $octets]
    check_utf8 $octets $text
    return $text
}

proc uriproof::list_of {names} {
    return \[[join [lmap name $names { quoted $name }] ,]\]
}

proc uriproof::hello {adapter} {
    set transforms [dict map {part names} [dict get $adapter transforms] { list_of $names }]
    set transforms [join [lmap {part names} $transforms { string cat [quoted $part] : $names }] ,]
    set splits {}
    if {[dict exists $adapter splits]} {
        set splits ,[octets splits [dict get $adapter splits]]
    }
    return "{\"protocol\":2,\"language\":\"tcl\",[octets name [dict get $adapter name]],[octets \
        version [dict get $adapter version]],\"dialects\":[list_of [dict get $adapter \
        dialects]],\"ops\":[list_of [dict keys [dict get $adapter \
        ops]]],\"transforms\":{$transforms}$splits}"
}

proc uriproof::ask_operation {adapter request} {
    variable fields
    set op [dict get $request op]
    if {![dict exists $adapter ops $op]} {
        return {status unsupported}
    }
    try {
        set texts [lmap field [dict get $fields $op] { read_text $request $field }]
    } trap URIPROOF words {
        return [list error "not a request: $words"]
    }
    return [[dict get $adapter ops $op] {*}$texts]
}

proc uriproof::answer_line {adapter line} {
    if {[catch { json::json2dict $line } request] || [catch { dict get $request op } op]} {
        return "{\"error\":\"not a request\"}"
    }
    if {$op eq "hello"} {
        return [hello $adapter]
    }
    try {
        set members [lmap {name value} [ask_operation $adapter $request] { member $name $value }]
    } trap URIPROOF_NO_UTF8 words {
        set members [list [member status unsupported] [member error $words]]
    }
    if {[dict exists $request id] && [string is wideinteger -strict [dict get $request id]]} {
        set members [linsert $members 0 "\"id\":[dict get $request id]"]
    }
    return "{[join $members ,]}"
}

# Answers all lines with one write. If the parser dies, the answers before that are still written.
# So the harness can blame the case that killed the parser, and not an earlier one.
proc uriproof::answer_lines {adapter lines} {
    set out {}
    try {
        foreach line $lines {
            if {$line ne {}} {
                append out [answer_line $adapter $line] \n
            }
        }
    } finally {
        puts -nonewline stdout $out
        flush stdout
    }
}

# Answers requests until standard input ends. `adapter` is a dictionary with name, version,
# dialects, transforms, and ops, which maps names to commands. It may have splits, which tells where
# the parser's manual says that it does not validate.
proc uriproof::serve {adapter} {
    fconfigure stdin -translation binary -blocking 0 -buffersize 262144
    fconfigure stdout -translation binary -buffering full -buffersize 1000000
    fileevent stdin readable { set uriproof::is_readable 1 }
    set rest {}
    while {![eof stdin]} {
        vwait uriproof::is_readable
        append rest [read stdin]
        set end [string last \n $rest]
        if {$end >= 0} {
            answer_lines $adapter [split [string range $rest 0 $end-1] \n]
            set rest [string range $rest $end+1 end]
        }
    }
}
