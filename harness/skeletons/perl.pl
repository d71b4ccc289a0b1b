#!/usr/bin/perl
# @NAME@: an adapter for uriproof (docs/protocol.md).
# Needs: apt-get install perl
# Run: perl @FILE@
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->ascii->canonical;
my $hello = {protocol => 1, name => '@NAME@', version => '0', language => 'perl',
    dialects => ['rfc3986'], ops => ['parse']};    # gives: what the parser changes by design

sub parse {
    my ($uri) = @_;    # octets, any of them
    # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    # A part that is absent is left out (undef); one that is there and void is ''. A text without a
    # scheme is no URI. Nothing returned is a refusal: catch the error by which the parser says so,
    # and no other: the rest are crashes, and shall be seen.
    # What the parser cannot be asked is {unsupported => JSON::PP::true}.
    my $authority = qr{//(?:([^/?\#@]*)@)?(\[[^\]/?\#]*\]|[^\]:/?\#@\[]*)(?::([^/?\#]*))?(?=[/?\#]|\z)};
    my @found = $uri =~ m{\A([^:/?\#]+):(?:$authority)?([^?\#]*)(?:\?([^\#]*))?(?:\#(.*))?\z}s
        or return;
    my %parts;
    @parts{qw(scheme userinfo host port path query fragment)} = @found;
    return {components => \%parts};
}

sub answer {
    my $request = $json->decode(shift);
    return $hello if $request->{op} eq 'hello';
    return {id => $request->{id}, unsupported => JSON::PP::true} if $request->{op} ne 'parse';
    my $given = parse($request->{uri} // pack 'H*', $request->{uri_hex});
    my %out = (id => $request->{id}, valid => $given ? JSON::PP::true : JSON::PP::false,
        $given ? %$given : ());
    my %parts = %{delete $out{components} // {}};
    for my $name (grep { defined $parts{$_} } keys %parts) {
        my $plain = $parts{$name} =~ /\A[ -~]*\z/;
        $out{components}{$plain ? $name : "${name}_hex"} =
            $plain ? "$parts{$name}" : unpack 'H*', $parts{$name};
    }
    return \%out;
}

my $rest = '';
while (sysread STDIN, $rest, 1 << 18, length $rest) {    # what came at once is answered at once
    my $answers = '';
    while ((my $end = index $rest, "\n") >= 0) {
        $answers .= $json->encode(answer(substr $rest, 0, $end + 1, '')) . "\n";
    }
    $| = 1;    # flushes; print elsewhere only to STDERR
    print $answers;
}
