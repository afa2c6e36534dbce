"""Writes values and nested dicts as TOML."""
from __future__ import annotations

import json
import numbers
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._gpubuck import InputError


def literal(name: str, value: Any) -> str:
    """Returns a value as TOML on one line. Errors use `name` for the value."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, str):
        # TOML has the same escapes as JSON.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(_entries(name, value)) + "}"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Sequence):
        return "[" + ", ".join(literal(f"{name}.{k}", each) for k, each in enumerate(value)) + "]"
    raise InputError(f"{name}: {value!r} is neither a number nor a string, list or dict")


def document(values: Mapping[str, Any]) -> str:
    """Returns a nested dict as a document of TOML, one line per key of the outermost dict."""
    return "".join(line + "\n" for line in _entries("", values))


def _entries(name: str, values: Mapping[str, Any]) -> list[str]:
    lines = []
    for key, value in values.items():
        if not isinstance(key, str):
            raise InputError(f"{name or 'scenario'}: the key {key!r} is not a string")
        # A dotted key means the same as nested dicts.
        written = key if re.fullmatch(r"[A-Za-z0-9_.-]+", key) else literal(name, key)
        lines.append(f"{written} = {literal(f'{name}.{key}' if name else key, value)}")
    return lines
