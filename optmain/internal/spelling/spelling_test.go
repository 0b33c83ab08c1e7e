package spelling

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
)

func newContext() *ir.Context {
	return ir.NewContext(vectorext.Dialect, ireemap.Dialect, ireecodegen.Dialect, ireegpu.Dialect)
}

// TestSamples reads the sample of each spelling and writes it again.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, s := range Table {
		o := Options{Context: newContext()}
		l, err := Read(s.Sample, o)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if of := Of(s.Sample); of != s {
			t.Errorf("%s: its sample is of %s", s.Name, of.Name)
		}
		if s.write == nil {
			continue
		}
		if text, err := s.Write(l, o); err != nil || text != s.Sample {
			t.Errorf("%s: %s is written as %s; %v", s.Name, s.Sample, text, err)
		}
		if _, err := l.Draw(s.Sample, Threads); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// TestPairs writes the sample of each spelling in each other spelling, or is told why not. Write itself reads its output
// back and compares it place by place.
func TestPairs(t *testing.T) {
	t.Parallel()
	written := map[string][]string{}
	for _, s := range Table {
		o := Options{Context: newContext()}
		l, err := Read(s.Sample, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range Table {
			if text, err := to.Write(l, o); err == nil {
				written[s.Name] = append(written[s.Name], to.Name)
			} else if text != "" || !strings.HasPrefix(err.Error(), to.Name+" cannot express this layout: ") {
				t.Errorf("%s as %s: %q, %v", s.Name, to.Name, text, err)
			}
		}
	}
	const memories = "cute cute.swizzle cute.layout cute.composed_layout "
	const swizzles = "cute.swizzle cute.composed_layout ttg.swizzled_shared ttg.shared_linear iree_codegen.xor_shuffle"
	const threads = "iree_vector_ext.nested_layout iree_map.pack_layout"
	for name, want := range map[string]string{
		"cute":                          memories + "ttg.shared_linear iree_map.pack_map",
		"cute.layout":                   memories + "ttg.swizzled_shared ttg.nvmma_shared ttg.shared_linear iree_map.pack_map",
		"iree_map.pack_map":             memories + "iree_map.pack_map",
		"ttg.padded_shared":             memories + "ttg.padded_shared iree_map.pack_map",
		"cute.swizzle":                  swizzles,
		"cute.composed_layout":          swizzles,
		"ttg.swizzled_shared":           swizzles,
		"iree_codegen.xor_shuffle":      swizzles,
		"iree_codegen.rotate_rows":      "iree_codegen.rotate_rows",
		"ttg.blocked":                   "cute cute.layout ttg.blocked ttg.linear xegpu.layout " + threads,
		"ttg.linear":                    "cute cute.layout ttg.linear ttg.nvidia_mma xegpu.layout " + threads,
		"ttg.nvidia_mma":                "cute cute.layout ttg.linear ttg.nvidia_mma xegpu.layout " + threads,
		"ttg.amd_mfma":                  "cute cute.layout ttg.linear ttg.amd_mfma " + threads,
		"xegpu.layout":                  "cute cute.layout ttg.blocked ttg.linear xegpu.layout " + threads + " iree_gpu.mma_layout iree_gpu.virtual_mma_layout",
		"iree_vector_ext.nested_layout": "cute cute.layout ttg.blocked ttg.linear xegpu.layout " + threads,
		"iree_map.pack_layout":          "cute cute.layout ttg.blocked ttg.linear xegpu.layout " + threads,
		"iree_gpu.mma_layout":           "cute cute.layout ttg.blocked ttg.linear ttg.amd_mfma ttg.dot_op xegpu.layout " + threads + " iree_gpu.mma_layout",
		"iree_gpu.virtual_mma_layout":   "cute cute.layout ttg.blocked ttg.linear ttg.dot_op xegpu.layout " + threads + " iree_gpu.mma_layout iree_gpu.virtual_mma_layout",
	} {
		if got := strings.Join(written[name], " "); got != want {
			t.Errorf("%s is written as %s, want %s", name, got, want)
		}
	}
}

// TestRandomThreads writes random layouts of threads in all spellings: every layout that consists of bits is a linear layout, and
// every text that is written describes the layout.
func TestRandomThreads(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	o := Options{Context: newContext()}
	counts := map[string]int{}
	for range 60 {
		text := randomBlocked(r)
		l, err := Read(text, o)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, to := range Table {
			if to.Memory {
				continue
			}
			if _, err := to.Write(l, o); err == nil {
				counts[to.Name]++
			} else if to.Name == "ttg.blocked" || to.Name == "ttg.linear" {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	for name, least := range map[string]int{"ttg.blocked": 60, "ttg.linear": 60, "iree_map.pack_layout": 20, "iree_vector_ext.nested_layout": 20, "xegpu.layout": 20} {
		if counts[name] < least {
			t.Errorf("%d of 60 layouts are written as %s, want %d", counts[name], name, least)
		}
	}
}

// randomBlocked returns a blocked encoding of 1 to 3 dimensions.
func randomBlocked(r *rand.Rand) string {
	rank := 1 + r.IntN(3)
	list := func(most int) []int64 {
		out := make([]int64, rank)
		for i := range out {
			out[i] = 1 << r.IntN(most)
		}
		return out
	}
	return fmt.Sprintf("#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>",
		spellList(list(3)), spellList(list(3)), spellList(list(2)), spellList(r.Perm(rank)))
}

// TestRandomSwizzles writes random swizzles as CuTe, Triton and IREE.
func TestRandomSwizzles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	cute, err := Lookup("cute.swizzle")
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		phases := int64(2) << r.IntN(3)
		text := fmt.Sprintf("#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = [1, 0]}>", 1<<r.IntN(4), 1<<r.IntN(2), phases)
		l, err := Read(text, Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if _, err := cute.Write(l, Options{}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRefused reads texts that are no layouts.
func TestRefused(t *testing.T) {
	t.Parallel()
	o := Options{Context: newContext()}
	for _, text := range refused {
		if l, err := Read(text, o); err == nil {
			t.Errorf("%s is %v", text, l)
		}
	}
	for _, test := range []struct {
		text  string
		shape []int64
		want  string
	}{
		{"#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>", []int64{16}, "the shape 16 has 1 dimensions, the layout has 2"},
		{"#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>", []int64{16}, "dimension 0 of extent 16 is no multiple"},
		{"#iree_codegen.rotate_rows<16, 4>", []int64{4, 8}, "its rows have 16 elements, not 8"},
		{"(4,8):(1,4)", []int64{16, 16}, "is neither a memory of 16x16 elements nor one of threads"},
	} {
		if _, err := Read(test.text, Options{Context: o.Context, Shape: test.shape}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"#ttg.blocked<{sizePerThred = [1]}>", ":1:15: error: expected sizePerThread, threadsPerWarp, warpsPerCTA, order, CTAsPerCGA, CTASplitNum, CTAOrder, CGALayout as the name of a parameter of ttg.blocked, but got 'sizePerThred'; did you mean 'sizePerThread'?"},
		{"#ttg.blocked<{sizePerThread = [1, -4], order = [1, 0]}>", ":1:35: error: expected a number from 0 to 16777216, a word or '[', but got '-4'"},
		{"#ttg.blocked<{sizePerThread = [1, 0], order = [1, 0]}>", ":1:35: error: expected numbers of at least 1 as 'sizePerThread' of ttg.blocked, but got 0"},
		{"#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32]}>", ":1:56: error: expected a list of 2 numbers as 'threadsPerWarp' of ttg.blocked"},
		{"#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [1048576], warpsPerCTA = [1048576], order = [0]}>", ":1:1: error: expected at most 16777216 elements, but dimension 0 has 2 registers of 1048576 lanes in 1048576 subgroups of 1 workgroups"},
		{"#ttg.linear<{register = [[0, 1], [0, 4]], lane = [[1, 0]], warp = [], block = []}>", ":1:1: error: element (0,2) of 2x8 elements is in no register"},
		{"#ttg.padded_shared<[4:+1, 4:+2] {order = [1, 0], shape = [4, 4]}>", ":1:27: error: the interval 4 has a padding already"},
		{"#iree_map.pack_layout<(4) : (1, 2)>", ":1:23: error: shape and stride must be congruent"},
		{"#xegpu.layout<inst_data = [4], lane_data = [1]>", ":1:44: error: expected lane_layout being used with lane_data"},
	} {
		if _, err := Read(test.text, o); err == nil || !strings.HasPrefix(err.Error(), test.text+test.want) {
			t.Errorf("%v, want %s", err, test.text+test.want)
		}
	}
	if _, err := Lookup("ttg.bloked"); err == nil || !strings.Contains(err.Error(), "did you mean 'ttg.blocked'?") {
		t.Errorf("an unknown spelling: %v", err)
	}
}

// refused are texts that are no layouts.
var refused = []string{
	"", "x", "#ttg.blocked<", "#ttg.blocked<>", "#ttg.blocked<{}>", "#ttg.blocked<{sizePerThread = [1]}>", "#ttg.blocked<{size = [1]}>",
	"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32, 1], warpsPerCTA = [1], order = [0]}>",
	"#ttg.blocked<{sizePerThread = [0], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>",
	"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [1]}>",
	"#ttg.blocked<{sizePerThread = [16777216, 16777216], threadsPerWarp = [16777216, 16777216], warpsPerCTA = [1, 1], order = [1, 0]}>",
	"#ttg.blocked<{sizePerThread = [99999999999999999999], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>",
	"#ttg.linear<{register = 1}>", "#ttg.linear<{register = [[1], [2, 3]], lane = [], warp = [], block = []}>",
	"#ttg.linear<{register = [[3]], lane = [[4]], warp = [], block = []}>", "#ttg.linear<{register = [[0, 1], [0, 4]], lane = [[1, 0]], warp = [], block = []}>",
	"#ttg.padded_shared<[4:+1, 4:+2] {order = [1, 0], shape = [4, 4]}>", "#ttg.amd_mfma<{version = 5, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>",
	"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [64, 4, 4], isTransposed = false}>", "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], isTransposed = true, elementBitWidth = 16}>",
	"#ttg.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>",
	"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [], instrShape = [16, 8]}>",
	"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16]}>",
	"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [8, 8]}>", "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1], instrShape = [16, 16]}>",
	"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16], isTransposed = 1}>",
	"#ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 4, order = [1, 0]}>", "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 1]}>",
	"#ttg.padded_shared<[3:+1] {order = [1, 0], shape = [4, 4]}>", "#ttg.padded_shared<[4:+1] {order = [1, 0]}>", "#ttg.padded_shared<[4:+1", "#ttg.padded_shared<[4:+1] {offset = [[3]], block = []}>",
	"#xegpu.layout<>", "#xegpu.layout<sg_data = [4]>", "#xegpu.layout<inst_data = [4], lane_data = [1]>", "#xegpu.layout<inst_data = [4], order = [0]>", "#xegpu.layout<sg_layout = [2, 2], lane_layout = [4], lane_data = [1]>", "#xegpu.layout<lane_layout = [4], lane_data = [2], inst_data = [6]>",
	"#iree_map.pack_map<(4) : (1, 2)>", "#iree_map.pack_map<4 : 1>", "#iree_map.pack_map<(0) : (1)>", "#iree_map.pack_map<(4) : (1)", "#iree_map.pack_layout<(4) : (1, 2)>", "#iree_map.pack_layout<(4, 4) : (1, 1)>",
	"#iree_gpu.mma_layout<MFMA_F32_16x16x16_F17>", "#iree_gpu.mma_layout<MFMA_F32_4x4x4x16B_F16> lhs",
	"#iree_codegen.xor_shuffle<16>", "#iree_codegen.xor_shuffle<12, 4>", "#iree_codegen.xor_shuffle<16, 5>", "#iree_codegen.xor_shuffle<16, 4, 24>", "#iree_codegen.xor_shuffle<16, 4, 16, 8>", "#iree_codegen.rotate_rows<16, 4, 1>",
	"(4", "Swizzle<1,0>", "Swizzle<2,0,1> o (4,4):(4,1)", "Swizzle<2,0,70> o (4,4):(4,1)", "Swizzle<1,0,1>", "!cute.layout<(4):(1)>", `!cute.layout<"(4">`, `!cute.layout<"`,
}

// TestXeGPUShares: a subgroup without sg_data, and a lane without lane_data, have one part of the tensor each (MLIR XeGPUDialect.cpp,
// LayoutAttr::computeDistributedCoords), as in a blocked encoding whose tiles are so large.
func TestXeGPUShares(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ shape, text, want string }{
		{"8x8", "sg_layout = [2, 2]", "sg_layout = [2, 2], sg_data = [4, 4]"},
		{"16x64", "sg_layout = [2, 2], lane_layout = [1, 16], lane_data = [1, 1]", "sg_layout = [2, 2], sg_data = [8, 32], lane_layout = [1, 16], lane_data = [1, 1]"},
		{"16x64", "sg_layout = [2, 2], sg_data = [8, 16], lane_layout = [1, 16]", "sg_layout = [2, 2], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [8, 1]"},
		{"16x64", "lane_layout = [1, 16]", "lane_layout = [1, 16], lane_data = [16, 4]"},
		{"16x64", "inst_data = [8, 32], lane_layout = [1, 16]", "inst_data = [8, 32], lane_layout = [1, 16], lane_data = [8, 2]"},
	} {
		o := Options{Shape: shapeOf(t, test.shape)}
		got, err1 := Read("#xegpu.layout<"+test.text+">", o)
		want, err2 := Read("#xegpu.layout<"+test.want+">", o)
		if err1 != nil || err2 != nil {
			t.Errorf("%s: %v, %v", test.text, err1, err2)
		} else if how := want.differs(got); how != "" {
			t.Errorf("%s: %s", test.text, how)
		}
	}
	if _, err := Read("#xegpu.layout<sg_layout = [3, 2]>", Options{Shape: []int64{8, 8}}); err == nil || !strings.HasSuffix(err.Error(), "8 elements of dimension 0 are no multiple of 3 subgroups") {
		t.Error(err)
	}
}

// TestLanesThatAreNoMultiple: 15 threads repeat within a subgroup of 32, as in a layout of iree_map.
func TestLanesThatAreNoMultiple(t *testing.T) {
	t.Parallel()
	o := Options{Context: newContext(), Lanes: 32}
	got, err1 := Read("#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [15], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>", o)
	want, err2 := Read("#iree_map.pack_layout<((15, 2)) : ((1, 0))>", o)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if how := want.differs(got); how != "" {
		t.Error(how)
	}
}

// TestSwizzleAfterOffset writes layouts that begin after cell 0, with and without a swizzle, and with strides below 0.
func TestSwizzleAfterOffset(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Swizzle<2,0,2> o 3 o (4,4):(4,1)", "Swizzle<0,4,3> o 2 o (2,3):(1,2)", "Swizzle<3,3,3> o 64 o (8,64):(64,1)", "Swizzle<2,0,2> o 3 o (4,4):(-4,1)", "Swizzle<1,0,-2> o 1 o (4,4):(1,4)"} {
		for _, s := range []string{"cute.swizzle", "cute.composed_layout"} {
			l, err := Read(text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			to, _ := Lookup(s)
			got, err := to.Write(l, Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			again, err := Read(got, Options{})
			if err != nil || l.differs(again) != "" {
				t.Errorf("%s is written as %s; %v", text, got, err)
			}
		}
	}
}

// FuzzRead reads any text, and writes the layout, if it is one, in every spelling.
func FuzzRead(f *testing.F) {
	for _, s := range Table {
		f.Add(s.Sample)
	}
	for _, text := range refused {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := Options{Context: newContext()}
		l, err := Read(text, o)
		if err != nil || l.Map.Count() > 1<<12 {
			return
		}
		for _, to := range Table {
			if to.Memory == l.Memory && !strings.Contains(to.Name, "mma") {
				_, _ = to.Write(l, o)
			}
		}
		if _, err := l.Draw(text, Threads); err != nil && !slices.Contains(refused, text) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// TestPackMap compares maps of IREE with the values and the coalesced texts of IREE's tests
// (Codegen/Dialect/Map/IR/unittests/PackMapTest.cpp; the names are the names there).
func TestPackMap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		cells      map[int64]int64 // by flat index
	}{
		{"EvaluateFlatIndex", "((4, 8) : (8, 1))", map[int64]int64{0: 0, 1: 1, 17: 17, 31: 31}},
		{"EvaluateMultiDimCoord", "(((2, 4), 8) : ((16, 1), 4))", map[int64]int64{0: 0, 32: 16, 8: 1, 1: 4, 63: 47}},
		{"EvaluateColumnMajor", "((4, 8) : (1, 4))", map[int64]int64{0: 0, 8: 1, 1: 4, 31: 31}},
		{"EvaluateFlatIndexNonIdentity", "((4, 8) : (1, 4))", map[int64]int64{0: 0, 1: 4, 5: 20, 8: 1}},
		{"EvaluateStrided", "((4) : (3))", map[int64]int64{0: 0, 1: 3, 3: 9}},
		{"EvaluateStrided 2", "((4, 8) : (2, 1))", map[int64]int64{0: 0, 8: 2, 1: 1, 31: 13}},
		{"EvaluateBroadcast", "((4, 8) : (0, 1))", map[int64]int64{0: 0, 29: 5, 7: 7}},
	} {
		l, err := Read("#iree_map.pack_map<"+strings.TrimSuffix(strings.TrimPrefix(test.text, "("), ")")+">", Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		for index, want := range test.cells {
			if at, _ := l.Map.LocateIndex(index); at.Offset != want {
				t.Errorf("%s: %d is in cell %d, want %d", test.name, index, at.Offset, want)
			}
		}
	}
	for _, test := range [][2]string{
		{"(4, (2, 4)) : (8, (4, 1))", "(4, 8) : (8, 1)"},           // CoalesceModesMergesWithinMode
		{"(4, (2, 4)) : (8, (8, 1))", "(4, (2, 4)) : (8, (8, 1))"}, // CoalesceModesNonContiguousWithinMode
		{"(1, (2, 4)) : (5, (4, 1))", "(1, 8) : (0, 1)"},           // CoalesceModesRemovesUnitModes
	} {
		s, err := Lookup("iree_map.pack_map")
		if err != nil {
			t.Fatal(err)
		}
		l, err := Read("#iree_map.pack_map<"+test[0]+">", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Write(l, Options{}); err != nil || got != "#iree_map.pack_map<"+test[1]+">" {
			t.Errorf("%s: %s, want %s; %v", test[0], got, test[1], err)
		}
	}
}
