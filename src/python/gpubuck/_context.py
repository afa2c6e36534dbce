"""The OpenGL context in which calls run."""
from __future__ import annotations

from typing import Any, Optional

from . import _arguments, _gpubuck


class Context(_gpubuck.Context):
    """An OpenGL context without window or display.

    It is created through EGL, on a device or without a surface, and ignores DISPLAY. It caches the shaders that calls
    compile, so that a similar call compiles nothing. Therefore create one context and use it for all calls, or leave
    ``context=`` out everywhere.

    OpenGL does not survive a fork. Once a process has created a context, every call that needs OpenGL raises `RunError`
    in its forked children. Use the method "spawn" of `multiprocessing`, or fork before the first call.

    A copy is the same context. Unpickling creates a new context with the same gpu and engine.

    Parameters
    ----------
    gpu : int, optional
        Index in ``info()["gpus"]``. Default: the first real GPU, or software if there is none.
    engine : {"auto", "paper", "fast"}
        "paper" renders to textures, with OpenGL 3.3. "fast" uses compute shaders, with OpenGL 4.3.
        "auto" is "fast" if the context can run it, otherwise "paper". A `Fluid` uses "fast" only if the shader buffers
        of the context can hold its particles and cells.

    Attributes
    ----------
    engine : str
        The engine of sorts and searches, "paper" or "fast".
    description : str
        The driver's names of the GPU and of its OpenGL.

    Raises
    ------
    InputError
        For a gpu that does not exist, or an unknown engine.
    RunError
        Without OpenGL 3.3, or if the engine does not run.
    """

    def __init__(self, gpu: Optional[int] = None, engine: str = "auto") -> None:
        place = -1 if gpu is None else _arguments.whole("gpu", gpu)
        if place >= 2**31:
            raise _gpubuck.InputError(f"gpu: {place} is not one of the devices of gpubuck.info()")
        super().__init__(place, str(engine))
        self._made_with = gpu, str(engine)

    def __copy__(self) -> Context:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Context:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_with

    def __repr__(self) -> str:
        return f"<gpubuck.Context: engine {self.engine} on {self.description}>"


_default: dict[str, Context] = {}


def resolve(context: Optional[Context]) -> Context:
    """Returns the given context, or the context that is shared by all calls without the argument `context`."""
    if context is None:
        # There is no lock, since a forked child could find it locked for ever. If two threads make a context at once,
        # the first that is complete is kept.
        return _default.get("context") or _default.setdefault("context", Context())
    if not isinstance(context, Context):
        raise _gpubuck.InputError(f"context: {context!r} is not a gpubuck.Context")
    return context


_has_opengl = True


def shared() -> Optional[Context]:
    """Returns the shared context, or None without OpenGL 3.3. Tries only once to make a context."""
    global _has_opengl
    if _has_opengl:
        try:
            return resolve(None)
        except _gpubuck.RunError:
            _has_opengl = False
    return None


def info(context: Optional[Context] = None) -> dict[str, Any]:
    """Returns the version of gpubuck, and the context and the devices that calls use.

    Parameters
    ----------
    context : Context, optional
        Default: the context that all calls without ``context=`` share.

    Returns
    -------
    dict
        "gpubuck", the version; "engine" and "description" of the context; "gpus", the devices that
        ``Context(gpu=...)`` takes, each a dict of "gpu", "name" and "software".
    """
    used = resolve(context)
    gpus = [{"gpu": place, "name": name, "software": software}
            for place, (name, software) in enumerate(_gpubuck.list_gpus())]
    return {"gpubuck": _gpubuck.__version__, "engine": used.engine,
            "description": used.description, "gpus": gpus}
