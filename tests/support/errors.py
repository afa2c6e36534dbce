"""Expectations on errors, as tests/support/errors.h has them in C++: an error is judged by the facts that it names, so
that a better sentence breaks no test."""
import contextlib


def has_whole(text, fact):
    """Returns whether `fact` occurs in `text` as a whole, by the rules of hasWhole in tests/support/errors.h."""
    def at(place):
        return text[place] if 0 <= place < len(text) else " "

    def is_in_word(place):
        return at(place).isalnum() or at(place) == "_"

    def is_joint(place, joints):
        is_range = at(place) == "." and "." in (at(place - 1), at(place + 1))
        return at(place) in joints and not is_range

    begin = text.find(fact)
    while begin >= 0 and fact:
        end = begin + len(fact)
        continues_before = begin > 0 and (is_in_word(begin - 1) or is_joint(begin - 1, ".:+-="))
        continues_after = is_in_word(end - 1) and (
            is_in_word(end) or is_joint(end, ".:+-/") and is_in_word(end + 1) or
            at(end) == "=" and at(end + 1) != " ")
        if not continues_before and not continues_after:
            return True
        begin = text.find(fact, begin + 1)
    return False


def check_names(message, *facts):
    """Raises an AssertionError unless the message is one line that names every one of the facts."""
    if "\n" in message.rstrip("\n"):
        raise AssertionError(f"more than one line: {message!r}")
    for fact in facts:
        if not has_whole(message, str(fact)):
            raise AssertionError(f"no {fact!r} in {message!r}")


@contextlib.contextmanager
def raises(expected, *facts):
    """Expects an error of the type `expected` whose message is one line that names the facts."""
    try:
        yield
    except expected as error:
        check_names(str(error), *facts)
    else:
        raise AssertionError(f"no {expected.__name__} is raised, which names {facts}")
