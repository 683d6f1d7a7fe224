# SPDX-License-Identifier: MIT
"""Classes that say of themselves what their objects are not.

Python finds the classes of an object by __mro__, by __class__ or by a method of the
metaclass. None of them says how the object lies in memory. asyncpg, for example, puts
uuid.UUID into the __mro__ of a class of its own, whose objects hold 16 bytes.
"""

import ctypes
import struct
import uuid

SAMPLE = uuid.UUID("c232ab00-9414-11ec-b3c8-9f6bdeced846")

# A float keeps its value where an object of uuid.UUID keeps a pointer. This one is no
# address of any process, so whoever follows it ends the process.
(NO_ADDRESS,) = struct.unpack("d", struct.pack("Q", 0x7DEAD0007DEAD001))


def put(items, index, item):
    """Replace an item of a tuple, as C code can."""
    assert items[index] is not item
    place = id(items) + tuple.__basicsize__ + index * ctypes.sizeof(ctypes.c_void_p)
    assert ctypes.py_object.from_address(place).value is items[index]
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(item))
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(items[index]))
    ctypes.py_object.from_address(place).value = item


def with_mro(base, **names):
    """A class whose __mro__ has `base`, and whose objects lie as floats do."""

    class Replaced:
        __slots__ = ()

    made = type("Forged", (float, Replaced), {"__slots__": (), **names})
    put(made.__mro__, made.__mro__.index(Replaced), base)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(made))
    assert issubclass(made, base) and isinstance(made(NO_ADDRESS), base)
    return made


def with_class(base):
    """A class whose objects have another __class__, as a mock has."""
    made = type("Forged", (float,), {"__slots__": (), "__class__": property(lambda self: base)})
    assert isinstance(made(NO_ADDRESS), base)
    return made


def with_metaclass(base):
    """A class whose metaclass answers that it is derived from `base`."""

    class Meta(type):
        __mro__ = property(lambda cls: (cls, base, object))
        __bases__ = property(lambda cls: (base,))

    made = Meta("Forged", (float,), {"__slots__": ()})
    assert base in made.__mro__ and base in made.__bases__
    return made
