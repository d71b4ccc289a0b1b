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
    store *seen; /* the requests of the group, by their hashes */
};

/* ---- Texts ---- */

gen_text gen_text_of(uriproof_span octets)
{
    return (gen_text){.pieces = {{octets, 1}}, .count = 1};
}

void gen_text_add(gen_text *text, uriproof_span octets, size_t times)
{
    if (octets.length == 0 || times == 0)
        return;
    gen_require_room(text->count + 1, GEN_PIECES_MAX, "pieces of a text", "GEN_PIECES_MAX");
    text->pieces[text->count++] = (gen_piece){octets, times};
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

static bool same_text(const gen_text *a, const gen_text *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = a->pieces[i].times == b->pieces[i].times &&
               uriproof_span_equal(a->pieces[i].octets, b->pieces[i].octets);
    return same;
}

static bool same_parts(const gen_expect *a, const gen_expect *b)
{
    bool same = a->part_count == b->part_count;
    for (size_t i = 0; same && i < a->part_count; i++)
        same = strcmp(a->parts[i].name, b->parts[i].name) == 0 &&
               same_text(&a->parts[i].text, &b->parts[i].text);
    return same;
}

bool gen_same_expect(const gen_expect *a, const gen_expect *b)
{
    if (a->outcome != b->outcome)
        return false;
    switch (a->outcome) {
    case GEN_OFFSET:
        return a->offset == b->offset;
    case GEN_RESULT:
    case GEN_REJECTED_RESULT:
        return same_text(&a->result, &b->result);
    case GEN_PARTS:
    case GEN_DETAIL:
        return same_parts(a, b);
    default:
        return true;
    }
}

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

static uint64_t hash_text(uint64_t hash, const gen_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->pieces[i].times; j++)
            hash = octets_hash(hash, text->pieces[i].octets.octets, text->pieces[i].octets.length);
    return octets_hash(hash, "", 1);
}

/* Returns true if the group does not have the request yet, and adds it. */
static bool is_new(gen_file *file, const gen_case *one)
{
    const uriproof_op_facts *facts = &uriproof_ops[file->group.op];
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, facts->name, strlen(facts->name) + 1);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++)
        hash = hash_text(hash, &one->fields[i]);
    hash &= 0xffffffffffffU; /* as in the id of the case */
    return store_add(file->seen, &hash, sizeof hash);
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
    snprintf(file->path, sizeof file->path, "%s/%s/generated/%s.json", folder, head->dialect,
             head->name);
    file->stream = fopen(file->path, "w");
    if (file->stream == NULL) {
        uriproof_error_set(error, "%.180s: %s", file->path, error_reason(errno));
        free(file);
        return NULL;
    }
    file->seen = store_new();
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
    store_empty(file->seen);
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
    return true;
}

bool gen_file_end(gen_file *file, uriproof_error *error)
{
    end_group(file);
    fputs("\n  ]\n}\n", file->stream);
    bool holds = !ferror(file->stream);
    holds = fclose(file->stream) == 0 && holds;
    if (!holds)
        uriproof_error_set(error, "%.180s: cannot be written", file->path);
    store_free(file->seen);
    free(file);
    return holds;
}
