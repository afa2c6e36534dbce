"""The programs that tools/compare-neighbours times, each called as its documentation shows it.

A program is a class in PROGRAMS. Its constructor throws Left with the reason if the program is not installed.
`prepare(case)` returns the function to be timed, which has no arguments and finds the pairs. This function returns
the pairs and, for gpubuck, the times of the parts of the search. Attributes:

  name        name in the table; the engine of gpubuck follows a comma
  module      module of Python; if the package that contains the module has another name, `package` is that name
  lists       kinds of lists: "half", with each pair once, and "full", with each pair twice
  tensors     whether the program takes tensors of PyTorch and batches of systems
  most_rows   largest number of rows of a case: more rows would take more memory than most machines have
  error       error of the program's distances, relative to the side of the cube
  returns     what a call returns

vesin, matscipy, freud and nvalchemi-toolkit-ops follow their documentation; the authors have not run all of them.
"""
import importlib
import importlib.metadata
import math
import warnings

import numpy as np


class Left(Exception):
    """The reason why a program is left out."""


class Program:
    lists, tensors, error, most_rows, engine, package = ("half", "full"), False, 1e-14, 3e7, "", ""

    def __init__(self, options):
        try:
            warnings.simplefilter("ignore", DeprecationWarning)  # warnings of modules that MDAnalysis imports
            self.library = importlib.import_module(self.module)
        except ImportError as error:
            raise Left(str(error)) from None
        if options.tensors is None and self.tensors and self.module != "gpubuck":
            raise Left("takes only tensors; add --tensors cuda")
        if options.tensors is not None and not self.tensors:
            raise Left("takes no tensors")

    def version(self):
        try:
            return importlib.metadata.version(self.package or self.module.split(".")[0])
        except importlib.metadata.PackageNotFoundError:
            return getattr(self.library, "__version__", "unknown")


class Gpubuck(Program):
    """The call as users make it: the device follows from the points."""
    name, module, tensors, most_rows, engine = "gpubuck, default", "gpubuck", True, math.inf, "default"
    returns = "arrays i, j of pairs whose distances are exact in double precision"

    def settings(self):
        return {}

    def prepare(self, case):
        near = self.library.NeighborList(case.cutoff, full_list=case.is_full, **self.settings())
        batch = {} if case.starts is None else {"batch_ptr": case.starts}

        def find():
            i, j, *_ = near.compute(case.points, case.box, not case.is_open, case.quantities, **batch)
            return (i, j), near.times
        return find


class GpubuckEngine(Gpubuck):
    tensors = False

    def __init__(self, options):
        super().__init__(options)
        try:
            self.context = self.library.Context(options.gpu, self.engine)
        except self.library.RunError as error:
            raise Left(str(error)) from None

    def settings(self):
        return {"context": self.context}


class GpubuckFast(GpubuckEngine):
    name, engine = "gpubuck, fast", "fast"


class GpubuckPaper(GpubuckEngine):
    name, engine = "gpubuck, paper", "paper"


class GpubuckProcessor(Gpubuck):
    name, engine, tensors = "gpubuck, processor", "processor", False

    def settings(self):
        return {"device": "cpu"}


class Scipy(Program):
    name, module = "scipy", "scipy"
    returns = "half: an array of pairs (query_pairs), on one core; full: lists of Python (query_ball_point)"

    def prepare(self, case):
        from scipy.spatial import cKDTree

        def find():
            tree = cKDTree(case.points, boxsize=None if case.is_open else case.side)
            if case.is_full:
                return tree.query_ball_point(case.points, case.cutoff, workers=-1), None
            return tree.query_pairs(case.cutoff, output_type="ndarray"), None
        return find


class MDAnalysis(Program):
    name, module, lists, most_rows, error = "MDAnalysis", "MDAnalysis", ("half",), 3e8, 2e-7
    returns = "an array of pairs, whose distances are in single precision"

    def prepare(self, case):
        from MDAnalysis.lib.distances import self_capped_distance

        points = case.points.astype(np.float32)  # MDAnalysis computes in this precision
        box = None if case.is_open else np.array([case.side] * 3 + [90] * 3, dtype=np.float32)
        return lambda: (self_capped_distance(points, case.cutoff, box=box, return_distances=False), None)


class Ase(Program):
    name, module, lists, most_rows = "ASE", "ase", ("full",), 4e6
    returns = "arrays i, j (primitive_neighbor_list)"

    def prepare(self, case):
        from ase.neighborlist import primitive_neighbor_list

        return lambda: (tuple(primitive_neighbor_list(case.quantities, [not case.is_open] * 3, case.side * np.eye(3),
                                                      case.points, case.cutoff)[:2]), None)


class Vesin(Program):
    name, module = "vesin", "vesin"
    returns = "arrays i, j"

    def prepare(self, case):
        near = self.library.NeighborList(case.cutoff, case.is_full)
        return lambda: (tuple(near.compute(case.points, case.side * np.eye(3), not case.is_open,
                                           case.quantities)[:2]), None)


class Matscipy(Program):
    name, module, lists = "matscipy", "matscipy.neighbours", ("full",)
    returns = "arrays i, j"

    def prepare(self, case):
        return lambda: (self.library.neighbour_list(case.quantities, positions=case.points,
                                                    cell=case.side * np.eye(3), pbc=[not case.is_open] * 3,
                                                    cutoff=case.cutoff)[:2], None)


class Freud(Program):
    name, module, package, lists, error = "freud", "freud", "freud-analysis", ("full",), 2e-7
    returns = "its NeighborList (AABBQuery), whose distances are in single precision"

    def prepare(self, case):
        box = self.library.box.Box.cube(case.side)
        box.periodic = [not case.is_open] * 3
        points = (case.points - case.side / 2).astype(np.float32)  # the middle of a box in freud is the origin

        def find():
            query = self.library.locality.AABBQuery(box, points)
            near = query.query(points, {"r_max": case.cutoff, "exclude_ii": True}).toNeighborList()
            return (near.query_point_indices, near.point_indices), None
        return find


class Torch(Program):
    name, module, tensors = "torch", "torch", True
    returns = "a tensor of pairs, from all distances to the nearest image"

    MOST_DISTANCES = 5e8

    def prepare(self, case):
        count = len(case.points) // case.systems
        if case.systems * count**2 > self.MOST_DISTANCES:
            raise Left(f"{case.systems * count**2:.2g} distances take too much memory")
        torch, points = self.library, case.points.view(case.systems, count, 3)
        keep = torch.ones(count, count, dtype=torch.bool, device=points.device)
        keep = (~torch.eye(count, dtype=torch.bool, device=points.device) if case.is_full else keep.triu(1))

        def find():
            apart = points[:, :, None] - points[:, None]
            if not case.is_open:
                apart -= torch.round(apart / case.side) * case.side
            system, i, j = (((apart * apart).sum(-1) <= case.cutoff**2) & keep).nonzero(as_tuple=True)
            return (system * count + i, system * count + j), None
        return find


class Nvalchemi(Program):
    name, module, package, tensors = "nvalchemi", "nvalchemiops.torch.neighbors", "nvalchemi-toolkit-ops", True
    returns = "a tensor of pairs, their shifts, and the beginnings of rows (neighbor_list, return_neighbor_list=True)"

    def prepare(self, case):
        import torch

        device = case.points.device
        more = {}
        if not case.is_open:
            more["cell"] = torch.as_tensor(case.box, dtype=case.points.dtype, device=device).reshape(-1, 3, 3)
            more["pbc"] = torch.ones(case.systems, 3, dtype=torch.bool, device=device)
        if case.starts is not None:
            more["batch_ptr"] = torch.as_tensor(case.starts, dtype=torch.int32, device=device)
        return lambda: (tuple(self.library.neighbor_list(case.points, case.cutoff, half_fill=not case.is_full,
                                                         return_neighbor_list=True, **more)[0]), None)


ENGINES = {"default": [Gpubuck], "both": [GpubuckFast, GpubuckPaper], "fast": [GpubuckFast], "paper": [GpubuckPaper]}
PROGRAMS = {"gpubuck": Gpubuck, "processor": GpubuckProcessor, "scipy": Scipy, "mdanalysis": MDAnalysis, "ase": Ase,
            "vesin": Vesin, "matscipy": Matscipy, "freud": Freud, "torch": Torch, "nvalchemi": Nvalchemi}


def find_programs(options):
    """Returns the programs that are wanted and installed, and by name the reasons why other programs are left out."""
    here, left = [], {}
    for name in options.programs:
        for program in ENGINES[options.engine] if name == "gpubuck" else [PROGRAMS[name]]:
            try:
                here.append(program(options))
            except Left as why:
                left[program.name] = str(why)
    return here, left
