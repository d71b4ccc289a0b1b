#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# An adapter for URI. docs/parsers/perl.md says which calls it uses.

use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;

use URI;
use URI::Escape qw(uri_escape uri_unescape);
use UriproofAdapter;

# Removes excess dot segments, as RFC 3986 says (5.2.4). By default they stay, as RFC 2396 allows.
$URI::ABS_REMOTE_LEADING_DOTS = 1;

sub refusal { return { status => 'rejected', error => $_[0] } }

# Returns the host, in brackets if ->host took it from brackets. It removes those at both ends of
# what is between the user and the digits of the port.
sub host_of {
    my ($uri) = @_;
    my $host = $uri->host;
    return $host if !defined $host || $uri->authority !~ /(?:\A|@)\[[^@]*\](?::\d+)?\z/;
    return "[$host]";
}

# Returns the parts of a URI whose scheme is known to name a server in its authority.
sub components_of {
    my ($uri) = @_;
    my %parts = (host => host_of($uri));
    $parts{$_} = $uri->$_ for qw(scheme userinfo port path query fragment);
    return \%parts;
}

# Returns the path. If a URI does not have the generic syntax, ->path is "the same value as
# $uri->opaque" by the manual, the whole text from scheme to fragment. If its class knows a query,
# the query ends the path.
sub path_of {
    my ($uri, $search) = @_;
    return $uri->path if $uri->isa('URI::_generic') || !defined $search;
    return substr $uri->opaque, 0, -1 - length $search;
}

# Returns the parts of any other URI. Its authority is one text, and a URI without an authority is
# opaque.
sub generic_of {
    my ($uri) = @_;
    my $authority = $uri->can('authority') ? $uri->authority : undef;
    my $search    = $uri->can('query') ? $uri->query : undef;
    my $scheme    = $uri->scheme;
    my $fragment  = $uri->fragment;
    my $path      = (defined $authority ? "//$authority" : '') . path_of($uri, $search);
    return { scheme => $scheme, path => $path, search => $search, fragmentid => $fragment };
}

sub parse {
    my $uri = URI->new($_[0]);
    return refusal('relative reference') if !defined $uri->scheme;
    return { status => 'accepted', components => components_of($uri) } if $uri->isa('URI::_server');
    return { status => 'accepted', generic => generic_of($uri) };
}

# Resolves a reference. URI only croaks at an empty base.
sub resolve {
    my ($base, $ref) = @_;
    my $full = eval { URI->new_abs($ref, $base) };
    return { status => 'accepted', uri => scalar $full->as_string } if defined $full;
    die $@ if $@ !~ /\AMissing base argument/;
    return refusal($@);
}

sub normalize {
    return { status => 'accepted', uri => scalar URI->new($_[0])->canonical->as_string };
}

sub equivalent {
    my ($one, $two) = map { URI->new($_) } @_;
    return { status => 'accepted', equal => scalar $one->eq($two) };
}

UriproofAdapter::serve(
    name     => 'perl-uri',
    version  => $URI::VERSION,
    dialects => ['rfc2396'],
    ops      => [
        parse      => UriproofAdapter::characters(\&parse),
        resolve    => UriproofAdapter::characters(\&resolve),
        normalize  => UriproofAdapter::characters(\&normalize),
        equivalent => UriproofAdapter::characters(\&equivalent),
        decode     => sub { return { status => 'accepted', text => scalar uri_unescape($_[0]) } },
        encode     => sub { return { status => 'accepted', text => scalar uri_escape($_[0]) } },
    ],
    transforms => {
        scheme => ['lowercased'],
        host   => ['decoded', 'brackets-restored'],
        port   => ['with-default'],
    },
);
