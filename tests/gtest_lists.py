"""Reads the output of test executables of GoogleTest."""


def test_names(lines):
    """Returns the names of all tests in the output of --gtest_list_tests, as --gtest_filter takes them."""
    names, suite = [], ""
    for line in lines:
        word = line.split("#")[0].rstrip()
        if word.startswith("  "):
            names.append(suite + word.strip())
        elif word.endswith("."):
            suite = word
    return names
