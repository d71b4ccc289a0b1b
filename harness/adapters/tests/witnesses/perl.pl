#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# What URI itself writes for a text (octets.t).
use strict;
use warnings;

use Encode ();
use URI;

while (my $line = <STDIN>) {
    chomp $line;
    my $text = Encode::decode('UTF-8', pack 'H*', $line);
    print unpack('H*', URI->new($text)->as_string), "\n";
}
