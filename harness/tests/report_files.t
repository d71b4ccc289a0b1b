#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reports destroy nothing of their user's (TAP 13), and what cannot be written is said before the
run.

URIPROOF_BIN is the folder of uriproof; default build/release.
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
MINE = "mine\n"


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def test(*reports):
    """A run of one case; `started` is made when the adapter is started."""
    options = [word for report in reports for word in ("--report", report)]
    return run("test", "--dialect", "rfc1630", "--select", "path-space", *options, "--", "sh", "-c",
               "touch started; exec \"$0\" serve", PROGRAM)


def write(path, text=MINE):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def read(path):
    """What the file holds; nothing if there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_neighbours(tap):
    write("r.json.part")
    done = test("json=r.json")
    tap.ok(done.returncode == 0 and read("r.json.part") == MINE,
           "r.json.part stays when r.json is written", done)
    tap.ok(sorted(os.listdir()) == ["r.json", "r.json.part", "started"],
           "nothing is left beside it", os.listdir())


def check_links(tap):
    os.makedirs("far")
    write("far/target.json", "{}")
    os.chmod("far/target.json", 0o640)
    os.symlink("far/target.json", "link.json")
    os.symlink("far/none.json", "dangling.json")
    done = test("json=link.json", "json=dangling.json")
    tap.ok(done.returncode == 0 and os.path.islink("link.json")
           and "uriproof-results" in read("far/target.json"),
           "a report to a symbolic link replaces the file that it leads to", done)
    tap.ok(stat.S_IMODE(os.stat("far/target.json").st_mode) == 0o640, "and keeps its mode",
           oct(os.stat("far/target.json").st_mode))
    tap.ok(os.path.islink("dangling.json") and "uriproof-results" in read("far/none.json"),
           "a link that leads to nothing leads to the report then")
    tap.ok(sorted(os.listdir("far")) == ["none.json", "target.json"], "nothing is left beside them",
           os.listdir("far"))


def check_mode(tap):
    umask = os.umask(0o027)
    write("old.md", "")
    os.chmod("old.md", 0o604)
    test("markdown=old.md", "junit=new.xml")
    os.umask(umask)
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in ("old.md", "new.xml")]
    tap.ok(modes == [0o604, 0o640], "an old file's mode stays, a new one's is the umask's",
           [oct(mode) for mode in modes])


def check_two_to_one(tap):
    os.makedirs("folder")
    os.symlink("folder", "same")
    write("there.json", "{}")
    os.link("there.json", "also.json")
    for first, second in (("r", "r"), ("r", "./r"), ("folder/r", "same/r"),
                          ("there.json", "also.json")):
        done = test("json=" + first, "tap=" + second)
        tap.ok(done.returncode == 2 and "one file" in done.stderr and "started" not in os.listdir(),
               "two reports to one file, %s and %s: a usage error" % (first, second), done)
    done = test("json=/dev/null", "tap=/dev/null")
    tap.ok(done.returncode == 0, "two reports to /dev/null are none", done)


def gate(baseline, report, *options):
    """As test, with a baseline."""
    return run("test", "--dialect", "rfc1630", "--level", "examples", "--baseline", baseline,
               *options, "--report", report, "--", "sh", "-c",
               "touch started; exec \"$0\" serve", PROGRAM)


def check_baseline(tap):
    made = gate("b.json", "tap=t", "--update-baseline")
    before = read("b.json")
    tap.ok(made.returncode == 0 and "uriproof-baseline" in before, "a baseline", made)
    os.remove("started")
    os.symlink("b.json", "link.json")
    for path in ("b.json", "./b.json", "link.json"):
        for options in ((), ("--update-baseline",)):
            done = gate("b.json", "json=" + path, *options)
            tap.ok(done.returncode == 2 and "the baseline and the json report are one file" in
                   done.stderr and "started" not in os.listdir() and read("b.json") == before,
                   "no report to the baseline, as %s%s" % (path, " ".join(("",) + options)), done)
    done = gate("none.json", "json=none.json", "--update-baseline")
    tap.ok(done.returncode == 2 and not os.path.exists("none.json"),
           "nor to one that is not there yet", done)


def check_baseline_before(tap):
    write("file")
    for path in ("none/b.json", "file/b.json", "folder/"):
        done = gate(path, "tap=/dev/null", "--update-baseline")
        tap.ok(done.returncode == 4 and path in done.stderr and os.listdir() == ["file"],
               "the baseline %s cannot be written: said before the run" % path,
               (done, os.listdir()))


def check_source(tap):
    test("json=rr.json")
    before = read("rr.json")
    os.symlink("rr.json", "link.json")
    for path in ("rr.json", "./rr.json", "link.json"):
        done = run("report", "--report", "tap=" + path, "rr.json")
        tap.ok(done.returncode == 2 and "one file" in done.stderr and read("rr.json") == before,
               "a report does not replace the results that it is made of, as " + path, done)


def check_before(tap):
    write("file")
    for path in ("none/r.json", "file/r.json", ".", "folder/", "x" * 300,
                 "/proc/self/nothing.json"):
        done = test("json=" + path)
        tap.ok(done.returncode == 4 and path in done.stderr and os.listdir() == ["file"],
               "%s cannot be written: said before the run" % path[:40], (done, os.listdir()))


def check_open(tap):
    """What stands in a file that is standard output stays there."""
    with open("log", "w", encoding="ascii") as log:
        log.write(MINE)
    with open("log", "a", encoding="ascii") as log:
        subprocess.run([PROGRAM, "test", "--level", "examples", "--dialect", "rfc1630", "--report",
                        "badge=/dev/stdout", "reference"], stdout=log,
                       stderr=subprocess.DEVNULL, check=False)
        log.write("later")
    tap.ok(read("log").startswith(MINE) and read("log").endswith("later")
           and "schemaVersion" in read("log") and os.listdir() == ["log"],
           "/dev/stdout, which adds to a file", (read("log"), os.listdir()))


def check_report(tap):
    test("json=notes.json")
    write("notes.md", "# Notes\n\nuriproof is what I tried.\n")
    done = run("report", "notes.json")
    tap.ok(done.returncode == 4 and "what I tried" in read("notes.md"),
           "also if they are about uriproof", done)
    write("notes.md")
    done = run("report", "notes.json")
    tap.ok(done.returncode == 4 and read("notes.md") == MINE and "--report markdown=notes.md"
           in done.stderr and not os.path.exists("notes.site"),
           "report notes.json leaves another's notes.md as it is", done)
    done = run("report", "--report", "markdown=notes.md", "notes.json")
    tap.ok(done.returncode == 0 and read("notes.md") != MINE, "it is replaced if it is named", done)
    done = run("report", "notes.json")
    tap.ok(done.returncode == 0 and os.path.exists("notes.site/index.html"),
           "pages of uriproof's are replaced", done)
    done = run("report", "notes.json")
    tap.ok(done.returncode == 0, "and again", done)


def check_folder(tap):
    """A folder of pages is replaced only if it is one of uriproof's."""
    test("json=r.json")
    os.makedirs("mine")
    write("mine/notes")
    done = run("report", "--report", "html=mine", "r.json")
    tap.ok(done.returncode == 4 and "uriproof did not write notes (" in done.stderr
           and os.listdir("mine") == ["notes"], "another's folder stays", done)
    write("file")
    done = run("report", "--report", "html=file", "r.json")
    tap.ok(done.returncode == 4 and read("file") == MINE and
           "no folder; name another place" in done.stderr, "a file is no folder", done)
    os.makedirs("empty")
    done = run("report", "--report", "html=empty/", "r.json")
    tap.ok(done.returncode == 0 and os.path.exists("empty/index.html"),
           "an empty folder is taken", done)
    done = run("report", "--report", "html=empty", "r.json")
    tap.ok(done.returncode == 0 and os.path.exists("empty/index.html"),
           "a folder of pages is replaced", done)
    done = run("report", "--report", "html=none/site", "r.json")
    tap.ok(done.returncode == 4 and "none/site" in done.stderr, "a folder in no folder", done)
    done = run("report", "--report", "html", "r.json")
    tap.ok(done.returncode == 2 and "--report html=FOLDER" in done.stderr,
           "standard output is no folder", done)
    os.symlink("elsewhere", "link")
    done = run("report", "--report", "html=link", "r.json")
    tap.ok(done.returncode == 4 and os.path.islink("link") and
           "a symbolic link, which is not replaced; name the folder itself" in done.stderr,
           "a symbolic link stays", done)
    os.chdir("mine")
    done = run("report", "--report", "html=.", "../r.json")
    os.chdir("..")
    tap.ok(done.returncode == 4 and "name a folder in it" in done.stderr,
           "the folder one is in stays", done)
    tap.ok(sorted(os.listdir()) == ["empty", "file", "link", "mine", "r.json", "started"],
           "nothing is left beside them", os.listdir())


def check_pipe(tap):
    """A name that is a pipe by mistake is not waited for without end."""
    os.mkfifo("pipe")
    done = test("json=pipe")
    tap.ok(done.returncode == 4 and
           "json report to pipe: a pipe from which no process reads" in done.stderr,
           "a pipe that no process reads", done)
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE)
    done = test("json=pipe")
    octets = reader.communicate()[0]
    tap.ok(done.returncode == 0 and octets.startswith(b"{"), "a pipe that one reads", done)


def tree(folder):
    """All that is in a folder, with the content of files."""
    return {os.path.join(at, name): read(os.path.join(at, name)) if name.endswith(".txt") else None
            for at, folders, files in os.walk(folder) for name in folders + files}


def check_users_files(tap):
    """What the user has put into a folder of pages, or changed there, is named and stays."""
    test("json=r.json")
    for way in ("report", "test"):
        for name, made in (("notes.txt", "echo mine >site/notes.txt"),
                           (".git", "mkdir site/.git && echo x >site/.git/HEAD"),
                           ("CNAME and notes.txt", "echo >site/CNAME; echo >site/notes.txt"),
                           ("clauses/own", "mkdir site/clauses/own"),
                           ("index.html", "echo '<!-- mine -->' >>site/index.html"),
                           ("style.css", "ln -sf ../file site/style.css"),
                           ("uriproof-files.txt", "rm site/uriproof-files.txt")):
            run("report", "--report", "html=site", "r.json")
            subprocess.run(made, shell=True, check=True)
            before = tree("site")
            if os.path.exists("started"):
                os.remove("started")
            done = test("html=site") if way == "test" else \
                run("report", "--report", "html=site", "r.json")
            tap.ok(done.returncode == 4 and name in done.stderr and tree("site") == before
                   and not os.path.exists("started"),
                   "%s: %s of the user's stays" % (way, name), (done, tree("site")))
            shutil.rmtree("site")
    test("html=site")
    run("test", "--dialect", "rfc1630", "--select", "path-space", "--report", "html=site", "--",
        "sh", "-c", "echo mine >site/notes.txt; exec \"$0\" serve", PROGRAM)
    tap.ok(read("site/notes.txt") == MINE, "also what is put there while parsers are asked",
           os.listdir("site"))
    tap.ok(sorted(os.listdir()) == ["r.json", "site"] or sorted(os.listdir()) ==
           ["r.json", "site", "started"], "nothing is left beside it", os.listdir())


def check_many(tap):
    """A page for each two of 400 parsers would be 80,000."""
    for half in "ab":
        adapters = [word for i in range(130) for word in
                    ("--adapter", "%s%d=exec %s serve" % (half, i, PROGRAM))]
        run("test", "--dialect", "rfc1630", "--select", "path-space", "--report",
            "json=%s.json" % half, *adapters)
    for form in ("html=site", "markdown=r.md"):
        done = run("report", "--report", form, "a.json", "b.json")
        tap.ok(done.returncode == 4 and "260 adapters" in done.stderr and "256" in done.stderr
               and sorted(os.listdir()) == ["a.json", "b.json"],
               "260 parsers are too many for %s" % form, (done, os.listdir()))


def main():
    tap = Tap()
    for check in (check_neighbours, check_links, check_mode, check_two_to_one, check_baseline,
                  check_baseline_before, check_source, check_before, check_open, check_report,
                  check_folder, check_pipe, check_users_files, check_many):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            check(tap)
            os.chdir(ROOT)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
