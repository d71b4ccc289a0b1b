/* SPDX-License-Identifier: MIT */
/*
 * What the files of a check-up share. A step asks its questions by checkup_ask, which says itself
 * what is wrong where one is not answered; then the process is ended, and the next step has a new
 * one. What comes besides answers is counted all the way, and is a step of its own at the end.
 * For one thread, as the conversation is.
 */
#ifndef URIPROOF_ADAPTER_CHECK_CHECKUP_STATE_H
#define URIPROOF_ADAPTER_CHECK_CHECKUP_STATE_H

#include "adapter_check.h"
#include "protocol/protocol.h"

/* What an adapter is asked, and what came. */
typedef struct question {
    const char *op;
    uint64_t id; /* 0: the next */
    uriproof_span field[2];
    cJSON *object;
    uriproof_answer answer;
    uriproof_error error; /* where it is not readable */
    uriproof_op read_as;
    bool hexadecimal; /* even where plain would do */
    bool answered;
    bool readable;
} question;

typedef struct checkup_state {
    uv_loop_t *loop;
    char *const *command;
    const checkup_options *options;
    conversation *talk; /* greeted; NULL where the next step is to begin one */
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
    unsigned silent;
    bool stopped;
    bool useless; /* to go on */
} checkup_state;

/* ---- checkup_tell.c: findings of the step ---- */

/* The step is called `start`, `word` and `end` together. */
void checkup_name_step(checkup_state *k, const char *start, const char *word, const char *end);

/* It is ok, and this was seen. */
__attribute__((format(printf, 2, 3))) void checkup_fine(checkup_state *k, const char *format, ...);

/* It is ok, and the name of the step says all. */
void checkup_well(checkup_state *k);

__attribute__((format(printf, 4, 5))) void checkup_say(checkup_state *k, verdict v,
                                                       const char *remedy, const char *format, ...);

/* What it wrote to standard error. For people to read; no fault. */
void checkup_tell_errors(checkup_state *k);

/* ---- checkup_talk.c: the process ---- */

/* Starts it and greets it. False where it cannot be started: *error is a libuv error number. */
bool checkup_begin(checkup_state *k, int *error);

/* The line that answers the greeting; false where there is none, which is said. */
bool checkup_hear_hello(checkup_state *k, uv_buf_t *line);

/* True where there is one to ask: begins another conversation where the last was ended. What goes
 * wrong with that is said. */
bool checkup_is_talking(checkup_state *k);

/* Ends the process, if there is one. */
void checkup_hang_up(checkup_state *k);

/* ---- checkup_ask.c: questions and answers ---- */

/* Octets and words are borrowed until the question is asked. */
question question_of(uriproof_op op, uriproof_span octets);
question question_of_words(uriproof_op op, const char *words);

/* What every parser can answer. */
question question_of_sample(uriproof_op op);

/* Asks all at once, and waits for their answers. False where one is missing or broken, which is
 * said; else the caller forgets the questions. */
bool checkup_ask(checkup_state *k, question *questions, size_t count);

/* The same, where a broken answer is as good as any: it is not `readable`. */
bool checkup_ask_unread(checkup_state *k, question *questions, size_t count);

/* Frees the answers to them. */
void questions_forget(question *questions, size_t count);

/* A line that came: the answer to one of the questions, or a stray. */
void checkup_take_answer(checkup_state *k, question *questions, size_t count, const uv_buf_t *line);

/* ---- The steps: each says what it found ---- */

/* checkup_hello.c: each field by itself, so that all that is wrong is seen at once. */
void checkup_hello(checkup_state *k, const uv_buf_t *line);

/* checkup_steps.c */
typedef struct checkup_step {
    const char *what;
    void (*run)(checkup_state *k);
    const char *remedy;
} checkup_step;

enum { CHECKUP_STEP_COUNT = 9 };
extern const checkup_step checkup_steps[CHECKUP_STEP_COUNT];

void checkup_operation(checkup_state *k, uriproof_op op);

/* checkup_void.c: one of the table's. */
void checkup_void(checkup_state *k);

/* checkup_end.c */
void checkup_leaving(checkup_state *k);
void checkup_strays(checkup_state *k);
void checkup_left_over(checkup_state *k);

#endif
