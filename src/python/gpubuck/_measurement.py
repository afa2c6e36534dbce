"""The observables of a fluid as named tuples, whose fields are the rows of the table in C++."""
from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

from . import _gpubuck

_UNITS = "Units: r_c the cut-off radius, m the lightest mass, ε the energy k_B T = 1 of the usual temperature, "\
    "τ = r_c √(m/ε); D the number of dimensions."


def _named_tuple(name: str, about: str, rows: list[tuple[str, str]]) -> Any:
    made: Any = namedtuple(name, [field for field, _ in rows], module=__name__.rpartition(".")[0])  # type: ignore[misc]
    made.__doc__ = about
    for field, text in rows:
        getattr(made, field).__doc__ = text
    return made


def _fields(table: list[tuple[str, str, str, str]]) -> list[tuple[str, str]]:
    return [(name, (f"[{unit}] " if unit else "") + text + (f" None unless {only}." if only else ""))
            for name, unit, text, only in table]


if TYPE_CHECKING:
    class Measurement(tuple[Any, ...]):
        def __new__(cls, *values: Any) -> Measurement: ...
        def __getattr__(self, name: str) -> Any: ...

    class SpeciesMeasurement(tuple[Any, ...]):
        def __new__(cls, *values: Any) -> SpeciesMeasurement: ...
        def __getattr__(self, name: str) -> Any: ...
else:
    Measurement = _named_tuple(
        "Measurement", f"The observables of a fluid at one step. {_UNITS}",
        [*_fields(_gpubuck.OBSERVABLES),
         ("species", "A `SpeciesMeasurement` for each species, in the order of the scenario.")])
    SpeciesMeasurement = _named_tuple(
        "SpeciesMeasurement", f"The observables of one species. {_UNITS}", _fields(_gpubuck.SPECIES_OBSERVABLES))


def measurement_of(values: list[Any], species: list[list[Any]]) -> Measurement:
    """Returns a measurement with these values, which are in the order of the tables."""
    return Measurement(*values, tuple(SpeciesMeasurement(*each) for each in species))
