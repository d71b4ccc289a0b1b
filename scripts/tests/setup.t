#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A faulty package or adapter stops no other (TAP 13): scripts/setup and scripts/build. apt-get and
dpkg-query are stand-ins, so nothing is installed; cmake is the real one, on a small project."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors" / "tests"))

from tap import Tap  # noqa: E402

# One that installs all but the packages in $FAULTY, and then knows them as installed.
APT_GET = """#!/bin/sh
[ "$1" = install ] || exit 0
[ "$2" != --print-uris ] || { echo "'http://h/a.deb' a.deb 7000000 SHA256:0"; exit 0; }
for package; do
    case " $FAULTY " in *" $package "*) echo "E: Broken packages" >&2; exit 100 ;; esac
done
for package; do echo "$package" >>"$INSTALLED"; done
"""
DPKG_QUERY = """#!/bin/sh
for package; do :; done
if grep -qx -e "$package" "$INSTALLED"; then echo installed; else exit 1; fi
"""
# What --all leaves out, which a run of all groups brings.
LARGE = {"chromium", "firefox", "webkit", "crystal-uri", "elixir-uri", "haskell-network-uri",
         "mono-uri"}
LARGE_PACKAGES = {"chromium", "firefox-esr", "crystal", "elixir", "ghc", "mono-mcs"}
ALL = ("--all", "--browsers", "--more")
TRUE = "#!/bin/sh\n"
ID = "#!/bin/sh\necho 0\n"

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(x LANGUAGES C)
file(WRITE ${CMAKE_BINARY_DIR}/bad.c "this is not C")
file(WRITE ${CMAKE_BINARY_DIR}/good.c "int main(void) { return 0; }")
add_subdirectory(harness/adapters)
add_executable(essential ${CMAKE_BINARY_DIR}/%s.c)
"""
ADAPTERS = """foreach(name bad good)
    add_executable(uriproof-host-${name} ${CMAKE_BINARY_DIR}/${name}.c)
endforeach()
"""


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def set_up(folder, faulty, *groups):
    """Runs scripts/setup where nothing is installed; returns that run, and what was installed."""
    (folder / "installed").write_text("")
    environment = {**os.environ, "FAULTY": faulty, "INSTALLED": str(folder / "installed"),
                   "PATH": "%s/bin:%s" % (folder, os.environ["PATH"])}
    environment.pop("URIPROOF_BROWSERS", None)
    done = subprocess.run([folder / "scripts/setup", *groups], env=environment,
                          capture_output=True, text=True, check=False)
    left_out = subprocess.run([folder / "scripts/setup", "--left-out"], env=environment,
                              capture_output=True, text=True, check=False)
    return done, set((folder / "installed").read_text().split()), left_out.stdout.split()


def check_setup(tap, folder):
    for name, text in (("apt-get", APT_GET), ("dpkg-query", DPKG_QUERY), ("npm", TRUE), ("id", ID)):
        put(folder / "bin" / name, text)
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/setup", folder / "scripts/setup")
    for manifest in (ROOT / "harness/adapters").glob("*/*.json"):
        put(folder / manifest.relative_to(ROOT), manifest.read_text())
    for place in ("harness/adapters/node/packages", "reports/tests"):
        put(folder / place / "package-lock.json", "{}")
        (folder / place / "node_modules").mkdir()
    done, installed, large = set_up(folder, "", "--all")
    tap.ok(done.returncode == 0 and set(large) == LARGE and "libserd-dev" in installed and
           not LARGE_PACKAGES & installed, "all is there but what is large", (done, large))
    done, installed, left_out = set_up(folder, "", "--browsers")
    tap.ok(done.returncode == 0 and {"chromium", "firefox-esr"} <= installed and
           "ghc" not in installed and "--browsers downloads 7 MB\n" in done.stdout,
           "the browsers, and how much they download", (done, installed))
    tap.ok("chromium" not in left_out and "haskell-network-uri" in left_out, "and no more",
           left_out)
    done, installed, left_out = set_up(folder, "xvfb", "--all", "--browsers", "--more")
    tap.ok(done.returncode == 0 and left_out == ["webkit"] and "ghc" in installed and
           "xvfb cannot be installed; absent without it: webkit\n" in done.stdout,
           "a browser that cannot be installed is named", (done, left_out))
    done, installed, left_out = set_up(folder, "libserd-dev tcllib", *ALL)
    tap.ok(done.returncode == 0 and left_out == ["serd", "tcl-uri"] and
           {"libneon27-dev", "libxml2-dev", "cmake"} <= installed,
           "two that cannot be installed stop no other", (done, left_out))
    tap.ok("libserd-dev cannot be installed; absent without it: serd\n" in done.stdout and
           "tcllib cannot be installed; absent without it: tcl-uri\n" in done.stdout,
           "they are named, with their adapters", done.stdout)
    done, installed, left_out = set_up(folder, "g++", *ALL)
    tap.ok(left_out == ["boost-url", "poco", "qurl"], "a name with + is found", left_out)
    new = folder / "harness/adapters/python/new.json"
    put(new, '{\n  "name": "new",\n  "get": "apt-get install libnew-dev libnew2, then build"\n}\n')
    done, installed, _ = set_up(folder, "", "--all")
    tap.ok({"libnew-dev", "libnew2"} <= installed, "a new manifest says what it needs", installed)
    done, installed, left_out = set_up(folder, "libnew2", *ALL)
    tap.ok(done.returncode == 0 and left_out == ["new"] and
           "libnew2 cannot be installed; absent without it: new\n" in done.stdout,
           "what cannot be installed is named", (done, left_out))
    new.unlink()
    done, installed, _ = set_up(folder, "cmake", "tests")
    tap.ok(done.returncode != 0, "what the build needs has to be there", done)
    done, installed, _ = set_up(folder, "", "tests")
    tap.ok("cmake" in installed and "python3" in installed and "liburiparser-dev" not in installed
           and "valgrind" not in installed, "a group brings no other", installed)
    done, installed, _ = set_up(folder, "", "nonsense")
    tap.ok(done.returncode == 2 and not installed, "an unknown group: status 2", done)


def build(folder, essential):
    put(folder / "CMakeLists.txt", PROJECT % essential)
    put(folder / "harness/adapters/CMakeLists.txt", ADAPTERS)
    (folder / "scripts").mkdir(exist_ok=True)
    shutil.copy(ROOT / "scripts/build", folder / "scripts/build")
    shutil.copy(ROOT / "CMakePresets.json", folder)
    return subprocess.run([folder / "scripts/build"], capture_output=True, text=True, check=False)


def check_build(tap, folder):
    done = build(folder, "good")
    built = folder / "build/release/harness/adapters"
    tap.ok(done.returncode == 0 and (built / "uriproof-host-good").exists() and
           (folder / "build/release/essential").exists(), "a faulty adapter stops no other", done)
    tap.ok("cannot build uriproof-host-bad; its adapter is left out" in done.stderr,
           "it is named", done.stderr)
    done = build(folder, "bad")
    tap.ok(done.returncode == 1, "any other fault is an error", done)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        check_setup(tap, pathlib.Path(folder) / "setup")
        check_build(tap, pathlib.Path(folder) / "build")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
