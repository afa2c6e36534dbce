"""The environment of test executables of GoogleTest, and their output."""
import os


def set_environment():
    """Sets variables of this process for the executables that it starts."""
    # Tests run side by side and draw little. Without threads of its own, which mostly wait for each other, Mesa's
    # software renderer takes half as long.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    # The seed of random tests is fixed, so that a test that fails also fails in the next run.
    if os.environ.get("GPUBUCK_NEW_SEEDS") != "1":
        os.environ.setdefault("RC_PARAMS", "seed=2007")


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
