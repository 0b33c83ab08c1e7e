package optmain

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"optc/internal/base/npy"
	"optc/internal/family/gpu/kernel"
)

// indexedKernel writes a kernel of one subgroup that gathers a vector from memory by index vectors, or scatters it, and
// reports whether the elements of the index vectors are known.
func indexedKernel(rng *rand.Rand, gather bool) (text string, known bool) {
	rows, columns := int64(4)<<rng.IntN(3), int64(8)<<rng.IntN(3)
	known = rng.IntN(4) > 0
	index := func(name string, n, below int64, ways int) (lines string) {
		way := rng.IntN(ways)
		if n > below && way < 3 {
			way = 0
		}
		switch way {
		case 0: // a table
			list := make([]string, n)
			for i, at := range rng.Perm(int(max(n, below)))[:n] {
				list[i] = fmt.Sprint(int64(at) % below)
			}
			lines = fmt.Sprintf("  %%%s = arith.constant dense<[%s]> : vector<%dxindex>\n", name, strings.Join(list, ", "), n)
		case 1: // steps, from an unknown place that begins a sector
			lines = fmt.Sprintf("  %%%s.step = vector.step : vector<%dxindex>\n  %%%s.by = arith.constant dense<%d> : vector<%dxindex>\n"+
				"  %%%s = arith.muli %%%s.step, %%%s.by : vector<%dxindex>\n", name, n, name, 1+rng.Int64N(below/n), n, name, name, name, n)
		case 2: // downwards
			lines = fmt.Sprintf("  %%%s.step = vector.step : vector<%dxindex>\n  %%%s.last = arith.constant dense<%d> : vector<%dxindex>\n"+
				"  %%%s = arith.subi %%%s.last, %%%s.step : vector<%dxindex>\n", name, n, name, below-1, n, name, name, name, n)
		default: // the same for all
			lines = fmt.Sprintf("  %%%s = arith.constant dense<%d> : vector<%dxindex>\n", name, rng.Int64N(below), n)
		}
		if !known {
			lines = strings.ReplaceAll(lines, "%"+name+" =", "%"+name+".known =") +
				fmt.Sprintf("  %%%s.bit = vector.broadcast %%bit : index to vector<%dxindex>\n"+
					"  %%%s = arith.xori %%%s.known, %%%s.bit : vector<%dxindex>\n",
					name, n, name, name, name, n)
		}
		return lines
	}
	thread := min(int64(1)<<rng.IntN(3), rows)
	across := min(32/thread, columns)
	tile, batch := rows/thread, int64(1)
	if rng.IntN(2) == 0 {
		batch, tile = tile, 1
	}
	strides := []int64{across, 1}
	if rng.IntN(3) == 0 {
		strides = []int64{1, thread}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [%d, 1], outer_tile = [1, 1], thread_tile = [%d, %d], element_tile = [%d, %d], subgroup_strides = [0, 0], thread_strides = [%d, %d]>",
		batch, thread, across, tile, columns/across, strides[0], strides[1])
	row, offset := 64+rng.IntN(2)*8, rng.IntN(3)*3
	memory, vector := fmt.Sprintf("memref<32x64xf32, strided<[%d, 1], offset: %d>>", row, offset), fmt.Sprintf("vector<%dx%dxf32>", rows, columns)
	line("func.func @k(%%bits: memref<1xi64>, %%m: memref<32x72xf32>, %%o: memref<%dx%dxf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {", rows, columns)
	line("  %%c0 = arith.constant 0 : index\n  %%pad = arith.constant 0.0 : f32")
	if !known {
		line("  %%word = memref.load %%bits[%%c0] : memref<1xi64>\n  %%bit = arith.index_cast %%word : i64 to index")
	}
	line("  %%a = memref.reinterpret_cast %%m to offset: [%d], sizes: [32, 64], strides: [%d, 1] : memref<32x72xf32> to %s", offset, row, memory)
	if !gather {
		line("  %%v = arith.constant dense<1.0> : %s\n  %%x = iree_vector_ext.to_layout %%v to layout(#l) : %s", vector, vector)
	}
	switch rng.IntN(4) {
	case 0: // indices of single elements
		b.WriteString(index("i", rows*columns, 64, 4))
		line("  %%c = vector.shape_cast %%i : vector<%dxindex> to vector<%dx%dxindex>", rows*columns, rows, columns)
		line("  %%mask = arith.constant dense<true> : vector<%dx%dxi1>", rows, columns)
		types := fmt.Sprintf("%s, vector<%dx%dxindex>, vector<%dx%dxi1>, %s", memory, rows, columns, rows, columns, vector)
		if gather {
			line("  %%none = arith.constant dense<0.0> : %s\n  %%y = vector.gather %%a[%%c0, %%c0] [%%c], %%mask, %%none : %s into %s", vector, types, vector)
		} else {
			line("  vector.scatter %%a[%%c0, %%c0] [%%c], %%mask, %%x : %s", types)
		}
	default:
		first, second := rows, columns
		base, dims := []string{"d0", "d1"}, []string{"d0", "d1"}
		if rng.IntN(3) == 0 { // the vector is transposed in memory
			base, dims, first, second = []string{"d1", "d0"}, []string{"d1", "d0"}, columns, rows
		}
		var operands, types, symbols, maps []string
		for d, n := range []int64{first, second} {
			if rng.IntN(3) == 0 {
				continue
			}
			name := []string{"r", "c"}[d]
			b.WriteString(index(name, n, 32<<d, 4))
			base[d] = fmt.Sprint("s", len(symbols))
			symbols = append(symbols, base[d])
			operands, types, maps = append(operands, "%"+name), append(types, fmt.Sprintf("vector<%dxindex>", n)), append(maps, dims[d])
		}
		list := fmt.Sprintf("affine_map<(d0, d1)[%s] -> (%s)>", strings.Join(symbols, ", "), strings.Join(base, ", "))
		for _, dim := range maps {
			list += fmt.Sprintf(", affine_map<(d0, d1)[%s] -> (%s)>", strings.Join(symbols, ", "), dim)
		}
		indices := ""
		if len(operands) > 0 {
			indices = fmt.Sprintf(" [%s : %s]", strings.Join(operands, ", "), strings.Join(types, ", "))
		}
		if gather {
			line("  %%y = iree_vector_ext.transfer_gather %%a[%%c0, %%c0]%s, %%pad {indexing_maps = [%s]} : %s, %s", indices, list, memory, vector)
		} else {
			line("  iree_vector_ext.transfer_scatter %%x into %%a[%%c0, %%c0]%s {indexing_maps = [%s]} : %s, %s", indices, list, vector, memory)
		}
	}
	if gather {
		line("  %%x = iree_vector_ext.to_layout %%y to layout(#l) : %s\n  vector.transfer_write %%x, %%o[%%c0, %%c0] {in_bounds = [true, true]} : %s, memref<%dx%dxf32>", vector, vector, rows, columns)
	}
	b.WriteString("  return\n}\n")
	return b.String(), known
}

var sectorsRemark = regexp.MustCompile(`(?:gathers|scatters|stores) (\d+) × (up to )?\d+ bytes?; \d+ threads? touch(?:es)? (?:from (\d+) to )?(\d+) sectors? `)

// TestSectorsOfIndices compares the sectors that explain reports for gathers and scatters with the profile of an execution:
// they are equal if the elements of index vectors are known, and bounds otherwise.
func TestSectorsOfIndices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(31, 4))
	writeZeros(t, dir, "m.npy", 32, 72)
	if err := os.WriteFile(filepath.Join(dir, "bits.npy"), (&npy.Array{Type: "i8", Shape: []int64{1}, Data: make([]byte, 8)}).Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	bounds := 0
	for i := range 160 {
		gather, direction := i%2 == 0, "store"
		if gather {
			direction = "load"
		}
		text, known := indexedKernel(rng, gather)
		least, most, counted := sectorsOfKernel(t, dir, text, direction)
		if least < most {
			bounds++
		}
		if gather && strings.Contains(text, "broadcast %bit") {
			counted-- // the word
		}
		if counted < least || counted > most || known && least != most {
			t.Errorf("from %d to %d sectors, but the profile has %d: %s", least, most, counted, text)
		}
	}
	if bounds == 0 {
		t.Error("no kernel with bounds")
	}
}

// mapKernel writes a kernel of one subgroup that stores a vector by a map, and reports whether the addresses are known.
func mapKernel(rng *rand.Rand) (text string, known bool) {
	rows, columns := int64(4)<<rng.IntN(3), int64(8)<<rng.IntN(3)
	thread := min(int64(1)<<rng.IntN(3), rows)
	across := min(32/thread, columns)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, %d], outer_tile = [1, 1], thread_tile = [%d, %d], element_tile = [%d, 1], subgroup_strides = [0, 0], thread_strides = [%d, 1]>",
		columns/across, thread, across, rows/thread, across)
	pitch, offset := 512+4*rng.IntN(3), rng.IntN(3)*3
	vector, memory := fmt.Sprintf("vector<%dx%dxf32>", rows, columns), fmt.Sprintf("memref<64x512xf32, strided<[%d, 1], offset: %d>>", pitch, offset)
	line("func.func @k(%%bits: memref<1xi64>, %%m: memref<64x520xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {")
	line("  %%c0 = arith.constant 0 : index\n  %%c3 = arith.constant 3 : index\n  %%c5 = arith.constant 5 : index\n  %%c8 = arith.constant 8 : index\n  %%true = arith.constant true")
	line("  %%word = memref.load %%bits[%%c0] : memref<1xi64>\n  %%bit = arith.index_cast %%word : i64 to index\n  %%far = arith.muli %%bit, %%c8 : index")
	line("  %%a = memref.reinterpret_cast %%m to offset: [%d], sizes: [64, 512], strides: [%d, 1] : memref<64x520xf32> to %s", offset, pitch, memory)
	line("  %%v = arith.constant dense<1.0> : %s\n  %%x = iree_vector_ext.to_layout %%v to layout(#l) : %s", vector, vector)
	line("  iree_linalg_ext.map_store %%x into %%a {\n  ^bb0(%%i: index, %%j: index):")
	row := []string{"d0", "d1", "d0 * 3", "d1 floordiv 4", "(d0 + d1) mod 7", "5"}[rng.IntN(6)]
	column := []string{"d1", "d0", "d1 * 2", "d0 * 16 - d1 + 32", "(d1 * 5) mod 64", "d0 * 4 + d1 floordiv 4"}[rng.IntN(6)]
	line("    %%r = affine.apply affine_map<(d0, d1) -> (%s)>(%%i, %%j)\n    %%c = affine.apply affine_map<(d0, d1) -> (%s)>(%%i, %%j)", row, column)
	known = true
	switch rng.IntN(6) {
	case 0: // the elements in a row
		line("    %%n = affine.linearize_index disjoint [%%i, %%j] by (%d, %d) : index\n    %%p:2 = affine.delinearize_index %%n into (64, 24) : index, index", rows, columns)
	case 1: // moved by sectors
		line("    %%p0 = arith.addi %%r, %%c0 : index\n    %%p1 = arith.addi %%c, %%far : index")
	case 2: // rows at an unknown distance
		known = false
		line("    %%by = arith.muli %%j, %%bit : index\n    %%p0 = arith.addi %%r, %%c0 : index\n    %%p1 = arith.addi %%c, %%by : index")
	case 3: // places that only an execution knows
		known = false
		line("    %%p0 = arith.addi %%r, %%c0 : index\n    %%p1 = arith.xori %%c, %%bit : index")
	case 4: // rows that only an execution knows
		known = false
		line("    %%p0 = arith.xori %%i, %%bit : index\n    %%p1 = arith.addi %%c, %%c0 : index")
	default:
		line("    %%p0 = arith.addi %%r, %%c0 : index\n    %%p1 = arith.addi %%c, %%c0 : index")
	}
	keep := "%true"
	switch rng.IntN(4) {
	case 0: // elements are left out
		keep = "%keep"
		line("    %%keep = arith.cmpi %s, %%j, %%c5 : index", []string{"ult", "ne", "sge"}[rng.IntN(3)])
	case 1:
		keep = "%keep"
		line("    %%keep = arith.cmpi ult, %%i, %%c3 : index")
	}
	places := "%p0, %p1"
	if strings.Contains(b.String(), "%p:2") {
		places = "%p#0, %p#1"
	}
	line("    iree_linalg_ext.yield %s, %s : index, index, i1\n  } : %s into %s\n  return\n}", places, keep, vector, memory)
	return b.String(), known
}

// TestSectorsOfMaps compares the sectors that explain and layout give for map_store with the profile of an execution.
func TestSectorsOfMaps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(17, 9))
	writeZeros(t, dir, "m.npy", 64, 520)
	bounds := 0
	for range 120 {
		text, known := mapKernel(rng)
		bits := &npy.Array{Type: "i8", Shape: []int64{1}, Data: []byte{byte(rng.IntN(4)), 0, 0, 0, 0, 0, 0, 0}}
		if err := os.WriteFile(filepath.Join(dir, "bits.npy"), bits.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		least, most, counted := sectorsOfKernel(t, dir, text, "store")
		if counted < least || counted > most || known && least != most {
			t.Errorf("from %d to %d sectors, but the profile has %d: %s", least, most, counted, text)
		}
		if least < most {
			bounds++
		}
	}
	if bounds == 0 {
		t.Error("no kernel with bounds")
	}
}

func writeZeros(t *testing.T, dir, name string, rows, columns int64) {
	t.Helper()
	zeros := &npy.Array{Type: "f4", Shape: []int64{rows, columns}, Data: make([]byte, rows*columns*4)}
	if err := os.WriteFile(filepath.Join(dir, name), zeros.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sectorsOfKernel returns the sectors that explain gives for the access of a kernel, which layout gives, too, and the sectors
// of all accesses in a direction that an execution counts.
func sectorsOfKernel(t *testing.T, dir, text, direction string) (least, most, counted int64) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "k.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := in(dir, "k.mlir", "--vectorext-distribute-nested-layout=chip=sm_80 explain", "-o", "d.mlir")
	found := sectorsRemark.FindStringSubmatch(stderr)
	if code != 0 || found == nil {
		t.Fatalf("exit code %d\n%s\n%s", code, stderr, text)
	}
	most, _ = strconv.ParseInt(found[4], 10, 64)
	least = most
	if found[3] != "" {
		least, _ = strconv.ParseInt(found[3], 10, 64)
	}
	verb, _, _ := strings.Cut(found[0], " ")
	if f := figuresOf(t, dir, "--target=sm_80", "k.mlir"); f[verb] != least {
		t.Errorf("%s, but layout has %v: %s", found[0], f, text)
	}
	code, stdout, stderr := in(dir, "run", "--profile=json", "--target", "sm_80", "--input", "m=m.npy", "--input", "bits=bits.npy", "k.mlir")
	at := strings.Index(stdout, "{")
	var p kernel.Profile
	if code != 0 || at < 0 || json.Unmarshal([]byte(stdout[at:]), &p) != nil {
		t.Fatalf("exit code %d\n%s\n%s\n%s", code, stdout, stderr, text)
	}
	for _, a := range p.Accesses {
		if a.Direction == direction && a.Memory == "global" { // lanes may exchange elements through workgroup memory
			counted += a.Parts
		}
	}
	return least, most, counted
}
