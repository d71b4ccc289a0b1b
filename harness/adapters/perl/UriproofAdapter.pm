# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Perl.
#
#     UriproofAdapter::serve(name => "name", version => "1.0", ops => [parse => sub { ... }]);
#
# An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
# its answer, a hash. Texts are strings of octets. In an answer, and in its components or generic, a
# key whose value is undef is left out.
#
# An exception that an operation lets out ends the adapter, which the harness reports as a crash.
# What the parser means as a refusal, the operation has to catch. What a parser prints goes to
# standard error.
package UriproofAdapter;

use strict;
use warnings;

our $JSON_CLASS;

BEGIN {
    for my $class (qw(Cpanel::JSON::XS JSON::PP)) {    # the second is part of Perl, and slow
        (my $file = "$class.pm") =~ s{::}{/}g;
        if (eval { require $file; 1 }) {
            $JSON_CLASS = $class;
            last;
        }
    }
}

my %FIELDS = (
    parse      => ['uri'],
    url        => ['uri'],
    resolve    => [qw(base ref)],
    normalize  => ['uri'],
    equivalent => [qw(uri other)],
    decode     => ['text'],
    encode     => ['text'],
);
my $CHUNK      = 1 << 18;
my $MOST_WORDS = 200;
my $json       = $JSON_CLASS->new->ascii->canonical;
my ($true, $false) = @{ $json->decode('[true,false]') };

# The octets of the field $name: plain, or else in hexadecimal.
sub read_text {
    my ($request, $name) = @_;
    my $text = $request->{$name};
    if (!defined $text) {
        my $hex = $request->{ $name . '_hex' };
        die "no $name\n"            if !defined $hex;
        die "$name is not in hex\n" if $hex !~ /\A(?:[0-9a-f]{2})*\z/;
        return pack 'H*', $hex;
    }
    die "$name is no string\n" if ref $text;
    die "$name is not printable ASCII\n" if $text =~ /[^ -~]/;
    utf8::downgrade($text);
    return $text;
}

# The fields with each text that is not printable ASCII under its name with _hex.
sub write_texts {
    my ($fields) = @_;
    my %out;
    for my $name (keys %$fields) {
        my $value = $fields->{$name};
        next if !defined $value;
        if    (ref $value)           { $out{$name} = write_texts($value) }
        elsif ($name eq 'equal')     { $out{$name} = $value ? $true : $false }
        elsif ($value =~ /[^ -~]/)   { $out{ $name . '_hex' } = unpack 'H*', $value }
        else                         { $out{$name} = "$value" }
    }
    return \%out;
}

# Words for people. Cut, since parsers like to repeat the whole text, and printable, since a reader
# in C refuses a string with an escaped NUL.
sub words_of {
    my ($error) = @_;
    my $words = substr "$error", 0, $MOST_WORDS;
    $words =~ s/\s+\z//;
    $words =~ s/[^ -~]/?/g;
    return $words;
}

sub answer {
    my ($line, $hello, $ops) = @_;
    my ($request, @texts);
    my $read = eval {
        $request = $json->decode($line);
        die "no object\n" if ref $request ne 'HASH' || !defined $request->{op};
        my $fields = $FIELDS{ $request->{op} };
        @texts = map { read_text($request, $_) } @$fields if $fields && $ops->{ $request->{op} };
        1;
    };
    my $id = ref $request eq 'HASH' ? $request->{id} : undef;
    my %to = defined $id ? (id => $id) : ();
    return { %to, error => words_of("not a request: $@") } if !$read;
    return $hello if $request->{op} eq 'hello';
    my $op = $ops->{ $request->{op} };
    return { %to, status => 'unsupported' } if !$op;
    my $given = $op->(@texts);
    $given->{error} = words_of($given->{error}) if defined $given->{error};
    return { %to, %{ write_texts($given) } };
}

# An answer as a line. The id stands first, so that the harness reads the line in one pass.
sub line_of {
    my ($answer) = @_;
    my %rest = %$answer;
    my $id   = delete $rest{id};
    my $line = $json->encode(\%rest) . "\n";
    return $line if !defined $id;
    my $first = $json->encode([$id]);
    return '{"id":' . substr($first, 1, -1) . (%rest ? ',' : '') . substr $line, 1;
}

sub write_all {
    my ($to, $octets) = @_;
    my $done = 0;
    while ($done < length $octets) {
        my $written = syswrite $to, $octets, length($octets) - $done, $done;
        die "cannot write: $!\n" if !defined $written;
        $done += $written;
    }
    return;
}

# Answers by one write, even where a parser dies midway: the harness shall blame the case that
# killed it, and no earlier one.
sub answer_lines {
    my ($lines, $hello, $ops, $to) = @_;
    my $out  = '';
    my $good = eval {
        for my $line (@$lines) {
            $out .= line_of(answer($line, $hello, $ops)) if $line ne '';
        }
        1;
    };
    my $error = $@;
    write_all($to, $out);
    die $error if !$good;
    return;
}

# A handle of standard output that nobody else has: what a parser prints is no answer.
sub take_output {
    open my $own, '>&', \*STDOUT or die "cannot duplicate standard output: $!\n";
    open STDOUT, '>&', \*STDERR or die "cannot redirect standard output: $!\n";
    binmode $own;
    return $own;
}

# Answers requests until the end of standard input. Wants name, version, and ops, a list of names
# and functions; may have dialects, transforms, and splits: where its manual says that it does not
# validate.
sub serve {
    my %adapter = (dialects => ['rfc3986'], @_);
    my @list    = @{ delete $adapter{ops} };
    my %ops     = @list;
    my @names   = map { $list[ 2 * $_ ] } 0 .. $#list / 2;
    my $hello   = { %adapter, protocol => 2, language => 'perl', ops => \@names };
    my $to      = take_output();
    my $rest    = '';
    binmode STDIN;

    # Whatever the harness has in flight is read at once and answered at once.
    while (sysread STDIN, my $chunk, $CHUNK) {
        my $end = rindex $chunk, "\n";
        if ($end < 0) {
            $rest .= $chunk;
            next;
        }
        my $lines = $rest . substr $chunk, 0, $end;
        $rest = substr $chunk, $end + 1;
        answer_lines([split /\n/, $lines], $hello, \%ops, $to);
    }
    return;
}

1;
