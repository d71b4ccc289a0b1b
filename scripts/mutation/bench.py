# SPDX-License-Identifier: MIT
"""Compiles mutants, links them with the judge and asks it."""
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import json
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import threading

LEVELS = ("examples", "clauses", "complete")
# Memory that was not written has always the same octets, so that a mutant that reads it does the
# same each time. Debug information would differ by every column.
_FLAGS = ["-w", "-g0", "-ftrivial-auto-var-init=pattern",
          "-Werror=implicit-function-declaration"]
# Of a terminal's Ctrl-C, which would look like a mutant that is not compiled, or crashes.
_OUT_OF_REACH = {"start_new_session": True}
_MOST_CRASHES = 20  # after which the judge gives up
_OUT_OF_MEMORY = 5  # how the judge ends where a mutant wants more than it may have
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


class Cache:
    """The results of earlier runs, a line of JSON each, so that a run can be taken up again."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        self.lock = threading.Lock()
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                with contextlib.suppress(ValueError):  # half a line, of a run that was killed
                    record = json.loads(line)
                    self.known[record.pop("key")] = record

    def find(self, key):
        record = self.known.get(key)
        return None if record is None else Result(
            **{**record, "code": tuple(map(tuple, record["code"]))})

    def add(self, key, result):
        if self.path is not None:
            with self.lock, self.path.open("a") as file:
                file.write(json.dumps({"key": key, **dataclasses.asdict(result)}) + "\n")


class Failure(Exception):
    """The bench itself does not work."""


@dataclasses.dataclass
class Result:
    # killed, survived; or dropped: uncompilable, unchanged, duplicate
    outcome: str
    how: str = ""  # killed: differs, clause, crash, hang; interface: by no vector alone
    level: str = ""  # killed: the first that did
    vector: str = ""  # killed: "rfc3986 dots-parent", the first that did
    code: tuple = ()  # what the objects are that are not the original's
    needs: list = dataclasses.field(default_factory=list)  # clauses that each that kills it names
    folders: int = 0  # of vectors, that were asked
    killers: list = dataclasses.field(default_factory=list)  # of the first folder, if all count

    @property
    def is_killed(self):
        """By a vector."""
        return self.outcome == "killed" and self.how != "interface"


def run(command, **more):
    """A command that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, **more)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))}\n{done.stderr or done.stdout}")
    return done.stdout


@dataclasses.dataclass
class Unit:
    """An object of the reference."""
    number: int
    path: pathlib.Path  # of its source, relative to the reference; or absolute
    compiler: list
    includes: set = dataclasses.field(default_factory=set)  # relative to the reference


class Bench:
    """The reference in `source`, compiled as the build folder says, and its judge."""

    def __init__(self, root, build, source, work, cache, all_killers=False):
        self.root = root
        self.build = build
        self.source = source
        self.work = work
        self.all_killers = all_killers  # asks on after it is known what a mutant needs
        self.original = root / "reference"
        self.dialects = {p.parent.name for p in (root / "vectors").glob("*/clauses.json")}
        self.seconds = {}  # that a mutant has, by folder of vectors
        self.cache = Cache(cache)
        self.environments = {}
        self.folders = []
        self.exempt = None
        self.exempt_count = 0
        self.units = []
        self.base = {}
        self.objects = []
        self.judged = {}
        self._places = []
        self.lock = threading.Lock()
        self.judges = set()  # that run
        self.stopped = False
        self._read_commands()
        self.link_flags = run(["pkg-config", "--libs", "libcjson", "zlib", "icu-uc"]).split() + [
            # as vectors/CMakeLists.txt has them: memory that runs out ends the judge
            f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc", "strdup", "strndup")]

    def _read_commands(self):
        path = self.build / "compile_commands.json"
        if not path.exists():
            raise Failure(f"no {path}: configure the build first (cmake --preset release)")
        for entry in sorted(json.loads(path.read_text()), key=lambda e: e["file"]):
            words = entry.get("arguments") or shlex.split(entry["command"])
            target = words[words.index("-o") + 1]
            if "uriproof_reference.dir" in target:
                del words[words.index("-o"):words.index("-o") + 2]
                words.remove(entry["file"])
                file = pathlib.Path(entry["file"])
                if file.is_relative_to(self.original):
                    file = file.relative_to(self.original)
                self.units.append(Unit(len(self.units), file, words))
        if not self.units:
            raise Failure(f"{path} has no object of the reference")
        self.compiler = self.units[0].compiler[0]
        for unit in self.units:
            self._find_includes(self.source / unit.path, unit.includes)

    def _find_includes(self, path, found):
        """The files of the reference that this one includes, and what those do."""
        for mark, name in _INCLUDE.findall(path.read_text()):
            beside = [path.parent] if mark == '"' else []
            for folder in [*beside, self.source, self.source / "include"]:
                file = (folder / name).resolve()
                if file.is_file() and file.is_relative_to(self.source):
                    if file.relative_to(self.source) not in found:
                        found.add(file.relative_to(self.source))
                        self._find_includes(file, found)
                    break

    def files(self):
        """The sources and headers that are compiled into the reference."""
        units = {u.path for u in self.units if not u.path.is_absolute()}
        return sorted(units.union(*(u.includes for u in self.units)))

    def place(self, name):
        return Place(self, self.work / name)

    def places(self, count):
        """The same each time."""
        while len(self._places) < count:
            self._places.append(self.place(f"place{len(self._places)}"))
        return self._places[:count]

    def stop(self):
        """Who waits for a judge need wait no longer, and finds out nothing."""
        with self.lock:
            self.stopped = True
            for judge in self.judges:
                judge.kill()

    @contextlib.contextmanager
    def judging(self, judge):
        with self.lock:
            self.judges.add(judge)
            if self.stopped:
                judge.kill()
        try:
            yield
        finally:
            with self.lock:
                self.judges.remove(judge)

    def prepare(self, jobs):
        """The original's objects, and the judge without the reference."""
        run(["cmake", "--build", self.build, "--target", "uriproof-judge"])
        judge = self.build / "scripts/mutation/CMakeFiles/uriproof-judge.dir/judge.c.o"
        self.rest = self.work / "rest.o"
        run([self.compiler, "-r", "-nostdlib", "-Wl,-S", "-o", self.rest, judge,
             *(self.build / f"harness/{room}/liburiproof_{room}.a"
               for room in ("corpus", "grammar", "protocol", "json", "base", "unicode"))])
        place = self.place("original")
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            errors = list(pool.map(place.compile, self.units))
        for unit, error in zip(self.units, errors):
            if error:
                raise Failure(f"{unit.path} does not compile:\n{error}")
            self.base[unit.number] = place.digest(unit)
            self.objects.append(place.object(unit))
        self._choose_folders()
        self.environments = {dialect: [self._digest(folder, dialect) for folder in self.folders]
                             for dialect in ("", *self.dialects)}
        self._exempt(place)
        first = self._baseline(place)
        second = self._baseline(place)
        if first != second or first != [["holds"]] * len(self.folders):
            raise Failure(f"the unchanged reference is judged: {first}; and then: {second}")

    def _digest(self, vectors, dialect):
        """Of all that a result depends on, but for the mutant, which is asked the vectors of the
        dialect, or if that is "", of all."""
        others = self.dialects - {dialect} if dialect else set()
        paths = [self.rest, *(self.source / f for f in self.files() if f.parts[0] not in others),
                 *(p for p in vectors.glob(f"{dialect or '*'}/**/*")
                   if p.suffix in (".json", ".txt") and p.parent.name != "mutation")]
        words = [run([self.compiler, "--version"]), *map(str, (u.compiler for u in self.units))]
        digest = hashlib.sha256("\n".join(words).encode())
        for path in sorted(paths):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.digest()

    def keys(self, mutant):
        """Of what is found out of it by the first folder of vectors alone; by the second too."""
        words = f"{mutant.source.name}\n{mutant.text()}".encode()
        return [hashlib.sha256(e + words).hexdigest()
                for e in self.environments[self.dialect_of(mutant)]]

    def dialect_of(self, mutant):
        """The dialect in whose own folder the mutant is: the vectors of others do not see it. ""
        if they may."""
        folder = pathlib.PurePath(mutant.source.name).parts[0]
        return folder if folder in self.dialects else ""

    def options(self):
        return ["--exempt", self.exempt]

    def _choose_folders(self):
        """Most mutants are known by what people wrote; so the generated vectors, which take long to
        read, are asked only where those do not know one."""
        vectors = self.root / "vectors"
        if any(vectors.glob("*/generated")):
            written = self.work / "vectors"
            shutil.copytree(vectors, written, ignore=lambda _, names: [
                n for n in names if n == "generated" or n.endswith((".c", ".h"))])
            self.folders.append(written)
        self.folders.append(vectors)

    def _exempt(self, place):
        """The vectors that do not list the clause by which the reference rejects their text."""
        lines = place.lines(place.link({}), ["--all"], self.folders[0])
        vectors = [words[1:3] for how, *words in lines if how == "clause"]
        self.exempt = self.work / "exempt"
        self.exempt.write_text("".join(f"{dialect} {name}\n" for dialect, name in vectors))
        self.exempt_count = len(vectors)

    def _baseline(self, place):
        """What the judge says of the original; and how long it takes at most."""
        program = place.link({})
        lines = []
        for folder in self.folders:
            self.seconds.setdefault(folder, 600)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            lines += place.lines(program, self.options(), folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            self.seconds[folder] = int(took * 10 + 1)
        return lines


def _take(result, how, level, dialect, vector, clauses):
    """One more vector kills the mutant; or the interface does."""
    named = set() if how == "interface" else set(clauses.split(",")) - {"-"}
    if not result.is_killed:
        result.outcome, result.how, result.level = "killed", how, level
        result.vector, result.needs = f"{dialect} {vector}", sorted(named)
    elif how != "interface":
        result.needs = sorted(named.intersection(result.needs))
    if how != "interface":
        result.killers.append(f"{dialect} {vector}")


class Place:
    """Where one mutant at a time is made."""

    def __init__(self, bench, folder):
        self.bench = bench
        self.folder = folder
        self.tree = folder / "reference"
        folder.mkdir(parents=True)
        shutil.copytree(bench.source, self.tree)

    def object(self, unit):
        return self.folder / f"{unit.number}.o"

    def compile(self, unit):
        """What the compiler says where it fails, or ""."""
        words = [w.replace(str(self.bench.original), str(self.tree)) for w in unit.compiler]
        command = [*words, *_FLAGS, "-o", self.object(unit), self.tree / unit.path]
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              **_OUT_OF_REACH)
        if done.returncode < 0 or "terminated program" in done.stderr:
            raise Failure(f"the compiler was killed: {shlex.join(map(str, command))}")
        return "" if done.returncode == 0 else done.stderr or "it says nothing"

    def digest(self, unit):
        return hashlib.sha256(self.object(unit).read_bytes()).hexdigest()

    def link(self, changed):
        program = self.folder / "judge"
        objects = [changed.get(u.number, o) for u, o in zip(self.bench.units, self.bench.objects)]
        run([self.bench.compiler, "-o", program, self.bench.rest, *objects,
             *self.bench.link_flags], **_OUT_OF_REACH)
        return program

    def lines(self, program, options, folder):
        """The judge's lines, in words, as they come. It is ended with the generator."""
        seconds = self.bench.seconds.get(folder, 600)
        command = [program, *options, "--seconds", str(seconds), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, text=True,
                              errors="replace",
                              **_OUT_OF_REACH) as judge, self.bench.judging(judge):
            patience = threading.Timer(60 + 60 * seconds, judge.kill)
            patience.start()
            try:
                line = ""
                for line in judge.stdout:
                    yield line.split()
                judge.wait()
                if self.bench.stopped:
                    raise Failure("stopped")
                if judge.returncode == -signal.SIGKILL:
                    yield ["hang", LEVELS[1], "-", "-", "-"]
                elif judge.returncode == _OUT_OF_MEMORY:
                    yield ["crash", LEVELS[1], "-", "-", "-"]
                elif judge.returncode not in (0, 1) or line == "":
                    raise Failure(f"the judge ended with {judge.returncode}")
            finally:
                patience.cancel()
                judge.kill()

    def _ask(self, program, options):
        """What the vectors say of a mutant: the first that kills it, and what it needs of those
        that people wrote. Mostly that is nothing, and known after a few of them. One that hangs or
        crashes too often has no list of killers."""
        result = Result("survived")
        for folder in self.bench.folders:
            crashes = 0
            result.folders += 1
            with contextlib.closing(self.lines(program, ["--all", *options], folder)) as lines:
                for how, *words in lines:
                    if how != "holds":  # a mutant may give a dialect no name
                        _take(result, how, *(words + 4 * ["-"])[:4])
                    crashes += how == "crash"
                    ends = how == "hang" or crashes == _MOST_CRASHES
                    if ends:
                        result.needs = []
                    if result.is_killed and not result.needs and \
                            (ends or not self.bench.all_killers):
                        result.killers = []
                        break
            if result.is_killed:
                break
        if result.folders == len(self.bench.folders) > 1:
            result.needs = result.killers = []
        return result

    def _options(self, mutant):
        dialect = self.bench.dialect_of(mutant)
        return [*self.bench.options(), *(["--dialect", dialect] if dialect else [])]

    def _compile_mutant(self, path):
        """The objects that differ from the original's, by number; None where one does not compile.
        """
        changed = {}
        for unit in self.bench.units:
            if unit.path == path or path in unit.includes:
                if self.compile(unit):
                    return None
                digest = self.digest(unit)
                if digest != self.bench.base[unit.number]:
                    changed[unit.number] = digest
        return changed

    def try_mutant(self, mutant):
        keys = self.bench.keys(mutant)
        for count, key in enumerate(keys, 1):
            result = self.bench.cache.find(key)
            if result is not None and result.folders <= count:
                return result
        result = self._make_and_try(mutant)
        self.bench.cache.add(keys[max(result.folders, 1) - 1], result)
        return result

    def _compiled(self, mutant):
        """As _compile_mutant."""
        path = pathlib.Path(mutant.source.name)
        file = self.tree / path
        file.write_text(mutant.text())
        try:
            return self._compile_mutant(path)
        finally:
            file.write_text(mutant.source.text)

    def make(self, mutant):
        """The judge with a mutant that is known to compile."""
        return self.link({n: self.folder / f"{n}.o" for n in self._compiled(mutant)})

    def _make_and_try(self, mutant):
        changed = self._compiled(mutant)
        if changed is None:
            return Result("uncompilable")
        if not changed:
            return Result("unchanged")
        code = tuple(sorted(changed.items()))
        known = self.bench.judged.get(code)
        if known is None:
            known = self._judge_mutant(mutant, changed)
            known.code = code
            self.bench.judged[code] = known
        return dataclasses.replace(known)

    def _judge_mutant(self, mutant, changed):
        try:
            program = self.link({n: self.folder / f"{n}.o" for n in changed})
        except Failure:
            return Result("uncompilable")
        return self._ask(program, self._options(mutant))
