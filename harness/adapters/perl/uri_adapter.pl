#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# URI as a uriproof adapter. docs/parsers/perl.md says how each call is mapped.

use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;

use URI;
use URI::Escape qw(uri_escape uri_unescape);
use UriproofAdapter;

# Excess dot segments go, as RFC 3986 has it (5.2.4); by default they stay, as RFC 2396 lets them.
$URI::ABS_REMOTE_LEADING_DOTS = 1;

sub refusal { return { status => 'rejected', error => $_[0] } }

# The host, with the brackets that ->host leaves out of an IP literal.
sub host_of {
    my ($uri) = @_;
    my $host = $uri->host;
    return $host if !defined $host || $uri->authority !~ /(?:\A|@)\[[^@]*\z/;
    return "[$host]";
}

# Of a scheme of which URI knows that its authority names a server.
sub components_of {
    my ($uri) = @_;
    my %parts = (host => host_of($uri));
    $parts{$_} = $uri->$_ for qw(scheme userinfo port path query fragment);
    return \%parts;
}

# The path. Of what is not of the generic syntax ->path is by the manual "the same value as
# $uri->opaque", all between scheme and fragment; where its class tells a query, the query ends it.
sub path_of {
    my ($uri, $search) = @_;
    return $uri->path if $uri->isa('URI::_generic') || !defined $search;
    return substr $uri->opaque, 0, -1 - length $search;
}

# Of any other: an authority is one text, and what has none is opaque.
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

# A void base is the one argument that it croaks at.
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
        parse      => \&parse,
        resolve    => \&resolve,
        normalize  => \&normalize,
        equivalent => \&equivalent,
        decode     => sub { return { status => 'accepted', text => scalar uri_unescape($_[0]) } },
        encode     => sub { return { status => 'accepted', text => scalar uri_escape($_[0]) } },
    ],
    transforms => {
        scheme => ['lowercased'],
        host   => ['decoded'],
        port   => ['with-default'],
    },
);
