<?php
// SPDX-License-Identifier: MIT
declare(strict_types=1);

// An adapter for parse_url. docs/parsers/php.md says which calls it uses.
require __DIR__ . '/uriproof_adapter.php';

const NAMES = [
    'scheme' => 'scheme',
    'user' => 'user',
    'pass' => 'password',
    'host' => 'host',
    'port' => 'port',
    'path' => 'path',
    'query' => 'query',
    'fragment' => 'fragment',
];

function parse(string $uri): array
{
    $parts = parse_url($uri);
    if ($parts === false) {
        return ['status' => 'rejected', 'error' => 'not parsed'];
    }
    if (!isset($parts['scheme'])) {
        return ['status' => 'rejected', 'error' => 'relative reference'];
    }
    $components = [];
    foreach ($parts as $name => $value) {
        $components[NAMES[$name]] = (string) $value;
    }
    return ['status' => 'accepted', 'components' => $components];
}

function decode(string $text): array
{
    return ['status' => 'accepted', 'text' => rawurldecode($text)];
}

function encode(string $text): array
{
    return ['status' => 'accepted', 'text' => rawurlencode($text)];
}

(new UriproofAdapter(
    [
        'name' => 'php-parse-url',
        'version' => PHP_VERSION,
        'dialects' => ['php-parse-url'],
        'transforms' => [
            'host' => ['empty-as-absent'],
            'path' => ['empty-as-absent'],
            'port' => ['empty-as-absent', 'as-number'],
        ],
        'splits' => 'PHP manual, parse_url: This function is not meant to validate the given URL',
    ],
    ['parse' => 'parse', 'decode' => 'decode', 'encode' => 'encode']
))->serve();
