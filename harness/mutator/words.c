/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <string.h>

const mutator_word mutator_words[MUTATOR_WORD_COUNT] = {
    /* Data: a letter, which may be a digit of hexadecimal too, and a number. */
    {"a", true},
    {"1", true},
    /* The delimiters of RFC 3986 that end a part. */
    {"@", true},
    {":", true},
    {"/", true},
    {"?", true},
    {"#", true},
    {"[", true},
    {"]", true},
    /* Dots: segments of a path, labels of a host. */
    {".", true},
    /* An escape without its digits. */
    {"%", true},
    /* Browsers read it as a slash. */
    {"\\", true},
    /* White space: browsers leave out a tab, CR and LF anywhere, and a space at both ends. */
    {" ", true},
    {"\t", true},
    {"\r", true},
    {"\n", true},
    /* Escaped delimiters: some parsers decode before they divide. */
    {"%2f", true},
    {"%5c", true},
    {"%40", true},
    {"%2e", true},
    {"%3a", false},
    {"%23", false},
    {"%3f", false},
    {"%00", false},
    {"%0d%0a", false},
    {"%25", false},
    {"%61", false}, /* a letter, which 6.2.2.2 decodes */
    {"%252f", false},
    /* Forms of full width, and other dots, which IDNA maps to the plain ones. */
    {"\xef\xbc\x8f", true},  /* U+FF0F, a slash */
    {"\xef\xbc\x8e", true},  /* U+FF0E, a dot */
    {"\xe3\x80\x82", true},  /* U+3002, the ideographic full stop */
    {"\xef\xbc\xa0", false}, /* U+FF20, an at sign */
    {"\xef\xbc\x9a", false}, /* U+FF1A, a colon */
    {"\xef\xbc\xbc", false}, /* U+FF3C, a backslash */
    {"\xe2\x84\x80", false}, /* U+2100, which NFKC writes as a/c */
    {"\xc2\xad", false},     /* U+00AD, a soft hyphen, which IDNA leaves out */
    /* Octets that no URI has. */
    {"", false},     /* NUL, see mutator_word_length */
    {"\x01", false}, /* a leading control: browsers leave it out */
    {"\x0b", false},
    {"\x7f", false},
    {"\xff", false}, /* no UTF-8 */
    {"\"", false},
    {"<", false},
    {"|", false},
    {"^", false},
    {"`", false},
    {"{", false},
    /* Delimiters within a part. */
    {";", false},
    {"&", false},
    {"=", false},
    {"+", false},
    {",", false},
    {"'", false},
    {"*", false},
    {"-", false},
    {"_", false},
    {"~", false},
    {"A", false},
    {"0", false},
    /* Dot segments. */
    {"/..", false},
    {"/.", false},
    {"/%2e%2e", false},
    /* Addresses in forms that RFC 3986 has as names, but many programs read as numbers. */
    {"0x7f.1", false},
    {"0177.0.0.1", false},
    {"2130706433", false},
    {"127.1", false},
    {"1.2.3.256", false},
    {"1.1.1.1.", false},
    /* Brackets where no address is. */
    {"[::1]", false},
    {"[a]", false},
    {"%25en0", false}, /* a zone of RFC 6874 */
    /* Ports, of which the last is 80 after an overflow of 16 bits. */
    {":80", false},
    {":443", false},
    {":65616", false},
    /* What begins anew. */
    {"//", false},
    {"\\\\", false},
    {"http:", false},
    {"@b", false},
    {"#@b", false},
};

size_t mutator_word_length(const mutator_word *word)
{
    const size_t length = strlen(word->octets);
    return length > 0 ? length : 1;
}

const mutator_examples mutator_example_list[] = {
    /* Schemes that parsers know, and two that none does. */
    {"scheme",
     {"http", "https", "file", "ftp", "ws", "mailto", "data", "javascript", "HTTP", "a",
      "a.b+c-1"}},
    {"userinfo", {"", "u", "u:p", "u:p:q", "%40"}},
    /* Names, and addresses in forms that are names for RFC 3986. */
    {"host",
     {"", "a", "a.b", "A.B.", "localhost", "127.0.0.1", "[::1]", "[::ffff:1.2.3.4]", "[v1.a]",
      "%61", "a%2fb", "127.1", "0x7f.1", "2130706433", "1.2.3.256", "xn--a"}},
    {"port", {"", "0", "80", "443", "00080", "65535", "65536"}},
    {"dec-octet", {"0", "1", "127", "255"}},
    {"segment", {"", "a", ".", "..", "...", "%2e", "%2E%2e", ".%2e", "a;b", "..;"}},
    {"segment-nz", {"a", ".", "..", "c:"}},
    {"segment-nz-nc", {"a", ".", ".."}},
    {"query", {"", "q", "a=b&c=d"}},
    {"fragment", {"", "f"}},
    /* Escaped delimiters, and characters that need no escape. */
    {"pct-encoded",
     {"%2f", "%5C", "%2e", "%40", "%3a", "%3F", "%23", "%25", "%00", "%0a", "%41", "%7E", "%ff"}},
};
const size_t mutator_example_count = sizeof mutator_example_list / sizeof mutator_example_list[0];
