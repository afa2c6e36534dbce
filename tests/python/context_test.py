"""OpenGL as users of the module see it: contexts, threads, fork, Ctrl-C, no display, no EGL, memory."""
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import gpubuck
from errors import check_names


def run(code, **environment):
    """Runs Python code in a new process and returns its exit code and output. Variables that are None are unset."""
    everything = {**os.environ, **environment}
    everything = {name: value for name, value in everything.items() if value is not None}
    ended = subprocess.run([sys.executable, "-c", code], env=everything, capture_output=True,
                           text=True, timeout=120)
    return ended.returncode, ended.stdout + ended.stderr


def resident():
    """Returns the memory of this process in MiB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class ContextTest(unittest.TestCase):
    def test_info_names_version_engine_device_and_gpus(self):
        seen = gpubuck.info()
        self.assertEqual(seen["gpubuck"], gpubuck.__version__)
        self.assertIn(seen["engine"], ("paper", "fast"))
        self.assertIn("OpenGL", seen["description"])
        for place, gpu in enumerate(seen["gpus"]):
            self.assertEqual(gpu["gpu"], place)
            self.assertIsInstance(gpu["software"], bool)

    def test_both_engines_run_and_are_named(self):
        for engine in ("paper", "fast"):
            context = gpubuck.Context(engine=engine)
            self.assertEqual(context.engine, engine)
            self.assertIn(engine, repr(context))
            order, _ = gpubuck.sort_into_ranges([1, 0], 2, context=context)
            self.assertEqual(list(order), [1, 0])

    def test_calls_share_one_context_and_its_shaders(self):
        self.assertIs(gpubuck._context.resolve(None), gpubuck._context.resolve(None))
        near = gpubuck.NeighborList(1.0)
        near.compute(np.eye(3))
        cores = dict(near._cores)
        near.compute(2 * np.eye(3), np.eye(3), True)
        self.assertEqual(near._cores, cores)

    def test_bad_arguments_are_refused(self):
        for facts, arguments in (((99, "0"), {"gpu": 99}), ((-1, "0"), {"gpu": -1}), ((2**80,), {"gpu": 2**80}),
                                 (("first", "whole"), {"gpu": "first"}), (("slow", "fast"), {"engine": "slow"})):
            with self.subTest(arguments), self.assertRaises(gpubuck.InputError) as refused:
                gpubuck.Context(**arguments)
            check_names(str(refused.exception), *arguments, *facts)
            self.assertNotIn("--", str(refused.exception))

    def test_import_does_not_load_opengl(self):
        code, said = run("import gpubuck; maps = open('/proc/self/maps').read()\n"
                         "assert 'gallium' not in maps and 'libEGL_mesa' not in maps, 'a driver'\n"
                         "gpubuck.sort_into_ranges([0], 1)\n"
                         "maps = open('/proc/self/maps').read()\n"
                         "print('driver' if 'libEGL_' in maps else 'none')")
        self.assertEqual((code, said), (0, "driver\n"))

    def test_no_display_is_needed(self):
        for display in (None, ":77", "nobody.invalid:0"):
            code, said = run("import gpubuck; print(gpubuck.sort_into_ranges([1, 0], 2).order)",
                             DISPLAY=display, WAYLAND_DISPLAY=None)
            self.assertEqual((code, said), (0, "[1 0]\n"), display)

    def test_missing_driver_is_a_run_error(self):
        code, said = run("import gpubuck\n"
                         "try: gpubuck.sort_into_ranges([1, 0], 2)\n"
                         "except gpubuck.RunError as error: print(error)",
                         __EGL_VENDOR_LIBRARY_FILENAMES="/none.json")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"\Ano OpenGL 3.3 context: .*\n\Z")

    def test_many_points_without_a_driver_are_searched_on_the_processor(self):
        code, said = run("import gpubuck, numpy as np\n"
                         "points = np.zeros((5000, 3)); points[:, 0] = np.arange(5000)\n"
                         "near = gpubuck.NeighborList(1.5, full_list=False)\n"
                         "print([len(near.compute(points, np.eye(3), False, 'i')[0]) for _ in range(2)])",
                         __EGL_VENDOR_LIBRARY_FILENAMES="/none.json")
        self.assertEqual((code, said), (0, "[4999, 4999]\n"))

    def test_threads_take_turns(self):
        bucket_of = np.random.default_rng(3).integers(0, 50, 2000)
        expected = np.argsort(bucket_of, kind="stable")
        wrong = []

        def work(context):
            for _ in range(5):
                found = gpubuck.sort_into_ranges(bucket_of, 50, context=context)
                if not np.array_equal(found.order, expected):
                    wrong.append(found)

        contexts = [None, None, gpubuck.Context(), gpubuck.Context(engine="paper")]
        threads = [threading.Thread(target=work, args=(context,)) for context in contexts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_while_a_fluid_steps(self):
        fluid = gpubuck.Fluid({"box.size": [8, 8, 8]})
        fluid.step(2)
        counted, seen = 0, []

        def work():
            seen.append(counted)
            fluid._core.step(30)
            seen.append(counted)

        # With this interval, the interpreter changes threads only when a thread waits. All counts are therefore made
        # during the steps of the other thread.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1000.0)
        worker = threading.Thread(target=work)
        worker.start()
        while worker.is_alive():
            counted += 1
            time.sleep(0)
        self.assertGreater(seen[1] - seen[0], 10)

    def test_forked_child_gets_an_error(self):
        code, said = run(
            "import os, gpubuck\n"
            "context = gpubuck.Context()\n"
            "fluid = gpubuck.Fluid({'box.size': [4, 4, 4]}, context=context)\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    for call in (fluid.step, gpubuck.Context, lambda: gpubuck.sort_into_ranges([0], 1),\n"
            "                 lambda: gpubuck.info(context)):\n"
            "        try: call()\n"
            "        except gpubuck.RunError as error: print(error)\n"
            "    del fluid, context\n"
            "    raise SystemExit(5)\n"
            "_, status = os.waitpid(child, 0)\n"
            "fluid.step()\n"
            "print('child', os.waitstatus_to_exitcode(status), 'parent', fluid.step_number)")
        lines = said.splitlines()
        self.assertEqual((code, lines[-1]), (0, "child 5 parent 1"), said)
        self.assertEqual(len(lines), 5, said)
        for line in lines[:4]:
            self.assertRegex(line, r"^OpenGL context: process \d+ .* fork.* 'spawn'")

    def test_fork_before_the_first_call_works(self):
        code, said = run("import os, gpubuck\n"
                         "child = os.fork()\n"
                         "os.write(1, f'{gpubuck.sort_into_ranges([1, 0], 2).order}\\n'.encode())\n"
                         "if child == 0: os._exit(0)\n"
                         "assert os.waitpid(child, 0)[1] == 0")
        self.assertEqual((code, said), (0, "[1 0]\n[1 0]\n"))

    def test_spawned_workers_have_their_own_contexts(self):
        code, said = run("import multiprocessing, gpubuck\n"
                         "if __name__ == '__main__':\n"
                         "    gpubuck.info()\n"
                         "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
                         "        print(pool.apply(gpubuck.sort_into_ranges, ([1, 0], 2)).order)")
        self.assertEqual((code, said), (0, "[1 0]\n"))

    def test_ctrl_c_ends_a_long_run_at_a_whole_step(self):
        fluid = gpubuck.Fluid({"box.size": [6, 6, 6]})
        fluid.step(1)
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            fluid.step(10_000_000)
        stopped = fluid.step_number
        self.assertGreater(stopped, 1)
        fluid.step(3)
        self.assertEqual(fluid.step_number, stopped + 3)
        self.assertGreater(fluid.measure().temperature, 0.1)

    def test_memory_stays_flat(self):
        points = [1, 0, 2, 1]

        def contexts(count):
            for _ in range(count):
                gpubuck.sort_into_ranges(points, 3, context=gpubuck.Context())

        def results(count):
            for _ in range(count):
                gpubuck.sort_into_ranges(points * 5000, 3)

        def fluids(count):
            for _ in range(count):
                gpubuck.Fluid({"box.size": [3, 3, 3]}).step()

        for name, work, first, more in (("contexts", contexts, 10, 100), ("results", results, 20, 300),
                                        ("fluids", fluids, 10, 100)):
            work(first)
            gc.collect()
            before = resident()
            work(more)
            gc.collect()
            self.assertLess(resident() - before, 8.0, f"MiB for {more} {name}")


if __name__ == "__main__":
    unittest.main()
