"""Prints the fields of a vertex from a folder that `optc build` wrote: decode_state.py FOLDER VERTEX"""
import json, pathlib, re, sys

folder, number = pathlib.Path(sys.argv[1]), int(sys.argv[2])
images = json.loads((folder / "images.json").read_text())
vertex = images["vertices"][number]
tile = next(t for t in images["tiles"] if t["tile"] == vertex["tile"])
memory = (folder / f"tile_{vertex['tile']}.bin").read_bytes()
state = vertex["state"] - images["target"]["mem_base"]
code = (folder / "program.mlir").read_text().split(f'symbol = "{vertex["symbol"]}"')[1].split("poplar.vertex ")[0]


def place(address):
    inside = (a for a in tile["allocs"] if a["address"] <= address < a["address"] + max(a["size"], 1))
    return next((f"{a['name']} + {address - a['address']}" for a in inside), hex(address))


print(f"{vertex['symbol']} on tile {vertex['tile']} at {vertex['state']:#x}")
for field in re.finditer(r"poplar\.field @(\S+) : (.*?) (?:= .*)?\{.*offset = (\d+) : i64, size = (\d+) : i64\}", code):
    name, kind, offset, size = field[1], field[2], int(field[3]), int(field[4])
    word = [int.from_bytes(memory[state + offset + i:state + offset + min(size, i + 4)], "little") for i in range(0, size, 4)]
    scaled = re.search(r"SCALED_PTR(\d+)", kind)
    address, count = word[0], word[1] if len(word) == 2 else None
    if "SHORT_SPAN" in kind:
        address, count = word[0] & 0xFFFFF, word[0] >> 20
    elif scaled:
        address = word[0] * int(scaled[1]) // 8 + (0x40000 if scaled[1] == "32" else 0)
    edge = kind.startswith("!poplar.") and "DELTAN" not in kind and "array" not in kind
    print(f"  {name}: " + (place(address) + (f", {count} elements" if count is not None else "") if edge else " ".join(map(str, word))))
