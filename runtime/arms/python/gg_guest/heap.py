"""Where a program's objects come to lie: one after the other, and not in the holes that imports left behind.

Every page of the snapshot that a program writes has to be made for it and to be put back after it. What is free between
the objects of the libraries lies on hundreds of them.
"""

import gc

#: What fills the holes, for good.
filling: list[object] = []

#: The lengths of what fills them, one for each size that the allocator knows of small blocks: 16 bytes more than the next,
#: of which 21 go for what the block and the object say of themselves. The larger come first, so that none is taken apart for
#: a smaller one.
LENGTHS = [1 << bits for bits in range(19, 10, -1)] + list(range(1_024 - 21, 0, -16))

#: More than the largest hole, in bytes.
BEYOND = 1 << 20

#: Bytes that are given back when a program fails, so that there is memory to say so.
RESERVE = 256 << 10

reserve: list[bytearray] = []


def settle() -> None:
    """Fills the holes: from now on objects come from behind all there is, and what is there is no garbage."""
    gc.collect()
    end = id(bytes(BEYOND))
    for length in LENGTHS:
        while id(block := bytes(length)) < end:
            filling.append(block)
    reserve.append(bytearray(RESERVE))
    gc.freeze()
