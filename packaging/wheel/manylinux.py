#!/usr/bin/python3
"""Prints on which Linux systems a compiled file runs, by the rules of PEP 600 as auditwheel applies them.

  manylinux.py FILE...     prints the platform of each file and what the file needs; fails if a file fits no platform

A file may load only the libraries in ALLOWED, and needs the newest version of glibc that its symbols name. A platform
also allows a version of libstdc++: the version of the GCC that distributions with this glibc have.
"""
import re
import subprocess
import sys
from pathlib import Path

# Libraries that every Linux desktop and server has. The list of PEP 600 also has OpenGL and the X libraries, which are
# left out on purpose.
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1", "libstdc++.so.6",
           "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
# (version of glibc, newest symbols of libstdc++ in the distributions with this glibc). The distributions are AlmaLinux
# 9, Ubuntu 22.04 (and Debian 12), Ubuntu 24.04.
LIBSTDCXX = [((2, 34), (3, 4, 29)), ((2, 35), (3, 4, 30)), ((2, 39), (3, 4, 33))]


class Unportable(Exception):
    pass


def needs(file):
    """Returns the libraries that a file loads, and the newest version of each kind of symbol, by the name of the
    kind."""
    text = subprocess.run(["objdump", "-p", file], check=True, capture_output=True, text=True).stdout
    libraries = re.findall(r"NEEDED +(\S+)", text)
    newest = {}
    for kind, number in re.findall(r" (GLIBC|GLIBCXX|CXXABI)_([0-9.]+)$", text, re.M):
        newest[kind] = max(newest.get(kind, ()), tuple(map(int, number.split("."))))
    return libraries, newest


def platform_of(file):
    """Returns the platform, such as manylinux_2_36_x86_64, or throws Unportable."""
    libraries, newest = needs(file)
    foreign = sorted(set(libraries) - ALLOWED)
    if foreign:
        raise Unportable(f"{Path(file).name}: loads {', '.join(foreign)}, which other machines may lack")
    glibc = newest["GLIBC"]
    for of_age, symbols in LIBSTDCXX:
        if newest.get("GLIBCXX", ()) <= symbols:
            glibc = max(glibc, of_age)
            break
    else:
        raise Unportable(f"{Path(file).name}: needs a libstdc++ that is newer than all versions known here")
    machine = re.search(r"file format elf64-(\S+)", subprocess.run(["objdump", "-f", file], check=True, text=True,
                                                                  capture_output=True).stdout)[1]
    return f"manylinux_{glibc[0]}_{glibc[1]}_{machine.replace('-', '_')}"


def main():
    failed = False
    for file in sys.argv[1:]:
        libraries, newest = needs(file)
        versions = [f"{kind}_{'.'.join(map(str, number))}" for kind, number in sorted(newest.items())]
        try:
            print(f"{Path(file).name}: {platform_of(file)}; {', '.join(libraries)}; {', '.join(versions)}")
        except Unportable as error:
            print(f"manylinux.py: {error}", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
