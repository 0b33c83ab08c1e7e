"""Compares out_NAME.npy with want_NAME.npy in the current folder, as the file tolerance says."""
import ast
import glob
import math
import struct


def load(file):
    """Returns the bits and the numbers of an array; numbers of bf16 are only bits."""
    data = open(file, "rb").read()
    size = struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:10 + size].decode())
    kind, width = head["descr"][-2], int(head["descr"][-1])
    body = data[10 + size:]
    n = len(body) // width
    bits = struct.unpack("<%d%s" % (n, {1: "B", 2: "H", 4: "I", 8: "Q"}[width]), body)
    numbers = struct.unpack("<%d%s" % (n, {2: "e", 4: "f", 8: "d"}[width]), body) if kind == "f" else bits
    return bits, numbers, kind == "f"


tolerance = float(open("tolerance").read())
problems, elements = [], 0
for file in sorted(glob.glob("want_*.npy")):
    name = file[5:-4]
    (want_bits, want, is_float), (got_bits, got, _) = load(file), load("out_" + name + ".npy")
    elements += len(want)
    wrong = []
    for i in range(len(want)):
        same = want_bits[i] == got_bits[i]
        if is_float and not same:
            w, g = want[i], got[i]
            same = math.isnan(w) and math.isnan(g) or tolerance > 0 and abs(w - g) <= tolerance * max(1, abs(w))
        if not same:
            wrong.append(i)
    if wrong or len(want) != len(got):
        i = wrong[0]
        problems.append("%s: %d of %d differ, first [%d]: got %r, expected %r" % (name, len(wrong), len(want), i, got[i], want[i]))
print("WRONG " + "; ".join(problems) if problems else "ok, %d elements" % elements)
