/* SPDX-License-Identifier: MIT */
#include "profile_words.h"

#include <stdlib.h>
#include <string.h>

/* How many groups of what is not explained have a place on the screen. */
enum { GROUPS_SHOWN = 6 };

/* ---- Questions and answers ---- */

static void put_text(FILE *to, const uriproof_request *request)
{
    fputc('"', to);
    (void)print_octets(to, request->field[0]);
    fputc('"', to);
    if (uriproof_present(request->field[1])) {
        fputs(" with \"", to);
        (void)print_octets(to, request->field[1]);
        fputc('"', to);
    }
}

static void put_answer(uriproof_op op, const uriproof_answer *answer)
{
    cJSON *tree = uriproof_answer_tree(op, answer);
    char *words = uriproof_answer_describe(tree);
    fputs(words, stdout);
    free(words);
    cJSON_Delete(tree);
}

/* Prints what was given and what was expected, each after its words. */
static void put_example(const profile_example *shown, const char *before, const char *between)
{
    fputs(before, stdout);
    put_text(stdout, &shown->request);
    fputs(": ", stdout);
    put_answer(shown->request.op, &shown->given);
    fputs(between, stdout);
    put_answer(shown->request.op, &shown->expected);
}

void put_profile_fault(FILE *to, const record_fault *fault)
{
    put_printable(to, fault->outcome);
    fprintf(to, " at %s ", uriproof_ops[fault->first.op].name);
    put_text(to, &fault->first);
    if (fault->words != NULL) {
        fputs(": ", to);
        put_printable(to, fault->words);
    }
    fputc('\n', to);
}

/* ---- Sets of octets ---- */

/* Returns the set whose octets are written as a range, from "A" to "Z"; or NULL. */
static const char *range_of(unsigned octet)
{
    static const char *const ranges[] = {"\x01\x1f", "09", "AZ", "az"};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (octet <= (unsigned char)ranges[i][1] &&
            (octet >= (unsigned char)ranges[i][0] || octet == 0))
            return ranges[i];
    return NULL;
}

static void put_octet(const char *before, unsigned octet)
{
    if (octet == 0x20)
        printf("%sspace", before);
    else
        printf(octet > 0x20 && octet < 0x7f ? "%s%c" : "%s%02X", before, octet);
}

static void put_set(const octet_set *set)
{
    const char *before = "";
    for (unsigned octet = 0, last = 0; octet < 0x80; octet = last + 1) {
        last = octet;
        if (!octet_in(set, (unsigned char)octet))
            continue;
        while (range_of(octet) != NULL && range_of(last + 1) == range_of(octet) &&
               octet_in(set, (unsigned char)(last + 1)))
            last++;
        put_octet(before, octet);
        if (last > octet)
            put_octet(last > octet + 1 ? " to " : " ", last);
        before = " ";
    }
    if (octet_in(set, 0x80))
        printf("%s80 to FF", before);
}

/* ---- Changes ---- */

/* Says in which contexts it holds, if not in all. */
static void put_guard(uint32_t contexts)
{
    enum { ALL_KINDS = (1 << SCHEME_KINDS) - 1, WITH_SCHEME = ALL_KINDS & ~(1 << KIND_NONE) };
    const char *before = " (";
    uint32_t kinds = 0, ops = 0;
    for (unsigned op = 0; op < MODEL_OPS; op++) {
        const uint32_t own = contexts >> op * SCHEME_KINDS & ALL_KINDS;
        kinds |= own;
        ops |= own != 0 ? 1U << op : 0;
    }
    for (unsigned op = 0; op < MODEL_OPS && ops != (1U << MODEL_OPS) - 1; op++)
        if ((ops >> op & 1) != 0) {
            printf("%s%s", before, uriproof_ops[op].name);
            before = ", ";
        }
    for (unsigned kind = 0; kind < SCHEME_KINDS && (kinds & WITH_SCHEME) != WITH_SCHEME; kind++)
        if ((kinds >> kind & 1) != 0) {
            printf("%s%s", before, kind == KIND_NONE ? "without a scheme" : scheme_kinds[kind]);
            before = ", ";
        }
    if (strcmp(before, " (") != 0)
        putchar(')');
}

/* Says which octets are taken besides those before, and which are not. */
static void put_octets(const profile_change *c, const char *also, const char *less)
{
    const char *part = traits[c->trait].part;
    if (!octets_are_empty(&c->also)) {
        printf(also, part);
        put_set(&c->also);
    }
    if (!octets_are_empty(&c->less)) {
        fputs(octets_are_empty(&c->also) ? "" : "; ", stdout);
        printf(less, part);
        put_set(&c->less);
    }
}

static void put_value(trait_id id, unsigned value)
{
    char *does = trait_does(id, value);
    fputs(does, stdout);
    free(does);
}

static void put_deviation(const profile_record *r, const record_deviation *d, bool is_accepted)
{
    const profile_change *c = &d->change;
    const trait *t = &traits[c->trait];
    printf("%-7s", trait_risks[t->risk]);
    if ((unsigned)c->trait >= OCTET_PARTS)
        put_value(c->trait, c->now);
    else
        put_octets(c, "takes in the %s also: ", "refuses in the %s: ");
    for (unsigned v = 0; v < trait_value_count(c->trait); v++)
        if ((d->alike >> v & 1) != 0) {
            fputs("; or ", stdout);
            put_value(c->trait, v);
        }
    put_guard(c->contexts);
    char *between = text_made("\n       %s: ", r->specification->document);
    put_example(&d->shown, "\n       ", between);
    free(between);
    fputs(" (", stdout);
    put_printable(stdout, d->clause != NULL ? d->clause : "");
    printf("%s%zu answer%s%s)\n", d->clause != NULL ? "; " : "", d->needed,
           d->needed == 1 ? "" : "s", is_accepted ? "; accepted" : "");
}

/* ---- What is not explained ---- */

static void put_groups(const profile_record *r, const profile_record *accepted)
{
    size_t shown = 0, known = 0, rest = 0;
    if (r->unexplained == 0)
        return;
    printf("\nnot explained: %zu answer%s of %zu kind%s\n", r->unexplained,
           r->unexplained == 1 ? "" : "s", r->group_count, r->group_count == 1 ? "" : "s");
    for (size_t i = 0; i < r->group_count; i++) {
        const record_group *g = &r->groups[i];
        known += record_holds_group(accepted, g);
        rest += shown >= GROUPS_SHOWN;
        if (shown >= GROUPS_SHOWN || record_holds_group(accepted, g))
            continue;
        shown++;
        printf("%6zu %s: ", g->answers, uriproof_ops[g->shown.request.op].name);
        put_printable(stdout, g->part);
        putchar(' ');
        put_printable(stdout, g->kind);
        put_example(&g->shown, "\n       ", "\n       predicted: ");
        putchar('\n');
    }
    if (known > 0)
        printf("       and %zu kind%s that %s accepted\n", known, known == 1 ? "" : "s",
               known == 1 ? "is" : "are");
    if (rest > 0)
        puts("       and others: --json has all");
}

static void put_not_measured(const profile_record *r)
{
    size_t told = 0;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        if (r->not_measured[id])
            printf("%s%s", told++ == 0 ? "\nnot measured: " : ", ", traits[id].id);
    if (told > 0)
        putchar('\n');
}

static void put_faults(const profile_record *r)
{
    size_t questions = 0;
    for (size_t i = 0; i < r->fault_count; i++)
        questions += r->faults[i].questions;
    if (questions == 0)
        return;
    printf("\nno answer: %zu of %zu questions; the first: ", questions, r->asked);
    put_profile_fault(stdout, &r->faults[0]);
}

static void put_unstable(const profile_record *r)
{
    if (r->unstable_count == 0)
        return;
    printf("\nunstable: %zu question%s that a new process answers in another way; the first: ",
           r->unstable_count, r->unstable_count == 1 ? "" : "s");
    put_text(stdout, &r->unstable[0]);
    putchar('\n');
}

/* ---- The screen ---- */

/* Prints a share, rounded down: 100.0 % means all. */
static void put_share(size_t part, size_t of)
{
    const size_t tenths = of > 0 ? 1000 * part / of : 1000;
    printf(" %zu.%zu %% of", tenths / 10, tenths % 10);
}

static void put_name(const profile_record *r)
{
    put_printable(stdout, r->parser);
    putchar(' ');
    put_printable(stdout, r->version);
}

static const char *article(const char *document)
{
    return strncmp(document, "URL", 3) == 0 ? "the " : "";
}

static void put_summary(const profile_record *r)
{
    const size_t count = r->deviation_count;
    const char *s = count == 1 ? "s" : "", *by = r->specification->document, *the = article(by);
    if (count == 0 && r->failures > 0)
        printf(" has %zu failure%s, which no trait explains.\n%s%s predicts", r->failures,
               r->failures == 1 ? "" : "s", *the != '\0' ? "The " : "", by);
    else if (count == 0)
        printf(" is %s%s: no deviation, 0 failures.\nThis predicts", the, by);
    else
        printf(" is %s%s but for %zu deviation%s, which explain%s %zu of %zu failures\nand "
               "predict%s",
               the, by, count, count == 1 ? "" : "s", s, r->failures_explained, r->failures, s);
    if (r->unseen.asked == 0) {
        fputs(" nothing: no unseen text was asked.\n", stdout);
        return;
    }
    put_share(r->unseen.predicted, r->unseen.asked);
    printf(" %zu unseen answers", r->unseen.asked);
    if (r->unseen.differing > 0) {
        fputs(", and", stdout);
        put_share(r->unseen.differing_predicted, r->unseen.differing);
        printf(" the %zu that differ from %s%s", r->unseen.differing, the, by);
    }
    fputs(".\n", stdout);
}

void put_profile(const profile_record *r, const profile_record *accepted)
{
    put_name(r);
    put_summary(r);
    fputs(r->deviation_count > 0 ? "\n" : "", stdout);
    for (size_t i = 0; i < r->deviation_count; i++)
        put_deviation(r, &r->deviations[i], record_holds_deviation(accepted, &r->deviations[i]));
    put_groups(r, accepted);
    put_not_measured(r);
    put_faults(r);
    put_unstable(r);
}

/* ---- What has changed ---- */

static void put_change(const profile_change *c)
{
    const trait *t = &traits[c->trait];
    printf("  %-7s%s: ", trait_risks[t->risk], t->id);
    if ((unsigned)c->trait >= OCTET_PARTS)
        printf("%s, and was %s", t->values[c->now].id, t->values[c->before].id);
    else
        put_octets(c, "takes now ", "takes no more ");
    put_guard(c->contexts);
    putchar('\n');
}

/* Prints the groups that one record has and the other has not. */
static void put_other_groups(const char *words, const profile_record *of,
                             const profile_record *other)
{
    for (size_t i = 0; i < of->group_count; i++)
        if (!record_holds_group(other, &of->groups[i])) {
            printf("  %s ", words);
            put_printable(stdout, of->groups[i].id);
            putchar('\n');
        }
}

void put_profile_comparison(const profile_record *before, const profile_record *now,
                            const char *path)
{
    size_t count;
    profile_change *rows = profile_changes(&before->profile, &now->profile, &count);
    fputs("\nsince ", stdout);
    put_printable(stdout, path);
    fputs(", of ", stdout);
    put_name(before);
    printf(": %zu value%s changed\n", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++)
        put_change(&rows[i]);
    put_other_groups("not explained:", now, before);
    put_other_groups("no longer seen, or explained:", before, now);
    free(rows);
}

/* ---- The matrix ---- */

/* A cell: `.` the value of the specification, the value's number in docs/traits.md where it
 * deviates, `+` a set of octets that does, `?` not measured. */
static char cell_of(const profile_record *r, trait_id id)
{
    for (size_t i = 0; i < r->deviation_count; i++)
        if (r->deviations[i].change.trait == id)
            return (unsigned)id < OCTET_PARTS ? '+' : (char)('1' + r->deviations[i].change.now);
    return r->not_measured[id] ? '?' : '.';
}

static bool deviates_somewhere(const profile_records *records, trait_id id)
{
    for (size_t i = 0; i < records->count; i++)
        if (cell_of(&records->items[i], id) != '?' && cell_of(&records->items[i], id) != '.')
            return true;
    return false;
}

/* Explains the numbers of a row. */
static void put_values(const profile_records *records, trait_id id)
{
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        bool any = false;
        for (size_t i = 0; i < records->count; i++)
            any = any || cell_of(&records->items[i], id) == (char)('1' + v);
        if (any)
            printf("         %u %s\n", v + 1, traits[id].values[v].does);
    }
}

void put_profile_matrix(const profile_records *records)
{
    printf("   1  %s\n", records->count > 0 ? records->items[0].specification->name : "rfc3986");
    for (size_t i = 0; i < records->count; i++) {
        printf("%4zu  ", i + 2);
        put_name(&records->items[i]);
        putchar('\n');
    }
    printf("\n%-7s%-26s", "risk", "trait");
    for (size_t i = 0; i <= records->count; i++)
        printf("%3zu", i + 1);
    putchar('\n');
    for (unsigned risk = 0; risk < TRAIT_RISKS; risk++)
        for (unsigned id = 0; id < TRAIT_COUNT; id++) {
            if ((unsigned)traits[id].risk != risk || !deviates_somewhere(records, (trait_id)id))
                continue;
            printf("%-7s%-26s  .", trait_risks[risk], traits[id].id);
            for (size_t i = 0; i < records->count; i++)
                printf("  %c", cell_of(&records->items[i], (trait_id)id));
            putchar('\n');
            put_values(records, (trait_id)id);
        }
    puts("\n. as the specification, ? not measured, + other octets; else the number of the value");
}

/* ---- Again ---- */

/* Of texts that the record has not: there is nothing to compare with. */
static void put_rates_of_others(const profile_record *kept, const prediction *now)
{
    printf("  predicted: %zu of %zu\n", now->predicted, now->asked);
    const char *by = kept->specification->document;
    printf("  predicted, of those that differ from %s%s: %zu of %zu\n", article(by), by,
           now->differing_predicted, now->differing);
}

bool put_profile_check(const profile_record *kept, const profile_check *found, const char *version)
{
    const prediction *was = &kept->unseen, *now = &found->unseen;
    const bool rates = was->asked == now->asked && was->predicted == now->predicted &&
                       was->differing == now->differing &&
                       was->differing_predicted == now->differing_predicted;
    const bool same = found->changed == 0 && (rates || found->others);
    put_name(kept);
    puts(same ? ": as it was measured" : ": not as it was measured");
    if (same) {
        if (found->others)
            put_rates_of_others(kept, now);
        return true;
    }
    if (strcmp(kept->version, version) != 0) {
        fputs("  this is ", stdout);
        put_printable(stdout, version);
        putchar('\n');
    }
    printf("  %zu of %zu examples have another answer", found->changed, found->examples);
    if (found->first != NULL) {
        fputs("; the first: ", stdout);
        put_text(stdout, found->first);
    }
    putchar('\n');
    if (found->others) {
        put_rates_of_others(kept, now);
        return false;
    }
    printf("  predicted: %zu of %zu, and were %zu of %zu\n", now->predicted, now->asked,
           was->predicted, was->asked);
    const char *by = kept->specification->document;
    printf("  predicted, of those that differ from %s%s: %zu of %zu, and were %zu of %zu\n",
           article(by), by, now->differing_predicted, now->differing, was->differing_predicted,
           was->differing);
    return false;
}
