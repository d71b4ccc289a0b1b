# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Perl.
#
#     UriproofAdapter::serve(name => "name", version => "1.0", ops => [parse => sub { ... }]);
#
# An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
# its answer, a hash. Texts are strings of octets. characters() is for a parser of characters. In an
# answer, and in its components or generic, a key whose value is undef is left out.
#
# An operation has to catch the exception by which the parser rejects a text. Any other exception
# ends the adapter, which the harness reports as a crash. The output of a parser goes to standard
# error.
package UriproofAdapter;

use strict;
use warnings;

use Encode ();

our $JSON_CLASS;

BEGIN {
    for my $class (qw(Cpanel::JSON::XS JSON::PP)) {    # the second one comes with Perl, and is slow
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

# Returns the octets of the field $name, which is either plain or in hexadecimal.
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

# Returns the operation, but its texts are characters, decoded from UTF-8. A text that is not UTF-8
# is unsupported. What the operation gives are octets, as before.
sub characters {
    my ($op) = @_;
    my $check = Encode::FB_CROAK | Encode::LEAVE_SRC;
    return sub {
        my @octets = @_;
        my @texts;
        my $is_utf8 = eval { @texts = map { Encode::decode('UTF-8', $_, $check) } @octets; 1 };
        return $is_utf8 ? $op->(@texts) : { status => 'unsupported', error => 'no UTF-8' };
    };
}

# Returns the fields of an answer. A text that is not printable ASCII is written in hexadecimal, and
# _hex is added to its name.
sub write_texts {
    my ($fields) = @_;
    my %out;
    for my $name (keys %$fields) {
        my $value = $fields->{$name};
        next if !defined $value;
        if    (ref $value)           { $out{$name} = write_texts($value) }
        elsif ($name eq 'equal')     { $out{$name} = $value ? $true : $false }
        elsif ($value =~ /[^ -~]/)   { $out{ $name . '_hex' } = hex_of($name, $value) }
        else                         { $out{$name} = "$value" }
    }
    return \%out;
}

# Returns the hexadecimal of octets. A character that is no octet is a fault of the adapter.
sub hex_of {
    my ($name, $octets) = @_;
    utf8::downgrade($octets, 1) or die "gives a character that is no octet in $name\n";
    return unpack 'H*', $octets;
}

# Returns a message for people. It is cut, since parsers like to repeat the whole text. It is made
# printable, since a reader in C rejects a string with an escaped NUL.
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

# Returns an answer as a line. The id comes first, for people who read the lines.
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

# Answers all lines with one write. If the parser dies, the answers before that are still written.
# So the harness can blame the case that killed the parser, and not an earlier one.
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

# Returns a new handle for standard output. After this, the output of a parser goes to standard
# error and is not taken for an answer.
sub take_output {
    open my $own, '>&', \*STDOUT or die "cannot duplicate standard output: $!\n";
    open STDOUT, '>&', \*STDERR or die "cannot redirect standard output: $!\n";
    binmode $own;
    return $own;
}

# Answers requests until standard input ends. It needs name, version, and ops, which is a list of
# names and functions. It also takes dialects, transforms, and splits, which tells where the
# parser's manual says that it does not validate.
sub serve {
    my %adapter = (dialects => ['rfc3986'], @_);
    my @list    = @{ delete $adapter{ops} };
    my %ops     = @list;
    my @names   = map { $list[ 2 * $_ ] } 0 .. $#list / 2;
    my $hello   = { %adapter, protocol => 2, language => 'perl', ops => \@names };
    my $to      = take_output();
    my $rest    = '';
    binmode STDIN;

    # Reads all requests that are available and answers them together.
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
