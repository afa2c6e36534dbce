"""Lets pip build and install the Python module: CMake does both.

GPUBUCK_BUILD=DIR takes a build folder that exists, such as build/release, instead of a new one.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent


class BuildWithCMake(build_ext):
    def build_extension(self, ext):
        folder = Path(self.get_ext_fullpath(ext.name)).resolve().parent.parent
        build = Path(os.environ.get("GPUBUCK_BUILD") or Path(self.build_temp).resolve())
        if not (build / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0",
                            "-DGPUBUCK_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "gpubuck_python"], check=True)
        subprocess.run(["cmake", "-DCMAKE_INSTALL_COMPONENT=python", f"-DCMAKE_INSTALL_PREFIX={folder}",
                        "-DGPUBUCK_PYTHON_FOLDER=.", "-P", build / "cmake_install.cmake"], check=True)


version = re.search(r"project\(gpubuck VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
setup(version=version, packages=[], ext_modules=[Extension("gpubuck._gpubuck", [])],
      cmdclass={"build_ext": BuildWithCMake})
