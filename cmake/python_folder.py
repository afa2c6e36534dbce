"""Prints the folder, relative to PREFIX, in which a Python of this version in PREFIX looks for packages.

  python_folder.py PREFIX
"""
import os
import site
import sys
from pathlib import Path

prefix = Path(os.path.abspath(sys.argv[1]))
# Below /usr and /usr/local, the folders of Debian's Python have other names.
for folder in map(Path, site.getsitepackages()):
    if folder.is_relative_to(prefix / "lib"):
        print(folder.relative_to(prefix))
        break
else:
    print(f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages")
