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

function parse(string $uri): array // octets, any of them
{
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is left out (null); one that is there and void is ''. A text without a
    // scheme is no URI. Catch the exception by which the parser refuses, and no other: the rest are
    // crashes, and shall be seen. What the parser cannot be asked is ['status' => 'unsupported'].
    if (preg_match(URI, $uri, $found, PREG_UNMATCHED_AS_NULL) !== 1) {
        return ['status' => 'rejected'];
    }
    return ['status' => 'accepted', 'components' => array_combine(NAMES, array_slice($found, 1))];
}

(new UriproofAdapter(
    [
        'name' => '@NAME@',
        'version' => '0',
        'dialects' => ['rfc3986'], // and 'transforms': what the parser changes by design
    ],
    ['parse' => 'parse'],
))->serve();
