package optmain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/npy"
	"optc/lower"
	"optc/lower/poplar/image"
)

// TestRunInputs: what is not an array for the variable is refused, exactly.
func TestRunInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	builtProgram(t, dir)
	array := func(typ string, shape []int64, size int) []byte {
		n := int64(size)
		for _, extent := range shape {
			n *= extent
		}
		return (&npy.Array{Type: typ, Shape: shape, Data: make([]byte, n)}).Bytes()
	}
	good := array("u4", []int64{20}, 4)
	header := func(text string) []byte {
		return append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), byte(len(text) >> 8)}, text...)
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"good", good, ""},
		{"type", array("f4", []int64{20}, 4), "expected elements of NumPy type u4 for variable 'pages' of ui32, but got f4"},
		{"shape", array("u4", []int64{21}, 4), "expected shape [20] for variable 'pages', but got [21]"},
		{"rank", array("u4", []int64{4, 5}, 4), "expected shape [20] for variable 'pages', but got [4 5]"},
		{"short", good[:len(good)-1], "expected a .npy array, but 20 elements of 4 bytes need 80 bytes, and 79 are there [npy-format]"},
		{"cut", good[:40], "expected a .npy array, but the header of 118 bytes is cut off [npy-format]"},
		{"empty", nil, "expected a .npy array, but the file does not begin with the magic string [npy-format]"},
		{"version", []byte("\x93NUMPY\x09\x00  "), "expected a .npy array, but the version is 9.0 [npy-format]"},
		{"huge", []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), "expected a .npy array, but the header of 4294967295 bytes is cut off [npy-format]"},
		{"elements", header("{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }"),
			"expected a .npy array, but the shape is (99999999999, 99999999999) [npy-format]"},
		{"fortran", header("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }0123456789abcdef"), "expected a .npy array, but it is in Fortran order [npy-format]"},
		{"big", header("{'descr': '>i4', 'fortran_order': False, 'shape': (2, 2), }"), "expected a .npy array, but its elements are big-endian [npy-format]"},
		{"object", header("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }"), `expected a .npy array, but the header is "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }" [npy-format]`},
	} {
		file := c.name + ".npy"
		if err := os.WriteFile(filepath.Join(dir, file), c.data, 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := in(dir, "run", "--input", "pages="+file, "--print", "out_rows", "out")
		want := ""
		if c.want != "" {
			want = fmt.Sprintf("optc: error: '%s': %s\n", file, c.want)
		}
		if (code != 0) != (want != "") || stderr != want {
			t.Errorf("%s: exit code %d\n got %swant %s", c.name, code, stderr, want)
		}
	}
}

func TestRunArguments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	builtProgram(t, dir)
	for _, c := range []struct{ args, want string }{
		{"--print out_row out", "there is no variable 'out_row'; did you mean 'out_rows'? [unknown-variable]"},
		{"--input page=x.npy out", "there is no variable 'page'; did you mean 'pages'? [unknown-variable]"},
		{"--output out_row=x.npy out", "there is no variable 'out_row'; did you mean 'out_rows'? [unknown-variable]"},
		{"--input pages out", "--input expects name=file.npy, but got 'pages'"},
		{"--output out_rows out", "--output expects name=file.npy, but got 'out_rows'"},
		{"--input pages=none.npy out", "cannot read 'none.npy': No such file or directory"},
		{"--output out_rows=no/such/x.npy out", "cannot write '" + filepath.Join(dir, "no/such/x.npy") + "': No such file or directory"},
		{"--target ipu1 out", "flag '--target' is for files; 'out' is built already"},
		{".", "'.': there is no built program: images.json is missing or cannot be read [no-program]; open images.json: no such file or directory"},
	} {
		code, stdout, stderr := in(dir, append([]string{"run"}, strings.Fields(c.args)...)...)
		if want := "optc: error: " + c.want + "\n"; code != 1 || stdout != "" || stderr != want {
			t.Errorf("%s: exit code %d\n got %s%swant %s", c.args, code, stdout, stderr, want)
		}
	}
}

// TestRunDamaged: a program that is not as it was built is refused, exactly.
func TestRunDamaged(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	files := builtProgram(t, base)
	for _, c := range []struct {
		name, want string
		damage     func(files map[string]string, m *image.Manifest)
	}{
		{"no program", "out: there is no built program: images.json", func(f map[string]string, _ *image.Manifest) { delete(f, lower.ManifestFile) }},
		{"no module", "out: the built program is not complete: program.mlir", func(f map[string]string, _ *image.Manifest) { delete(f, lower.ProgramFile) }},
		{"no image", "tile_0.bin is missing or cannot be read [image-size]", func(f map[string]string, _ *image.Manifest) { delete(f, "tile_0.bin") }},
		{"short image", "expected tile_0.bin to hold 16 bytes of 'v0.state' from byte", func(f map[string]string, _ *image.Manifest) {
			f["tile_0.bin"] = f["tile_0.bin"][:len(f["tile_0.bin"])-1]
		}},
		{"no json", "images.json is damaged: unexpected end of JSON input [manifest]", func(f map[string]string, _ *image.Manifest) { f[lower.ManifestFile] = "{" }},
		{"format", "expected format 'poplar-images/1' in images.json, but got 'poplar-images/2' [manifest]", func(_ map[string]string, m *image.Manifest) { m.Format = "poplar-images/2" }},
		{"module", "program.mlir:1:1: error: ", func(f map[string]string, _ *image.Manifest) { f[lower.ProgramFile] = "nonsense" }},
		{"other module", "'builtin.module' op holds no poplar.graph", func(f map[string]string, _ *image.Manifest) { f[lower.ProgramFile] = "module {}" }},
		{"target", "expected images for the target of the program, ipu2, but they are for ipu1", func(_ map[string]string, m *image.Manifest) { m.Target.Arch = "ipu1" }},
		{"tile", "'table.t0' is on tile 1472, but the device has 1472 tiles", func(_ map[string]string, m *image.Manifest) { m.Tiles[0].Tile = 1472 }},
		{"address", "lies outside of tile memory [0x4c000, 0xe8000)", func(_ map[string]string, m *image.Manifest) { m.Tiles[0].Allocs[0].Addr = 1 << 63 }},
		{"low address", "lies outside of tile memory [0x4c000, 0xe8000)", func(_ map[string]string, m *image.Manifest) { m.Tiles[0].Allocs[0].Addr = 0x4bff8 }},
		{"size", "of 18446744073709551615 bytes lies outside of tile memory", func(_ map[string]string, m *image.Manifest) { m.Tiles[0].Allocs[0].Size = 1<<64 - 1 }},
		{"overlap", "on tile 0 overlap", func(_ map[string]string, m *image.Manifest) { m.Tiles[0].Allocs[0].Size += 8 }},
		{"variable twice", "variable 'pages' is listed twice", func(_ map[string]string, m *image.Manifest) { m.Variables = append(m.Variables, variable(m, "pages")) }},
		{"variable type", "variable 'pages' has the unknown type 'f33'", func(_ map[string]string, m *image.Manifest) { at(m, "pages").Type = "f33" }},
		{"variable shape", "has the impossible shape [4611686018427387904 4]", func(_ map[string]string, m *image.Manifest) { at(m, "pages").Shape = []int64{1 << 62, 4} }},
		{"variable runs", "elements [0, 21) of variable 'pages' overlap others or leave its 20 elements", func(_ map[string]string, m *image.Manifest) { at(m, "pages").Runs[0].End = 21 }},
		{"variable address", "variable 'pages' at 0xe8000 of 80 bytes lies outside", func(_ map[string]string, m *image.Manifest) { at(m, "pages").Runs[0].Addr = 0xe8000 }},
		{"vertex", "vertex 0 is of 'nobody', which is not described", func(_ map[string]string, m *image.Manifest) { m.Vertices[0].Symbol = "nobody" }},
		{"symbol", "images.json describes 'nobody', which program.mlir does not define", func(_ map[string]string, m *image.Manifest) {
			m.Vertices[0].Symbol, m.Symbols[0].Symbol = "nobody", "nobody"
		}},
		{"vertex in set", "runs vertex 7 on tile 0, where it is not", func(_ map[string]string, m *image.Manifest) { m.ComputeSets[0].Vertices[0].IDs[0] = 7 }},
		{"vertex state", "the state of a vertex at 0x00000 of 0 bytes lies outside", func(_ map[string]string, m *image.Manifest) { m.Vertices[0].State = 0 }},
		{"set", "the program executes compute set 'none', which is not described", func(_ map[string]string, m *image.Manifest) { m.Program[0].Execute = "none" }},
		{"copy", "the destination of a copy is on tile -1", func(_ map[string]string, m *image.Manifest) {
			m.Program[0].Copy = []image.MoveRecord{{From: 0x4c000, ToTile: -1, To: 0x4c000, Bytes: 4}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
			now := map[string]string{}
			for name, text := range files {
				now[name] = text
			}
			var m image.Manifest
			if err := json.Unmarshal([]byte(files[lower.ManifestFile]), &m); err != nil {
				t.Fatal(err)
			}
			before := string(m.JSON())
			c.damage(now, &m)
			if after := string(m.JSON()); after != before {
				now[lower.ManifestFile] = after
			}
			for name, text := range now {
				if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			code, stdout, stderr := in(dir, "run", "--print", "out_rows", "out")
			if code != 1 || stdout != "" || !strings.Contains(strings.ReplaceAll(stderr, "'out'", "out"), c.want) || strings.Contains(stderr, "goroutine") {
				t.Errorf("exit code %d\n got %s%swant %s", code, stdout, stderr, c.want)
			}
		})
	}
}

// at returns the record of a variable.
func at(m *image.Manifest, name string) *image.VariableRecord {
	for i := range m.Variables {
		if m.Variables[i].Name == name {
			return &m.Variables[i]
		}
	}
	return nil
}

func variable(m *image.Manifest, name string) image.VariableRecord { return *at(m, name) }
