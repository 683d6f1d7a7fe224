# SPDX-License-Identifier: MIT
"""Runs a function of a shared object on bytes of which nothing is known.

angr reads the machine code and follows every branch both ways. What comes back
is one Leaf a way through: the condition for it, and what it left behind, as
terms over the unknown bytes. Each access to memory is held to the ranges that
the caller names; what angr cannot read, or guesses at, is an error here."""

import functools
import logging

# It tells of parts of it that are not asked for here, such as an emulator.
logging.disable(logging.ERROR)

import angr  # noqa: E402
import claripy  # noqa: E402
import z3  # noqa: E402

STACK = 4096  # below the stack pointer of the call
CANARY = 40   # %fs:40, what -fstack-protector looks at
FS = 0x7fff00000000


class Fault(Exception):
    """What angr or the solver cannot do: nothing is shown."""


class Trespass(Exception):
    """The code reads or writes where it may not."""


class Leaf:
    """One way through the code: its condition, answer, memory, and the names of
    the ranges that were written."""

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
    """Values of the solver's; true even where any values will do, of which
    Z3's own model is empty, and so false."""

    def __init__(self, model):
        self.eval = model.eval


def counterexample(*terms):
    """Values for which all terms are true, or None where there are none."""
    solver = z3.SolverFor("QF_BV", ctx=claripy.backends.z3._context)
    for term in terms:
        solver.add(claripy.backends.z3.convert(term))
    result = solver.check()
    if result == z3.unknown:
        raise Fault(f"the solver gives up: {solver.reason_unknown()}")
    return Example(solver.model()) if result == z3.sat else None


def value_in(model, term):
    """What a term is worth by those values; 0 for what they leave open."""
    value = model.eval(claripy.backends.z3.convert(term), True)
    return z3.is_true(value) if z3.is_bool(value) else value.as_long()


@functools.lru_cache(maxsize=None)
def bits_of(index):
    """The least k, if any up to 8, so that the index is always below 2^k."""
    for k in range(1, 9):
        if counterexample(index.UGE(1 << k)) is None:
            return k
    return None


def known(term):
    """A number, or None where it depends on what is unknown."""
    if isinstance(term, int):
        return term
    return None if term.symbolic else term.concrete_value


def split(address):
    """An address as what is known of it and what is not."""
    base, index = 0, []
    for part in address.args if address.op == "__add__" else [address]:
        if part.symbolic:
            index.append(part)
        else:
            base += part.concrete_value
    return base % 2**64, sum(index[1:], index[0])


@functools.lru_cache(maxsize=None)
def choose(index, bits, values, width):
    """values[index], where the index is below 2^bits == len(values)."""
    if all(value == values[0] for value in values):
        return claripy.BVV(values[0], width)
    half = len(values) // 2
    return claripy.If(index[bits - 1:bits - 1] == 1,
                      choose(index, bits - 1, values[half:], width),
                      choose(index, bits - 1, values[:half], width))


class Memchr(angr.SimProcedure):
    """memchr of C11, 7.24.5.1, in memory of which all is known."""

    def run(self, memory, char, count):
        start, n = memory.concrete_value, count.concrete_value
        found = claripy.BVV(0, 64)
        for i in reversed(range(n)):
            here = self.state.memory.load(start + i, 1)
            found = claripy.If(here == char[7:0], claripy.BVV(start + i, 64),
                               found)
        return found


class Strlen(angr.SimProcedure):
    """strlen of C11, 7.24.6.3, of a text of which all is known."""

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
        """Every way through a call.

        function  its name or address
        memory    {address: byte term}
        readable  {name: (address, bytes)}: what may be read, by ranges
        writable  the same
        sets      (address, pointer): globals that stand so before the call
        given     what is known of the arguments; each branch is then asked
                  whether that lets it be taken
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
        # No guesses at what address is meant.
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
            raise Fault("a jump to nowhere known")
        for end in manager.deadended:
            if end.addr != self.project.simos.return_deadend:
                raise Fault(f"it ends at {end.addr:#x} and does not return")
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
                stop(state, Fault("a write to nobody knows where"))
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
        """What a table of constants has at an index that nothing is known of."""
        base, index = split(at)
        bits = bits_of(index)
        if bits is None or not self._is_constant(base, n << bits):
            stop(state, Fault(f"a read of nobody knows what: {at}"))
        memory = self.project.loader.memory
        values = tuple(int.from_bytes(memory.load(base + i, n), "little")
                       for i in range(1 << bits))
        return choose(index, bits, values, 8 * n)


def _touch(state, how, ranges, at, n):
    """Note which range is read or written, if it may be."""
    for name, (start, size) in ranges.items():
        if start <= at and at + n <= start + size:
            state.globals[how] = state.globals.get(how, frozenset()) | {name}
            return
    stop(state, Trespass(f"{n} bytes at {at:#x} are {how} by {state.addr:#x}"))


def stop(state, error):
    """Unless no input takes this way: branches are followed both ways without
    asking whether one does."""
    if counterexample(*state.solver.constraints) is None:
        raise angr.errors.SimUnsatError
    raise error
