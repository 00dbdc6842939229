"""Sets of bits in one 64-bit number, of which the highest is never used, and the chance of random play."""

from fimbul.kernels.compiling import compiled


@compiled
def count(bits: int) -> int:
    """How many bits are set."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


@compiled
def place(bit: int) -> int:
    """Which bit the one bit that is set is."""
    return count(bit - 1)


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
