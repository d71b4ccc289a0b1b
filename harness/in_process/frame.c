/* SPDX-License-Identifier: MIT */
#include "frame.h"

size_t frame_begin(octet_buffer *to)
{
    const uint32_t length = 0;
    size_t begun = to->length;
    buffer_add(to, (const char *)&length, sizeof length);
    return begun;
}

bool frame_end(octet_buffer *to, size_t begun)
{
    size_t all = to->length - begun - sizeof(uint32_t);
    const uint32_t length = (uint32_t)all;
    memcpy(to->octets + begun, &length, sizeof length);
    return all <= UINT32_MAX;
}

static void put(octet_buffer *to, const void *octets, size_t length)
{
    buffer_add(to, octets, length);
}

static bool take(frame_reader *from, void *octets, size_t length)
{
    if (from->left < length)
        return false;
    memcpy(octets, from->at, length);
    from->at += length;
    from->left -= length;
    return true;
}

/* Writes a text: its length and 1, or 0 if it is absent; its octets, and a NUL. */
static void put_span(octet_buffer *to, uriproof_span text)
{
    const uint64_t room = uriproof_present(text) ? (uint64_t)text.length + 1 : 0;
    put(to, &room, sizeof room);
    if (room == 0)
        return;
    put(to, text.octets, text.length);
    put(to, "", 1);
}

static bool take_span(frame_reader *from, uriproof_span *text)
{
    uint64_t room;
    *text = (uriproof_span){NULL, 0};
    if (!take(from, &room, sizeof room) || room > from->left)
        return false;
    if (room == 0)
        return true;
    *text = (uriproof_span){from->at, (size_t)room - 1};
    from->at += room;
    from->left -= (size_t)room;
    return text->octets[text->length] == '\0';
}

void frame_put_question(octet_buffer *to, const frame_question *one)
{
    const unsigned char op = (unsigned char)one->request.op;
    put(to, &one->asked, sizeof one->asked);
    put(to, &op, sizeof op);
    put_span(to, one->request.field[0]);
    put_span(to, one->request.field[1]);
}

bool frame_take_question(frame_reader *from, frame_question *one)
{
    unsigned char op;
    if (!take(from, &one->asked, sizeof one->asked) || one->asked == 0 ||
        !take(from, &op, sizeof op) || op >= URIPROOF_OP_COUNT)
        return false;
    one->request.op = (uriproof_op)op;
    return take_span(from, &one->request.field[0]) && take_span(from, &one->request.field[1]);
}

void frame_put_count(octet_buffer *to, size_t groups)
{
    const unsigned char count = (unsigned char)groups;
    put(to, &count, sizeof count);
}

bool frame_take_count(frame_reader *from, size_t *groups)
{
    unsigned char count;
    bool good = take(from, &count, sizeof count);
    *groups = good ? count : 0;
    return good;
}

/* What is no text in a reply. */
typedef struct reply_head {
    parser_set gave;
    unsigned char status, equal, padding[6];
} reply_head;

void frame_put_reply(octet_buffer *to, parser_set gave, const reply *one)
{
    const reply_head head = {
        .gave = gave, .status = (unsigned char)one->answer.status, .equal = one->answer.equal};
    put(to, &head, sizeof head);
    put_span(to, one->answer.result);
    for (size_t i = 0; i < PIECE_COUNT; i++)
        put_span(to, one->pieces.at[i]);
}

/* Reads the parts, as components. */
static bool take_parts(frame_reader *from, uriproof_parts *parts)
{
    uriproof_components *c = &parts->components;
    uriproof_span *const at[PIECE_COUNT] = {
        [PIECE_SCHEME] = &c->scheme,     [PIECE_USER] = &c->user,
        [PIECE_PASSWORD] = &c->password, [PIECE_HOST] = &c->host,
        [PIECE_PORT] = &c->port,         [PIECE_PATH] = &c->path,
        [PIECE_QUERY] = &c->query,       [PIECE_FRAGMENT] = &c->fragment,
    };
    parts->has_components = true;
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (!take_span(from, at[i]))
            return false;
    return true;
}

bool frame_take_reply(frame_reader *from, uriproof_op op, parser_set *gave, reply *one)
{
    reply_head head;
    *one = (reply){.words = NULL};
    if (!take(from, &head, sizeof head) || head.gave == 0 || head.status >= ANSWER_STATUS_COUNT ||
        head.equal > 1 || !take_span(from, &one->answer.result) ||
        !take_parts(from, &one->answer.parts))
        return false;
    *gave = head.gave;
    one->answer.status = (uriproof_status)head.status;
    one->answer.has_equal = op == URIPROOF_EQUIVALENT;
    one->answer.equal = head.equal != 0;
    reply_settle(op, one);
    return !reply_accepts(one) || uriproof_ops[op].result == NULL ||
           uriproof_present(one->answer.result);
}
