"""Arrays between Python and the command. They are NumPy's where NumPy is installed."""

import base64
import struct

try:
    import numpy
except ImportError:
    numpy = None

_CODES = {"f4": "f", "f8": "d", "f2": "e", "i1": "b", "u1": "B", "i2": "h", "u2": "H",
          "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}


class Array:
    """An array without NumPy: `type` is NumPy's without the byte order, such as f4, `shape` a
    tuple, and `data` the elements as bytes, little-endian, the last dimension first."""

    def __init__(self, type, shape, data):
        self.type, self.shape, self.data = type, tuple(shape), bytes(data)

    def tolist(self):
        """The elements as nested lists; a number without shape."""
        flat = list(struct.unpack("<%d%s" % (len(self.data) // int(self.type[1:]), _CODES[self.type]), self.data))

        def nested(shape, elements):
            if not shape:
                return elements[0]
            step = len(elements) // shape[0] if shape[0] else 0
            return [nested(shape[1:], elements[i * step:(i + 1) * step]) for i in range(shape[0])]

        return nested(self.shape, flat)

    def __repr__(self):
        return "optc.Array(%r, %r)" % (self.type, self.tolist())


def array(values, type="f4"):
    """An Array of nested lists of numbers; of NumPy where it is installed."""
    if numpy is not None:
        return numpy.array(values, dtype="<" + type)
    shape, first = [], values
    while isinstance(first, (list, tuple)):
        shape.append(len(first))
        if not first:
            break
        first = first[0]

    def flat(v):
        return [x for part in v for x in flat(part)] if isinstance(v, (list, tuple)) else [v]

    elements = flat(values)
    return Array(type, shape, struct.pack("<%d%s" % (len(elements), _CODES[type]), *elements))


def encode(value):
    """A value as an input of the method run: an array, a number, or the text of one."""
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, bool):
        return {"text": "true" if value else "false"}
    if isinstance(value, int):
        return {"text": str(value)}
    if isinstance(value, float):
        text = repr(value)
        return {"text": text if "." in text or "n" in text else text.replace("e", ".0e")}
    if not isinstance(value, Array):
        if numpy is None:
            raise TypeError("expected an optc.Array, a number or a text, but got %s" % type(value).__name__)
        a = numpy.asarray(value)
        if a.dtype.str[1:] not in _CODES:
            raise TypeError("expected an array of numbers, but got elements of type %s" % a.dtype)
        a = numpy.ascontiguousarray(a.astype(a.dtype.newbyteorder("<"), copy=False)).reshape(a.shape)
        value = Array(a.dtype.str[1:], a.shape, a.tobytes())
    return {"array": {"type": value.type, "shape": list(value.shape),
                      "data": base64.b64encode(value.data).decode()}}


def decode(output):
    """An array of a result of the method run."""
    shape, data = output.get("shape", []), base64.b64decode(output.get("data", ""))
    if numpy is None:
        return Array(output["type"], shape, data)
    return numpy.frombuffer(data, dtype="<" + output["type"]).reshape(shape).copy()
