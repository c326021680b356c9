"""What `hashlib` has only where OpenSSL is there, and this interpreter is built without it."""

import hashlib
import hmac
from collections.abc import Buffer


def install() -> None:
    """Puts it in its place."""
    hashlib.pbkdf2_hmac = pbkdf2_hmac


def pbkdf2_hmac(hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None) -> bytes:
    """A key of a password (RFC 8018, 5.2)."""
    keyed = hmac.new(bytes(password), digestmod=hash_name)
    length = keyed.digest_size if dklen is None else dklen
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if length < 1:
        raise ValueError("key length must be greater than 0.")
    derived = bytearray()
    for block in range(1, -(-length // keyed.digest_size) + 1):
        last = digest(keyed, bytes(salt) + block.to_bytes(4))
        mixed = int.from_bytes(last)
        for _ in range(iterations - 1):
            last = digest(keyed, last)
            mixed ^= int.from_bytes(last)
        derived += mixed.to_bytes(keyed.digest_size)
    return bytes(derived[:length])


def digest(keyed: hmac.HMAC, message: bytes) -> bytes:
    """The code of a message under a key that has been read already."""
    one = keyed.copy()
    one.update(message)
    return one.digest()
