# SPDX-License-Identifier: MIT
# Tcllib's uri as a uriproof adapter. docs/parsers/tcl.md says how each call is mapped.

source [file join [file dirname [info script]] uriproof_adapter.tcl]
set version [package require uri]

# The manual has these for whoever wants what RFC 3986 says.
uri::setQuirkOption NoInitialSlash 0
uri::setQuirkOption RemoveDoubleSlashes 0

# Runs `script` in the caller. What uri raises it does without an error code; an error with one is
# Tcl's own, and a fault in uri. A scheme that uri does not know it cannot be asked about.
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

# The parts that are there: uri gives {} for what is empty and for what is absent.
proc components_of {split} {
    set parts [list scheme [dict get $split scheme] path [dict get $split path]]
    foreach {name key} {user user password pwd host host port port query query fragment fragment} {
        if {[dict exists $split $key] && [dict get $split $key] ne {}} {
            lappend parts $name [dict get $split $key]
        }
    }
    return $parts
}

# Without a path, as of mailto, the parts are the scheme's own, and have no place in `components`.
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

# By the manual canonicalize is for the schemes that split knows, so split is asked first for that
# and nothing else. What split raises at otherwise, canonicalize gives back as it is.
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
        port empty-as-absent query empty-as-absent fragment empty-as-absent
    }]
