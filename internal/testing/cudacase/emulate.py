"""Executes kernels for AMD's chips, instruction by instruction, with the emulator of a checkout of tinygrad.

    python3 emulate.py TINYGRAD jobs.json

The file has the name of a chip and a list of jobs: the folder, the code object, the launches, the arguments, which are numbers or
arrays in files of bytes, and whether the waves of a workgroup take turns from the last to the first. Memory and registers
hold garbage where nothing sets them. The script writes arrays back, and prints a line with an error or null for each job.
"""
import ctypes
import json
import os
import struct
import sys

sys.path.insert(0, sys.argv[1])
os.environ.setdefault("DEV", "CPU")
import test.mockgpu.amd.emu as emu  # noqa: E402
from tinygrad.device import Buffer, BufferSpec  # noqa: E402
from tinygrad.dtype import dtypes  # noqa: E402

GARBAGE = 0x7FA5A5A5
GUARD = 4096  # bytes around an array
LIMIT = 1 << 22  # instructions of a workgroup


def family(chip):
    """The emulator's name for the chip's instructions."""
    return {"gfx9": "cdna", "gfx11": "rdna3", "gfx12": "rdna4"}[chip[:4] if chip.startswith("gfx9") else chip[:5]]


class CodeObject:
    """An ELF file in memory: its segments, and the descriptors of its kernels (LLVM, "User Guide for AMDGPU Backend")."""

    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        phoff, shoff = struct.unpack_from("<QQ", data, 32)
        _, phnum, shentsize, shnum = struct.unpack_from("<HHHH", data, 54)
        loads = []
        for i in range(phnum):
            kind, _, offset, address, _, size, memory = struct.unpack_from("<IIQQQQQ", data, phoff + 56 * i)
            if kind == 1:
                loads.append((offset, address, size, memory))
        self.memory = ctypes.create_string_buffer(max(a + m for _, a, _, m in loads) + 3 * 4096)
        self.base = (ctypes.addressof(self.memory) + 4095) // 4096 * 4096
        for offset, address, size, _ in loads:
            ctypes.memmove(self.base + address, data[offset : offset + size], size)
        self.symbols = {}
        sections = [struct.unpack_from("<IIQQQQII", data, shoff + shentsize * i) for i in range(shnum)]
        for _, kind, _, _, offset, size, link, _ in sections:
            if kind == 11:  # SHT_DYNSYM
                names = sections[link][4]
                for at in range(offset, offset + size, 24):
                    name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", data, at)
                    end = data.index(b"\0", names + name)
                    self.symbols[data[names + name : end].decode()] = value

    def descriptor(self, kernel):
        at = self.base + self.symbols[kernel + ".kd"]
        d = ctypes.string_at(at, 64)
        lds, private, arguments = struct.unpack_from("<III", d, 0)
        (entry,) = struct.unpack_from("<q", d, 16)
        (rsrc2,) = struct.unpack_from("<I", d, 52)
        (properties,) = struct.unpack_from("<H", d, 56)
        return at + entry, lds, private, arguments, rsrc2, properties


class Wave:
    """A wave with its registers and its private memory."""

    def __init__(self, launch, first, position):
        self.size = launch.lanes
        self.state = emu._init_wave(launch.entry, first, launch.threads, *launch.block, launch.arguments, launch.rsrc2, launch.private, launch.family,
                                    *position, launch.user, launch.lanes)
        vectors = self.state._vgpr_mv
        for i in range(self.size, len(vectors)):
            vectors[i] = GARBAGE
        for i in range((launch.rsrc2 >> 1 & 31) + 3, 100):
            self.state._write_sgpr(i, GARBAGE)
        self.scratch = Buffer("CPU", launch.private * self.size + 256, dtypes.uint8).ensure_allocated()
        buffers = (self.state.sgpr_buf, self.state.vgpr_buf, launch.flat, launch.lds, self.scratch, self.state.accvgpr_buf)
        self.buffers = [ctypes.c_uint64(b._buf.va_addr) for b in buffers]
        self.ended = False

    def active(self):
        mask = self.state._read_sgpr(126)
        if self.size == 64:
            mask |= self.state._read_sgpr(127) << 32
        return [mask >> lane & 1 == 1 for lane in range(self.size)]


def number(register):
    """The number of a vector register."""
    return getattr(register, "offset", register) & 0xFF


def swizzle(wave, inst):
    """ds_swizzle_b32 in its modes for quads and for groups of 32 lanes (AMD's manuals of instruction sets)."""
    control, active, state = inst.offset0 | inst.offset1 << 8, wave.active(), wave.state
    values = [state._read_vgpr(number(inst.addr), lane) for lane in range(wave.size)]
    for lane in range(wave.size):
        if not active[lane]:
            continue
        if control & 0x8000:
            source = lane & ~3 | control >> 2 * (lane & 3) & 3
        else:
            source = lane & ~31 | (lane & control & 31 | control >> 5 & 31) ^ control >> 10 & 31
        state._write_vgpr(number(inst.vdst), lane, values[source] if active[source] else 0)
    state.pc += inst.size()


def permute(wave, inst):
    """ds_bpermute_b32: an address wraps at the bytes of a register, but the emulator reads where it points to."""
    offset, active, state = inst.offset0 | inst.offset1 << 8, wave.active(), wave.state
    values = [state._read_vgpr(number(inst.data0), lane) for lane in range(wave.size)]
    for lane in range(wave.size):
        if active[lane]:
            source = (state._read_vgpr(number(inst.addr), lane) + offset >> 2) % wave.size
            state._write_vgpr(number(inst.vdst), lane, values[source] if active[source] else 0)
    state.pc += inst.size()


def place(wave, inst):
    """s_getpc_b64."""
    after, register = wave.state.pc + inst.size(), inst.sdst.offset
    wave.state._write_sgpr(register, after & 0xFFFFFFFF)
    wave.state._write_sgpr(register + 1, after >> 32)
    wave.state.pc = after


def skip(wave, inst):
    """An instruction about caches, which the emulator does not have."""
    wave.state.pc += inst.size() if inst else 8


OWN = {"ds_swizzle_b32": swizzle, "ds_bpermute_b32": permute, "s_getpc_b64": place, "global_inv": skip, "buffer_gl0_inv": skip}
GL0_INV = struct.pack("<I", 0xE0AC0000)  # buffer_gl0_inv, which the emulator cannot read


class Launch:
    """A launch of a kernel."""

    def __init__(self, object, chip, launch, values):
        self.family, self.block, self.grid = family(chip), launch["block"], launch["grid"]
        self.entry, lds, self.private, size, self.rsrc2, properties = object.descriptor(launch["kernel"])
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.lanes = 32 if self.family != "cdna" and properties >> 10 & 1 else 64
        explicit = b""
        for v in values:
            explicit += b"\0" * (-len(explicit) % len(v)) + v
        hidden = b"\0" * (-len(explicit) % 8) + struct.pack("<IIIHHH", *self.grid, *self.block)
        self.memory = ctypes.create_string_buffer(explicit + hidden, max(size, len(explicit + hidden)) + 256)
        self.arguments = ctypes.addressof(self.memory)
        self.packet = ctypes.create_string_buffer(struct.pack("<HHHHHHIIIII", 0, 3, *self.block, 0, *(g * b for g, b in zip(self.grid, self.block)), self.private, lds), 64)
        # The registers that a kernel asks for, in this order.
        self.user = []
        for bit, words in enumerate([(0, 0, 0, 0), ctypes.addressof(self.packet), 0xDEAD0000DEAD0000, self.arguments, 0xDEAD0000DEAD0001, 0, (self.private,)]):
            if properties >> bit & 1:
                self.user += words if isinstance(words, tuple) else (words & 0xFFFFFFFF, words >> 32)
        if self.rsrc2 >> 1 & 31 < len(self.user):
            raise RuntimeError(f"{self.rsrc2 >> 1 & 31} user registers, but {len(self.user)} are set")
        self.bytes = max(lds, 4096)
        self.lds = Buffer("CPU", self.bytes // 4 + 64, dtypes.uint32).ensure_allocated()
        self.flat = Buffer("CPU", 1 << 40, dtypes.uint32, options=BufferSpec(external_ptr=0)).ensure_allocated()
        self.program = {}

    def decode(self, pc):
        if pc not in self.program:
            inst, name = None, "buffer_gl0_inv"
            if self.family != "rdna3" or ctypes.string_at(pc, 4) != GL0_INV:
                inst = emu.decode_inst(ctypes.string_at(pc, 16), self.family)
                name = emu._op_name(inst).lower()
            if name in OWN:
                self.program[pc] = (None, None, name, inst)
            elif "DPP" in type(inst).__name__ and number(inst.vdst) == number(inst.vsrc0):
                self.program[pc] = (None, None, "dpp", self.apart(pc, inst))
            else:
                (compiled, runtime), inst = emu._decode_at(pc, self.family)
                self.program[pc] = (runtime.fxn, compiled.arg.globals, name, inst)
        return self.program[pc]

    def apart(self, pc, inst):
        """The instruction with the result in v255: the emulator writes results of lanes before other lanes have read them."""
        code = ctypes.create_string_buffer(ctypes.string_at(pc, 16), 16)  # the emulator reads the instruction again when it executes it
        (word,) = struct.unpack_from("<I", code)
        struct.pack_into("<I", code, 0, word & ~(255 << 17) | 255 << 17)
        (compiled, runtime), _ = emu._decode_at(ctypes.addressof(code), self.family)
        return number(inst.vdst), runtime.fxn, compiled.arg.globals, code, pc + inst.size()

    def step(self, wave):
        """Executes an instruction, and reports whether the wave waits at a barrier."""
        function, arguments, name, inst = self.decode(wave.state.pc)
        if name == "dpp":
            register, function, arguments, code, after = inst
            state = wave.state
            state.pc = ctypes.addressof(code)
            for lane in range(wave.size):
                state._write_vgpr(255, lane, state._read_vgpr(register, lane))
            function(*[wave.buffers[a] for a in arguments])
            for lane, on in enumerate(wave.active()):
                if on:
                    state._write_vgpr(register, lane, state._read_vgpr(255, lane))
            state.pc = after
            return False
        if function is None:
            OWN[name](wave, inst)
            return False
        put_aside = []
        if name.startswith("ds_"):  # the emulator reads memory for lanes that are off, too
            register = number(inst.addr)
            put_aside = [(lane, wave.state._read_vgpr(register, lane)) for lane, on in enumerate(wave.active()) if not on]
            for lane, _ in put_aside:
                wave.state._write_vgpr(register, lane, 0)
        function(*[wave.buffers[a] for a in arguments])
        for lane, value in put_aside:
            wave.state._write_vgpr(register, lane, value)
        return "s_barrier" in name and "signal" not in name

    def run(self, descending):
        gx, gy, gz = self.grid
        for n in range(gx * gy * gz):
            position = (n % gx, n // gx % gy, n // (gx * gy))
            ctypes.memset(self.lds._buf.va_addr, 0xA5, self.bytes)
            waves = [Wave(self, first, position) for first in range(0, self.threads, self.lanes)]
            steps = 0
            while not all(w.ended for w in waves):
                for w in reversed(waves) if descending else waves:
                    while not w.ended:
                        if w.state.pc == emu.ENDPGM_PC:
                            w.ended = True
                        elif self.step(w):
                            break
                        steps += 1
                        if steps > LIMIT:
                            raise RuntimeError("the kernel does not end")


def run(chip, job):
    object = CodeObject(os.path.join(job["folder"], job["object"]))
    values, arrays = [], []
    for a in job["arguments"]:
        with open(os.path.join(job["folder"], a["file"]), "rb") as f:
            data = f.read()
        if not a["array"]:
            values.append(data)
            continue
        memory = ctypes.create_string_buffer(b"\xa5" * (len(data) + 2 * GUARD + 256))
        at = (ctypes.addressof(memory) + GUARD + 255) // 256 * 256
        ctypes.memmove(at, data, len(data))
        values.append(struct.pack("<Q", at))
        arrays.append((a["file"], memory, at, len(data)))
    lanes = {"cdna": 64}.get(family(chip), 32)
    emu._wave_size = lambda _: lanes
    for launch in job["launches"]:
        l = Launch(object, chip, launch, values)
        if l.lanes != lanes:
            raise RuntimeError(f"waves of {l.lanes} lanes")
        l.run(job["descending"])
    for file, memory, at, size in arrays:
        first = at - ctypes.addressof(memory)
        if memory.raw[:first].strip(b"\xa5") or memory.raw[first + size : -1].strip(b"\xa5"):
            raise RuntimeError(f"writes outside of {file}")
        with open(os.path.join(job["folder"], file + ".out"), "wb") as f:
            f.write(ctypes.string_at(at, size))


def main():
    with open(sys.argv[2]) as f:
        work = json.load(f)
    for job in work["jobs"]:
        error = None
        try:
            run(work["chip"], job)
        except Exception as e:  # a fault of the kernel, or of the emulator
            error = f"{type(e).__name__}: {e}"
        print(json.dumps(error), flush=True)


main()
