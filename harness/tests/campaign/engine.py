#!/usr/bin/env -S python3 -S
# SPDX-License-Identifier: MIT
"""A program that behaves as a fuzz target with libFuzzer, for the test of `uriproof fuzz`. It can
serve two parsers, unless FAKE_PARSERS is empty. FAKE says what it does as an engine:

    works     tests a text a tick, writes one new text, and says so, until Ctrl-C
    crashes   the same, and then dies of a text, for which it writes a file; so does the next one
    reads     dies of the text "bad" as soon as it reads it in its folder
    rereads   the same; the first one works until somebody writes that text there
    nothing   ends at once
    dies      dies of the empty text, which libFuzzer tests first
    leaks     finds a leak at each text: at the first of its folder, of which it writes a file, it
              ends as libFuzzer does
    blind     sees no code of the target, and ends
    hangs     works, and as afl-fuzz keeps two texts as hangs, one of which ends
    stays     works, and has a child that ignores all signals that can be ignored

It has the word __AFL_SHM_ID, by which a target of AFL++ is known.

As afl-fuzz, by which name it is called too, it writes what AFL++ writes. As NAME.afl it runs no
file that comes after an option, as a target with AFL++'s driver does.
"""
import os
import signal
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
PANEL = os.path.join(os.path.dirname(HERE), "panel", "parser.py")
TICK = 0.02
WORDS = dict(word[1:].split("=", 1) for word in sys.argv[1:]
             if word.startswith("-") and "=" in word)
FAKE = os.environ.get("FAKE", "works")


def say(words):
    print(words, file=sys.stderr, flush=True)


def write(path, text):
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(text)


def read(path):
    with open(path, encoding="latin-1", newline="") as file:
        return file.read()


def crash(text):
    write(WORDS["artifact_prefix"] + "crash-" + str(len(os.listdir(WORDS["artifact_prefix"]))),
          text)
    fall_over()


def fall_over():
    say("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011")
    say("    #0 0x4a5b in __interceptor_memcpy (/x/target+0x4a5b)")
    say("    #1 0x4a5c in abort /x/abort.c:79:7")
    say("    #1 0x4a5c in __assert_fail_base assert/assert.c:92:3")
    say("    #1 0x4a5c  (/lib/x86_64-linux-gnu/libc.so.6+0x3c04f) (BuildId: 93ac61ec)")
    say("    #2 0x4a5c in read_host /x/parse.c:7:3")
    say("    #3 0x4a5d in abort_authority /x/parse.c:90:1")
    say("")
    say("SUMMARY: AddressSanitizer: heap-buffer-overflow /x/parse.c:7:3 in read_host")
    say("Base64: ")
    os._exit(77)


def leak():
    say("==1==ERROR: LeakSanitizer: detected memory leaks")
    say("    #0 0x4a5c in copy_text /x/parse.c:7:3")
    say("")
    say("SUMMARY: AddressSanitizer: 4 byte(s) leaked in 1 allocation(s).")
    say("Base64: L2I=")
    os._exit(77)


def be_libfuzzer():
    corpus = sys.argv[-1]
    if "reads" in FAKE:
        for name in sorted(os.listdir(corpus)):
            with open(os.path.join(corpus, name), "rb") as file:
                if file.read() == b"bad":
                    say("stat::number_of_executed_units: 1")
                    crash("bad")
    if FAKE == "dies":
        crash("")
    if FAKE == "nothing":
        say("cannot work: no reason")
        sys.exit(9)
    if FAKE == "leaks":
        name = min(name for name in os.listdir(corpus) if name[0] != ".")
        write(WORDS["artifact_prefix"] + "leak-" + name, read(os.path.join(corpus, name)))
        leak()
    if FAKE == "stays" and os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(TICK)
    if FAKE == "blind":
        say("#9\tINITED exec/s: 0 rss: 27Mb")
        say("ERROR: no interesting inputs were found.")
        sys.exit(1)
    write(os.path.join(corpus, "of-the-engine"), "http://@engine@a/")
    if WORDS.get("close_fd_mask") != "3":
        say("noise of the target")
    executions = [0]
    try:
        test_texts(executions)
    except KeyboardInterrupt:
        say("stat::number_of_executed_units: %d" % executions[0])


def test_texts(executions):
    while True:
        executions[0] += 10
        say("#%d\tNEW    cov: %d ft: 9 corp: 3/9b" % (executions[0], 40 + executions[0]))
        time.sleep(TICK)
        if FAKE == "crashes" and executions[0] == 100:
            crash("http://x")
        if FAKE == "rereads" and executions[0] == 100 and not os.listdir(WORDS["artifact_prefix"]):
            write(os.path.join(sys.argv[-1], "poison"), "bad")
            crash("bad")


def be_afl():
    words = sys.argv
    folder = os.path.join(words[words.index("-o") + 1],
                          words[words.index("-M" if "-M" in words else "-S") + 1])
    os.makedirs(os.path.join(folder, "queue"), exist_ok=True)
    os.makedirs(os.path.join(folder, "crashes"), exist_ok=True)
    if FAKE == "nothing":
        sys.exit(9)
    print("afl-fuzz++4.04c based on afl by somebody", flush=True)
    assert os.listdir(words[words.index("-i") + 1]), "no seeds"
    write(os.path.join(folder, "queue", "id:000000"), "http://@afl@a/")
    if FAKE == "crashes":
        write(os.path.join(folder, "crashes", "id:000000"), "http://x")
    if FAKE == "hangs":
        os.makedirs(os.path.join(folder, "hangs"), exist_ok=True)
        write(os.path.join(folder, "hangs", "id:000000"), "hang")
        write(os.path.join(folder, "hangs", "id:000001"), "http://slow")
    with open(os.path.join(folder, "plot_data"), "a", encoding="ascii") as plot:
        print("# relative_time, ...", file=plot, flush=True)
        for number in range(1, 10 ** 9):
            print(f"{number}, 0, 0, 1, 1, 1, 1.2%, 0, 0, 1, 9.5, {number * 7}, 55", file=plot,
                  flush=True)
            time.sleep(TICK)


def main():
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    if os.path.basename(sys.argv[0]) == "afl-fuzz":
        be_afl()
    elif first == "--uriproof-parsers":
        print(os.environ.get("FAKE_PARSERS", "first\nlast"))
    elif first == "-help=1":
        print("To run fuzzing pass 0 or more directories.")
    elif first.startswith("--uriproof-serve="):
        os.execvp("python3", ["python3", PANEL, first.split("=")[1]])
    elif first == "-merge=1":
        texts = [read(os.path.join(sys.argv[-1], name)) for name in os.listdir(sys.argv[-1])]
        if "bad" in texts:
            write(WORDS.get("artifact_prefix", "") + "crash-of-merge", "bad")
        if "leak" in texts and "leak_check_at_exit=0" not in os.environ.get("ASAN_OPTIONS", ""):
            sys.exit(1)
        write(os.path.join(sys.argv[-2], "smaller"), "http://@a@b/")
    elif "artifact_prefix" in WORDS:
        be_libfuzzer()
    elif not (sys.argv[0].endswith(".afl") and first.startswith("-")):
        # It is to run a file once more.
        text = read(sys.argv[-1])
        if text in ("http://x", "bad"):
            fall_over()
        if text == "undefined" and "halt_on_error=1" in os.environ["UBSAN_OPTIONS"]:
            fall_over()
        if text == "of afl" and sys.argv[0].endswith(".afl"):
            fall_over()
        if text == "leak" and "leak_check_at_exit=0" not in os.environ["ASAN_OPTIONS"]:
            os._exit(77)
        if FAKE == "leaks" and "detect_leaks=0" not in os.environ["ASAN_OPTIONS"].split(":"):
            leak()
        if text.startswith("overflow"):
            say(f"ub.c:19:74: runtime error: signed integer overflow: {text} + 1")
            say("SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior ub.c:19:74 in ")
            os._exit(77)
        if text == "late report":
            say("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000")
            say("    #0 0x4a5c in read_port /x/parse.c:9:3")
        if text == "closes":
            os.close(1)
            os.close(2)
        if text in ("hang", "late report", "closes"):
            time.sleep(1000)
        if text == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "long line":
            say("x" * (9 << 20))
        if text.startswith("exit "):
            os._exit(int(text[5:]))
        if text == "signal" or (text == "classes" and
                                any(name.startswith("URIPROOF_FUZZ_") for name in os.environ)):
            os.abort()


main()
