package optmain

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/internal/base/npy"
	"optc/internal/family/gpu/kernel"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
)

var conversions = flag.Int("conversions", raced.Runs(60), "random changes of layout whose costs TestCostsOfConversions compares with profiles")

// conversion is a kernel that reads a matrix, changes its layout, and writes it.
type conversion struct {
	text             string
	chip             string
	lanes, subgroups int64
	elem             string
	shape            []int64
	held             [2]int64 // number of threads that the layouts before and after distinguish
}

func (c *conversion) threads() int64 { return c.lanes * c.subgroups }

// randomConversion makes a change of layout of any element type, in whole subgroups of a chip.
func randomConversion(rng *rand.Rand) *conversion {
	c := &conversion{chip: randprog.OneOf(rng, "sm_80", "gfx942", "gfx1100"), subgroups: randprog.OneOf[int64](rng, 1, 1, 2, 4)}
	c.lanes = map[string]int64{"sm_80": 32, "gfx942": 64, "gfx1100": 32}[c.chip]
	c.elem = randprog.OneOf(rng, "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "index")
	sizes := randprog.OneOf(rng, []int64{1, 2, 4, 8, 16, 32, 64}, []int64{1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24})
	rank := 1 + rng.IntN(3)
	for n := int64(0); n < c.lanes || n > 4096; {
		n, c.shape = 1, nil
		for range rank {
			c.shape = append(c.shape, randprog.Pick(rng, sizes))
			n *= c.shape[len(c.shape)-1]
		}
		if rank == 1 {
			c.shape[0] *= 32
			n *= 32
		}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for k, name := range []string{"#before", "#after"} {
		line("%s = %s", name, c.layout(rng, k))
	}
	dims := strings.ReplaceAll(strings.Trim(fmt.Sprint(c.shape), "[]"), " ", "x")
	zeros, bounds := strings.Join(slices.Repeat([]string{"%c0"}, rank), ", "), strings.Join(slices.Repeat([]string{"true"}, rank), ", ")
	line("func.func @k(%%m: memref<%sxi32>, %%o: memref<%sx%s>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [%d, 1, 1] subgroup_size = %d>} {",
		dims, dims, c.elem, c.threads(), c.lanes)
	line("  %%c0 = arith.constant 0 : index\n  %%pad = arith.constant 0 : i32")
	line("  %%i = vector.transfer_read %%m[%s], %%pad {in_bounds = [%s]} : memref<%sxi32>, vector<%sxi32>", zeros, bounds, dims, dims)
	whole, x := fmt.Sprintf("vector<%sx%s>", dims, c.elem), "%x"
	cast := map[string]string{"index": "arith.index_cast", "i64": "arith.extsi", "f16": "arith.sitofp", "bf16": "arith.sitofp", "f32": "arith.sitofp", "f64": "arith.sitofp"}[c.elem]
	switch {
	case c.elem == "i32":
		x = "%i"
	case cast == "":
		cast = "arith.trunci"
		fallthrough
	default:
		line("  %%x = %s %%i : vector<%sxi32> to %s", cast, dims, whole)
	}
	line("  %%a = iree_vector_ext.to_layout %s to layout(#before) : %s\n  %%b = iree_vector_ext.to_layout %%a to layout(#after) : %s", x, whole, whole)
	line("  vector.transfer_write %%b, %%o[%s] {in_bounds = [%s]} : %s, memref<%sx%s>\n  return\n}", zeros, bounds, whole, dims, c.elem)
	c.text = b.String()
	return c
}

// layout makes the layout before or after the change: the prime factors of the shape are subgroups, threads and registers in any order. Threads
// divide the lanes of a subgroup, except in some layouts of one subgroup.
func (c *conversion) layout(rng *rand.Rand, k int) string {
	rank := len(c.shape)
	for {
		tiles := make([][]int64, 5) // tiles of subgroups, batches, outers, threads and elements
		for level := range tiles {
			tiles[level] = slices.Repeat([]int64{1}, rank)
		}
		type factor struct {
			dim  int
			size int64
		}
		var factors []factor
		for d, n := range c.shape {
			for f := int64(2); n > 1; f++ {
				for ; n%f == 0; n /= f {
					factors = append(factors, factor{d, f})
				}
			}
		}
		rng.Shuffle(len(factors), func(i, j int) { factors[i], factors[j] = factors[j], factors[i] })
		lanes, groups := int64(1), int64(1)
		for _, f := range factors {
			level := randprog.OneOf(rng, 1, 2, 4, 4)
			switch {
			case lanes*f.size <= c.lanes && rng.IntN(4) > 0:
				level = 3
				lanes *= f.size
			case groups*f.size <= c.subgroups && rng.IntN(2) > 0:
				level = 0
				groups *= f.size
			}
			tiles[level][f.dim] *= f.size
		}
		if c.lanes%lanes != 0 && (groups > 1 || rng.IntN(2) > 0) {
			continue
		}
		c.held[k] = lanes * groups
		strides := func(tiles []int64) []int64 {
			out, stride := make([]int64, rank), int64(1)
			for _, d := range rng.Perm(rank) {
				if tiles[d] > 1 {
					out[d] = stride
					stride *= tiles[d]
				}
			}
			return out
		}
		list := func(vs []int64) string { return strings.ReplaceAll(fmt.Sprint(vs), " ", ", ") }
		return fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = %s, batch_tile = %s, outer_tile = %s, thread_tile = %s, element_tile = %s, subgroup_strides = %s, thread_strides = %s>",
			list(tiles[0]), list(tiles[1]), list(tiles[2]), list(tiles[3]), list(tiles[4]), list(strides(tiles[0])), list(strides(tiles[3])))
	}
}

// memoryCost and shuffleCost are the remarks about a change of layout.
var (
	memoryCost  = regexp.MustCompile(`goes through (\d+) bytes of workgroup memory.*; a thread writes (\d+) × (?:up to )?(\d+) bytes? in (\d+) cycles?.* and reads (\d+) × (?:up to )?(\d+) bytes? in (\d+) cycles?.*, with (\d+) barriers?:`)
	shuffleCost = regexp.MustCompile(`takes (\d+) shuffles?, `)
	allocated   = regexp.MustCompile(`memref.alloc\(\) : memref<([\dx]+)x(\w+), #gpu.address_space<workgroup>>`)
)

// allocatedBytes returns the bytes of the buffers in workgroup memory that a module allocates.
func allocatedBytes(module string) (sum int64) {
	for _, m := range allocated.FindAllStringSubmatch(module, -1) {
		n := map[string]int64{"i1": 1, "i8": 1, "i16": 2, "f16": 2, "bf16": 2, "i32": 4, "f32": 4, "i64": 8, "f64": 8, "index": 8}[m[2]]
		for size := range strings.SplitSeq(m[1], "x") {
			v, _ := strconv.ParseInt(size, 10, 64)
			n *= v
		}
		sum += n
	}
	return sum
}

// check compares a remark with the distributed module and its profile, and returns the way that the remark names.
func (c *conversion) check(remark, module string, p *kernel.Profile) (way string, faults []string) {
	same := func(what string, got, want int64) {
		if got != want {
			faults = append(faults, fmt.Sprintf("%s: %d, not %d", what, got, want))
		}
	}
	var done [2]kernel.AccessCost // loads and stores
	for _, a := range p.Accesses {
		if a.Memory == "workgroup" {
			d := &done[slices.Index([]string{"load", "store"}, a.Direction)]
			d.Bytes, d.Threads, d.Parts = max(d.Bytes, a.Bytes), d.Threads+a.Threads, d.Parts+a.Parts
		}
	}
	if m := memoryCost.FindStringSubmatch(remark); m != nil {
		var n [9]int64
		for i := 1; i < len(n); i++ {
			n[i], _ = strconv.ParseInt(m[i], 10, 64)
		}
		loads, stores := done[0], done[1]
		same("bytes of buffers", allocatedBytes(module), n[1])
		same("writes", stores.Threads, n[2]*c.held[0])
		same("bytes of a write", stores.Bytes, n[3])
		same("reads", loads.Threads, n[5]*c.threads())
		same("bytes of a read", loads.Bytes, n[6])
		same("barriers", p.Barriers, n[8]*c.threads())
		same("shuffles", p.Shuffles, 0)
		if c.held[0] == c.threads() {
			same("cycles of writes", stores.Parts, n[4]*c.subgroups)
		}
		if c.lanes%c.held[1] == 0 || c.held[1]%c.lanes == 0 { // otherwise subgroups begin at different threads of the layout
			same("cycles of reads", loads.Parts, n[7]*c.subgroups)
		}
		return "memory", faults
	}
	same("accesses", done[0].Threads+done[1].Threads+p.Barriers, 0)
	switch m := shuffleCost.FindStringSubmatch(remark); {
	case m != nil:
		n, _ := strconv.ParseInt(m[1], 10, 64)
		if slices.Contains([]string{"i64", "f64", "index"}, c.elem) {
			n *= 2 // the profile counts words
		}
		same("shuffles", p.Shuffles, n*c.threads())
		return "shuffles", faults
	case strings.Contains(remark, "selects among") || strings.Contains(remark, "reorders"):
		way = "registers"
	}
	same("shuffles", p.Shuffles, 0)
	return way, faults
}

// TestCostsOfConversions compares the costs that explain reports for changes of layout with profiles of executions: bytes
// of buffers, accesses, cycles of banks, shuffles and barriers.
func TestCostsOfConversions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(31, 4))
	ways := map[string]int{}
	for range *conversions {
		c := randomConversion(rng)
		size := int64(4)
		for _, n := range c.shape {
			size *= n
		}
		for name, data := range map[string][]byte{"k.mlir": []byte(c.text), "m.npy": (&npy.Array{Type: "i4", Shape: c.shape, Data: make([]byte, size)}).Bytes()} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		code, module, stderr := in(dir, "k.mlir", "--verify-exec", "--vectorext-distribute-nested-layout=explain chip="+c.chip)
		if code != 0 {
			t.Fatalf("exit code %d\n%s\n%s", code, stderr, c.text)
		}
		var remarks []string
		for l := range strings.Lines(stderr) {
			if strings.Contains(l, "remark: 'iree_vector_ext.to_layout' op") {
				remarks = append(remarks, l)
			}
		}
		code, stdout, stderr := in(dir, "run", "--profile=json", "--input", "m=m.npy", "--target", c.chip, "k.mlir")
		at := strings.Index(stdout, "{")
		var p kernel.Profile
		if code != 0 || at < 0 || json.Unmarshal([]byte(stdout[at:]), &p) != nil {
			t.Fatalf("exit code %d\n%s\n%s\n%s", code, stdout, stderr, c.text)
		}
		way, faults := c.check(strings.Join(remarks, ""), module, &p)
		ways[way]++
		if faults != nil || len(remarks) > 1 {
			t.Errorf("%s on %s\n%s%s", strings.Join(faults, "\n"), c.chip, remarks, c.text)
		}
	}
	for _, way := range []string{"memory", "shuffles", "registers"} {
		if ways[way] == 0 {
			t.Errorf("no change by way of %s", way)
		}
	}
	t.Log(ways)
}
