package optmain

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/draw"
	"optc/lower"
)

// figuresOf returns the figures of the only picture of `optc layout --format=json`.
func figuresOf(t *testing.T, dir string, args ...string) map[string]int64 {
	t.Helper()
	code, stdout, stderr := in(dir, append([]string{"layout", "--format=json"}, args...)...)
	var d draw.Drawing
	if err := json.Unmarshal([]byte(stdout), &d); code != 0 || err != nil || len(d.Pictures) != 1 {
		t.Fatalf("%v: exit code %d, %v\n%s", args, code, err, stderr)
	}
	figures := map[string]int64{}
	for _, f := range d.Pictures[0].Figures {
		figures[f.Name] = f.Value
	}
	return figures
}

// profileOf runs a program with a profile.
func profileOf(t *testing.T, dir, target, text string) (p lower.Profile) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "x.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := in(dir, "run", "--profile=json", "--target", target, "x.mlir")
	at := strings.Index(stdout, "{")
	if code != 0 || at < 0 {
		t.Fatalf("exit code %d\n%s\n%s", code, stderr, text)
	}
	if err := json.Unmarshal([]byte(stdout[at:]), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// randomMapping writes a mapping of n elements to tiles.
func randomMapping(rng *rand.Rand, n, tiles int) string {
	parts := make([][]string, tiles)
	for at := 0; at < n; {
		end := min(at+1+rng.IntN(9), n)
		tile := rng.IntN(tiles)
		parts[tile] = append(parts[tile], fmt.Sprintf("%d..%d", at, end))
		at = end
	}
	var list []string
	for tile, p := range parts {
		if len(p) > 0 {
			list = append(list, fmt.Sprintf("%d: %s", tile, strings.Join(p, ", ")))
		}
	}
	return "#poplar.mapping<" + strings.Join(list, "; ") + ">"
}

// TestTileChangeCost: the exchange of a change of mapping costs what the profile of a copy between two such variables says.
func TestTileChangeCost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(31, 2))
	for range 20 {
		n := 1 + rng.IntN(60)
		from, to := randomMapping(rng, n, 1+rng.IntN(6)), randomMapping(rng, n, 1+rng.IntN(6))
		f := figuresOf(t, dir, from, to, "--target=ipu2")
		p := profileOf(t, dir, "ipu2", fmt.Sprintf(`poplar.graph @g {
  %%x = poplar.variable "x" = dense<1.0> : !poplar.tensor<%dxf32>
  %%y = poplar.variable "y" : !poplar.tensor<%dxf32>
  poplar.set_tile_mapping %%x %s
  poplar.set_tile_mapping %%y %s
  poplar.program {
    poplar.copy %%x to %%y
  }
}`, n, n, from, to))
		var received int64
		for _, u := range p.Units {
			received += u.In
		}
		x := p.Exchange
		if x == nil {
			x = &lower.ProfileExchange{}
		}
		if f["exchange"] != x.Cycles || f["synchronisation"] != x.Sync || f["go to another tile"] != received {
			t.Errorf("%s to %s: %v, but the profile has %d bytes, %+v", from, to, f, received, *x)
		}
	}
}

// TestNPUChangeCost: a change of a tensor on NPUs costs what the profiles of copies by both engines say.
func TestNPUChangeCost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct{ machine, from, to string }{
		{"toy4k", "!okk.local<1x3x4x5xf32, aligned>", "!okk.local<1x3x4x5xf32, compact, start = 2>"},
		{"toy4k", "!okk.local<2x6x4x5xf32, aligned>", "!okk.local<2x6x4x5xf32, compact>"},
		{"odd7", "!okk.local<1x9x2x8xf32, aligned>", "!okk.local<1x9x2x8xf32, compact>"},
		{"bm1684", "!okk.local<1x70x5x7xf32, aligned, start = 3>", "!okk.local<1x70x5x7xf32, compact, start = 3>"},
		{"bm1684", "!okk.local<3x70x16x32xi16, aligned>", "!okk.local<3x70x16x32xi16, compact, start = 63>"},
	} {
		f := figuresOf(t, dir, test.from, test.to, "--target="+test.machine)
		value := "1.0 : f32"
		if strings.Contains(test.from, "i16") {
			value = "1 : i16"
		}
		shape, _, _ := strings.Cut(strings.TrimPrefix(test.from, "!okk.local<"), ",")
		system := "!okk.sys<" + shape + ", continuous>"
		cost := func(copies, code string) int64 {
			return spanOf(profileOf(t, dir, test.machine, fmt.Sprintf("okk.kernel @k {\n  %%y = okk.sys_buffer \"y\" : %s\n  %%t = okk.alloc : %s\n  %%u = okk.alloc : %s\n"+
				"  okk.fill %%t, %s : %s\n  %s\n  okk.store %%u to %%y : %s to %s\n}", system, test.from, test.to, value, test.from, copies, test.to, system)), code)
		}
		if got, want := f["copy engine"], cost(fmt.Sprintf("okk.copy %%t to %%u : %s to %s", test.from, test.to), "okk.copy"); got != want {
			t.Errorf("%s to %s: the copy engine takes %d cycles, but the profile has %d", test.from, test.to, got, want)
		}
		if f["compute engine"] == 0 {
			continue
		}
		got, start := f["compute engine"], int64(32)
		if want := cost(fmt.Sprintf("okk.eltwise copy %%u, %%t : %s, %s", test.to, test.from), "okk.eltwise copy"); got != want && 2*(got-start) != want-start {
			t.Errorf("%s to %s: the compute engine takes %d cycles, but the profile has %d", test.from, test.to, got, want)
		}
	}
}

// spanOf returns the cycles of an operation.
func spanOf(p lower.Profile, code string) int64 {
	for _, s := range p.Timeline {
		if s.Code == code {
			return s.To - s.From
		}
	}
	return -1
}

// TestMemoryOfLayouts: threads neither hold nor exchange the elements of a layout of memory.
func TestMemoryOfLayouts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"(4,32):(1,4)", "!cute.layout<\"(4,32):(1,4)\">", "#iree_map.pack_map<((4, 32)) : ((1, 4))>"} {
		for _, target := range []string{"sm_80", "ipu2"} {
			if code, _, stderr := in("", "layout", text, "--target", target); code != 0 {
				t.Errorf("%s on %s: %s", text, target, stderr)
			}
			code, _, stderr := in("", "layout", text, "(4,32):(32,1)", "--target", target)
			if want := "'" + text + "' is a layout of memory, but a change compares layouts of threads"; code != 1 || !strings.Contains(stderr, want) {
				t.Errorf("%s on %s: exit code %d, %s", text, target, code, stderr)
			}
		}
	}
}

// TestThreadChangeFigures: the JSON of a change on a GPU has the numbers of its notes.
func TestThreadChangeFigures(t *testing.T) {
	t.Parallel()
	f := figuresOf(t, t.TempDir(), "#iree_map.pack_layout<(32, 32) : (1, 0)>", "#iree_map.pack_layout<(32, 32) : (0, 1)>", "--target=sm_80")
	if want := map[string]int64{"shuffles": 31, "way by shuffles": 111, "writes": 32, "reads": 32, "buffer": 4544, "way through memory": 80}; !maps.Equal(f, want) {
		t.Errorf("%v, want %v", f, want)
	}
}
