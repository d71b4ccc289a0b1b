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
    my ($uri) = @_;    # may hold any octets
    # TO DO: Call your parser and report what it returns. Do not repair or guess anything.
    # A part that is absent is undef, and an empty part is ''. A text without a scheme is not a URI:
    # reject it. Catch only the error by which the parser rejects a text. Any other error is a
    # crash, which the harness reports. If the parser takes characters, write
    # UriproofAdapter::characters(\&parse) below, and encode what it gives. If it cannot take the
    # text, return { status => 'unsupported' }.
    my %parts;
    @parts{@NAMES} = $uri =~ $URI or return { status => 'rejected' };
    return { status => 'accepted', components => \%parts };
}

UriproofAdapter::serve(
    name     => '@NAME@',
    version  => '0',
    dialects => ['rfc3986'],
    ops      => [ parse => \&parse ],
    transforms => {},    # changes that the parser makes by design
);
