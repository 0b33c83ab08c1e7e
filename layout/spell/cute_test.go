package spell

import (
	"slices"
	"strings"
	"testing"
)

// TestEvalCuTe: the examples of CUTLASS' documentation (media/docs/cpp/cute/02_layout_algebra.md).
func TestEvalCuTe(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"(4,2):(1,4)", "(4,2):(1,4)"},
		{"(4,2)", "(4,2):(1,4)"},
		{"((2,2),3):((4,1),2)", "((2,2),3):((4,1),2)"},
		{"((2,2)):((4,1))", "((2,2)):((4,1))"},
		{"complement(4:1, 24)", "6:4"},
		{"complement(6:4, 24)", "4:1"},
		{"complement((4,6):(1,4), 24)", "1:0"},
		{"complement(4:2, 24)", "(2,3):(1,8)"},
		{"complement((2,4):(1,6), 24)", "3:2"},
		{"complement((2,2):(1,6), 24)", "(3,2):(2,12)"},
		{"compose((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)"},
		{"compose(20:2, (5,4):(4,1))", "(5,4):(8,2)"},
		{"compose((10,2):(16,4), (5,4):(1,5))", "(5,(2,2)):(16,(80,4))"},
		{"divide((4,2,3):(2,1,8), 4:2)", "((2,2),(2,3)):((4,1),(2,8))"},
		{"product((2,2):(4,1), 6:1)", "((2,2),(2,3)):((4,1),(2,8))"},
		{"inverse((4,8):(8,1))", "(8,4):(4,1)"},
		{"quotient(((2,2),(2,3)):((4,1),(2,8)), (2,2):(4,1))", "6:1"},
		{"quotient((4,2):(1,0), 4:1)", "2:0"},
		{"quotient((4,2):(1,4), (4,2):(1,4))", "1:0"},
		{"(4,2):(-1,4)", "(4,2):(-1,4)"},
		{"compose((4,2):(1,5), 8:-1)", "(4,2):(-1,-5)"},
		{"compose(8:-1, 8:-1)", "8:1"},
		{"inverse((4,8):(8,-1))", "(8,4):(-4,1)"},
		{"complement(4:-2, 24)", "(2,3):(1,8)"},
		{"product((2,2):(-4,1), 6:-1)", "((2,2),(2,3)):((-4,1),(-2,-8))"},
		{"quotient(((2,2),(2,3)):((-4,1),(-2,-8)), (2,2):(-4,1))", "6:-1"},
		{"right_inverse((4,8):(8,-1))", "(8,4):(-4,1)"},
		{"slice((16,64):(64,1), (0,0), (8,8))", "(8,8):(64,1)"},
		{"coalesce(slice(((2,8),64):((64,128),1), (0,0), (8,8)))", "(8,8):(64,1)"},
		{"slice(((4,4),3):((64,1),4), (0,0), (8,2))", "((4,2),2):((64,1),4)"},
		// The values that CuTe prints for its own functions, with as few digits as possible.
		{"composition((_6,_2):(_8,_2), (_4,_3):(_3,_1))", "((2,2),3):((24,2),8)"},
		{"(Int<4>{},(_2,_3)):(_1,(_8,_16))", "(4,6):(1,8)"},
		{"blocked_product((2,5):(5,1), (3,4):(1,3))", "(6,(5,4)):(5,(1,30))"},
		{"raked_product((2,5):(5,1), (3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))"},
		{"logical_product((2,2):(4,1), 6:1)", "((2,2),(2,3)):((4,1),(2,8))"},
		{"logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)", "((3,3),(2,4,2,2)):((177,59),(13,2,26,1))"},
		{"zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)", "((3,2,4),(3,2,2)):((177,13,2),(59,26,1))"},
		{"tiled_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)", "((3,2,4),3,(2,2)):((177,13,2),59,(26,1))"},
		{"flat_divide((8,32):(32,1), (4,8))", "(4,8,2,4):(32,1,128,8)"},
		{"zipped_divide((8,32):(32,1), (4,8))", "((4,8),(2,4)):((32,1),(128,8))"},
		{"logical_divide((4,2,3):(2,1,8), 4:2)", "((2,2),(2,3)):((4,1),(2,8))"},
		{"left_inverse((2,2,2):(1,2,5))", "(5,2):(1,4)"},
		{"tile_to_shape((_8,_64):(_64,_1), (64,128))", "(64,(64,2)):(64,(1,4096))"},
		{"tile_to_shape((8,64):(64,1), (64,128), (1,0))", "((8,8),(64,2)):((64,1024),(1,512))"},
		{"upcast<2>((8,16):(16,1))", "(8,8):(8,1)"},
		{"upcast((4,(4,3)):(1,(4,64)), 8)", "(1,(2,3)):(0,(1,8))"},
		{"downcast<2>((8,8):(8,1))", "(8,16):(16,1)"},
		{"(_4,_8):(_1@0,_1@1)", "(4,8):(1,4)"},
		{"ArithTuple(_0,_0) o ((_2,_4),_8):((_8@1,_2@1),_1@0)", "((2,4),8):((64,16),1)"},
		{"gmem_ptr[32b](0x7f3c) o (_4,_8):(_8,_1)", "(4,8):(8,1)"},
	} {
		m, err := EvalCuTe(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		got, ok := CuTe(m)
		again, err := EvalCuTe(got)
		if !ok || got != test.want || err != nil || !slices.Equal(again.Shape(), m.Shape()) {
			t.Errorf("%s = %s, want %s", test.text, got, test.want)
		}
	}
	for _, text := range []string{"", "(", "(4", "(4,)", "4:", "(4,2):(1)", "((2,2)):(1)", "(2):((1,2))", "compose(4:1)", "compose(4:1, 4:1", "4:1x", "0:1", "complement((2,2):(1,1), 4)", "compose(4:1, 8:1)", "inverse((2,2):(1,1))", "inverse((8,4,2):(13,2,1))", "quotient(6:1, 4:1)", "-4:1", "inverse((4,2):(-1,5))", "slice((4,5), (2,1), (3,2))", "slice((4,5), (2,1))", "slice((4,5), ((2),1), (1,1))", "slice((4,5), 2, 1", "quotient(8:1, 4:2)", "quotient((3,4):(1,4), 4:1)", "quotient((2,2):(1,5), 2:1)", "complement(Swizzle<0,0,1> o 3 o 4:1, 9)", "99999999999:1",
		"(_a,4):(1,4)", "zipped_divide((8,8), (3,8))", "zipped_divide((8,8), <4,4,2>)", "zipped_divide((8,8), <4", "tile_to_shape((8,8), (12,8))", "tile_to_shape((8,8), (8))", "upcast<0>(8:1)", "upcast<2(8:1)", "upcast<4>(5:3)", "4:1@", "4:-1@0", "tile_to_shape((8,8), (8,8), (1))", "blocked_product((2,2):(1,1), 4:1)",
		"logical_divide(((4,3)):((10,2)), 2:3)"} {
		if m, err := EvalCuTe(text); err == nil {
			t.Errorf("%q is %v", text, m)
		}
	}
}

// TestTilesOfSwizzle: a swizzled layout is tiled below its swizzle (include/cute/layout_composed.hpp, tile_to_shape).
func TestTilesOfSwizzle(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"tile_to_shape(Sw<1,3,3> o (8,16):(16,1), (64,32))":                                   "Sw<1,3,3> o tile_to_shape((8,16):(16,1), (64,32))",
		"tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (64,64), (1,0))": "Sw<3,3,3> o tile_to_shape((8,64):(64,1), (64,64), (1,0))",
	} {
		a, err1 := EvalCuTe(text)
		b, err2 := EvalCuTe(want)
		if err1 != nil || err2 != nil {
			t.Errorf("%s: %v, %v", text, err1, err2)
		} else if same, err := a.Equal(b); err != nil || !same {
			t.Errorf("%s is not %s: %v", text, want, err)
		}
	}
	if _, err := EvalCuTe("tile_to_shape(Sw<1,3,3>, (64,32))"); err == nil {
		t.Error("a swizzle without a layout is read")
	}
}

// A refused text is identified by its message, and a space does not join two numbers.
func TestEvalCuTeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"(4 2):(1,1)":                "expected ',' or ')', but got ' 2):(1,1)'",
		"(4,2):(1,4":                 "expected ',' or ')', but got the end",
		"4 2:1":                      "expected the end, but got ' 2:1'",
		"slice((4,5), (2,1), (0,2))": "expected extents of at least 1, but got 0 in mode 0",
		"Swizzle<1,0,1> o -1 o 4:1":  "expected an offset of at least 0, but got -1",
		"Swizzle<-1,3,3> o 0 o 8:1":  "expected bits from a number of at least 0 on in Swizzle<-1,3,3>",
		"(9223372036854775807,8):1":  "expected a number below 2^31, but got 9223372036854775807",
		"(M,8):(8,1)":                "expected a number, or a symbol, which is a lower-case letter, but got 'M,8):(8,1)'",
		"(m,N):(8,1)":                "expected a number, or a symbol, which is a lower-case letter, but got 'N):(8,1)'",
	} {
		_, err := EvalCuTe(text)
		if IsSymbolic(text) {
			_, err = EvalSymbolic(text)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if !IsCuTe("16m:1") || !IsCuTe("?:?") || IsCuTe("kernel.mlir") || IsCuTe("a.mlir:3") {
		t.Error("a text with symbols is a layout, the name of a file is not")
	}
}

// TestPrintedSwizzle: a swizzle before a pointer exchanges bytes, as CuTe prints the layouts of GMMA.
func TestPrintedSwizzle(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string]string{
		"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)":  "Swizzle<3,3,3> o 0 o (8,64):(64,1)",
		"Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_8,_1)":    "Swizzle<1,2,3> o 0 o (8,8):(8,1)",
		"Sw<2,4,3> o smem_ptr[8b](0x10) o (_8,_64):(_64,_1)":    "Swizzle<2,4,3> o 0 o (8,64):(64,1)",
		"Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_256):(_256,_1)": "Swizzle<3,5,3> o 0 o (8,256):(256,1)",
		"Sw<1,3,3> o _0 o (_8,_16):(_16,_1)":                    "Swizzle<1,3,3> o 0 o (8,16):(16,1)",
	} {
		a, err1 := EvalCuTe(printed)
		b, err2 := EvalCuTe(want)
		if err1 != nil || err2 != nil || !IsCuTe(printed) || IsSymbolic(printed) {
			t.Errorf("%s: %v, %v", printed, err1, err2)
			continue
		}
		if same, err := a.Equal(b); !same || err != nil {
			t.Errorf("%s is not %s; %v", printed, want, err)
		}
	}
}

// TestDivisionsAgree: a layout in tiles has the cells of the layout, in the order of tile and complement; the copies of
// a product are disjoint.
func TestDivisionsAgree(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"(4,2,3):(2,1,8)", "24:1", "(8,3):(3,1)", "(6,4):(4,1)", "(3,8)"} {
		for _, tile := range []string{"4:2", "2:1", "3:8", "(2,2):(1,12)", "(2,3):(1,8)"} {
			a, err1 := EvalCuTe(text)
			b, err2 := EvalCuTe(tile)
			rest, err3 := EvalCuTe("complement(" + tile + ", 24)")
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(err1, err2, err3)
			}
			divided, err := Divide(a, b)
			if err != nil {
				t.Fatalf("divide(%s, %s): %v", text, tile, err)
			}
			// Flat indices run through the last mode first in a map, so that the first mode of CuTe is the last dimension.
			var got, want []int64
			for i := range divided.Count() {
				p, _ := divided.LocateIndex(i)
				got = append(got, p.Offset)
			}
			for i := range rest.Count() {
				for k := range b.Count() {
					p, _ := rest.LocateIndex(i)
					q, _ := b.LocateIndex(k)
					r, _ := a.LocateIndex(p.Offset + q.Offset)
					want = append(want, r.Offset)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("divide(%s, %s) has the cells %v, want %v", text, tile, got, want)
			}
		}
	}
	for _, text := range []string{"product((2,2):(4,1), 6:1)", "product((4,2):(2,1), (3,2):(2,1))", "product(3:2, 4:1)"} {
		m, err := EvalCuTe(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if a, b, found, err := m.Collides(); found || err != nil {
			t.Errorf("%s: elements %d and %d share a cell", text, a, b)
		}
	}
}
