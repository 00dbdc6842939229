"""Sets of bits in one 64-bit number, of which the highest is never used, and the chance of random play."""

from typing import Any

from numba import extending, types

from fimbul.kernels.compiling import compiled

intrinsic: Any = extending.intrinsic  # its types count the argument that the compiler gives


@intrinsic  # type: ignore[untyped-decorator]
def population(typing: Any, bits: Any) -> Any:
    """The processor's own count of the bits that are set, on a GPU too."""
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic  # type: ignore[untyped-decorator]
def trailing(typing: Any, bits: Any) -> Any:
    """The processor's own count of the bits below the lowest that is set."""

    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.cttz(given[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), made


@compiled
def count(bits: int) -> int:
    """How many bits are set."""
    return population(bits)


@compiled
def place(bits: int) -> int:
    """Which bit the lowest one that is set is."""
    return trailing(bits)


@intrinsic  # type: ignore[untyped-decorator]
def low_trailing(typing: Any, bits: Any) -> Any:
    """The same for a number whose lowest 32 bits are not all zero: half the work on a GPU."""

    def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        low = builder.trunc(given[0], context.get_value_type(types.int32))
        return builder.zext(builder.cttz(low, context.get_constant(types.boolean, 0)), given[0].type)

    return types.int64(types.int64), made


@compiled
def lowest(warriors: int) -> int:
    """The first of a set of warriors, which has somebody."""
    return low_trailing(warriors)


@compiled
def nth(bits: int, number: int) -> int:
    """Which bit the one is that is set after so many others."""
    for _ in range(number):
        bits &= bits - 1
    return place(bits)


@compiled
def mixed(number: int) -> int:
    """The number with all its bits stirred (the finish of splitmix64, on signed numbers)."""
    number = (number ^ ((number >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    number = (number ^ ((number >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return number ^ ((number >> 31) & 0x1FFFFFFFF)


@compiled
def drawn(chance: int) -> int:
    """The next state of a stream of chance; `mixed` of it is the number drawn."""
    return chance + -7046029254386353131


@compiled
def below(chance: int, limit: int) -> int:
    """A whole number from 0 to limit - 1 (at most 2^31) from a state of the stream."""
    return (((mixed(chance) >> 32) & 0xFFFFFFFF) * limit) >> 32
