package optmain

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/draw"
	"optc/lower"
	"optc/num"
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

// TestTileChangeCost: the reported cost of the exchange for a change of mapping equals the cost in the profile of a copy between
// two such variables.
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

// TestNPUChangeCost: the reported cost of a change of a tensor on NPUs equals the costs in the profiles of copies by both
// engines.
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

// TestWorkerChangeCost: a layout of workers can be changed through the memory of a tile, by a vertex that stores the vector in a
// buffer and another one that loads it, in several ways; optc layout counts the stores and loads of the cheapest way. All workers
// load, also the workers beyond the layout.
func TestWorkerChangeCost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(31, 6))
	for range 40 {
		c := randomWorkerChange(rng)
		f := figuresOf(t, dir, c.layout(0), c.layout(1), "--target=ipu2", "--element="+c.element)
		if f["workers"] == 0 {
			continue // no element changes its worker
		}
		least := int64(0)
		for _, order := range orders(len(c.sizes) - 1) {
			p := profileOf(t, dir, "ipu2", c.program(order))
			stores := accessesOfWorker(p.Parts[0].Stores, p.Parts[0].Operations["vector.transfer_write"], c.workers(0))
			loads := accessesOfWorker(p.Parts[1].Loads, p.Parts[1].Operations["vector.transfer_read"], 6)
			if least == 0 || stores+loads < least {
				least = stores + loads
			}
		}
		if got := f["stores of a worker"] + f["loads of a worker"]; got != least || f["workers"] != 6*least {
			t.Errorf("%s to %s of %s: %v, but the cheapest program makes %d accesses", c.layout(0), c.layout(1), c.element, f, least)
		}
	}
}

// accessesOfWorker returns the accesses of 8 bytes, the data path, that each of some workers makes in operations of equal width.
func accessesOfWorker(moved map[int]int64, operations, workers int64) int64 {
	bytes := int64(0)
	for width, n := range moved {
		bytes += int64(width) * n
	}
	return operations / workers * num.CeilDiv(bytes/operations, 8)
}

// orders lists the orders of n elements.
func orders(n int) (list [][]int64) {
	if n == 0 {
		return [][]int64{{}}
	}
	for _, rest := range orders(n - 1) {
		for at := range n {
			list = append(list, slices.Insert(slices.Clone(rest), at, int64(n-1)))
		}
	}
	return list
}

// workerChange is a change of a vector between two layouts of workers. The elements are numbered by digits, the highest first; each
// digit has a stride in the number of the worker before and after, or 0 for registers.
type workerChange struct {
	element string
	sizes   []int64
	strides [2][]int64
}

// randomWorkerChange writes a change in which the registers that are contiguous in both layouts fill whole accesses, because the
// profile charges an unaligned access like an aligned one.
func randomWorkerChange(rng *rand.Rand) (c workerChange) {
	c.element = []string{"f32", "f16", "i32"}[rng.IntN(3)]
	words := []int64{1, 2, 4, 6}[rng.IntN(4)]
	spans := [2]int64{1, 1}
	for range 2 + rng.IntN(2) {
		size := 2 + rng.Int64N(4)
		if words == 1 {
			size = 2 << rng.IntN(2)
		}
		var strides [2]int64
		for i, span := range spans {
			if size*span <= 6 && rng.IntN(2) == 0 {
				strides[i] = span
				spans[i] *= size
			}
		}
		if strides != [2]int64{} {
			c.add(size, strides)
		}
	}
	if c.element == "f16" {
		words *= 2
	}
	c.add(words, [2]int64{})
	return c
}

// add adds a digit.
func (c *workerChange) add(size int64, strides [2]int64) {
	c.sizes = append(c.sizes, size)
	for i, s := range strides {
		c.strides[i] = append(c.strides[i], s)
	}
}

// workers returns the number of workers that a layout distinguishes.
func (c *workerChange) workers(i int) int64 {
	n := int64(1)
	for k, s := range c.strides[i] {
		if s > 0 {
			n *= c.sizes[k]
		}
	}
	return n
}

// layout writes the layout before or after the change.
func (c *workerChange) layout(i int) string {
	return fmt.Sprintf("#iree_map.pack_layout<((%s)) : ((%s))>", num.JoinInts(c.sizes), num.JoinInts(c.strides[i]))
}

// program writes a vertex that stores the vector in a buffer, and a vertex that loads it. The buffer has the digits in an order; the
// last digit, which is registers in both layouts, is its lowest.
func (c *workerChange) program(order []int64) string {
	n, field := int64(1), map[string]string{"f32": "f32", "f16": "f16", "i32": "si32"}[c.element]
	for _, size := range c.sizes {
		n *= size
	}
	order = append(slices.Clone(order), int64(len(order)))
	stored, back := []int64{}, make([]int64, len(order))
	for i, k := range order {
		stored = append(stored, c.sizes[k])
		back[k] = int64(i)
	}
	shape := func(sizes []int64) string {
		return "vector<" + strings.ReplaceAll(num.JoinInts(sizes), ", ", "x") + "x" + c.element + ">"
	}
	line, digits, buffer := shape([]int64{n}), shape(c.sizes), shape(stored)
	var b strings.Builder
	vertex := func(name, change string) {
		fmt.Fprintf(&b, `poplar.vertex @"demo::%[1]s" multi {
  poplar.field @x : !poplar.in<vec<%[2]s>>
  poplar.field @y : !poplar.out<vec<%[2]s>>
  poplar.compute (%%x : memref<?x%[3]s>, %%y : memref<?x%[3]s>) worker(%%w : index) {
    %%c0 = arith.constant 0 : index
    %%zero = ub.poison : %[3]s
    %%xm = memref.reinterpret_cast %%x to offset: [0], sizes: [%[4]d], strides: [1] : memref<?x%[3]s> to memref<%[4]dx%[3]s>
    %%ym = memref.reinterpret_cast %%y to offset: [0], sizes: [%[4]d], strides: [1] : memref<?x%[3]s> to memref<%[4]dx%[3]s>
    %%v = vector.transfer_read %%xm[%%c0], %%zero {in_bounds = [true]} : memref<%[4]dx%[3]s>, %[5]s
%[6]s
    vector.transfer_write %%r, %%ym[%%c0] {in_bounds = [true]} : %[5]s, memref<%[4]dx%[3]s>
    poplar.compute_return
  }
}
`, name, field, c.element, n, line, change)
	}
	vertex("Store", fmt.Sprintf("    %%a = iree_vector_ext.to_layout %%v to layout(%[1]s) : %[2]s\n    %%d = vector.shape_cast %%a : %[2]s to %[3]s\n"+
		"    %%t = vector.transpose %%d, [%[5]s] : %[3]s to %[4]s\n    %%r = vector.shape_cast %%t : %[4]s to %[2]s", c.layout(0), line, digits, buffer, num.JoinInts(order)))
	vertex("Load", fmt.Sprintf("    %%d = vector.shape_cast %%v : %[2]s to %[4]s\n    %%t = vector.transpose %%d, [%[5]s] : %[4]s to %[3]s\n"+
		"    %%s = vector.shape_cast %%t : %[3]s to %[2]s\n    %%r = iree_vector_ext.to_layout %%s to layout(%[1]s) : %[2]s", c.layout(1), line, digits, buffer, num.JoinInts(back)))
	tensor := fmt.Sprintf("!poplar.tensor<%dx%s>", n, field)
	value := map[string]string{"f32": "1.0", "f16": "1.0", "i32": "1"}[c.element]
	fmt.Fprintf(&b, "poplar.graph @main {\n  %%x = poplar.variable \"x\" = dense<%s> : %s\n", value, tensor)
	for _, name := range []string{"y", "z"} {
		fmt.Fprintf(&b, "  %%%s = poplar.variable \"%s\" : %s\n", name, name, tensor)
	}
	b.WriteString("  poplar.set_tile_mapping %x on 0\n  poplar.set_tile_mapping %y on 0\n  poplar.set_tile_mapping %z on 0\n")
	for _, step := range [][4]string{{"store", "Store", "x", "y"}, {"load", "Load", "y", "z"}} {
		fmt.Fprintf(&b, "  poplar.compute_set @%s {\n    %%i = poplar.add_vertex @\"demo::%s\" on 0\n    poplar.connect %%i @x to %%%s\n    poplar.connect %%i @y to %%%s\n  }\n", step[0], step[1], step[2], step[3])
	}
	b.WriteString("  poplar.program {\n    poplar.execute @store\n    poplar.execute @load\n  }\n}\n")
	return b.String()
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
	want := map[string]int64{
		"shuffles": 31, "selects": 320, "lanes found": 0, "way by shuffles": 111,
		"writes of a thread": 8, "write": 16, "writes": 32, "writes without conflicts": 32,
		"reads of a thread": 32, "read": 4, "reads": 32, "reads without conflicts": 32,
		"buffer": 4544, "padding": 448, "way through memory": 80,
	}
	if !maps.Equal(f, want) {
		t.Errorf("%v, want %v", f, want)
	}
}

// TestLayoutPhases: reads of 16 bytes serve other lanes together on MI300 and MI350 than neighbours, and writes do not.
func TestLayoutPhases(t *testing.T) {
	t.Parallel()
	columns := "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [0, 1]}>"
	for target, want := range map[string]string{
		"gfx90a": "the accesses of a subgroup take 8 cycles, the least: 8 lanes of 16 bytes go together, and",
		"gfx942": "the reads of a subgroup take 16 cycles, and would take 8 without conflicts: 8 lanes of 16 bytes go together, first 0, 1, 2, 3, 20, 21, 22, 23, and some need different words of a bank. The writes take 8 cycles.",
		"gfx950": "16 lanes of 16 bytes go together, first 0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27",
	} {
		code, stdout, stderr := in(t.TempDir(), "layout", columns, "(16,32):(72,1)", "--shape", "16x32", "--element", "f16", "--target", target)
		if text := strings.Join(strings.Fields(stdout), " "); code != 0 || !strings.Contains(text, want) {
			t.Errorf("%s: exit code %d, without %q\n%s%s", target, code, want, stdout, stderr)
		}
	}
}
