/* SPDX-License-Identifier: MIT */
/*
 * What the files of a check-up share. A step asks its questions by check_ask, which says itself
 * what is wrong where one is not answered; then the process is ended, and the next step has a new
 * one. What comes besides answers is counted all the way, and is a step of its own at the end.
 * For one thread, as the session is.
 */
#ifndef URIPROOF_ADAPTER_CHECK_CHECK_STATE_H
#define URIPROOF_ADAPTER_CHECK_CHECK_STATE_H

#include "adapter_check.h"
#include "protocol/protocol.h"

/* How long what the adapter leaves may take to end by itself. */
enum { CHECK_LINGER_MS = 1000 };

/* What an adapter is asked, and what came. */
typedef struct question {
    const char *op;
    uint64_t id; /* 0: the next */
    uriproof_span field[2];
    json_memory memory; /* of the answer */
    uriproof_answer answer;
    uriproof_error error; /* where it is not readable */
    uriproof_op read_as;
    bool hexadecimal; /* even where plain would do */
    bool answered;
    bool readable;
} question;

typedef struct check_state {
    char *const *command;
    const adapter_check_options *options;
    talk *talk; /* greeted; NULL if the next step is to begin one */
    hello greeting;
    uriproof_op probe; /* what it is asked where any operation will do */
    const char *what;  /* the step */
    char what_room[60];
    const char *remedy; /* of a broken answer in this step */
    uint64_t next_id;
    uint64_t until;
    size_t strays; /* lines that are no answers to what was asked */
    bool strayed;  /* one came in this step */
    char stray_words[180];
    char left[120]; /* the command of a process that it left running; or "" */
    unsigned silent;
    bool stopped;
    bool useless; /* to go on */
} check_state;

/* ---- Findings of the step ---- */

/* The step is called `start`, `word` and `end` together. */
void check_name_step(check_state *k, const char *start, const char *word, const char *end);

/* It is ok, and this was seen. */
__attribute__((format(printf, 2, 3))) void check_fine(check_state *k, const char *format, ...);

/* It is ok, and the name of the step says all. */
void check_well(check_state *k);

__attribute__((format(printf, 4, 5))) void check_say(check_state *k, verdict v, const char *remedy,
                                                     const char *format, ...);

/* What it wrote to standard error. For people to read; no fault. */
void check_tell_errors(check_state *k);

/* ---- The process ---- */

/* Starts it and sends the hello's request. Returns false, with *error, if that fails. */
bool check_begin(check_state *k, uriproof_error *error);

/* Returns true if the hello came. If not, that is told. */
bool check_is_hello(check_state *k, session_event event);

/* Returns true if there is one to ask: begins another session if the last was ended. What
 * goes wrong with that is said. */
bool check_is_talking(check_state *k);

/* Ends the process, if there is one. */
void check_hang_up(check_state *k);

/* ---- questions.c: questions and answers ---- */

/* Octets and words are borrowed until the question is asked. */
question question_of(uriproof_op op, uriproof_span octets);
question question_of_words(uriproof_op op, const char *words);

/* What every parser can answer. */
question question_of_sample(uriproof_op op);

/* Asks all at once, and waits for their answers. Returns false if one is missing or broken, which
 * is said; else the caller forgets the questions. */
bool check_ask(check_state *k, question *questions, size_t count);

/* The same, where a broken answer is as good as any: it is not `readable`. */
bool check_ask_unread(check_state *k, question *questions, size_t count);

/* Frees the answers to them. */
void questions_forget(question *questions, size_t count);

/* A line that came: the answer to one of the questions, or a stray. */
void check_take_answer(check_state *k, question *questions, size_t count, const session_line *line);

/* ---- The steps: each says what it found ---- */

/* Checks each field of the hello by itself, so that all that is wrong is seen at once. */
void check_hello(check_state *k, const session_line *line);

/* steps.c */
typedef struct check_step {
    const char *what;
    void (*run)(check_state *k);
    const char *remedy;
} check_step;

enum { CHECK_STEP_COUNT = 9 };
extern const check_step check_steps[CHECK_STEP_COUNT];

void check_operation(check_state *k, uriproof_op op);

/* One step of the table. */
void check_empty_parts(check_state *k);

/* The last steps. */
void check_leaving(check_state *k);
void check_strays(check_state *k);
void check_orphans(check_state *k);

#endif
