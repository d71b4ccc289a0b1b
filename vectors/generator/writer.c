/* SPDX-License-Identifier: MIT */
#include "writer.h"
#include "protocol/protocol.h"

#include "room.h"

#include "base/base.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gen_file {
    FILE *stream;
    char path[512];
    gen_group group;
    bool group_open; /* the head of the group has been written */
    bool any_group;
    bool memory_out;
    size_t cases;
    /* The requests of the group, by their hashes. It is a hash table with open addressing, in which
     * 0 marks a free place. */
    uint64_t *seen;
    size_t seen_count, seen_size; /* the size is a power of two, or 0 */
};

/* ---- Texts ---- */

gen_text gen_text_of(uriproof_span octets)
{
    return (gen_text){.pieces = {{octets, 1}}, .count = 1};
}

gen_text gen_text_of_string(const char *string)
{
    return gen_text_of(uriproof_span_of(string));
}

void gen_text_add(gen_text *text, uriproof_span octets, size_t times)
{
    if (octets.length == 0 || times == 0)
        return;
    gen_require_room(text->count + 1, GEN_PIECES_MAX, "pieces of a text", "GEN_PIECES_MAX");
    text->pieces[text->count++] = (gen_piece){octets, times};
}

size_t gen_text_length(const gen_text *text)
{
    size_t length = 0;
    for (size_t i = 0; i < text->count; i++)
        length += text->pieces[i].octets.length * text->pieces[i].times;
    return length;
}

static void put_hex(FILE *out, uriproof_span octets)
{
    fputs("{\"hex\": \"", out);
    for (size_t i = 0; i < octets.length; i++)
        fprintf(out, "%02x", (unsigned char)octets.octets[i]);
    fputs("\"}", out);
}

static void put_octets(FILE *out, uriproof_span octets)
{
    if (!uriproof_all_printable(octets)) {
        put_hex(out, octets);
        return;
    }
    fputc('"', out);
    for (size_t i = 0; i < octets.length; i++) {
        if (octets.octets[i] == '"' || octets.octets[i] == '\\')
            fputc('\\', out);
        fputc(octets.octets[i], out);
    }
    fputc('"', out);
}

static void put_string(FILE *out, const char *string)
{
    put_octets(out, uriproof_span_of(string));
}

static void put_piece(FILE *out, const gen_piece *piece)
{
    if (piece->times != 1)
        fputc('[', out);
    put_octets(out, piece->octets);
    if (piece->times != 1)
        fprintf(out, ", %zu]", piece->times);
}

static void put_text(FILE *out, const gen_text *text)
{
    if (text->count == 0) {
        fputs("\"\"", out);
        return;
    }
    if (text->count == 1 && text->pieces[0].times == 1) {
        put_octets(out, text->pieces[0].octets);
        return;
    }
    fputs("{\"pieces\": [", out);
    for (size_t i = 0; i < text->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_piece(out, &text->pieces[i]);
    }
    fputs("]}", out);
}

/* ---- Expectations ---- */

static void add_part(gen_expect *expect, gen_part part)
{
    gen_require_room(expect->part_count + 1, GEN_PARTS_MAX, "parts of an answer", "GEN_PARTS_MAX");
    expect->parts[expect->part_count++] = part;
}

void gen_expect_part(gen_expect *expect, const char *name, gen_text text)
{
    add_part(expect, (gen_part){name, text, false});
}

void gen_expect_listed(gen_expect *expect, const char *name, gen_text text)
{
    add_part(expect, (gen_part){name, text, true});
}

/* Returns true if part `i` and the part before it belong to one list. */
static bool goes_on(const gen_expect *expect, size_t i)
{
    return i > 0 && i < expect->part_count && expect->parts[i].listed &&
           strcmp(expect->parts[i].name, expect->parts[i - 1].name) == 0;
}

static void put_part(FILE *out, const gen_expect *expect, size_t i)
{
    const gen_part *part = &expect->parts[i];
    fputs(i > 0 ? ", " : "", out);
    if (!goes_on(expect, i))
        fprintf(out, "\"%s\": %s", part->name, part->listed ? "[" : "");
    put_text(out, &part->text);
    if (part->listed && !goes_on(expect, i + 1))
        fputc(']', out);
}

static void put_parts(FILE *out, const gen_expect *expect)
{
    if (expect->outcome == GEN_DETAIL)
        fprintf(out, "{\"status\": \"accepted\", \"production\": \"%s\", \"detail\": {",
                expect->view);
    else
        fprintf(out, "{\"status\": \"accepted\", \"%s\": {", expect->view);
    for (size_t i = 0; i < expect->part_count; i++)
        put_part(out, expect, i);
    fputs("}}", out);
}

static void put_expect(FILE *out, const gen_expect *expect)
{
    static const char *const fixed[] = {
        [GEN_ACCEPTED] = "true",
        [GEN_REJECTED] = "false",
        [GEN_EQUAL] = "\"equal\"",
        [GEN_UNEQUAL] = "\"unequal\"",
        [GEN_SILENT] = "{\"status\": \"undefined\"}",
    };
    switch (expect->outcome) {
    case GEN_OFFSET:
        fprintf(out, "%zu", expect->offset);
        break;
    case GEN_RESULT:
        put_text(out, &expect->result);
        break;
    case GEN_REJECTED_RESULT:
        fputs("{\"status\": \"rejected\", \"uri\": ", out);
        put_text(out, &expect->result);
        fputc('}', out);
        break;
    case GEN_PARTS:
    case GEN_DETAIL:
        put_parts(out, expect);
        break;
    default:
        fputs(fixed[expect->outcome], out);
    }
}

static void put_alternates(FILE *out, const gen_case *one)
{
    if (one->alternate_count == 0)
        return;
    fputs(", {", out);
    for (size_t i = 0; i < one->alternate_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_string(out, one->alternates[i].set);
        fputs(": ", out);
        put_expect(out, &one->alternates[i].expect);
    }
    fputc('}', out);
}

/* ---- The requests of a group ---- */

static uint64_t hash_octets(uint64_t hash, uriproof_span octets)
{
    for (size_t i = 0; i < octets.length; i++)
        hash = (hash ^ (unsigned char)octets.octets[i]) * 0x100000001b3U;
    return hash;
}

static uint64_t hash_text(uint64_t hash, const gen_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->pieces[i].times; j++)
            hash = hash_octets(hash, text->pieces[i].octets);
    return hash_octets(hash, (uriproof_span){"", 1});
}

/* Returns the number for the id of the case. It is never 0, since 0 marks a free place in the
 * table. */
static uint64_t hash_request(uriproof_op op, const gen_case *one)
{
    const uriproof_op_facts *facts = &uriproof_ops[op];
    uint64_t hash =
        hash_octets(0xcbf29ce484222325U, (uriproof_span){facts->name, strlen(facts->name) + 1});
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++)
        hash = hash_text(hash, &one->fields[i]);
    return (hash & 0xffffffffffffU) | (uint64_t)1 << 48;
}

/* Puts `hash` into the table, which must have room. Returns false if it is in the table already. */
static bool put_hash(gen_file *file, uint64_t hash)
{
    size_t mask = file->seen_size - 1, at = (size_t)hash & mask;
    while (file->seen[at] != 0 && file->seen[at] != hash)
        at = (at + 1) & mask;
    if (file->seen[at] == hash)
        return false;
    file->seen[at] = hash;
    file->seen_count++;
    return true;
}

static bool grow_seen(gen_file *file)
{
    uint64_t *old = file->seen;
    size_t old_size = file->seen_size, size = old_size > 0 ? old_size * 2 : 256;
    uint64_t *table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    file->seen = table;
    file->seen_size = size;
    file->seen_count = 0;
    for (size_t i = 0; i < old_size; i++)
        if (old[i] != 0)
            put_hash(file, old[i]);
    free(old);
    return true;
}

static bool is_new(gen_file *file, const gen_case *one)
{
    if (file->seen_count * 2 >= file->seen_size && !grow_seen(file)) {
        file->memory_out = true;
        return false;
    }
    return put_hash(file, hash_request(file->group.op, one));
}

/* ---- Files ---- */

static void put_head(FILE *out, const gen_head *head)
{
    fputs("{\n  \"format\": \"uriproof-generated\",\n  \"version\": 1,\n  \"dialect\": ", out);
    put_string(out, head->dialect);
    fputs(",\n  \"about\": ", out);
    put_string(out, head->about);
    if (head->guarantee != NULL) {
        fputs(",\n  \"guarantee\": ", out);
        put_string(out, head->guarantee);
    }
    fputs(",\n  \"generator\": \"uriproof-generate 1\",\n", out);
    fputs("  \"groups\": [", out);
}

gen_file *gen_file_begin(const char *folder, const gen_head *head, uriproof_error *error)
{
    gen_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        uriproof_error_set(error, "out of memory");
        return NULL;
    }
    snprintf(file->path, sizeof file->path, "%s/%s/generated/%s.json", folder, head->dialect,
             head->name);
    file->stream = fopen(file->path, "w");
    if (file->stream == NULL) {
        uriproof_error_set(error, "%.180s: %s", file->path, error_reason(errno));
        free(file);
        return NULL;
    }
    put_head(file->stream, head);
    return file;
}

static void end_group(gen_file *file)
{
    if (file->group_open)
        fputs("\n    ] }", file->stream);
    file->group_open = false;
}

void gen_group_begin(gen_file *file, const gen_group *group)
{
    end_group(file);
    file->group = *group;
    if (file->seen_count > 0)
        memset(file->seen, 0, file->seen_size * sizeof *file->seen);
    file->seen_count = 0;
}

static void put_ids(FILE *out, const char *name, const char *const *ids)
{
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; ids != NULL && ids[i] != NULL; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_string(out, ids[i]);
    }
    fputc(']', out);
}

static void put_group(gen_file *file)
{
    FILE *out = file->stream;
    const gen_group *group = &file->group;
    fputs(file->any_group ? ",\n    { \"id\": " : "\n    { \"id\": ", out);
    put_string(out, group->id);
    fputs(",\n      \"about\": ", out);
    put_string(out, group->about);
    fputs(",\n      \"origin\": ", out);
    put_string(out, group->origin);
    fputs(",\n      ", out);
    put_ids(out, "obeys", group->obeys);
    fputs(", ", out);
    put_ids(out, "breaks", group->breaks);
    fprintf(out, ", \"op\": \"%s\",\n      \"cases\": [", uriproof_ops[group->op].name);
    file->group_open = file->any_group = true;
}

bool gen_case_write(gen_file *file, const gen_case *one)
{
    FILE *out = file->stream;
    if (!is_new(file, one))
        return false;
    if (file->group_open)
        fputc(',', out);
    else
        put_group(file);
    fputs("\n[", out);
    const uriproof_op_facts *facts = &uriproof_ops[file->group.op];
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        put_text(out, &one->fields[i]);
        fputs(", ", out);
    }
    put_expect(out, &one->expect);
    put_alternates(out, one);
    fputc(']', out);
    file->cases++;
    return true;
}

size_t gen_file_cases(const gen_file *file)
{
    return file->cases;
}

bool gen_file_end(gen_file *file, uriproof_error *error)
{
    end_group(file);
    fputs("\n  ]\n}\n", file->stream);
    bool holds = !file->memory_out && !ferror(file->stream);
    holds = fclose(file->stream) == 0 && holds;
    if (!holds)
        uriproof_error_set(error, "%.180s: cannot be written", file->path);
    free(file->seen);
    free(file);
    return holds;
}
