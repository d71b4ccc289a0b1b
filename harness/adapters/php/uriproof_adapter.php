<?php
// SPDX-License-Identifier: MIT
declare(strict_types=1);

/**
 * The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in PHP.
 *
 * An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
 * its answer as an array. A string holds octets. In an answer, and in its components or generic, a
 * key whose value is null is left out. An exception ends the adapter, which the harness reports as
 * a crash. The output of a parser goes to standard error.
 */
final class UriproofAdapter
{
    private const FIELDS = [
        'parse' => ['uri'],
        'url' => ['uri'],
        'resolve' => ['base', 'ref'],
        'normalize' => ['uri'],
        'equivalent' => ['uri', 'other'],
        'decode' => ['text'],
        'encode' => ['text'],
    ];
    private const CHUNK = 1 << 18;

    /** @param array<string, callable> $ops */
    public function __construct(private array $hello, private array $ops)
    {
        $this->hello += ['protocol' => 2, 'language' => 'php', 'ops' => array_keys($ops)];
    }

    private static function isPrintable(string $text): bool
    {
        return preg_match('/[^ -~]/', $text) === 0;
    }

    /** Returns the octets of the field $name, which is either plain or in hexadecimal, or null if
     * it is missing. */
    private static function readText(array $request, string $name): ?string
    {
        $plain = $request[$name] ?? null;
        if (is_string($plain)) {
            return self::isPrintable($plain) ? $plain : null;
        }
        $digits = $request[$name . '_hex'] ?? null;
        if (!is_string($digits) || preg_match('/\A([0-9a-f]{2})*\z/', $digits) !== 1) {
            return null;
        }
        return (string) hex2bin($digits);
    }

    /** Returns $fields without nulls. A text that is not printable ASCII is written in hexadecimal,
     * and _hex is added to its name. */
    private static function outgoing(array $fields): array
    {
        $out = [];
        foreach ($fields as $name => $value) {
            if (is_array($value)) {
                $out[$name] = (object) self::outgoing($value);
            } elseif (is_string($value) && !self::isPrintable($value)) {
                $out[$name . '_hex'] = bin2hex($value);
            } elseif ($value !== null) {
                $out[$name] = $value;
            }
        }
        return $out;
    }

    private function askOperation(array $request): array
    {
        $op = $request['op'] ?? null;
        if (!is_string($op) || !isset($this->ops[$op])) {
            return ['status' => 'unsupported'];
        }
        $texts = [];
        foreach (self::FIELDS[$op] as $name) {
            $text = self::readText($request, $name);
            if ($text === null) {
                return ['error' => 'not a request: ' . $name . ' is not there, or not octets'];
            }
            $texts[] = $text;
        }
        return self::outgoing($this->ops[$op](...$texts));
    }

    private function answerLine(string $line): array
    {
        $request = json_decode($line, true);
        if (!is_array($request)) {
            return ['error' => 'not a request: no JSON object'];
        }
        if (($request['op'] ?? null) === 'hello') {
            return $this->hello;
        }
        $id = is_int($request['id'] ?? null) ? ['id' => $request['id']] : [];
        return $id + $this->askOperation($request);
    }

    /**
     * Answers all lines with one write. If the parser dies, the answers before that are still
     * written. So the harness can blame the case that killed the parser, and not an earlier one.
     */
    private function answerLines(array $lines): void
    {
        $out = '';
        try {
            foreach ($lines as $line) {
                if ($line !== '') {
                    $out .= json_encode($this->answerLine($line), JSON_THROW_ON_ERROR) . "\n";
                }
            }
        } finally {
            fwrite(STDOUT, $out);
        }
    }

    /** Sends the output of the parser to standard error. Answers are written directly to standard
     * output. */
    private static function printToStandardError(): void
    {
        ob_start(static function (string $printed): string {
            fwrite(STDERR, $printed);
            return '';
        }, 1);
    }

    /** Reads all requests that are available and answers them together, until the input ends. */
    public function serve(): void
    {
        self::printToStandardError();
        stream_set_read_buffer(STDIN, 0);
        $rest = '';
        while (($chunk = fread(STDIN, self::CHUNK)) !== false && $chunk !== '') {
            $lines = explode("\n", $chunk);
            $lines[0] = $rest . $lines[0];
            $rest = array_pop($lines);
            $this->answerLines($lines);
        }
    }
}
