package optmain

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/base/npy"
	"optc/internal/family/gpu/kernel"
	"optc/lower"
)

// TestRunInputs: a value that is not an array for the variable is refused, with an exact
// message.
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
	paged, err := filepath.Abs("../examples/paged_gather.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--print out_row out", "there is no variable 'out_row'; did you mean 'out_rows'? [unknown-variable]"},
		{"--input page=x.npy out", "there is no variable 'page'; did you mean 'pages'? [unknown-variable]"},
		{"--output out_row=x.npy out", "there is no variable 'out_row'; did you mean 'out_rows'? [unknown-variable]"},
		{"--input pages out", "--input expects name=file.npy or name=random, but got 'pages'"},
		{"--output out_rows out", "--output expects name=file, but got 'out_rows'"},
		{"--input pages=none.npy out", "cannot read 'none.npy': No such file or directory"},
		{"--output out_rows=no/such/x.npy out", "cannot write '" + filepath.Join(dir, "no/such/x.npy") + "': No such file or directory"},
		{"--target ipu1 out", "flag '--target' is for files; 'out' is built already"},
		{"--reuse out", "flag '--reuse' is for files; 'out' is built already"},
		{"--clobber elements --target ipu2 " + paged, "flag '--clobber' is for the pipeline okk; '" + paged + "' holds 'poplar.graph'"},
		{".", "'.': expected the folder of a built program, but it has no images.json [no-program]"},
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
	replace := func(file, old, new string) func(map[string]string) {
		return func(f map[string]string) {
			if !strings.Contains(f[file], old) {
				t.Errorf("%s holds no %q", file, old)
			}
			f[file] = strings.Replace(f[file], old, new, 1)
		}
	}
	manifest := func(old, new string) func(map[string]string) { return replace(lower.ManifestFile, old, new) }
	const differs = "'out': images.json does not describe program.mlir: "
	for _, c := range []struct {
		name, want string
		damage     func(files map[string]string)
	}{
		{"no program", "'out': expected the folder of a built program, but it has no images.json", func(f map[string]string) { delete(f, lower.ManifestFile) }},
		{"no module", "'out': the built program is not complete: program.mlir", func(f map[string]string) { delete(f, lower.ProgramFile) }},
		{"no image", "'out': tile_0.bin is missing or cannot be read [image-size]", func(f map[string]string) { delete(f, "tile_0.bin") }},
		{"short image", "'out': expected tile_0.bin to have 3792 bytes, or 638976 if it is full, but got 3791 [image-size]", func(f map[string]string) {
			f["tile_0.bin"] = f["tile_0.bin"][:len(f["tile_0.bin"])-1]
		}},
		{"long image", "but got 3793 [image-size]", func(f map[string]string) { f["tile_0.bin"] += "x" }},
		{"other image", "'out': expected byte 3791 of tile_0.bin to be 0x00 as in program.mlir, but got 0x7f [image-bytes]", func(f map[string]string) {
			f["tile_0.bin"] = f["tile_0.bin"][:len(f["tile_0.bin"])-1] + "\x7f"
		}},
		{"no json", "images.json is damaged: unexpected end of JSON input [manifest]", func(f map[string]string) { f[lower.ManifestFile] = "{" }},
		{"no object", "images.json is damaged: it holds a number where it must not [manifest]", func(f map[string]string) { f[lower.ManifestFile] = "7" }},
		{"format", "expected format 'poplar-images/2' in images.json, but got 'poplar-images/1' [manifest]", manifest("poplar-images/2", "poplar-images/1")},
		{"module", "but got 8 with 264afb20 [edited]", func(f map[string]string) { f[lower.ProgramFile] = "nonsense" }},
		{"other module", "but got 9 with ecf042ef [edited]", func(f map[string]string) { f[lower.ProgramFile] = "module {}" }},
		{"bytes in module", "[edited]", replace(lower.ProgramFile, `poplar.bytes "v0.state" = dense<[0, `, `poplar.bytes "v0.state" = dense<[1, `)},
		{"memory map", "'out': memory_map.txt is not as it was written", func(f map[string]string) { f[lower.MemoryMapFile] += " " }},
		{"no memory map", "'out': memory_map.txt is missing or cannot be read [edited]", func(f map[string]string) { delete(f, lower.MemoryMapFile) }},
		{"digest", "'out': program.mlir is not as it was written", manifest(`"file": "program.mlir",
   "size": `, `"file": "program.mlir",
   "size": 1`)},
		{"target", differs + "expected target.arch to be ipu2, but got ipu1 [manifest]", manifest(`"arch": "ipu2"`, `"arch": "ipu1"`)},
		{"tile", differs + "expected tiles[0].tile to be 0, but got 1472 [manifest]", manifest(`"tile": 0,
   "allocs"`, `"tile": 1472,
   "allocs"`)},
		{"no tiles", differs + "expected 1 entries in tiles [manifest]", manifest(`"tiles": [`, `"tiles": [],
 "none": [`)},
		{"address", differs + "expected tiles[0].allocs[0].address to be 311296, but got 9223372036854775808 [manifest]", manifest(`"address": 311296`, `"address": 9223372036854775808`)},
		{"extra key", differs + "expected no 'color' [manifest]", manifest(`"tiles": [`, `"color": 1,
 "tiles": [`)},
		{"missing key", differs + "expected tiles[0].unused, which is missing [manifest]", manifest(`"unused": 635184,`, ``)},
		{"no number", differs + "expected tiles[0].unused to be 635184 [manifest]", manifest(`"unused": 635184`, `"unused": {}`)},
		{"variable type", differs + "expected variables[1].type to be ui32, but got f33 [manifest]", manifest(`"type": "ui32"`, `"type": "f33"`)},
		{"set", differs + "expected program[0].execute to be gather, but got none [manifest]", manifest(`"execute": "gather"`, `"execute": "none"`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
			now := maps.Clone(files)
			c.damage(now)
			for name, text := range now {
				if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			code, stdout, stderr := in(dir, "run", "--print", "out_rows", "out")
			if code != 1 || stdout != "" || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "goroutine") {
				t.Errorf("exit code %d\n got %s%swant %s", code, stdout, stderr, c.want)
			}
		})
	}
	// The format of the manifest is irrelevant, and so is whether images are full.
	if code, _, stderr := in(base, "build", "--target", "ipu2", "--full", "-o", "out", "good.mlir"); code != 0 {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(filepath.Join(base, "out", lower.ManifestFile), []byte(strings.ReplaceAll(files[lower.ManifestFile], "\n", " ")), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(base, "run", "out"); code != 0 {
		t.Error(stderr)
	}
}

// TestRunUnverified: an edited program runs according to its text, or is refused at the
// faulty place.
func TestRunUnverified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	module := builtProgram(t, dir)[lower.ProgramFile]
	for _, c := range []struct{ old, new, want string }{
		{`= dense<[63, 0, 7, `, `= dense<[62, 0, 7, `, "out_rows = [[6.200000e+02, "},
		{"poplar.alloc", "poplar.alok", "program.mlir:"},
	} {
		if !strings.Contains(module, c.old) {
			t.Fatalf("%s holds no %q", lower.ProgramFile, c.old)
		}
		if err := os.WriteFile(filepath.Join(dir, "out", lower.ProgramFile), []byte(strings.Replace(module, c.old, c.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := in(dir, "run", "--print", "out_rows", "out"); code != 1 || !strings.Contains(stderr, "[edited]") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		if _, stdout, stderr := in(dir, "run", "--unverified", "--print", "out_rows", "out"); !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("want %s\n got %s%s", c.want, stdout, stderr)
		}
	}
}

// TestRunProfile: a profile as picture, as SVG and as JSON, with estimated cycles.
func TestRunProfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	builtProgram(t, dir)
	code, stdout, stderr := in(dir, "run", "--profile=picture", "--profile-svg", "run.svg", "out")
	if code != 0 || !strings.Contains(stdout, "instructions of the threads\n") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	svg, err := os.ReadFile(filepath.Join(dir, "run.svg"))
	if err != nil || !strings.HasPrefix(string(svg), "<svg") || !strings.Contains(string(svg), "tile 0, thread 5: about ") {
		t.Errorf("%v\n%.200s", err, svg)
	}
	var profile lower.Profile
	if _, stdout, _ = in(dir, "run", "--profile=json", "out"); json.Unmarshal([]byte(stdout), &profile) != nil {
		t.Fatal(stdout)
	}
	if len(profile.Steps) != 1 || len(profile.Units) != 1 || profile.Cycles <= 0 || profile.Cycles != profile.Steps[0].Cycles || profile.Cycles != profile.Units[0].Cycles {
		t.Errorf("got %+v", profile)
	}
}

// TestCallProfile: the profile of a function that threads call, and the flag that it needs.
func TestCallProfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := `func.func @f(%x: memref<64xf32>) {
  %t = gpu.thread_id x
  %p = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  %i = arith.muli %t, %c4 : index
  %v = vector.transfer_read %x[%i], %p : memref<64xf32>, vector<4xf32>
  vector.transfer_write %v, %x[%i] : vector<4xf32>, memref<64xf32>
  return
}
`
	if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := in(dir, "run", "f.mlir", "--call", "f", "--arg", "random", "--workgroup", "16", "--subgroup", "8", "--profile=json")
	var profile kernel.Profile
	if err := json.Unmarshal([]byte(stdout), &profile); code != 0 || err != nil {
		t.Fatal(code, err, stdout, stderr)
	}
	if profile.Threads != 16 || profile.Subgroups != 2 || len(profile.Accesses) != 2 {
		t.Fatal(stdout)
	}
	if a := profile.Accesses[0]; a.Direction != "load" || a.Bytes != 16 || a.Threads != 16 || a.Subgroups != 2 || a.Parts != 8 || a.Least != 8 {
		t.Error(stdout)
	}
	code, _, stderr = in(dir, "run", "f.mlir", "--call", "f", "--arg", "random", "--profile")
	if code != 1 || !strings.Contains(stderr, "needs '--workgroup'") {
		t.Error(code, stderr)
	}
}

// TestProfileOfMappedStores: a profile counts the stores of map_store, and the stores of map_scatter, which is
// its name in an older revision.
func TestProfileOfMappedStores(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"map_store", "map_scatter"} {
		text := `func.func @f(%x: memref<16x2xf32>) {
  %t = gpu.thread_id x
  %true = arith.constant true
  %v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  iree_linalg_ext.` + name + ` %v into %x {
  ^bb0(%i: index):
    iree_linalg_ext.yield %t, %i, %true : index, index, i1
  } : vector<2xf32> into memref<16x2xf32>
  return
}
`
		if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := in(dir, "run", "f.mlir", "--call", "f", "--arg", "random", "--workgroup", "16", "--subgroup", "8", "--profile=json")
		var profile kernel.Profile
		if err := json.Unmarshal([]byte(stdout), &profile); code != 0 || err != nil {
			t.Fatal(code, err, stdout, stderr)
		}
		if len(profile.Accesses) != 1 || profile.Accesses[0].Direction != "store" || profile.Accesses[0].Threads != 16 || profile.Accesses[0].Parts != 4 {
			t.Errorf("%s: %s", name, stdout)
		}
	}
}
