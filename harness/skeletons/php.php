<?php
// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install php-cli
// Run: php -d display_errors=stderr @FILE@
const HELLO = ['protocol' => 1, 'name' => '@NAME@', 'version' => '0', 'language' => 'php',
    'dialects' => ['rfc3986'], 'ops' => ['parse']]; // gives: what the parser changes by design

function parse(string $uri): ?array // octets, any of them
{
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is left out (null); one that is there and void is ''. A text without a
    // scheme is no URI. The answer null is a refusal: catch the exception by which the parser says
    // so, and no other: the rest are crashes, and shall be seen.
    // What the parser cannot be asked is ['unsupported' => true].
    $authority = '(?://(?:([^/?#@]*+)@)?(\[[^]/?#]*+\]|[^]:/?#@[]*+)(?::([^/?#]*+))?(?=[/?#]|\z))?';
    $pattern = "~\\A([^:/?#]++):$authority([^?#]*+)(?:\\?([^#]*+))?(?:#(.*+))?\\z~s";
    if (!preg_match($pattern, $uri, $found, PREG_UNMATCHED_AS_NULL)) {
        return null;
    }
    $names = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];
    return ['components' => array_combine($names, array_slice($found, 1))];
}

function answer(string $line): array
{
    $request = json_decode($line, true, 32, JSON_THROW_ON_ERROR);
    if ($request['op'] === 'hello') {
        return HELLO;
    }
    if ($request['op'] !== 'parse') {
        return ['id' => $request['id'], 'unsupported' => true];
    }
    $given = parse($request['uri'] ?? hex2bin($request['uri_hex']));
    $out = ['id' => $request['id'], 'valid' => $given !== null] + ($given ?? []);
    foreach ($given['components'] ?? [] as $name => $octets) {
        unset($out['components'][$name]);
        if ($octets !== null) {
            $plain = preg_match('/\A[ -~]*\z/', $octets);
            $out['components'][$plain ? $name : $name . '_hex'] = $plain ? $octets : bin2hex($octets);
        }
    }
    return $out;
}

while (($line = fgets(STDIN)) !== false) {
    fwrite(STDOUT, json_encode(answer($line)) . "\n"); // elsewhere only to STDERR
}
