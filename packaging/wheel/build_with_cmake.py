"""Builds the wheel and the source package of the Python module for pip and other front ends (PEP 517).

CMake compiles the module and installs it into a folder, which becomes the wheel. A program or a header that the system
has is not requested from a package index, so that `pip install .` needs no network if tools/deps has been run.

GPUBUCK_BUILD=DIR takes a build folder that exists, such as build/release, instead of build/pip-*.
SOURCE_DATE_EPOCH is the time of all files, so that the same source gives the same bytes.
"""
import base64
import glob
import gzip
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:  # Python 3.9 and 3.10
    import tomli as tomllib

import manylinux

SOURCE = Path(__file__).resolve().parent.parent.parent
# The files that a build of the module reads. The program and the page need more files.
SOURCE_PACKAGE = ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "assets/scenarios/",
                  "cmake/", "docs/python.md", "packaging/wheel/", "shaders/", "src/")
ON_DEBIAN = "cmake ninja-build pybind11-dev"


def stop(message):
    print(f"gpubuck: {message}", file=sys.stderr)
    raise SystemExit(1)


def has_pybind11():
    """Returns whether CMake finds pybind11, as a package of Python or of the system."""
    return importlib.util.find_spec("pybind11") or any(
        glob.glob(f"/usr{local}/{folder}/cmake/pybind11/pybind11Config.cmake")
        for local in ("", "/local") for folder in ("share", "lib", "lib64", "lib/*"))


def missing_requirements():
    return [name for name, present in [("cmake>=3.22", shutil.which("cmake")), ("ninja", shutil.which("ninja")),
                                       ("pybind11>=2.10", has_pybind11())] if not present]


def get_requires_for_build_wheel(config_settings=None):
    missing = missing_requirements()
    if missing:
        print(f"gpubuck: pip fetches {', '.join(missing)}; without a network install them with the system's packages "
              f"(Debian: {ON_DEBIAN})", file=sys.stderr)
    return missing


def get_requires_for_build_sdist(config_settings=None):
    return []


def version():
    return re.search(r"project\(gpubuck VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]


def metadata():
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version()}",
             f"Summary: {project['description']}", f"Author: {project['authors'][0]['name']}",
             f"License: {project['license']['text']}", f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"Classifier: {each}" for each in project["classifiers"]]
    lines += [f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {each}" for each in project["dependencies"]]
    for extra, needed in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {each}; extra == '{extra}'" for each in needed)]
    lines += ["Description-Content-Type: text/markdown", "", (SOURCE / project["readme"]).read_text()]
    return "\n".join(lines)


def modified():
    """Returns the time of all files; zip has no times before 1980."""
    return max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800)


def cmake(*arguments):
    try:
        subprocess.run(["cmake", *map(str, arguments)], check=True)
    except subprocess.CalledProcessError:
        stop("CMake stopped; the lines above give the reason, such as a missing library. `tools/deps` installs all "
             "libraries on Debian, docs/install.md has other systems, and the wheel of a release needs no libraries")


def build_module():
    """Compiles the module, and returns its build folder."""
    given = os.environ.get("GPUBUCK_BUILD")
    build = Path(given).resolve() if given else SOURCE / "build" / f"pip-{sys.implementation.cache_tag}"
    if not given:
        missing = missing_requirements()
        if missing:
            stop(f"{', '.join(missing)}: not found; install them with the system's packages (Debian: {ON_DEBIAN}), or "
                 "let pip fetch them, without --no-build-isolation")
        options = [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}"]
        if importlib.util.find_spec("pybind11"):
            import pybind11
            options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        cmake("-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
              "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0", "-DGPUBUCK_TESTS=OFF", "-DGPUBUCK_PROGRAM=OFF", *options)
    cmake("--build", build, "--target", "gpubuck_python")
    return build


def tag_of(module, portable):
    """Returns the tag of the wheel. The name of the compiled module tells the version of CPython."""
    python = re.search(r"\.cpython-(\d+)", module.name)[1]
    platform = manylinux.platform_of(module) if portable else sysconfig.get_platform()
    return f"cp{python}-cp{python}-{re.sub('[-.]', '_', platform)}"


def write_wheel(path, files):
    """Packs {name in the wheel: bytes}, with the list of all files that the format requires."""
    record = path.name.rsplit("-", 3)[0] + ".dist-info/RECORD"
    rows = []
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(files[name])}\n")
    files = {**files, record: "".join([*rows, f"{record},,\n"]).encode()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, time.gmtime(modified())[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            archive.writestr(info, files[name])


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = build_module()
    portable = "GPUBUCK_PORTABLE:BOOL=ON" in (build / "CMakeCache.txt").read_text()
    with tempfile.TemporaryDirectory() as folder:
        cmake("-DCMAKE_INSTALL_COMPONENT=python", f"-DCMAKE_INSTALL_PREFIX={folder}", "-DGPUBUCK_PYTHON_FOLDER=.",
              "-DCMAKE_INSTALL_DO_STRIP=1", "-P", build / "cmake_install.cmake")
        files = {str(path.relative_to(folder)): path.read_bytes()
                 for path in Path(folder).rglob("*") if path.is_file()}
        module = next(Path(folder, "gpubuck").glob("_gpubuck.*.so"))
        tag = tag_of(module, portable)
    info = f"gpubuck-{version()}.dist-info"
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: gpubuck\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/licenses/LICENSE"] = (SOURCE / "LICENSE").read_bytes()
    if portable:
        files[f"{info}/licenses/THIRD-PARTY"] = (build / "third_party.txt").read_bytes()
    name = f"gpubuck-{version()}-{tag}.whl"
    write_wheel(Path(wheel_directory, name), files)
    return name


def source_files():
    """Returns the paths of the source package: the files that git knows, or all files of an unpacked source package."""
    if (SOURCE / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCE, check=True, capture_output=True, text=True)
        names = listed.stdout.rstrip("\0").split("\0")
    else:
        names = [str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*") if path.is_file()]
    return sorted(name for name in names if name.startswith(SOURCE_PACKAGE) and "__pycache__" not in name)


def build_sdist(sdist_directory, config_settings=None):
    root = f"gpubuck-{version()}"
    files = {name: (SOURCE / name).read_bytes() for name in source_files()}
    files["PKG-INFO"] = metadata().encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(f"{root}/{name}")
            info.size = len(files[name])
            info.mtime = modified()
            archive.addfile(info, io.BytesIO(files[name]))
    Path(sdist_directory, f"{root}.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=modified()))
    return f"{root}.tar.gz"
