"""PyTorch, or a substitute if PyTorch is not installed. The substitute has the calls that gpubuck makes, and computes
derivatives along one direction."""
import sys
import types

import numpy as np

try:
    import torch
except ImportError:
    class Tensor:
        device = "cpu"
        is_cuda = False

        def __init__(self, numbers, slope=None):
            self._numbers, self.slope = np.asarray(numbers), slope

        dtype = property(lambda self: self._numbers.dtype)
        ndim = property(lambda self: self._numbers.ndim)
        shape = property(lambda self: self._numbers.shape)
        requires_grad = property(lambda self: self.slope is not None)

        def __len__(self):
            return len(self._numbers)

        def numpy(self):
            if self.slope is not None:
                raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
            return self._numbers

        def __array__(self, dtype=None):
            return self.numpy().astype(dtype or self.dtype)

        def detach(self):
            return Tensor(self._numbers)

        def cpu(self):
            return self

        def to(self, where):
            return self if where == self.device else self.mapped(lambda numbers: numbers.astype(where))

        def mapped(self, linear):
            return Tensor(linear(self._numbers), None if self.slope is None else linear(self.slope))

        def sum(self, axis):
            return self.mapped(lambda numbers: numbers.sum(axis))

        def __getitem__(self, at):
            own = at._numbers if isinstance(at, Tensor) else at
            return self.mapped(lambda numbers: numbers[own])

        def joined(self, other, value, slopes):
            terms = [slope for slope in slopes if slope is not None]
            return Tensor(value, sum(terms) if terms else None)

        def __add__(self, other):
            return self.joined(other, self._numbers + other._numbers, (self.slope, other.slope))

        def __sub__(self, other):
            return self + other.mapped(np.negative)

        def product(self, other, times):
            return self.joined(other, times(self._numbers, other._numbers),
                               (None if self.slope is None else times(self.slope, other._numbers),
                                None if other.slope is None else times(self._numbers, other.slope)))

        def __mul__(self, other):
            return self.product(other, np.multiply)

        def __matmul__(self, other):
            return self.product(other, np.matmul)

    def as_tensor(value, dtype=None, device="cpu"):
        tensor = value if isinstance(value, Tensor) else Tensor(value)
        return tensor.to(device) if dtype is None else tensor.to(dtype)

    def norm(tensor, dim):
        length = np.linalg.norm(tensor._numbers, axis=dim)
        return tensor.joined(tensor, length, (None if tensor.slope is None else
                                              (tensor._numbers * tensor.slope).sum(dim) / length,))

    Tensor.__module__ = "torch"
    torch = types.ModuleType("torch")
    torch.Tensor = torch.from_numpy = Tensor
    torch.int64 = np.int64
    torch.as_tensor = as_tensor
    torch.is_grad_enabled = lambda: True
    torch.diag = lambda tensor: tensor.mapped(np.diag)
    torch.zeros_like = lambda tensor: Tensor(np.zeros_like(tensor._numbers))
    torch.where = lambda flags, one, other: one.mapped(lambda numbers: np.where(flags._numbers, numbers, 0.0))
    torch.linalg = types.SimpleNamespace(norm=norm)
    sys.modules["torch"] = torch


def along(tensor, slope):
    """Returns the array `tensor` as a tensor. slope_of() then returns derivatives along `slope` of results computed
    from it."""
    if hasattr(torch.Tensor, "mapped"):
        return torch.Tensor(tensor, slope)
    return torch.from_numpy(tensor).requires_grad_()


def slope_of(result, inputs):
    """Returns the derivative of a result that was computed from tensors of along(). `inputs` are pairs of a tensor and
    its slope."""
    if hasattr(torch.Tensor, "mapped"):
        return result.slope
    # torch.autograd.grad() returns a product with `weights`, which is linear in them. The derivative of this
    # product by `weights` is the derivative along a direction.
    weights = torch.zeros_like(result).requires_grad_()
    backward = torch.autograd.grad(result, [tensor for tensor, _ in inputs], weights, create_graph=True)
    total = sum((grad * torch.from_numpy(slope)).sum() for grad, (_, slope) in zip(backward, inputs))
    return torch.autograd.grad(total, weights)[0].numpy()
