"""Tests of tests/support/errors.py, on which other tests rely: its checks of messages fail when they should.
tests/base/named_facts_test.cpp has the same tests in C++."""
import unittest

from errors import check_names, raises


class NamedFactsTest(unittest.TestCase):
    def test_part_of_a_value_or_key_is_not_found(self):
        for message, fact in (("fluid.kT: 12 is below 1.5", "1"), ("fluid.kT: -1 is below 0", "1"),
                              ("fluid.kT2: -1 is below 0", "fluid.kT"), ("box.size.1: -1", "box.size"),
                              ("fluid.kT=-1: -1 is below 0", "fluid.kT"), ("x.toml:44: -1 is below 0", "x.toml:4"),
                              ("fluid.kT: -1 is below 0", ""), ("", "0"), ("a\nb", "a")):
            with self.subTest(message=message, fact=fact), self.assertRaises(AssertionError):
                check_names(message, fact)

    def test_whole_value_or_key_is_found(self):
        check_names("/folder/x.toml:4: fluid.kT: '-1.5' is not in 0..1000000 (kT = 0 is the least)\n",
                    "1000000", "0", -1.5, "fluid.kT", "kT", "x.toml:4", "/folder/x.toml:4")

    def test_missing_error_and_missing_fact_fail(self):
        with self.assertRaises(AssertionError), raises(KeyError, "a"):
            pass
        for error in (KeyError("b"), ValueError("a")):
            with self.assertRaises((AssertionError, ValueError)), raises(KeyError, "a"):
                raise error


if __name__ == "__main__":
    unittest.main()
