package sim_test

import (
	"strconv"
	"strings"
	"testing"

	"optc/ir"
	"optc/sim"
)

// Accesses that just fit, and the first accesses that do not. The functions are the same as in
// TestMemRefOps.
func TestMemRefBounds(t *testing.T) {
	t.Parallel()
	const strided = "memref<?xindex, strided<[?], offset: ?>>"
	subview := func(offset, size, stride, at string) string {
		return "%o = arith.constant " + offset + " : index\n%n = arith.constant " + size + " : index\n%s = arith.constant " + stride + " : index\n%i = arith.constant " + at + " : index\n" +
			"%v = memref.subview %m[%o] [%n] [%s] : memref<12xindex> to " + strided + "\nmemref.store %c1, %v[%i] : " + strided
	}
	view := func(shift, size, at string) string {
		return "%b = memref.alloc() : memref<16xi8>\n%o = arith.constant " + shift + " : index\n%n = arith.constant " + size + " : index\n%i = arith.constant " + at + " : index\n" +
			"%v = memref.view %b[%o][%n] : memref<16xi8> to memref<?xindex>\nmemref.store %c3, %v[%i] : memref<?xindex>\n%x = memref.load %v[%i] : memref<?xindex>\nmemref.store %x, %m[%c0] : memref<12xindex>"
	}
	cast := func(offset, size, stride, at string) string {
		return "%o = arith.constant " + offset + " : index\n%n = arith.constant " + size + " : index\n%s = arith.constant " + stride + " : index\n%i = arith.constant " + at + " : index\n" +
			"%v = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [%s] : memref<12xindex> to " + strided + "\nmemref.store %c1, %v[%i] : " + strided
	}
	dma := func(from, to, count string) string {
		return "%a = memref.alloc() : memref<4xindex>\n%tag = memref.alloc() : memref<1xi32>\n%f = arith.constant " + from + " : index\n%t = arith.constant " + to + " : index\n%n = arith.constant " + count + " : index\n" +
			"memref.dma_start %a[%f], %m[%t], %n, %tag[%c0] : memref<4xindex>, memref<12xindex>, memref<1xi32>\nmemref.dma_wait %tag[%c0], %n : memref<1xi32>"
	}
	back := func(from, to, count string) string {
		return "%a = memref.alloc() : memref<4xindex>\n%tag = memref.alloc() : memref<1xi32>\n%f = arith.constant " + from + " : index\n%t = arith.constant " + to + " : index\n%n = arith.constant " + count + " : index\n" +
			"memref.dma_start %m[%f], %a[%t], %n, %tag[%c0] : memref<12xindex>, memref<4xindex>, memref<1xi32>\nmemref.dma_wait %tag[%c0], %n : memref<1xi32>\n%x = memref.load %a[%t] : memref<4xindex>\nmemref.store %x, %m[%c0] : memref<12xindex>"
	}
	load := func(at string) string {
		return "%i = arith.constant " + at + " : index\n%x = memref.load %m[%i] : memref<12xindex>\nmemref.store %x, %m[%c0] : memref<12xindex>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"last element", load("11"), "111"},
		{"first element behind", load("12"), "in.mlir:7:6: 'memref.load' op index [12] is outside the extents [12] of argument 0 [out-of-bounds]; dimension 0: 12 is not in [0, 12)"},
		{"before the first element", load("-1"), "in.mlir:7:6: 'memref.load' op index [-1] is outside the extents [12] of argument 0 [out-of-bounds]; dimension 0: -1 is not in [0, 12)"},
		{"subview of the last", subview("11", "1", "1", "0"), "100 101 102 103 104 105 106 107 108 109 110 1"},
		{"subview behind the last", subview("12", "1", "1", "0"), "in.mlir:10:6: 'memref.subview' op subview [12, 12] of dimension 0 leaves its extent 12 [out-of-bounds]"},
		{"subview of all", subview("0", "12", "1", "11"), "100 101 102 103 104 105 106 107 108 109 110 1"},
		{"subview of one more", subview("0", "13", "1", "0"), "in.mlir:10:6: 'memref.subview' op subview [0, 12] of dimension 0 leaves its extent 12 [out-of-bounds]"},
		{"every second", subview("1", "6", "2", "5"), "100 101 102 103 104 105 106 107 108 109 110 1"},
		{"every second, one more", subview("1", "7", "2", "0"), "in.mlir:10:6: 'memref.subview' op subview [1, 13] of dimension 0 leaves its extent 12 [out-of-bounds]"},
		{"index behind a subview", subview("1", "6", "2", "6"), "in.mlir:11:1: 'memref.store' op index [6] is outside the extents [6] of argument 0 [out-of-bounds]; dimension 0: 6 is not in [0, 6)"},
		{"backwards to the first", subview("11", "12", "-1", "11"), "1"},
		{"backwards before the first", subview("11", "13", "-1", "0"), "in.mlir:10:6: 'memref.subview' op subview [11, -1] of dimension 0 leaves its extent 12 [out-of-bounds]"},
		{"nothing at the end", subview("12", "0", "1", "0"), "in.mlir:11:1: 'memref.store' op index [0] is outside the extents [0] of argument 0 [out-of-bounds]; dimension 0: 0 is not in [0, 0)"},
		{"nothing before the first", subview("-1", "0", "1", "0"), "in.mlir:10:6: 'memref.subview' op subview of dimension 0 begins at -1 outside its extent 12 [out-of-bounds]"},
		{"one with any stride", subview("3", "1", "100", "0"), "100 101 102 1"},
		{"one many times", subview("3", "5", "0", "4"), "100 101 102 1"},
		{"view of all", view("0", "2", "1"), "3"},
		{"view of the second half", view("8", "1", "0"), "3"},
		{"view of one byte less", view("9", "1", "0"), "in.mlir:10:6: 'memref.view' op a view of extents [1] at byte 9 leaves the 16 bytes of the buffer [out-of-bounds]"},
		{"view of nothing at the end", view("16", "0", "0"), "in.mlir:11:1: 'memref.store' op index [0] is outside the extents [0] of allocation 1 [out-of-bounds]; dimension 0: 0 is not in [0, 0)"},
		{"view of nothing behind the end", view("17", "0", "0"), "in.mlir:10:6: 'memref.view' op a view of extents [0] at byte 17 leaves the 16 bytes of the buffer [out-of-bounds]"},
		{"view before the first", view("-8", "1", "0"), "in.mlir:10:6: 'memref.view' op a view of extents [1] at byte -8 leaves the 16 bytes of the buffer [out-of-bounds]"},
		{"view of too many", view("0", "3", "0"), "in.mlir:10:6: 'memref.view' op a view of extents [3] at byte 0 leaves the 16 bytes of the buffer [out-of-bounds]"},
		{"cast to the last", cast("11", "1", "1", "0"), "100 101 102 103 104 105 106 107 108 109 110 1"},
		{"cast behind the last", cast("12", "1", "1", "0"), "in.mlir:11:1: 'memref.store' op access to [0x60, 0x68) is outside argument 0 [0x0, 0x60) [memory-range]"},
		{"cast of more than there is", cast("0", "100", "1", "11"), "100 101 102 103 104 105 106 107 108 109 110 1"},
		{"cast of more than there is, behind", cast("0", "100", "1", "12"), "in.mlir:11:1: 'memref.store' op access to [0x60, 0x68) is outside argument 0 [0x0, 0x60) [memory-range]"},
		{"cast before the first", cast("-1", "1", "1", "0"), "in.mlir:11:1: 'memref.store' op access to [-0x8, 0x0) is outside argument 0 [0x0, 0x60) [memory-range]"},
		{"transfer of all", back("0", "0", "4"), ""},
		{"transfer to the end", back("8", "0", "4"), "108"},
		{"transfer from behind the end", back("9", "0", "4"), "in.mlir:12:1: 'memref.dma_wait' op access to [0x48, 0x68) is outside argument 0 [0x0, 0x60) [memory-range]"},
		{"transfer to behind the end", back("0", "1", "4"), "in.mlir:12:1: 'memref.dma_wait' op access to [0x8, 0x28) is outside allocation 1 [0x0, 0x20) [memory-range]"},
		{"transfer of none", back("12", "0", "0"), "in.mlir:11:1: 'memref.dma_start' op index [12] is outside the extents [12] of argument 0 [out-of-bounds]; dimension 0: 12 is not in [0, 12)"},
		{"transfer of less than none", back("0", "0", "-1"), "in.mlir:11:1: 'memref.dma_start' op cannot transfer -1 elements of type index to elements of type index [dma]"},
		{"transfer of what was never written", dma("0", "0", "1"), "undef"},
		{"transfer of nothing that was written", dma("4", "12", "0"), "in.mlir:11:1: 'memref.dma_start' op index [4] is outside the extents [4] of allocation 1 [out-of-bounds]; dimension 0: 4 is not in [0, 4)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := runMemRef(t, c.body)
			got := outcome(m, err)
			if got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// outcome returns the elements of a memref, without the unchanged elements at the end, or
// the first line of an error.
func outcome(m *sim.MemRef, err error) string {
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n")
		return text
	}
	words := strings.Fields(strings.NewReplacer("[", "", "]", "", ",", "").Replace(sim.Format(ir.Vector(m.Sizes, m.Elem), sim.Value{Ref: m.Elements()})))
	for n := len(words); n > 0 && words[n-1] == strconv.Itoa(99+n); n-- {
		words = words[:n-1]
	}
	return strings.Join(words, " ")
}
