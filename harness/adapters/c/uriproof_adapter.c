/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "uriproof_adapter.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 18, TEXTS_MOST = 2, WORDS_MOST = 200, NAME_ROOM = 64 };

static const struct {
    const char *op;
    const char *texts[TEXTS_MOST];
} known[] = {
    {"parse", {"uri"}},
    {"url", {"uri"}},
    {"resolve", {"base", "ref"}},
    {"normalize", {"uri"}},
    {"equivalent", {"uri", "other"}},
    {"decode", {"text"}},
    {"encode", {"text"}},
};

/* ---- Memory ---- */

static void *need(void *memory)
{
    if (memory == NULL) {
        fputs("adapter: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void *need_memory(size_t size)
{
    return need(malloc(size));
}

/* Octets in memory that grows. */
typedef struct buffer {
    char *octets;
    size_t length;
    size_t capacity;
} buffer;

/* Returns room for `more` octets after the present ones. */
static char *room_for(buffer *b, size_t more)
{
    if (b->capacity - b->length < more) {
        b->capacity = 2 * b->capacity + more;
        b->octets = need(realloc(b->octets, b->capacity));
    }
    return b->octets + b->length;
}

static void add(buffer *b, const char *octets, size_t length)
{
    memcpy(room_for(b, length), octets, length);
    b->length += length;
}

/* ---- Answers ---- */

static bool is_printable(const char *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (octets[i] < ' ' || octets[i] > '~')
            return false;
    return true;
}

static char *hexadecimal(const char *octets, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *text = need_memory(2 * length + 1);
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = digits[(unsigned char)octets[i] >> 4];
        text[2 * i + 1] = digits[(unsigned char)octets[i] & 15];
    }
    text[2 * length] = '\0';
    return text;
}

static char *copied(const char *octets, size_t length)
{
    char *text = need_memory(length + 1);
    if (length > 0)
        memcpy(text, octets, length);
    text[length] = '\0';
    return text;
}

void adapter_add(cJSON *object, const char *name, const char *octets, size_t length)
{
    bool plain = is_printable(octets, length);
    char key[NAME_ROOM], *text = plain ? copied(octets, length) : hexadecimal(octets, length);
    snprintf(key, sizeof key, "%s%s", name, plain ? "" : "_hex");
    cJSON_AddStringToObject(object, key, text);
    free(text);
}

cJSON *adapter_accept(cJSON *answer, const char *view)
{
    cJSON_AddStringToObject(answer, "status", "accepted");
    return cJSON_AddObjectToObject(answer, view);
}

/* Adds a message for people. It is cut, since parsers like to repeat the whole text, and made
 * printable. */
static void add_words(cJSON *answer, const char *words)
{
    char cut[WORDS_MOST + 1];
    snprintf(cut, sizeof cut, "%s", words);
    for (char *at = cut; *at != '\0'; at++)
        if (*at < ' ' || *at > '~')
            *at = '?';
    cJSON_AddStringToObject(answer, "error", cut);
}

void adapter_reject(cJSON *answer, const char *words)
{
    cJSON_AddStringToObject(answer, "status", "rejected");
    add_words(answer, words);
}

void adapter_unsupported(cJSON *answer)
{
    cJSON_AddStringToObject(answer, "status", "unsupported");
}

static cJSON *list_in(cJSON *object, const char *name)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(object, name);
    return list != NULL ? list : cJSON_AddArrayToObject(object, name);
}

static cJSON *hello(const adapter_about *about)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "protocol", 2);
    cJSON_AddStringToObject(object, "name", about->name);
    cJSON_AddStringToObject(object, "version", about->version);
    cJSON_AddStringToObject(object, "language", "c");
    cJSON *dialects = cJSON_AddArrayToObject(object, "dialects");
    for (const char *const *name = about->dialects; *name != NULL; name++)
        cJSON_AddItemToArray(dialects, cJSON_CreateString(*name));
    cJSON *ops = cJSON_AddArrayToObject(object, "ops");
    for (const adapter_op *op = about->ops; op->name != NULL; op++)
        cJSON_AddItemToArray(ops, cJSON_CreateString(op->name));
    cJSON *transforms = cJSON_AddObjectToObject(object, "transforms");
    for (const adapter_transform *one = about->transforms; one != NULL && one->part != NULL; one++)
        cJSON_AddItemToArray(list_in(transforms, one->part), cJSON_CreateString(one->how));
    if (about->splits != NULL)
        cJSON_AddStringToObject(object, "splits", about->splits);
    return object;
}

/* ---- Requests ---- */

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Replaces the digits by the octets that they stand for. */
static bool undo_hexadecimal(char *digits, adapter_text *text)
{
    size_t length = strlen(digits);
    if (length % 2 != 0)
        return false;
    for (size_t i = 0; i < length; i += 2) {
        int high = digit_value(digits[i]), low = digit_value(digits[i + 1]);
        if (high < 0 || low < 0)
            return false;
        digits[i / 2] = (char)(high << 4 | low);
    }
    digits[length / 2] = '\0';
    *text = (adapter_text){digits, length / 2};
    return true;
}

static char *string_in(const cJSON *request, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, name));
}

/* Reads the octets of the field `name`, which is either plain or in hexadecimal. */
static bool read_text(const cJSON *request, const char *name, adapter_text *text)
{
    char key[NAME_ROOM], *plain = string_in(request, name);
    if (plain != NULL) {
        *text = (adapter_text){plain, strlen(plain)};
        return is_printable(plain, text->length);
    }
    snprintf(key, sizeof key, "%s_hex", name);
    char *digits = string_in(request, key);
    return digits != NULL && undo_hexadecimal(digits, text);
}

static bool read_texts(const cJSON *request, const char *op, adapter_text *texts)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].op, op) != 0)
            continue;
        for (size_t t = 0; t < TEXTS_MOST && known[i].texts[t] != NULL; t++)
            if (!read_text(request, known[i].texts[t], &texts[t]))
                return false;
        return true;
    }
    return false;
}

static void complain(cJSON *answer, const char *words)
{
    cJSON_AddStringToObject(answer, "error", words);
}

static void answer_request(const adapter_about *about, const cJSON *request, cJSON *answer)
{
    adapter_text texts[TEXTS_MOST] = {{NULL, 0}};
    const adapter_op *op = about->ops;
    const char *name = string_in(request, "op");
    if (name == NULL) {
        complain(answer, "not a request: it has no op");
        return;
    }
    while (op->name != NULL && strcmp(op->name, name) != 0)
        op++;
    if (op->name == NULL)
        adapter_unsupported(answer);
    else if (!read_texts(request, name, texts))
        complain(answer, "not a request: a text is not there, or not as the protocol has it");
    else
        op->answer(texts, answer);
}

/* Adds the id, which is a whole number that a double holds exactly. cJSON would print it, read it
 * back and compare, which takes longer. */
static void add_id(cJSON *answer, const cJSON *id)
{
    const double most = 9007199254740992.0;
    char digits[32];
    if (!cJSON_IsNumber(id) || id->valuedouble < -most || id->valuedouble > most)
        return;
    snprintf(digits, sizeof digits, "%lld", (long long)id->valuedouble);
    cJSON_AddRawToObject(answer, "id", digits);
}

static cJSON *answer_to(const adapter_about *about, const cJSON *request)
{
    const char *op = string_in(request, "op");
    if (op != NULL && strcmp(op, "hello") == 0)
        return hello(about);
    cJSON *answer = cJSON_CreateObject();
    add_id(answer, cJSON_GetObjectItemCaseSensitive(request, "id"));
    if (cJSON_IsObject(request))
        answer_request(about, request, answer);
    else
        complain(answer, "not a request: no JSON object");
    return answer;
}

/* Answers one line. A line with a NUL is not JSON, although cJSON would stop at the NUL. */
static void answer_line(const adapter_about *about, const char *line, size_t length, buffer *out)
{
    cJSON *request = strlen(line) == length ? cJSON_ParseWithOpts(line, NULL, true) : NULL;
    cJSON *answer = answer_to(about, request);
    char *text = cJSON_PrintUnformatted(answer);
    add(out, text, strlen(text));
    add(out, "\n", 1);
    free(text);
    cJSON_Delete(answer);
    cJSON_Delete(request);
}

/* ---- Standard input and output ---- */

/* Answers each complete line of `in` and keeps the rest. The first `scanned` octets have no end of
 * a line. */
static void answer_lines(const adapter_about *about, buffer *in, size_t scanned, buffer *out)
{
    char *line = in->octets, *from = in->octets + scanned, *end = in->octets + in->length, *newline;
    while ((newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
        *newline = '\0';
        if (newline > line)
            answer_line(about, line, (size_t)(newline - line), out);
        line = from = newline + 1;
    }
    in->length = (size_t)(end - line);
    memmove(in->octets, line, in->length);
}

static bool write_all(int to, buffer *out)
{
    for (size_t done = 0; done < out->length;) {
        ssize_t written = write(to, out->octets + done, out->length - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    out->length = 0;
    return true;
}

/* Returns a new descriptor for standard output. After this, the output of a parser goes to standard
 * error and is not taken for an answer. */
static int take_output(void)
{
    int own = dup(STDOUT_FILENO);
    return own >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? own : -1;
}

/* Answers all requests that are available with one write, so that the harness need not wait for
 * each. */
static bool serve(const adapter_about *about, int to, buffer *in, buffer *out)
{
    for (;;) {
        ssize_t got = read(STDIN_FILENO, room_for(in, CHUNK), CHUNK);
        size_t scanned = in->length;
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        in->length += (size_t)got;
        answer_lines(about, in, scanned, out);
        if (!write_all(to, out))
            return false;
    }
}

int adapter_serve(const adapter_about *about)
{
    buffer in = {NULL, 0, 0}, out = {NULL, 0, 0};
    cJSON_InitHooks(&(cJSON_Hooks){need_memory, free});
    int to = take_output();
    bool served = to >= 0 && serve(about, to, &in, &out);
    if (!served)
        fprintf(stderr, "%s: %s\n", about->name, strerror(errno));
    free(in.octets);
    free(out.octets);
    return served ? 0 : 1;
}
