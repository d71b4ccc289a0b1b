/* SPDX-License-Identifier: MIT */
#include "findings_draft.h"

#include "corpus/corpus.h"
#include "grammar/grammar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A draft while it is written. */
typedef struct draft {
    const invocation *call;
    const finding *of;
    const finding_source *source; /* of its example */
    const uriproof_dialect *dialect;
    data_paths paths;
    uriproof_corpus corpus;
    class_words words;
    uriproof_request request;
    const uriproof_clause *clause; /* or NULL */
    bool has_verdict, accepts;     /* of the grammar */
    size_t offset;                 /* of the rejection */
} draft;

/* Sets what is asked. Ends the program if it is a chain. */
static cJSON *read_request(draft *d)
{
    char operation[40];
    const cJSON *shown = d->of->best.class->shown;
    cJSON *memory = export_request(json_item(shown, "example"), &d->request);
    class_words_of(d->of->id, &d->words);
    snprintf(operation, sizeof operation, "%.*s", (int)d->words.operation.length,
             d->words.operation.octets);
    d->request.op = uriproof_op_named(operation);
    if (d->request.op == URIPROOF_OP_COUNT)
        usage_error(d->call,
                    "%s is of a chain: it asks a parser about its own answers, and no vector "
                    "can. Choose a class of parse, resolve, normalize or equivalent",
                    d->of->id);
    return memory;
}

/* Finds the clause of the class among those of the dialect. */
static void find_clause(draft *d)
{
    char id[CLASS_ID_ROOM];
    snprintf(id, sizeof id, "%.*s", (int)d->words.clause.length, d->words.clause.octets);
    d->clause = uriproof_clause_named(&d->corpus, id);
}

/* Returns the grammar of a whole URI of the dialect; NULL if it prints none. */
static const uriproof_grammar_entry *grammar_of(const uriproof_dialect *dialect)
{
    size_t count;
    const uriproof_grammar_entry *all = uriproof_grammars(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].dialect, dialect->name) == 0)
            return &all[i];
    return NULL;
}

/* Asks the printed grammar whether it accepts the text. */
static void find_verdict(draft *d)
{
    char folder[PATH_MOST + 40];
    uriproof_error error;
    uriproof_automaton automaton;
    const uriproof_grammar_entry *entry = grammar_of(d->dialect);
    if (d->request.op != URIPROOF_PARSE || entry == NULL)
        return;
    snprintf(folder, sizeof folder, "%s/vectors/grammar", d->paths.data);
    uriproof_grammar *grammar = uriproof_grammar_under(folder, entry, NULL, &error);
    if (grammar == NULL || !uriproof_automaton_compile(grammar, entry->start, &automaton, &error))
        fail(d->call, "%s", error.words);
    d->has_verdict = true;
    d->accepts = uriproof_automaton_accepts(&automaton, d->request.field[0]);
    d->offset = uriproof_automaton_viable(&automaton, d->request.field[0]);
    uriproof_automaton_free(&automaton);
    uriproof_grammar_free(grammar);
}

/* ---- Writing ---- */

/* Writes what the grammar says of the expected answer. */
static void write_verdict(json_writer *w, const draft *d)
{
    json_open_object(w, "expect");
    if (d->has_verdict)
        json_text(w, "status", uriproof_statuses[d->accepts ? ANSWER_ACCEPTED : ANSWER_REJECTED]);
    if (d->has_verdict && !d->accepts)
        json_number(w, "offset", d->offset);
    json_close(w);
}

/* Writes the campaign whose text is asked, if one has found it. A store does not know its engine.
 */
static void write_campaign(json_writer *w, const draft *d)
{
    char date[FINDING_TIME_ROOM];
    const char *seed = strstr(d->source->source, " seed ");
    if (strcmp(d->source->command, "fuzz") != 0 || seed == NULL)
        return;
    for (const char *next = seed; next != NULL; next = strstr(next + 1, " seed "))
        seed = next;
    json_open_object(w, "campaign");
    json_text(w, "class", d->of->id);
    json_text(w, "engine", "");
    json_number(w, "seed", strtoull(seed + strlen(" seed "), NULL, 10));
    finding_time(d->of->first, date);
    date[strcspn(date, "T")] = '\0';
    json_text(w, "date", date);
    json_close(w);
}

/* Writes the words of the class into an id. The last word of the clause tells findings of one kind
 * apart. */
static void write_id(const draft *d, char *id, size_t room)
{
    const uriproof_span clause = d->words.clause;
    size_t word = clause.length;
    while (word > 0 && clause.octets[word - 1] != '.')
        word--;
    snprintf(id, room, "draft-%.*s-%.*s%s%.*s-%.*s", (int)d->words.part.length,
             d->words.part.octets, (int)d->words.kind.length, d->words.kind.octets,
             word < clause.length ? "-" : "", (int)(clause.length - word), clause.octets + word,
             (int)d->words.character.length, d->words.character.octets);
    for (; *id != '\0'; id++)
        if (*id >= 'A' && *id <= 'Z')
            *id += 'a' - 'A';
        else if (strchr("=._", *id) != NULL)
            *id = '-';
}

static void write_vector(json_writer *w, const draft *d)
{
    char id[CLASS_ID_ROOM + 20], origin[200] = "";
    const char *const clauses[] = {d->clause != NULL ? d->clause->id : NULL, NULL};
    const char *const none[] = {NULL};
    write_id(d, id, sizeof id);
    if (d->clause != NULL)
        snprintf(origin, sizeof origin, "%s, %s", d->clause->document, d->clause->section);
    json_open_object(w, NULL);
    json_text(w, "id", id);
    json_text(w, "about", "DRAFT: say in one sentence what the specification requires here.");
    json_texts(w, "obeys", !d->has_verdict || d->accepts ? clauses : none);
    json_texts(w, "breaks", !d->has_verdict || d->accepts ? none : clauses);
    json_text(w, "origin", origin);
    write_campaign(w, d);
    json_texts(w, "flags", none);
    json_text(w, "op", uriproof_ops[d->request.op].name);
    uriproof_request_write(w, &d->request);
    write_verdict(w, d);
    json_close(w);
}

/* Returns the file of the draft. */
static uriproof_text_written make_file(const draft *d)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    json_writer w = json_writer_to(out, 3);
    char *about = text_made("DRAFT of the finding %s: fill in what is expected, from the text of "
                            "the specification.",
                            d->of->id);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-vectors");
    json_number(&w, "version", 1);
    json_text(&w, "dialect", d->dialect->name);
    json_text(&w, "about", about);
    json_open_array(&w, "vectors");
    write_vector(&w, d);
    json_writer_end(&w);
    free(about);
    fclose(out);
    return text;
}

/* Writes the file, if there is none. */
static void write_file(const draft *d, const char *path)
{
    uriproof_text_written text = make_file(d);
    created_file file = {.path = path, .octets = text.octets, .length = text.length};
    if (create_files(&file, 1, false) != NULL) {
        int reason = errno;
        fail(d->call, "cannot write %s: %s%s", path, error_reason(reason),
             reason == EEXIST   ? "; name a new file"
             : reason == ENOENT ? "; make its folder first"
                                : "");
    }
    free(text.octets);
}

size_t findings_draft(const invocation *call, const finding_list *list, const finding *one,
                      const uriproof_dialect *dialect, const char *path)
{
    draft d = {
        .call = call, .of = one, .source = &list->sources[one->best.source], .dialect = dialect};
    cJSON *memory = read_request(&d);
    find_paths(call, &d.paths);
    load_corpus(call, &d.paths, dialect, URIPROOF_CLAUSES, &d.corpus);
    find_clause(&d);
    find_verdict(&d);
    write_file(&d, path);
    cJSON_Delete(memory);
    const size_t faults = uriproof_corpus_add_and_lint(&d.corpus, path, stdout);
    uriproof_corpus_free(&d.corpus);
    return faults;
}
