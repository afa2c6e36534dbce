"""Signals while a search or a long step runs."""
import subprocess
import sys
import unittest

# All 200,000 points are within each other's reach. A processor would need hours to compare all pairs of points.
BEGIN = """
import os, signal, sys, threading, numpy as np, gpubuck
random = np.random.default_rng(1)
near = gpubuck.NeighborList(1.0, sorted=True, context=gpubuck.Context(engine=sys.argv[1]))
endless, points = random.uniform(0, 0.1, (200_000, 3)), random.uniform(0, 5, (500, 3))
expected = near.compute(points, quantities="P")[0]

def send(number, after):
    threading.Timer(after, os.kill, (os.getpid(), number)).start()
"""

CTRL_C = BEGIN + """
for call in (near.compute, near.csr, near.compute):
    try:
        send(signal.SIGINT, 1.0)
        call(endless)
    except KeyboardInterrupt:
        assert np.array_equal(near.compute(points, quantities="P")[0], expected)
        print("ended")
"""

# The handler look() calls gpubuck during a search, and the handler leave() ends a search by an exception.
HANDLERS = BEGIN + """
found = []

def look(number, frame):
    found.append(gpubuck.sort_into_ranges([1, 0], 2, context=other).order.tolist())

def leave(number, frame):
    raise OSError("enough")

other = gpubuck.Context(engine=sys.argv[1])
signal.signal(signal.SIGUSR2, leave)
try:
    send(signal.SIGUSR2, 1.5)
    near.compute(endless)
except OSError as error:
    print(error)
signal.signal(signal.SIGUSR1, look)
middle = random.uniform(0, 4, (6000, 3))
expected = near.compute(middle, quantities="P")[0]
send(signal.SIGUSR1, 0.1)
assert np.array_equal(near.compute(middle, quantities="P")[0], expected)
while not found: pass
print(found)
"""

# While the main thread searches, another thread makes lists, searches with them and releases them. For this it must
# wait for the search of the main thread.
THREADS = BEGIN + """
def work():
    while not done.is_set():
        gpubuck.NeighborList(1.0).compute(points)

done = threading.Event()
worker = threading.Thread(target=work)
worker.start()
try:
    send(signal.SIGINT, 1.0)
    near.compute(endless)
except KeyboardInterrupt:
    print("ended")
done.set()
worker.join()
"""

# A step and a measurement visit 1.2e10 pairs each, which takes minutes on a processor.
FLUID = BEGIN + """
fluid = gpubuck.Fluid({"box.size": [3, 3, 3], "fluid.density": 4e3, "integrator.dt": 1e-4},
                      context=gpubuck.Context(engine=sys.argv[1]))
before = fluid.positions
for work in (fluid.step, fluid.measure):
    try:
        send(signal.SIGINT, 1.0)
        while True: work()
    except KeyboardInterrupt:
        assert fluid.step_number > 0 or np.array_equal(fluid.positions, before)
        print("ended")
"""


class InterruptionTest(unittest.TestCase):
    def run_engine(self, engine, code):
        ended = subprocess.run([sys.executable, "-c", code, engine], capture_output=True, text=True, timeout=300)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def test_ctrl_c_ends_a_search_and_keeps_the_list_usable(self):
        self.assertEqual(self.run_engine("paper", CTRL_C), "ended\n" * 3)

    def test_ctrl_c_ends_a_fast_search_and_keeps_the_list_usable(self):
        self.assertEqual(self.run_engine("fast", CTRL_C), "ended\n" * 3)

    def test_ctrl_c_ends_a_long_step_or_measurement_and_keeps_the_fluid(self):
        self.assertEqual(self.run_engine("paper", FLUID), "ended\n" * 2)

    def test_ctrl_c_ends_a_long_fast_step_or_measurement_and_keeps_the_fluid(self):
        self.assertEqual(self.run_engine("fast", FLUID), "ended\n" * 2)

    def test_handlers_of_other_signals_run_and_may_call_gpubuck(self):
        self.assertEqual(self.run_engine("paper", HANDLERS), "enough\n[[1, 0]]\n")

    def test_ctrl_c_does_not_wait_for_other_threads(self):
        self.assertEqual(self.run_engine("paper", THREADS), "ended\n")


if __name__ == "__main__":
    unittest.main()
