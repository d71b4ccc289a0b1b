<?php
// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: php/uriproof_adapter.php
// Needs: apt-get install php-cli
// Run: php -d display_errors=stderr @FILE@
declare(strict_types=1);

require __DIR__ . '/uriproof_adapter.php';

const AUTHORITY =
    '(?://(?:([^/?#@]*+)@)?(\[[^]/?#]*+\]|[^]:/?#@[]*+)(?::([^/?#]*+))?(?=[/?#]|\z))?';
const URI = '~\A([^:/?#]++):' . AUTHORITY . '([^?#]*+)(?:\?([^#]*+))?(?:#(.*+))?\z~s';
const NAMES = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

function parse(string $uri): array // may hold any octets
{
    // TO DO: Call your parser and report what it returns. Do not repair or guess anything.
    // A part that is absent is null, and an empty part is ''. A text without a scheme is not a URI:
    // reject it. Catch only the exception by which the parser rejects a text. Any other exception
    // is a crash, which the harness reports. If the parser cannot take the text, return ['status'
    // => 'unsupported'].
    if (preg_match(URI, $uri, $found, PREG_UNMATCHED_AS_NULL) !== 1) {
        return ['status' => 'rejected'];
    }
    return ['status' => 'accepted', 'components' => array_combine(NAMES, array_slice($found, 1))];
}

(new UriproofAdapter(
    [
        'name' => '@NAME@',
        'version' => '0',
        'dialects' => ['rfc3986'], // add 'transforms' for changes by design
    ],
    ['parse' => 'parse'],
))->serve();
