"""How the loops over many games deal with memory: borrowing arrays, asking for lines ahead, writing past the caches.

Compiled code counts the users of every array it hands on, with an atomic instruction at each call: the loops over rows
do without, since their caller keeps the arrays alive. And a batch that does not fit into the processor's caches waits
at each decision for the lines of its state: the loops ask for the next rows' in advance, and for no more than are
needed, since a processor fetches about two dozen lines at a time. Observations of so large a batch are streamed:
a line written whole need not be read first.
"""

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from .jit import jit_inline
from .layout import (
    BURIED_AT,
    HANDS_AT,
    HANDS_END,
    LINE,
    LOG_AT,
    PLAYED_AT,
    ROW,
    SHOWN_AT,
    STATE_WORDS,
    TABLE_AT,
    TABLE_END,
    TRICK_AT,
)
from .seats import in_set

FAR = 4 << 20  # bytes of observations that are streamed: no core's own cache holds so many

if numba.config.DISABLE_JIT:  # the engine as plain Python: neither is needed

    def borrowed(array):
        return array

    def words_of(array, first, number):
        return array.view(np.uint64).reshape(-1)[first : first + number]

    def bytes_of(array, first, number):
        return array.view(np.int8).reshape(-1)[first : first + number]

    def prefetch(array, offset):
        pass

    def spare_row(size):
        return np.zeros(size, np.int8)

    def stream_word(to, source, offset):
        to[offset : offset + 8] = source[offset : offset + 8]

    def stream_half_line(to, source, offset):
        to[offset : offset + 32] = source[offset : offset + 32]

else:

    @intrinsic
    def borrowed(typing_context, array):
        """The same array, uncounted: valid as long as the caller's is."""

        def generate(context, builder, signature, arguments):
            view = context.make_array(array)(context, builder, arguments[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            return view._getvalue()

        return array(array), generate

    def _part_of(item):
        """A function (array, first, number): items `first` to `first + number` of the memory of a contiguous array."""

        @intrinsic
        def part_of(typing_context, array, first, number):
            part = numba.types.Array(item, 1, "C")

            def generate(context, builder, signature, arguments):
                whole = context.make_array(array)(context, builder, arguments[0])
                view = context.make_array(part)(context, builder)
                size = context.get_constant(numba.types.intp, item.bitwidth // 8)
                data = builder.gep(builder.bitcast(whole.data, view.data.type), [arguments[1]])
                shape, strides = cgutils.pack_array(builder, [arguments[2]]), cgutils.pack_array(builder, [size])
                populate_array(view, data, shape, strides, size, None)
                return view._getvalue()

            return part(array, numba.types.int64, numba.types.int64), generate

        return part_of

    words_of, bytes_of = _part_of(numba.types.uint64), _part_of(numba.types.int8)

    @intrinsic
    def prefetch(typing_context, array, offset):
        """Ask for the line of memory that holds byte `offset` of an array; nothing is read."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            address = builder.gep(builder.bitcast(data, pointer), [arguments[1]])
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            builder.call(function, [address, number(0), number(2), number(1)])  # to read, keep close, data
            return context.get_dummy_value()

        return numba.types.none(array, numba.types.int64), generate

    @intrinsic
    def spare_row(typing_context, size):
        """int8[size], in no order, that lives until the function returns into which this is compiled."""
        row = numba.types.Array(numba.types.int8, 1, "C")

        def generate(context, builder, signature, arguments):
            view = context.make_array(row)(context, builder)
            data = builder.alloca(ir.IntType(8), arguments[0])
            data.align = LINE
            one = context.get_constant(numba.types.intp, 1)
            shape, strides = cgutils.pack_array(builder, arguments), cgutils.pack_array(builder, [one])
            populate_array(view, data, shape, strides, one, None)
            return view._getvalue()

        return row(numba.types.int64), generate

    def _stream(words):
        """A function (to, source, offset): bytes of one array to another's memory without their place in the caches."""
        kind = ir.VectorType(ir.IntType(64), words)

        @intrinsic
        def stream(typing_context, to, source, offset):
            def generate(context, builder, signature, arguments):
                places = []
                for array, given in zip((to, source), arguments[:2], strict=True):
                    data = context.make_array(array)(context, builder, given).data
                    place = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [arguments[2]])
                    places.append(builder.bitcast(place, kind.as_pointer()))
                stored = builder.store(builder.load(places[1], align=8), places[0], align=8 * words)
                stored.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
                return context.get_dummy_value()

            return numba.types.none(to, source, numba.types.int64), generate

        return stream

    stream_word, stream_half_line = _stream(1), _stream(4)


@jit_inline
def is_far(observation):
    """Whether these rows, int8[N, D], are better streamed."""
    return observation.size > FAR and observation.ctypes.data % 8 == 0


@jit_inline
def stream_row(to, source):
    """Copy a row of whole words, int8[D], past the caches; the moves of half a line ask for an even address. What the
    thread does next with other threads (a lock, the GIL) makes them visible there."""
    at = 0
    while at < len(to) and (to.ctypes.data + at) % 32 != 0:
        stream_word(to, source, at)
        at += 8
    while at + 32 <= len(to):
        stream_half_line(to, source, at)
        at += 32
    while at < len(to):
        stream_word(to, source, at)
        at += 8


@jit_inline
def prefetch_bytes(S, i, first, last):
    """Ask for these bytes of game i, from and to."""
    state = 8 * STATE_WORDS * i
    for offset in range(first, last, LINE):
        prefetch(S, state + offset)


@jit_inline
def prefetch_state(S, i):
    """Ask for what most decisions of game i read."""
    prefetch_bytes(S, i, HANDS_AT, HANDS_END)
    prefetch_bytes(S, i, TABLE_AT, TABLE_END)


@jit_inline
def prefetch_next(S, i, players, observed):
    """Ask for what depends on the state of game i, which is here by now, and for what an observation reads."""
    s = S[i]
    state = 8 * STATE_WORDS * i
    prefetch(S, state + LOG_AT + s.logged)
    if observed:
        prefetch_bytes(S, i, 8 * PLAYED_AT, 8 * PLAYED_AT + players * ROW)
        prefetch_bytes(S, i, 8 * TRICK_AT, 8 * TRICK_AT + players * ROW)
        if s.burials > 0:
            prefetch(S, state + BURIED_AT)
        for seat in range(players):
            if in_set(s.showing, seat):
                prefetch(S, state + 8 * SHOWN_AT + seat * ROW)
                prefetch(S, state + 8 * SHOWN_AT + (seat + 1) * ROW - 1)
