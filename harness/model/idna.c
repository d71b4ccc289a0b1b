/* SPDX-License-Identifier: MIT */
/* Hosts as IDNA writes them: labels of other letters than those of ASCII in Punycode (RFC 3492). */
#include "stages.h"

/* A label of the DNS is no longer, so Punycode, which reads a label once for each character, is
 * linear. */
enum { LABEL_MOST = 63 };

/* Of Punycode, by RFC 3492, section 5. */
enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST_N = 0x80 };

typedef struct label {
    uint32_t characters[LABEL_MOST];
    uint32_t count, ascii; /* how many there are; of these, in ASCII */
} label;

static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

static uint32_t adapted(uint32_t delta, uint32_t points, bool first)
{
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    for (delta += delta / points; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static void put_delta(uriproof_buffer *room, uint32_t delta, uint32_t bias)
{
    for (uint32_t k = BASE;; k += BASE) {
        const uint32_t t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
        if (delta < t)
            break;
        room_put(room, digits[t + (delta - t) % (BASE - t)]);
        delta = (delta - t) / (BASE - t);
    }
    room_put(room, digits[delta]);
}

static uint32_t least_from(const label *l, uint32_t n)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->characters[i] >= n && l->characters[i] < least)
            least = l->characters[i];
    return least;
}

/* 6.3, the encoding. */
static void put_punycode(uriproof_buffer *room, const label *l)
{
    uint32_t n = FIRST_N, delta = 0, bias = FIRST_BIAS;
    for (uint32_t done = l->ascii; done < l->count; delta++, n++) {
        const uint32_t next = least_from(l, n);
        delta += (next - n) * (done + 1);
        n = next;
        for (uint32_t i = 0; i < l->count; i++) {
            delta += l->characters[i] < n;
            if (l->characters[i] != n)
                continue;
            put_delta(room, delta, bias);
            bias = adapted(delta, done + 1, done == l->ascii);
            delta = 0;
            done++;
        }
    }
}

static void put_label(uriproof_buffer *room, label *l)
{
    if (l->ascii < l->count)
        room_add(room, uriproof_span_of("xn--"));
    for (uint32_t i = 0; i < l->count; i++)
        if (l->characters[i] < 0x80)
            room_put(room, (char)l->characters[i]);
    if (l->ascii < l->count) {
        if (l->ascii > 0)
            room_put(room, '-');
        put_punycode(room, l);
    }
    l->count = l->ascii = 0;
}

/* Letters in upper case, and how far those in lower case are after them. */
static const struct {
    uint32_t first, last, after;
} upper[] = {{'A', 'Z', 32},     {0xc0, 0xd6, 32},   {0xd8, 0xde, 32},
             {0x391, 0x3a9, 32}, {0x400, 0x40f, 80}, {0x410, 0x42f, 32}};

/* Returns 0 for a character that is left out. */
static uint32_t mapped(uint32_t c)
{
    if (c == 0x3002 || c == 0xff61)
        return '.';
    if (c == 0xad || c == 0x200b || c == 0x2060 || c == 0xfeff)
        return 0;
    if (c == 0x2100 || c == 0x2101 || c == 0x2105 || c == 0x2106)
        return '/'; /* it stands for letters and a slash, which no host has */
    if (c >= 0xff01 && c <= 0xff5e)
        c -= 0xfee0; /* of full width */
    for (size_t i = 0; i < sizeof upper / sizeof upper[0]; i++)
        if (c >= upper[i].first && c <= upper[i].last)
            return c + upper[i].after;
    return c;
}

bool idna_hides_delimiter(uriproof_span host)
{
    for (size_t i = 0, length; i < host.length; i += length) {
        uint32_t c = 0;
        length = uriproof_utf8_decode(host.octets + i, host.length - i, &c);
        if (c >= 0x80 && mapped(c) < 0x80 && is_also("/?#@:", (char)mapped(c)))
            return true;
        length += length == 0;
    }
    return false;
}

bool idna_write(uriproof_buffer *room, uriproof_span *host)
{
    const size_t start = room->length;
    label l = {{0}, 0, 0};
    for (size_t i = 0, length; i < host->length; i += length) {
        uint32_t c = 0;
        length = uriproof_utf8_decode(host->octets + i, host->length - i, &c);
        if (c != 0 && mapped(c) == 0)
            continue;
        c = mapped(c);
        if (length == 0 || (c != '.' && l.count == LABEL_MOST))
            return false;
        if (c == '.') {
            put_label(room, &l);
            room_put(room, '.');
        } else {
            l.characters[l.count++] = c;
            l.ascii += c < 0x80;
        }
    }
    put_label(room, &l);
    *host = room_since(room, start);
    return true;
}
