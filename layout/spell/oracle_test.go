package spell

import (
	"slices"
	"testing"

	"optc/layout"
)

// TestCuTeDialect compares the algebra with the results that the tests of the cute dialect state in types (CUTLASS,
// cutlass_compiler/cute_ir/test/Dialect/Cute/LayoutAlgebra/*.mlir). Layouts of one element are all written 1:0 here.
func TestCuTeDialect(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"complement(3:1, 3)", "1:0"},
		{"complement(3:2, 6)", "2:1"},
		{"complement((3,(5,2)):(1,(3,15)), (6,20))", "4:30"},
		{"complement((3,(5,2)):(1,(3,15)), (6,20):(1,6))", "4:30"},
		{"complement(3:2, 6:1)", "2:1"},
		{"complement((2,3):(1,2), 6)", "1:0"},
		{"complement(3:0, 6)", "6:1"},
		{"complement(3:2, (2,3))", "2:1"},
		{"compose((20):(2), (5,4):(4,1))", "(5,4):(8,2)"},
		{"compose((4,8):(1,4), (2,4):(1,2))", "(2,4):(1,2)"},
		{"inverse((4,3):(3,1))", "(3,4):(4,1)"},
		{"inverse((4,3):(1,4))", "12:1"},
		{"inverse(8:1)", "8:1"},
		{"inverse((2,4):(4,1))", "(4,2):(2,1)"},
		{"inverse(((2,4),3):((1,2),8))", "24:1"},
		{"inverse((4,2):(1,4))", "8:1"},
		{"inverse(4:2)", "(2,4):(0,1)"},
		{"inverse(4:4)", "(4,4):(0,1)"},
		{"inverse((8,4):(1,8))", "32:1"},
		{"inverse(4:0)", "1:0"},
		{"inverse((4,2):(1,16))", "(16,2):(1,4)"},
		{"inverse((4,2):(1,5))", "(5,2):(1,4)"},
		{"inverse((2,4,8):(32,0,2))", "(2,16,2):(0,8,1)"},
		{"inverse((2,4,6):(4,1,8))", "(4,2,6):(2,1,8)"},
		{"inverse((3,7):(0,0))", "1:0"},
		{"inverse((2,4,8):(2,0,32))", "(2,16,8):(0,1,8)"},
		{"inverse((2,4,4,4,2):(32,0,2,0,512))", "(2,16,16,2):(0,8,1,128)"},
		{"inverse((4,2):(1,10))", "(10,2):(1,4)"},
		{"inverse((32,8):(65536,1))", "(65536,32):(32,1)"},
		{"inverse((32,3,8):(65536,512,1))", "(512,128,32):(96,32,1)"},
		{"inverse((32,8):(131072,2))", "(2,65536,32):(0,32,1)"},
		{"inverse((((((2,4),1),(2,2)),4),1,(2,2),2):(((((262144,4),0),(0,1)),8388608),0,(2,16),32))", "(2,2,4,16384,128):(16,128,2,256,1)"},
		{"right_inverse((4,3):(1,4))", "12:1"},
		{"right_inverse((4,3):(3,1))", "(3,4):(4,1)"},
		{"right_inverse(8:1)", "8:1"},
		{"right_inverse(4:0)", "1:0"},
		{"right_inverse((2,4):(4,1))", "(4,2):(2,1)"},
		{"right_inverse(((2,4),(3,5)):((4,1),(2,8)))", "(4,2,5):(2,1,24)"},
		{"right_inverse(((2,4),3):((1,2),8))", "24:1"},
		{"right_inverse((4,2):(1,4))", "8:1"},
		{"right_inverse(4:2)", "1:0"},
		{"right_inverse(4:4)", "1:0"},
		{"right_inverse((8,4):(1,8))", "32:1"},
		{"right_inverse((4,2):(1,16))", "4:1"},
		{"right_inverse((4,2):(1,5))", "4:1"},
		{"coalesce((4,5):(1,4))", "20:1"},
		{"coalesce((3,4):(8,1))", "(3,4):(8,1)"},
		{"coalesce((3,(4,5)):(8,(1,4)))", "(3,20):(8,1)"},
	} {
		m, err := EvalCuTe(test[0])
		if err != nil {
			t.Errorf("%s: %v", test[0], err)
			continue
		}
		if got, ok := CuTe(m); !ok || got != test[1] {
			t.Errorf("%s = %s, want %s", test[0], got, test[1])
		}
	}
}

// TestCuTeComposed compares compositions with the values that the cute dialect documents (CuTeTypes.td, ComposedLayoutType) and
// with the values of a swizzle, which are the exclusive or of bits (CUTLASS include/cute/swizzle.hpp).
func TestCuTeComposed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want []int64 // cells, the first mode fastest
	}{
		{"(4,5):(1,4) o 2 o (2,3):(1,2)", []int64{2, 3, 4, 5, 6, 7}},
		{"(2,3):(1,2)", []int64{0, 1, 2, 3, 4, 5}},
		{"Swizzle<0,4,3> o 0 o (2,3):(1,2)", []int64{0, 1, 2, 3, 4, 5}},
		{"Swizzle<1,0,2> o 0 o (4,4):(1,4)", []int64{0, 1, 2, 3, 5, 4, 7, 6, 8, 9, 10, 11, 13, 12, 15, 14}},
		{"Swizzle<1,0,-2> o (4,4):(1,4)", []int64{0, 5, 2, 7, 4, 1, 6, 3, 8, 13, 10, 15, 12, 9, 14, 11}},
		{"Sw<1,0,2> o 4 o 4:1", []int64{5, 4, 7, 6}},
		{"slice((4,5):(1,4), (2,1), (2,2))", []int64{6, 7, 10, 11}},
		{"slice(Swizzle<1,0,2> o (4,4):(1,4), (2,1), (2,2))", []int64{7, 6, 10, 11}},
	} {
		m, err := EvalCuTe(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var got []int64
		for i := range m.Count() {
			at, _ := m.LocateIndex(i)
			got = append(got, at.Offset)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.text, got, test.want)
		}
	}
}

// TestKernels: the cells of a layout times its kernel are its elements, and every element of the kernel is in the first cell.
func TestKernels(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"(2,3,4):(1,0,2)", "(2,3,4):(4,0,1)", "4:0", "(4,8):(8,1)", "(4,2):(1,5)", "((2,2),(2,3)):((0,4),(1,8))", "1:0"} {
		m, err := EvalCuTe(text)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err1 := Kernel(m)
		cells, err2 := Cells(m)
		if err1 != nil || err2 != nil {
			t.Fatal(text, err1, err2)
		}
		if kernel.Count()*cells.Count() != m.Count() {
			t.Errorf("%s: %d cells and %d elements in each, but %d elements", text, cells.Count(), kernel.Count(), m.Count())
		}
		for i := range kernel.Count() {
			element, _ := kernel.LocateIndex(i)
			if at, _ := m.LocateIndex(element.Offset); at.Offset != 0 {
				t.Errorf("%s: element %d of the kernel is in cell %d", text, element.Offset, at.Offset)
			}
		}
		used := map[int64]bool{}
		for i := range m.Count() {
			at, _ := m.LocateIndex(i)
			used[at.Offset] = true
		}
		last := int64(-1)
		for i := range cells.Count() {
			at, _ := cells.LocateIndex(i)
			if !used[at.Offset] || at.Offset <= last {
				t.Errorf("%s: cell %d of the image is %d, after %d", text, i, at.Offset, last)
			}
			last = at.Offset
		}
	}
}

// TestLinearLayouts compares compositions with inverses of linear layouts with the results in Triton's tests
// (unittest/Tools/LinearLayoutTest.cpp; the names are the names there).
func TestLinearLayouts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                string
		first, second, want []int64
	}{
		{name: "InvertAndCompose_Simple", first: []int64{2, 1, 4}, second: []int64{4, 1, 2}, want: []int64{4, 2, 1}},
		{name: "InvertAndCompose_BroadcastedInDim", first: []int64{2, 1, 4, 0}, second: []int64{4, 1, 2}, want: []int64{4, 2, 1, 0}},
		{name: "InvertAndCompose_BroadcastedDims2", first: []int64{1, 2, 0}, second: []int64{2, 1}, want: []int64{2, 1, 0}},
		{name: "ColumnAction", first: []int64{4, 1, 2}, second: []int64{1, 2, 4}, want: []int64{4, 1, 2}},
	} {
		first, err1 := layout.Linear([][]int64{test.first})
		second, err2 := layout.Linear([][]int64{test.second})
		if err1 != nil || err2 != nil {
			t.Fatal(test.name, err1, err2)
		}
		inverse, err := LeftInverse(second)
		if err != nil {
			t.Fatal(test.name, err)
		}
		change, err := first.Compose(inverse)
		if err != nil {
			t.Fatal(test.name, err)
		}
		var got []int64
		for bit := int64(1); bit < change.Count(); bit *= 2 {
			at, _ := change.LocateIndex(bit)
			got = append(got, at.Offset)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestTurnsGrowByDigits: the algebra of a swizzle of 4096x4096 elements makes no table, and its digits are bits.
func TestTurnsGrowByDigits(t *testing.T) {
	t.Parallel()
	m, err := EvalCuTe("Swizzle<3,3,9> o 0 o (4096,4096):(4096,1)")
	if err != nil {
		t.Fatal(err)
	}
	inverse, ok := m.Inverse()
	if !ok {
		t.Fatal("no inverse")
	}
	same, err := m.Compose(inverse)
	if err != nil {
		t.Fatal(err)
	}
	for name, made := range map[string]*layout.Map{"swizzle": m, "inverse": inverse} {
		if d, ok := made.Turned(); !ok || len(d.Turns) == 0 {
			t.Errorf("the %s has no digits that turn", name)
		}
		digits := 0
		d, _ := made.Turned()
		for _, dim := range d.Dims {
			digits += len(dim.Digits)
		}
		if digits > 25 {
			t.Errorf("the %s has %d digits", name, digits)
		}
	}
	if d, ok := same.Digits(); !ok || len(d.Turns) > 0 {
		t.Error("a swizzle followed by its inverse still turns digits")
	}
	for _, index := range []int64{0, 1, 4095, 4096, 1<<24 - 1} {
		if at, _ := same.LocateIndex(index); at.Offset != index {
			t.Errorf("element %d comes back as %d", index, at.Offset)
		}
	}
}
