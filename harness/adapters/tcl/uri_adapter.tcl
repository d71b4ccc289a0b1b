# SPDX-License-Identifier: MIT
# An adapter for Tcllib's uri. docs/parsers/tcl.md says which calls it uses.

source [file join [file dirname [info script]] uriproof_adapter.tcl]
set version [package require uri]

# The manual recommends these settings for the behaviour of RFC 3986.
uri::setQuirkOption NoInitialSlash 0
uri::setQuirkOption RemoveDoubleSlashes 0

# Runs `script` in the caller. uri raises its errors without an error code. An error with a code is
# raised by Tcl itself, so it is a fault in uri. A scheme that uri does not know is unsupported.
proc refusing {script} {
    try {
        return [uplevel 1 $script]
    } trap NONE words {
        if {[string match "unknown scheme ''*" $words]} {
            return {status rejected error {relative reference}}
        }
        if {[string match "unknown scheme*" $words]} {
            return {status unsupported}
        }
        return [list status rejected error $words]
    }
}

# Returns the parts that are present. uri returns {} for an empty part and for an absent one.
proc components_of {split} {
    set parts [list scheme [dict get $split scheme] path [dict get $split path]]
    foreach {name key} {user user password pwd host host port port query query fragment fragment} {
        if {[dict exists $split $key] && [dict get $split $key] ne {}} {
            lappend parts $name [dict get $split $key]
        }
    }
    return $parts
}

# Parses a text. Some schemes, such as mailto, have parts of their own and no path. `components` has
# no place for these, so the text is unsupported.
proc parse {text} {
    refusing {
        set split [uri::split $text {}]
        if {![dict exists $split path]} {
            return {status unsupported}
        }
        return [list status accepted components [components_of $split]]
    }
}

proc resolve {base ref} {
    refusing {
        return [list status accepted uri [uri::resolve $base $ref]]
    }
}

# Normalizes a text. The manual says that canonicalize is for the schemes that split knows. So split
# is called first, but only to find this out. canonicalize returns a text unchanged if split raises
# another error.
proc normalize {text} {
    set split [refusing { uri::split $text {} }]
    if {[dict exists $split status] && [dict get $split status] eq "unsupported"} {
        return $split
    }
    return [list status accepted uri [uri::canonicalize $text]]
}

uriproof::serve [dict create name tcl-uri version $version dialects rfc3986 \
    ops {parse parse resolve resolve normalize normalize} \
    transforms {
        scheme lowercased user empty-as-absent password empty-as-absent host empty-as-absent
        port empty-as-absent path ftp-path query empty-as-absent fragment empty-as-absent
    }]
