package sim_test

import (
	"strings"
	"testing"
)

// Every function writes its results into a memref of 12 elements that initially hold 100
// to 111; the numbers of the constants are those in runMemRef.
func TestAffineOps(t *testing.T) {
	t.Parallel()
	digits := func(linear, basis string) string {
		return "%x = arith.constant " + linear + " : index\n%d:3 = affine.delinearize_index %x into (" + basis + ") : index, index, index\n" +
			"memref.store %d#0, %m[0] : memref<12xindex>\nmemref.store %d#1, %m[1] : memref<12xindex>\nmemref.store %d#2, %m[2] : memref<12xindex>"
	}
	linear := func(a, b, c, basis, promise string) string {
		return "%x = arith.constant " + a + " : index\n%y = arith.constant " + b + " : index\n%z = arith.constant " + c + " : index\n" +
			"%l = affine.linearize_index " + promise + "[%x, %y, %z] by (" + basis + ") : index\nmemref.store %l, %m[0] : memref<12xindex>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"digits", digits("23", "2, 3, 4"), "1 2 3"},
		{"digits beyond the outer bound", digits("25", "2, 3, 4"), "2 0 1"},
		{"digits without outer bound", digits("25", "3, 4"), "2 0 1"},
		{"digits of a negative number", digits("-1", "2, 3, 4"), "-1 2 3"},
		{"digits of a basis of values", digits("11", "%c2, %c3, %c2"), "1 2 1"},
		{"digits of a basis of 0", digits("11", "%c2, %c0, %c2"), "in.mlir:7:8: 'affine.delinearize_index' op basis must be positive, but got 0 [basis]"},
		{"number", linear("1", "2", "3", "2, 3, 4", ""), "23"},
		{"number without outer bound", linear("1", "2", "3", "3, 4", ""), "23"},
		{"number of large digits", linear("1", "5", "9", "2, 3, 4", ""), "41"},
		{"number of a basis of values", linear("1", "1", "1", "%c2, %c3, %c2", ""), "9"},
		{"number of digits that are promised", linear("1", "2", "3", "2, 3, 4", "disjoint "), "23"},
		{"number of a digit that breaks the promise", linear("1", "3", "3", "2, 3, 4", "disjoint "), "undef"},
		{"number of a last digit that breaks the promise", linear("1", "2", "4", "2, 3, 4", "disjoint "), "undef"},
		{"number of a negative digit", linear("1", "-1", "3", "2, 3, 4", "disjoint "), "undef"},
		{"extremes", "%x = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0 * 2, 7)>(%c3)[%c3]\n%y = affine.max affine_map<(d0)[s0] -> (d0 + 1, s0 * 2, 5)>(%c3)[%c3]\n" +
			"memref.store %x, %m[0] : memref<12xindex>\nmemref.store %y, %m[1] : memref<12xindex>", "4 6"},
		{"apply", "%x = affine.apply affine_map<(d0, d1)[s0] -> (d0 floordiv 2 + d1 * s0 - 7 mod 4)>(%c3, %c2)[%c3]\nmemref.store %x, %m[0] : memref<12xindex>", "4"},
		{"load and store", "%x = affine.load %m[%c3 + 4] : memref<12xindex>\naffine.store %x, %m[%c3 - 3] : memref<12xindex>", "107"},
		{"load behind the end", "%x = affine.load %m[%c3 * 4] : memref<12xindex>\naffine.store %x, %m[0] : memref<12xindex>", "in.mlir:6:8: 'affine.load' op index [12] is outside the extents [12] of argument 0 [out-of-bounds]; dimension 0: 12 is not in [0, 12)"},
		{"loop", "affine.for %i = 0 to 4 step 3 {\naffine.store %i, %m[%i] : memref<12xindex>\n}", "0 101 102 3"},
		{"loop between extremes", "affine.for %i = max affine_map<(d0) -> (d0 - 5, 1)>(%c3) to min affine_map<(d0) -> (d0, 9)>(%c3) {\naffine.store %i, %m[%i] : memref<12xindex>\n}", "100 1 2"},
		{"loop that carries", "%r = affine.for %i = 1 to 4 iter_args(%a = %c3) -> (index) {\n%s = arith.addi %a, %i : index\naffine.yield %s : index\n}\naffine.store %r, %m[0] : memref<12xindex>", "9"},
		{"loop without iterations", "%r = affine.for %i = 4 to 4 iter_args(%a = %c3) -> (index) {\naffine.yield %i : index\n}\naffine.store %r, %m[0] : memref<12xindex>", "3"},
		{"parallel loop", "affine.parallel (%i, %j) = (0, 1) to (2, 4) step (1, 2) {\naffine.store %j, %m[%i * 2 + %j - 1] : memref<12xindex>\n}", "1 101 1 103 3"},
		{"parallel sums", "%r:2 = affine.parallel (%i) = (1) to (5) reduce (\"addi\", \"muli\") -> (i32, i32) {\n%k = arith.index_cast %i : index to i32\naffine.yield %k, %k : i32, i32\n}\n%x = arith.index_cast %r#0 : i32 to index\n%y = arith.index_cast %r#1 : i32 to index\n" +
			"affine.store %x, %m[0] : memref<12xindex>\naffine.store %y, %m[1] : memref<12xindex>", "10 24"},
		{"condition", "affine.if affine_set<(d0)[s0] : (d0 - 3 == 0, s0 - 2 >= 0)>(%c3)[%c2] {\naffine.store %c1, %m[0] : memref<12xindex>\n}", "1"},
		{"inequality that is not met", "affine.if affine_set<(d0)[s0] : (d0 - 3 == 0, s0 - 3 >= 0)>(%c3)[%c2] {\naffine.store %c1, %m[0] : memref<12xindex>\n} else {\naffine.store %c2, %m[0] : memref<12xindex>\n}", "2"},
		{"equality that is not met", "affine.if affine_set<(d0)[s0] : (d0 - 2 == 0, s0 - 2 >= 0)>(%c3)[%c2] {\naffine.store %c1, %m[0] : memref<12xindex>\n} else {\naffine.store %c2, %m[0] : memref<12xindex>\n}", "2"},
		{"vectors", "%v = affine.vector_load %m[%c2 + 1] : memref<12xindex>, vector<3xindex>\naffine.vector_store %v, %m[%c1 - 1] : memref<12xindex>, vector<3xindex>", "103 104 105"},
		{"vector behind the end", "%v = affine.vector_load %m[%c2 + 8] : memref<12xindex>, vector<3xindex>\naffine.vector_store %v, %m[0] : memref<12xindex>, vector<3xindex>", "in.mlir:6:8: 'affine.vector_load' op index [12] is outside the extents [12] of argument 0 [out-of-bounds]; dimension 0: 12 is not in [0, 12)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := runMemRef(t, strings.NewReplacer("%m[0]", "%m[%c0]", "%m[1]", "%m[%c1]", "%m[2]", "%m[%c2]").Replace(c.body))
			got := outcome(m, err)
			if got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// Every kind of an atomic operation, on 6 and -3 or as floats.
func TestAtomicKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, typ, want string }{
		{"addi", "i8", "3"}, {"muli", "i8", "-18"}, {"andi", "i8", "4"}, {"ori", "i8", "-1"}, {"xori", "i8", "-5"}, {"assign", "i8", "-3"},
		{"maxs", "i8", "6"}, {"mins", "i8", "-3"}, {"maxu", "i8", "-3"}, {"minu", "i8", "6"},
		{"addf", "f32", "3"}, {"mulf", "f32", "-18"}, {"maximumf", "f32", "6"}, {"minimumf", "f32", "-3"}, {"maxnumf", "f32", "6"}, {"minnumf", "f32", "-3"},
		{"assign", "f32", "-3"},
	} {
		value := func(n string) string {
			if c.typ == "f32" {
				return n + ".0 : f32"
			}
			return n + " : i8"
		}
		toIndex := "arith.index_cast %o : i8 to index"
		if c.typ == "f32" {
			toIndex = "arith.index_cast %k : i32 to index"
		}
		show := func(from, at string) string {
			text := strings.ReplaceAll(toIndex, "%o", from)
			if c.typ == "f32" {
				text = strings.ReplaceAll("%k"+at+" = arith.fptosi "+from+" : f32 to i32\n%w"+at+" = "+toIndex, "%k ", "%k"+at+" ")
			} else {
				text = "%w" + at + " = " + text
			}
			return text + "\nmemref.store %w" + at + ", %m[%c" + at + "] : memref<12xindex>\n"
		}
		body := "%a = memref.alloc() : memref<2x" + c.typ + ">\n%x = arith.constant " + value("6") + "\n%y = arith.constant " + value("-3") + "\n" +
			"memref.store %x, %a[%c1] : memref<2x" + c.typ + ">\n%old = memref.atomic_rmw " + c.kind + " %y, %a[%c1] : (" + c.typ + ", memref<2x" + c.typ + ">) -> " + c.typ + "\n" +
			"%new = memref.load %a[%c1] : memref<2x" + c.typ + ">\n" + show("%old", "0") + show("%new", "1")
		m, err := runMemRef(t, body)
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		if got := strings.Join(indexElements(t, m)[:2], " "); got != "6 "+c.want {
			t.Errorf("%s of %s: got %s, want 6 %s", c.kind, c.typ, got, c.want)
		}
	}
}
