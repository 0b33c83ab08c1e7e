#!/usr/bin/env python3
"""Trains the network of digits.mlir on pictures of handwritten digits.

The data are the 1,797 pictures of 8 x 8 numbers from 0 to 16 of the Optical Recognition of Handwritten Digits data set
(E. Alpaydin and C. Kaynak, 1998, UCI Machine Learning Repository, CC BY 4.0), as scikit-learn has them in
digits.csv.gz: a line for each picture, with the 64 numbers and the digit. Every fifth picture is held out.

    python3 train.py digits.csv.gz

writes weights.safetensors, pictures.npy and labels.npy. It needs NumPy only, and always writes the same files.
"""
import gzip
import json
import sys

import numpy as np


def patches(x):
    """The 3 x 3 neighbourhoods of pictures (n, h, w, c) with a border of zeros: (n, h, w, 9 c)."""
    p = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    h, w = x.shape[1:3]
    return np.concatenate([p[:, i:i + h, j:j + w] for i in range(3) for j in range(3)], axis=3)


def unpatch(g, c):
    """The gradient of patches."""
    n, h, w, _ = g.shape
    p = np.zeros((n, h + 2, w + 2, c), g.dtype)
    for k in range(9):
        i, j = divmod(k, 3)
        p[:, i:i + h, j:j + w] += g[..., k * c:(k + 1) * c]
    return p[:, 1:-1, 1:-1]


def forward(x, w):
    a0 = patches(x)
    z0 = a0 @ w["conv1"].reshape(9, 16) + w["bias1"]
    h0 = np.maximum(z0, 0)
    a1 = patches(h0)
    z1 = a1 @ w["conv2"].reshape(144, 16) + w["bias2"]
    h1 = np.maximum(z1, 0)
    n = len(x)
    blocks = h1.reshape(n, 4, 2, 4, 2, 16).transpose(0, 1, 3, 5, 2, 4).reshape(n, 4, 4, 16, 4)
    at = blocks.argmax(axis=4)
    pooled = blocks.max(axis=4).reshape(n, 256)
    y = pooled @ w["dense"] + w["bias3"]
    return y, (a0, z0, a1, z1, at, pooled)


def gradients(x, labels, w):
    y, (a0, z0, a1, z1, at, pooled) = forward(x, w)
    n = len(x)
    p = np.exp(y - y.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    g = p.copy()
    g[np.arange(n), labels] -= 1
    g /= n
    out = {"dense": pooled.T @ g, "bias3": g.sum(axis=0)}
    gp = (g @ w["dense"].T).reshape(n, 4, 4, 16)
    blocks = np.zeros((n, 4, 4, 16, 4), x.dtype)
    np.put_along_axis(blocks, at[..., None], gp[..., None], axis=4)
    g1 = blocks.reshape(n, 4, 4, 16, 2, 2).transpose(0, 1, 4, 2, 5, 3).reshape(n, 8, 8, 16) * (z1 > 0)
    out["conv2"] = (a1.reshape(-1, 144).T @ g1.reshape(-1, 16)).reshape(3, 3, 16, 16)
    out["bias2"] = g1.sum(axis=(0, 1, 2))
    g0 = unpatch(g1 @ w["conv2"].reshape(144, 16).T, 16) * (z0 > 0)
    out["conv1"] = (a0.reshape(-1, 9).T @ g0.reshape(-1, 16)).reshape(3, 3, 1, 16)
    out["bias1"] = g0.sum(axis=(0, 1, 2))
    return out


def write_safetensors(name, arrays):
    header, data = {}, b""
    for key, a in arrays.items():
        raw = a.astype("<f4").tobytes()
        header[key] = {"dtype": "F32", "shape": list(a.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(name, "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text + data)


def main():
    table = np.array([[float(v) for v in line.split(",")] for line in gzip.open(sys.argv[1], "rt")])
    x = (table[:, :64] / 16).astype(np.float32).reshape(-1, 8, 8, 1)
    labels = table[:, 64].astype(np.int32)
    held = np.arange(len(x)) % 5 == 0
    held_x, held_labels, x, labels = x[held], labels[held], x[~held], labels[~held]
    rng = np.random.default_rng(1)
    shapes = {"conv1": (3, 3, 1, 16), "bias1": (16,), "conv2": (3, 3, 16, 16), "bias2": (16,), "dense": (256, 10), "bias3": (10,)}
    w = {}
    for key, shape in shapes.items():
        scale = np.sqrt(2 / np.prod(shape[:-1])) if len(shape) > 1 else 0
        w[key] = (rng.standard_normal(shape) * scale).astype(np.float32)
    first = {k: np.zeros_like(v) for k, v in w.items()}
    second = {k: np.zeros_like(v) for k, v in w.items()}
    step = 0
    for epoch in range(30):
        order = rng.permutation(len(x))
        for begin in range(0, len(x), 32):
            part = order[begin:begin + 32]
            step += 1
            for k, g in gradients(x[part], labels[part], w).items():
                first[k] = 0.9 * first[k] + 0.1 * g
                second[k] = 0.999 * second[k] + 0.001 * g * g
                rate = 0.002 * np.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step)
                w[k] = (w[k] - rate * first[k] / (np.sqrt(second[k]) + 1e-8)).astype(np.float32)
    right = int((forward(held_x, w)[0].argmax(axis=1) == held_labels).sum())
    print(f"{right} of {len(held_x)} held-out pictures")
    write_safetensors("weights.safetensors", w)
    np.save("pictures.npy", (held_x * 16).astype(np.float32))
    np.save("labels.npy", np.eye(10, dtype=np.float32)[held_labels])


main()
