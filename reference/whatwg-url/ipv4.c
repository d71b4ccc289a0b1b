/* SPDX-License-Identifier: MIT */
/* Section "Host parsing": the ends in a number checker and the IPv4 parser; section "Host
 * serializing": the IPv4 serializer. */
#include "parser.h"

enum { MOST_PARTS = 4, LARGEST_PART = 255 };

/* A number above 2^32 is as good as any greater one. */
static const uint64_t TOO_LARGE = (uint64_t)1 << 33;

typedef struct ipv4_number {
    uint64_t value;
    unsigned radix; /* 10 unless there is a validation error */
} ipv4_number;

/* The IPv4 number parser reads its input in radix 10, 16 or 8. Removes what says so from *input. */
static unsigned radix_of(uriproof_span *input)
{
    if (input->length < 2 || input->octets[0] != '0')
        return 10;
    const bool hexadecimal = input->octets[1] == 'x' || input->octets[1] == 'X';
    input->octets += hexadecimal ? 2 : 1;
    input->length -= hexadecimal ? 2 : 1;
    return hexadecimal ? 16 : 8;
}

/* If input is the empty string, return failure. If it begins with "0x" or "0X", remove that, and
 * set R to 16; otherwise, if it begins with "0" and has another code point, remove the "0", and set
 * R to 8. If input is now empty, return 0. If it contains a code point that is not a radix-R digit,
 * return failure. */
static bool ipv4_number_parser(uriproof_span input, ipv4_number *number)
{
    if (input.length == 0)
        return false;
    const unsigned radix = radix_of(&input);
    *number = (ipv4_number){0, radix};
    for (size_t i = 0; i < input.length; i++) {
        const int digit = hex_value((unsigned char)input.octets[i]);
        if (digit < 0 || (unsigned)digit >= radix)
            return false;
        number->value = number->value * radix + (unsigned)digit;
        if (number->value > TOO_LARGE)
            number->value = TOO_LARGE;
    }
    return true;
}

/* Returns the length of the domain without its last part, if that is empty. */
static size_t without_empty_part(uriproof_span domain)
{
    return domain.length - (domain.octets[domain.length - 1] == '.' ? 1 : 0);
}

static bool has_only_digits(uriproof_span part)
{
    for (size_t i = 0; i < part.length; i++)
        if (!is_in_set((unsigned char)part.octets[i], ASCII_DIGIT))
            return false;
    return part.length > 0;
}

/* Split input on ".". If the last part is empty, remove it. If the last part that is left is not
 * empty and contains only ASCII digits, or is an IPv4 number, return true. */
bool whatwg_ends_in_a_number(uriproof_span domain)
{
    const size_t end = without_empty_part(domain);
    size_t start = end;
    while (start > 0 && domain.octets[start - 1] != '.')
        start--;
    const uriproof_span last = {domain.octets + start, end - start};
    ipv4_number number;
    return has_only_digits(last) || ipv4_number_parser(last, &number);
}

typedef struct ipv4_numbers {
    uint64_t value[MOST_PARTS];
    size_t count;
} ipv4_numbers;

/* Splits input on ".". The parts after the fourth are counted, but not kept. */
static size_t split(uriproof_span input, uriproof_span *parts)
{
    size_t count = 0, start = 0;
    for (size_t i = 0; i <= input.length; i++) {
        if (i < input.length && input.octets[i] != '.')
            continue;
        if (count < MOST_PARTS)
            parts[count] = (uriproof_span){input.octets + start, i - start};
        count++;
        start = i + 1;
    }
    return count;
}

/* For each part: let result be the result of parsing it. If that is failure, return failure. Append
 * the number to numbers. */
static step parse_parts(parser *p, const uriproof_span *parts, ipv4_numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        ipv4_number number;
        if (!ipv4_number_parser(parts[i], &number))
            return whatwg_fail_at(p, "whatwg-url.number.last-part", "IPv4-non-numeric-part",
                                  p->buffer);
        if (number.radix != 10)
            whatwg_error_at(p,
                            number.radix == 16 ? "whatwg-url.ipv4.number-hex"
                                               : "whatwg-url.ipv4.number-octal",
                            "IPv4-non-decimal-part", p->buffer);
        numbers->value[i] = number.value;
    }
    return NEXT;
}

/* If any number is greater than 255, validation error. If any but the last is, return failure. If
 * the last is greater than or equal to 256 to the power of (5 - the count), return failure. */
static step check_range(parser *p, const ipv4_numbers *numbers)
{
    const size_t last = numbers->count - 1;
    bool error = numbers->value[last] > LARGEST_PART;
    const char *failure =
        numbers->value[last] >> (8 * (4 - last)) != 0 ? "whatwg-url.ipv4.last-range" : NULL;
    for (size_t i = 0; i < last; i++)
        if (numbers->value[i] > LARGEST_PART) {
            error = true;
            failure = "whatwg-url.ipv4.part-range";
        }
    if (error)
        whatwg_error_at(p, failure != NULL ? failure : "whatwg-url.ipv4.fewer-parts",
                        "IPv4-out-of-range-part", p->buffer);
    return failure != NULL ? whatwg_fail_at(p, failure, NULL, p->buffer) : NEXT;
}

/* Let ipv4 be the last number. For each other number n, increment ipv4 by n * 256 to the power of
 * (3 - counter). */
static uint32_t address_of(const ipv4_numbers *numbers)
{
    uint64_t ipv4 = numbers->value[numbers->count - 1];
    for (size_t counter = 0; counter + 1 < numbers->count; counter++)
        ipv4 += numbers->value[counter] << (8 * (3 - counter));
    return (uint32_t)ipv4;
}

/* The IPv4 serializer: four numbers with dots between them. */
static void serialize(parser *p, uint32_t address)
{
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        p->length += whatwg_serialize_integer(address >> (shift - 8) & 0xFF, p->out + p->length);
        if (shift > 8)
            whatwg_put_octet(p, '.');
    }
}

/* Tells the validation errors about the number of parts. If it is greater than 4, return failure.
 */
static step check_count(parser *p, size_t count)
{
    if (count < MOST_PARTS)
        whatwg_error_at(p, "whatwg-url.ipv4.fewer-parts", "IPv4-too-few-parts", p->buffer);
    if (count > MOST_PARTS)
        return whatwg_fail_at(p, "whatwg-url.ipv4.parts", "IPv4-too-many-parts", p->buffer);
    return NEXT;
}

/* Split the domain on ".". If the last part is empty, validation error, and remove it. Then parse
 * the parts as numbers, check their range, and make one address of them. */
step whatwg_ipv4_parser(parser *p)
{
    const uriproof_span domain = p->url->host;
    const uriproof_span input = {domain.octets, without_empty_part(domain)};
    uriproof_span parts[MOST_PARTS];
    ipv4_numbers numbers = {.count = split(input, parts)};
    if (input.length != domain.length)
        whatwg_error_at(p, "whatwg-url.ipv4.empty-part", "IPv4-empty-part", p->buffer);
    if (check_count(p, numbers.count) == FAIL || parse_parts(p, parts, &numbers) == FAIL ||
        check_range(p, &numbers) == FAIL)
        return FAIL;
    p->length = (size_t)(domain.octets - p->out);
    serialize(p, address_of(&numbers));
    whatwg_host_written(p, URIPROOF_WHATWG_URL_IPV4);
    return NEXT;
}
