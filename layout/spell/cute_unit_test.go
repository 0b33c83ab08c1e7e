package spell

import (
	"slices"
	"testing"

	"optc/layout"
)

// The layouts of CUTLASS' unit tests (test/unit/cute/core), and the results that those tests require. Compositions, divisions and
// products that leave the cells of a layout are refused here, as docs/layouts.md says.

// cellsOfText returns the cells of a layout in the order of its elements.
func cellsOfText(t *testing.T, text string) []int64 {
	t.Helper()
	m, err := EvalCuTe(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return cellsOfModes(m)
}

// cellsOfModes returns the cells of a map in the order of CuTe, the first mode fastest.
func cellsOfModes(m *layout.Map) (list []int64) {
	rank := m.Rank()
	coord := make([]int64, rank)
	for range m.Count() {
		at, _ := m.Locate(coord)
		list = append(list, at.Offset)
		for d := rank - 1; d >= 0; d-- {
			if coord[d]++; coord[d] < m.Shape()[d] {
				break
			}
			coord[d] = 0
		}
	}
	return list
}

// TestCuTeCompositions: element i of the composition of A and B is in the cell that A has for cell i of B (composition.cpp).
func TestCuTeCompositions(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"1:0", "1:0"}, {"1:0", "1:1"}, {"1:1", "1:0"}, {"1:1", "1:1"}, {"4:1", "4:1"}, {"4:2", "4:1"}, {"4:0", "4:1"}, {"4:1", "4:0"}, {"4:1", "1:0"},
		{"4:1", "2:1"}, {"4:2", "2:1"}, {"4:1", "2:2"}, {"4:2", "2:2"}, {"(4,3)", "12:1"}, {"12:1", "(4,3)"}, {"12:2", "(4,3)"}, {"12:1", "(4,3):(3,1)"},
		{"12:2", "(4,3):(3,1)"}, {"12:1", "(2,3):(2,4)"}, {"(4,3)", "(4,3)"}, {"(4,3)", "6:1"}, {"(4,3)", "6:2"}, {"(4,3)", "(6,2):(2,1)"}, {"(4,3)", "(4,3):(3,1)"},
		{"(4,3):(3,1)", "(4,3)"}, {"(4,3):(3,1)", "12:1"}, {"(4,3):(3,1)", "6:2"}, {"(4,3):(3,1)", "(6,2):(2,1)"},
		{"(8,8)", "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))"}, {"(8,8):(8,1)", "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))"}, {"((4,2)):((1,16))", "(4,2):(2,1)"},
		{"(2,2):(2,1)", "(2,2):(2,1)"}, {"(4,8,2)", "(2,2,2):(2,8,1)"}, {"(4,8,2):(2,8,1)", "(2,2,2):(1,8,2)"}, {"(4,8,2):(2,8,1)", "(4,2,2):(2,8,1)"},
		{"(12,3):(1,24)", "4:1"}, {"16:2", "4:2"}, {"(128,24,5):(1,128,3072)", "64:2"}, {"(128,24,5):(1,128,3072)", "480:32"}, {"(4,3):(3,1)", "8:1"},
		{"(48,24,5):(1,128,3072)", "32:1"}, {"(4,4):(-1,1)", "(2,4,2)"}, {"(4,4):(-1,1)", "(2,4,2):(1,4,2)"},
		{"(8,8):(8,1)", "Swizzle<2,0,-3> o (8,8):(8,1)"}, {"Swizzle<2,0,3> o (8,8):(8,1)", "Swizzle<2,0,-3> o (8,8):(8,1)"},
	} {
		a, b := cellsOfText(t, test[0]), cellsOfText(t, test[1])
		var want []int64
		for _, cell := range b {
			want = append(want, a[cell])
		}
		if got := cellsOfText(t, "compose("+test[0]+", "+test[1]+")"); !slices.Equal(got, want) {
			t.Errorf("%s after %s: %v, want %v", test[0], test[1], got, want)
		}
	}
	for _, test := range []string{"compose(1:0, 4:1)", "compose(4:1, 4:2)", "compose((4,3):(3,1), 24:1)", "compose(3:1, 4:1)", "divide(2:1, 32:1)", "divide(48:1, 32:1)", "divide(96:1, 32:2)", "divide(32:1, 48:1)"} {
		if m, err := EvalCuTe(test); err == nil {
			t.Errorf("%s is %v", test, cellsOfModes(m))
		}
	}
}

// TestCuTeComplements: the cells of a complement ascend and are no cells of the layout, and both together reach the size (complement.cpp).
func TestCuTeComplements(t *testing.T) {
	t.Parallel()
	for text, sizes := range map[string][]int64{
		"1:0": {1, 2, 4, 5}, "1:1": {1, 2, 4, 5}, "1:2": {1, 2, 4, 5, 8}, "4:0": {1, 2, 8}, "4:1": {1, 2, 8}, "4:2": {1, 4, 7, 16, 19}, "4:4": {1, 4, 13, 17},
		"(2,4)": {8}, "(2,3)": {6}, "(2,4):(1,4)": {14}, "(2,4):(1,6)": {20}, "(2,4,8):(8,1,64)": {460}, "(2,4,8):(8,1,0)": {12, 460},
		"((2,2),(2,2)):((1,4),(8,32))": {46}, "((2,2),(2,2)):((1,32),(8,4))": {46}, "(4,2):(1,16)": {20}, "12:1": {1, 12, 53, 128}, "12:2": {1, 23, 53, 128},
		"(3,6):(1,3)": {18}, "(3,6):(1,9)": {48}, "64:1": {512},
	} {
		m, err := EvalCuTe(text)
		if err != nil {
			t.Fatal(err)
		}
		cells := cellsOfModes(m)
		for _, size := range sizes {
			c, err := Complement(m, size)
			if err != nil {
				t.Errorf("%s in %d: %v", text, size, err)
				continue
			}
			rest := cellsOfModes(c)
			for i, cell := range rest[1:] {
				if cell <= rest[i] || slices.Contains(cells, cell) {
					t.Errorf("%s in %d: cell %d after %d", text, size, cell, rest[i])
				}
			}
			if all := slices.Max(cells) + slices.Max(rest) + 1; all < size {
				t.Errorf("%s in %d: both together end at %d", text, size, all)
			}
		}
	}
	for _, text := range []string{"complement((4,2):(1,10), 14)", "complement((4,6):(1,6), 34)", "complement((3,6):(1,10), 53)"} {
		if m, err := EvalCuTe(text); err == nil {
			t.Errorf("%s is %v", text, cellsOfModes(m))
		}
	}
}

// TestCuTeDivisionsAndProducts: a division has the cells of A at the tile, shifted by each cell of its complement, and a product has
// the cells of A, shifted by the free cells that B counts (logical_divide.cpp, logical_product.cpp).
func TestCuTeDivisionsAndProducts(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"1:0", "1:0"}, {"1:0", "1:1"}, {"6:1", "2:1"}, {"6:1", "2:3"}, {"6:1", "(2,3):(3,1)"}, {"6:2", "2:1"}, {"6:2", "2:3"}, {"6:2", "(2,3):(3,1)"},
		{"(6,6):(1,12)", "(6,3):(3,1)"}, {"(6,6):(12,1)", "(6,3):(3,1)"}, {"32:1", "2:8"}, {"(4,1):(1,1)", "2:1"}, {"(4,1):(1,1)", "2:2"}, {"(8,8):(1,8)", "32:2"}, {"(8,8):(8,1)", "32:2"},
	} {
		a, tile := cellsOfText(t, test[0]), cellsOfText(t, test[1])
		m, err := EvalCuTe(test[1])
		if err != nil {
			t.Fatal(err)
		}
		rest, err := Complement(m, int64(len(a)))
		if err != nil {
			t.Fatal(err)
		}
		var want []int64
		for _, from := range cellsOfModes(rest) {
			for _, at := range tile {
				want = append(want, a[from+at])
			}
		}
		if got := cellsOfText(t, "divide("+test[0]+", "+test[1]+")"); !slices.Equal(got, want) {
			t.Errorf("%s by %s: %v, want %v", test[0], test[1], got, want)
		}
	}
	for _, test := range [][2]string{
		{"1:0", "1:0"}, {"3:1", "4:0"}, {"3:0", "4:1"}, {"3:0", "4:0"}, {"3:2", "4:1"}, {"3:1", "(2,4)"}, {"(2,4)", "3:1"}, {"(8,(2,2))", "4:2"}, {"(2,2)", "(3,3):(3,1)"},
		{"3:32", "32:1"}, {"3:32", "128:1"}, {"3:32", "(8,8)"}, {"3:32", "(8,8):(8,1)"}, {"((4,2)):((1,16))", "(4,4)"}, {"((4,2)):((1,16))", "(4,2):(2,1)"},
		{"((2,2),(2,2)):((1,4),(8,32))", "(2,2):(1,2)"}, {"((2,2),(2,2)):((1,4),(8,32))", "(2,2):(2,1)"},
	} {
		a, grid := cellsOfText(t, test[0]), cellsOfText(t, test[1])
		m, err := EvalCuTe(test[0])
		if err != nil {
			t.Fatal(err)
		}
		free, err := Complement(m, int64(len(a))*(slices.Max(grid)+1))
		if err != nil {
			t.Fatal(err)
		}
		places := cellsOfModes(free)
		var want []int64
		for _, copied := range grid {
			for _, at := range a {
				want = append(want, at+places[copied])
			}
		}
		if got := cellsOfText(t, "product("+test[0]+", "+test[1]+")"); !slices.Equal(got, want) {
			t.Errorf("%s times %s: %v, want %v", test[0], test[1], got, want)
		}
	}
}

// TestCuTeRightInverses: cell i of the layout at the right inverse's element i is i (inverse_right.cpp).
func TestCuTeRightInverses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"1:0", "1:1", "4:0", "((1,1)):((0,0))", "((3,7)):((0,0))", "4:1", "4:2", "(2,4):(0,2)", "(8,4)", "(8,4):(4,1)", "(2,4,6)", "(2,4,6):(4,1,8)", "(2,4,4,6):(4,1,0,8)", "(4,2):(1,16)", "(4,2):(1,5)", "4:-1"} {
		cells := cellsOfText(t, text)
		for i, element := range cellsOfText(t, "right_inverse("+text+")") {
			if cells[element] != int64(i) {
				t.Errorf("%s: element %d is in cell %d, not %d", text, element, cells[element], i)
			}
		}
	}
}

// TestPackMapAlgebra compares functions with the results in IREE's tests (Codegen/Dialect/Map/IR/unittests/PackMapTest.cpp; the names are the
// names there). There the last digit is the fastest, here the first.
func TestPackMapAlgebra(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"CoalesceContiguous", "coalesce((8,(4,2)):(1,(8,32)))", "64:1"},
		{"CoalesceNonContiguous", "coalesce((8,4):(4,1))", "(8,4):(4,1)"},
		{"CoalesceNonContiguous 2", "coalesce((8,4):(1,16))", "(8,4):(1,16)"},
		{"CoalesceRemovesUnitModes", "coalesce((8,1):(1,0))", "8:1"},
		{"CoalesceModesVsCoalesce", "coalesce(((4,2),4):((1,4),8))", "32:1"},
		{"ComposeIdentity", "compose((4,(4,2)):(1,(4,16)), 32:1)", "32:1"},
		{"ComposeWithBroadcast", "compose(8:1, 4:0)", "4:0"},
		{"ComposeMultiDigitRowMajor", "compose((8,4):(1,8), (4,2):(1,4))", "(4,2):(1,4)"},
		{"ComplementBasic", "complement((2,2):(2,1), 16)", "4:4"},
		{"ComplementWithGap", "complement(4:2, 8)", "2:1"},
		{"LogicalDivideBasic", "divide((8,4):(1,8), 4:1)", "(4,8):(1,4)"},
		{"LogicalProductBasic", "product((2,2):(2,1), 8:1)", "((2,2),8):((2,1),4)"},
		{"TiledProduct", "product(4:1, 8:1)", "(4,8):(1,4)"},
		{"FilterRemovesBroadcast", "image((8,4):(1,0))", "8:1"},
		{"FilterRemovesUnitSize", "image((8,1):(1,5))", "8:1"},
		{"RightInverse", "right_inverse((4,2):(1,4))", "8:1"},
		{"RightInverseColumnMajor", "right_inverse((2,4):(4,1))", "(4,2):(2,1)"},
		{"RightInverseNonSurjective", "right_inverse(4:2)", "1:0"},
		{"LeftInverseNonSurjective", "inverse(4:2)", "(2,4):(0,1)"},
	} {
		m, err := EvalCuTe(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got, ok := CuTe(m); !ok || got != test.want {
			t.Errorf("%s: %s = %s, want %s", test.name, test.text, got, test.want)
		}
	}
}
