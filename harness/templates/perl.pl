#!/usr/bin/perl
# @NAME@: an adapter for uriproof (docs/protocol.md).
# Helper: perl/UriproofAdapter.pm
# Needs: apt-get install perl
# Run: perl @FILE@
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use UriproofAdapter;

my $AUTHORITY =
    qr{//(?:([^/?\#@]*)@)?(\[[^\]/?\#]*\]|[^\]:/?\#@\[]*)(?::([^/?\#]*))?(?=[/?\#]|\z)};
my $URI   = qr{\A([^:/?\#]+):(?:$AUTHORITY)?([^?\#]*)(?:\?([^\#]*))?(?:\#(.*))?\z}s;
my @NAMES = qw(scheme userinfo host port path query fragment);

sub parse {
    my ($uri) = @_;    # octets, any of them
    # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    # A part that is absent is left out (undef); one that is there and void is ''. A text without a
    # scheme is no URI. Catch the error by which the parser refuses, and no other: the rest are
    # crashes, and shall be seen. What the parser cannot be asked is { status => 'unsupported' }.
    my %parts;
    @parts{@NAMES} = $uri =~ $URI or return { status => 'rejected' };
    return { status => 'accepted', components => \%parts };
}

UriproofAdapter::serve(
    name     => '@NAME@',
    version  => '0',
    dialects => ['rfc3986'],
    ops      => [ parse => \&parse ],
    transforms => {},    # what the parser changes by design
);
