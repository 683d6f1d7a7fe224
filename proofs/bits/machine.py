# SPDX-License-Identifier: MIT
"""Runs a function of a shared object on unknown bytes (symbolic execution).

angr reads the machine code and follows both ways of every branch. The result is one
Leaf for each path: its condition, and the state at its end, as terms over the
unknown bytes. Each memory access must lie in the ranges that the caller names. If
angr cannot read an instruction, or would guess a value, that is an error."""

import functools
import logging

# angr warns about optional parts that are not needed here, such as an emulator.
logging.disable(logging.ERROR)

import angr  # noqa: E402
import claripy  # noqa: E402
import z3  # noqa: E402

STACK = 4096  # below the stack pointer of the call
CANARY = 40   # %fs:40, the canary of -fstack-protector
FS = 0x7fff00000000


class Fault(Exception):
    """angr or the solver cannot go on, so nothing is proved."""


class Trespass(Exception):
    """The code reads or writes outside the allowed ranges."""


class Leaf:
    """One path through the code: its condition, its result, the memory at its end,
    and the names of the ranges that it wrote."""

    def __init__(self, state):
        self.condition = claripy.And(claripy.true(), *state.solver.constraints)
        self.answer = state.regs.rax
        self.written = state.globals.get("written", frozenset())
        self._state = state

    def byte(self, at):
        return self._state.memory.load(at, 1, inspect=False)

    def bytes(self, at, n):
        return [self.byte(at + i) for i in range(n)]

    def word(self, at):
        return self._state.memory.load(at, 8, endness="Iend_LE", inspect=False)


class Example:
    """A model of the solver. It is true even if any values satisfy the terms; Z3's
    own model is then empty, and so false."""

    def __init__(self, model):
        self.eval = model.eval


def counterexample(*terms):
    """Values for which all terms are true, or None if there are none."""
    solver = z3.SolverFor("QF_BV", ctx=claripy.backends.z3._context)
    for term in terms:
        solver.add(claripy.backends.z3.convert(term))
    result = solver.check()
    if result == z3.unknown:
        raise Fault(f"the solver gives up: {solver.reason_unknown()}")
    return Example(solver.model()) if result == z3.sat else None


def value_in(model, term):
    """The value of a term in a model; 0 for variables that the model leaves open."""
    value = model.eval(claripy.backends.z3.convert(term), True)
    return z3.is_true(value) if z3.is_bool(value) else value.as_long()


@functools.lru_cache(maxsize=None)
def bits_of(index):
    """The least k such that the index is always below 2^k; None if k exceeds 8."""
    for k in range(1, 9):
        if counterexample(index.UGE(1 << k)) is None:
            return k
    return None


def known(term):
    """The term's number, or None if it depends on unknown bytes."""
    if isinstance(term, int):
        return term
    return None if term.symbolic else term.concrete_value


def split(address):
    """An address as the sum of a known and an unknown part."""
    base, index = 0, []
    for part in address.args if address.op == "__add__" else [address]:
        if part.symbolic:
            index.append(part)
        else:
            base += part.concrete_value
    return base % 2**64, sum(index[1:], index[0])


def unscaled(index):
    """An index into a table of wider entries, and the bits by which the code shifts
    it for an address."""
    if index.op == "__lshift__" and not index.args[1].symbolic:
        return index.args[0], index.args[1].concrete_value
    return index, 0


@functools.lru_cache(maxsize=None)
def choose(index, bits, values, width):
    """values[index], for an index below 2^bits == len(values)."""
    if all(value == values[0] for value in values):
        return claripy.BVV(values[0], width)
    half = len(values) // 2
    return claripy.If(index[bits - 1:bits - 1] == 1,
                      choose(index, bits - 1, values[half:], width),
                      choose(index, bits - 1, values[:half], width))


class Memchr(angr.SimProcedure):
    """memchr of C11, 7.24.5.1, in memory whose bytes are all known."""

    def run(self, memory, char, count):
        start, n = memory.concrete_value, count.concrete_value
        found = claripy.BVV(0, 64)
        for i in reversed(range(n)):
            here = self.state.memory.load(start + i, 1)
            found = claripy.If(here == char[7:0], claripy.BVV(start + i, 64),
                               found)
        return found


class Strlen(angr.SimProcedure):
    """strlen of C11, 7.24.6.3, of a text whose bytes are all known."""

    def run(self, text):
        n = 0
        while self.state.memory.load(text + n, 1).concrete_value:
            n += 1
        return n


class Memcpy(angr.SimProcedure):
    """memcpy of C11, 7.24.2.1, of a known number of bytes."""

    def run(self, out, given, count):
        n = count.concrete_value
        if n:
            self.state.memory.store(out, self.state.memory.load(given, n), n)
        return out


class Machine:
    """A shared object, and the ranges that its functions may touch."""

    def __init__(self, path):
        self.project = angr.Project(str(path), auto_load_libs=False)
        self.image = self.project.loader.main_object
        for name, procedure in (("memchr", Memchr), ("strlen", Strlen),
                                ("memcpy", Memcpy)):
            self.project.hook_symbol(name, procedure(), replace=True)

    def address(self, name):
        symbol = self.project.loader.find_symbol(name)
        if symbol is None:
            raise Fault(f"no symbol {name}")
        return symbol.rebased_addr

    def size(self, name):
        return self.project.loader.find_symbol(name).size

    def pointer(self, at):
        return self.project.loader.memory.unpack_word(at)

    def text(self, at):
        """A C string of the image."""
        out = b""
        while (byte := self.project.loader.memory[at]) != 0:
            out += bytes([byte])
            at += 1
        return out.decode()

    def run(self, function, arguments, memory, readable, writable, sets=(),
            given=None):
        """Every path through a call.

        function  its name or address
        memory    {address: byte term}
        readable  {name: (address, bytes)}: the ranges that may be read
        writable  the same for writing
        sets      (address, pointer): values of globals before the call
        given     conditions on the arguments; the solver then drops branches
                  that they rule out
        """
        start = function if isinstance(function, int) else self.address(function)
        state = self.project.factory.call_state(
            start, *arguments,
            add_options=set() if given is not None else
            {angr.options.LAZY_SOLVES},
            remove_options=angr.options.simplification)
        state.regs.fs = FS
        if given is not None:
            state.add_constraints(given)
        for at, byte in memory.items():
            state.memory.store(at, byte, inspect=False)
        for at, pointer in sets:
            state.memory.store(at, claripy.BVV(pointer, 64), endness="Iend_LE")
        # angr must not guess the value of an address.
        state.memory.read_strategies = state.memory.write_strategies = []
        top = state.regs.rsp.concrete_value
        stack = (top - STACK, STACK)
        self._watch(state, {"stack": (stack[0], STACK + 8),
                            "canary": (FS + CANARY, 8), **readable},
                    {"stack": stack, **writable})
        return [Leaf(end) for end in self._ends(state)]

    def _ends(self, state):
        manager = self.project.factory.simulation_manager(
            state, save_unconstrained=True)
        manager.run()
        for error in manager.errored:
            raise Fault(f"{error.state.addr:#x}: {error.error}")
        if manager.unconstrained:
            raise Fault("a jump to an unknown address")
        for end in manager.deadended:
            if end.addr != self.project.simos.return_deadend:
                raise Fault(f"the code ends at {end.addr:#x} and does not return")
        return manager.deadended

    def _watch(self, state, readable, writable):
        def read(state):
            inspect = state.inspect
            at, n = known(inspect.mem_read_address), inspect.mem_read_length
            if at is None:
                inspect.mem_read_expr = self._table(
                    state, inspect.mem_read_address, n)
            elif not self._is_in_image(at, n):
                _touch(state, "read", readable, at, n)

        def write(state):
            at = known(state.inspect.mem_write_address)
            n = known(state.inspect.mem_write_length)
            if at is None or n is None:
                stop(state, Fault("a write to an unknown address"))
            _touch(state, "written", writable, at, n)

        state.inspect.b("mem_read", when=angr.BP_BEFORE, action=read)
        state.inspect.b("mem_write", when=angr.BP_BEFORE, action=write)

    def _is_in_image(self, at, n):
        segment = self.image.find_segment_containing(at)
        return segment is not None and at + n <= segment.max_addr + 1

    def _is_constant(self, at, n):
        return self._is_in_image(at, n) and \
            not self.image.find_segment_containing(at).is_writable

    def _table(self, state, at, n):
        """The entry of a table of constants at an unknown index."""
        base, index = split(at)
        index, shift = unscaled(index)
        bits = bits_of(index)
        if bits is None or not self._is_constant(
                base, ((1 << bits) - 1 << shift) + n):
            stop(state, Fault(f"a read from an unknown address: {at}"))
        memory = self.project.loader.memory
        values = tuple(int.from_bytes(memory.load(base + (i << shift), n),
                                      "little")
                       for i in range(1 << bits))
        return choose(index, bits, values, 8 * n)


def _touch(state, how, ranges, at, n):
    """Record the range that is read or written; stop if that is not allowed."""
    for name, (start, size) in ranges.items():
        if start <= at and at + n <= start + size:
            state.globals[how] = state.globals.get(how, frozenset()) | {name}
            return
    stop(state, Trespass(f"code at {state.addr:#x}: {n} bytes at {at:#x} are {how}"))


def stop(state, error):
    """Raise the error if any input takes this path. angr follows both ways of a
    branch without asking that."""
    if counterexample(*state.solver.constraints) is None:
        raise angr.errors.SimUnsatError
    raise error
