"""How the loops over many games deal with memory: borrowing arrays and asking for lines ahead.

Compiled code counts the users of every array it hands on, with an atomic instruction at each call: the loops over rows
do without, since their caller keeps the arrays alive. And a batch that does not fit into the processor's caches waits
at each decision for the lines of its state: the loops ask for the next rows' in advance, and for no more than are
needed, since a processor fetches about two dozen lines at a time.
"""

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from .jit import jit_inline
from .layout import HANDS_AT, HANDS_END, LINE, LOG_AT, PLAYED_AT, ROW, STATE_WORDS, TABLE_AT, TABLE_END, TRICK_AT

if numba.config.DISABLE_JIT:  # the engine as plain Python: neither is needed

    def borrowed(array):
        return array

    def words_of(array, first, number):
        return array.view(np.uint64).reshape(-1)[first : first + number]

    def bytes_of(array, first, number):
        return array.view(np.int8).reshape(-1)[first : first + number]

    def prefetch(array, offset):
        pass

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
    prefetch(S, 8 * STATE_WORDS * i + LOG_AT + S[i].logged)
    if observed:
        prefetch_bytes(S, i, 8 * PLAYED_AT, 8 * PLAYED_AT + players * ROW)
        prefetch_bytes(S, i, 8 * TRICK_AT, 8 * TRICK_AT + players * ROW)
