/* SPDX-License-Identifier: MIT */
#include "json_write.h"

#include "base/base.h"

/* Writes \uXXXX, twice for what is beyond 16 bits, as JSON does. */
static void write_escape(FILE *out, uint32_t character)
{
    uint32_t beyond = character - 0x10000;
    if (character < 0x10000)
        fprintf(out, "\\u%04x", (unsigned)character);
    else
        fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + (beyond >> 10)),
                (unsigned)(0xDC00 + (beyond & 0x3FF)));
}

/* Writes the character at *text and steps over it. */
static void write_character(FILE *out, const char **text)
{
    uint32_t character;
    size_t length = uriproof_utf8_read(*text, &character);
    if (length == 0) {
        fputs("\xEF\xBF\xBD", out);
        length = 1;
    } else if (!uriproof_is_seen(character)) {
        write_escape(out, character);
    } else {
        fwrite(*text, 1, length, out);
    }
    *text += length;
}

void json_write_text(FILE *out, const char *text)
{
    putc('"', out);
    while (*text != '\0') {
        if (*text == '"' || *text == '\\') {
            putc('\\', out);
        }
        write_character(out, &text);
    }
    putc('"', out);
}

bool json_write_object(FILE *out, const cJSON *object)
{
    char *printed = cJSON_PrintUnformatted(object);
    if (printed == NULL) {
        return false;
    }
    for (const char *rest = printed; *rest != '\0';) {
        write_character(out, &rest);
    }
    cJSON_free(printed);
    return true;
}
