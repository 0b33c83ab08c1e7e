package sim_test

import (
	"strconv"
	"strings"
	"testing"

	"optc/sim"
)

// Every function writes its results into a memref of 12 elements that initially hold 100
// to 111.
func TestMemRefOps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"rank and scope", `
			%e = memref.expand_shape %m [[0, 1, 2]] output_shape [3, 4, 1] : memref<12xindex> into memref<3x4x1xindex>
			%u = memref.cast %e : memref<3x4x1xindex> to memref<*xindex>
			%r = memref.rank %u : memref<*xindex>
			memref.store %r, %m[%c0] : memref<12xindex>
			%s:2 = memref.alloca_scope -> (index, index) {
				memref.alloca_scope.return %c2, %c3 : index, index
			}
			memref.store %s#0, %m[%c1] : memref<12xindex>
			memref.store %s#1, %m[%c2] : memref<12xindex>`,
			"3 2 3 103 104 105 106 107 108 109 110 111"},
		{"copies of views", `
			%e = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xindex> into memref<3x4xindex>
			%from = memref.subview %e[0, 2] [3, 2] [1, 1] : memref<3x4xindex> to memref<3x2xindex, strided<[4, 1], offset: 2>>
			%to = memref.subview %e[0, 0] [3, 2] [1, 1] : memref<3x4xindex> to memref<3x2xindex, strided<[4, 1]>>
			memref.copy %from, %to : memref<3x2xindex, strided<[4, 1], offset: 2>> to memref<3x2xindex, strided<[4, 1]>>`,
			"102 103 102 103 106 107 106 107 110 111 110 111"},
		{"device memory", `
			%t, %token = gpu.alloc async (%c3) : memref<?xindex>
			gpu.memset %t, %c2 : memref<?xindex>, index
			%n = memref.dim %t, %c0 : memref<?xindex>
			%to = memref.subview %m[1] [3] [1] : memref<12xindex> to memref<3xindex, strided<[1], offset: 1>>
			%from = memref.cast %t : memref<?xindex> to memref<3xindex>
			gpu.memcpy %to, %from : memref<3xindex, strided<[1], offset: 1>>, memref<3xindex>
			%u = memref.cast %m : memref<12xindex> to memref<*xindex>
			gpu.host_register %u : memref<*xindex>
			gpu.host_unregister %u : memref<*xindex>
			memref.store %n, %m[%c0] : memref<12xindex>`,
			"3 2 2 2 104 105 106 107 108 109 110 111"},
		{"grown and shrunk", `
			%a = memref.alloc(%c3) : memref<?xindex>
			memref.store %c1, %a[%c0] : memref<?xindex>
			memref.store %c2, %a[%c1] : memref<?xindex>
			memref.store %c3, %a[%c2] : memref<?xindex>
			%b = memref.realloc %a(%c2) : memref<?xindex> to memref<?xindex>
			%x = memref.load %b[%c1] : memref<?xindex>
			%n = memref.dim %b, %c0 : memref<?xindex>
			%d = memref.realloc %b : memref<?xindex> to memref<4xindex>
			%y = memref.load %d[%c0] : memref<4xindex>
			memref.store %x, %m[%c0] : memref<12xindex>
			memref.store %n, %m[%c1] : memref<12xindex>
			memref.store %y, %m[%c2] : memref<12xindex>`,
			"2 2 1 103 104 105 106 107 108 109 110 111"},
		{"subview", `
			%v = memref.subview %m[%c2] [%c3] [%c2] : memref<12xindex> to memref<?xindex, strided<[?], offset: ?>>
			memref.store %c1, %v[%c2] : memref<?xindex, strided<[?], offset: ?>>`,
			"100 101 102 103 104 105 1 107 108 109 110 111"},
		{"backward subview", `
			%s = arith.constant -2 : index
			%c10 = arith.constant 10 : index
			%v = memref.subview %m[%c10] [%c3] [%s] : memref<12xindex> to memref<?xindex, strided<[?], offset: ?>>
			memref.store %c1, %v[%c2] : memref<?xindex, strided<[?], offset: ?>>`,
			"100 101 102 103 104 105 1 107 108 109 110 111"},
		{"empty subview", `
			%c12 = arith.constant 12 : index
			%v = memref.subview %m[%c12] [%c0] [1] : memref<12xindex> to memref<?xindex, strided<[1], offset: ?>>
			%n = memref.dim %v, %c0 : memref<?xindex, strided<[1], offset: ?>>
			memref.store %n, %m[%c0] : memref<12xindex>`,
			"0 101 102 103 104 105 106 107 108 109 110 111"},
		{"subview of the whole", `
			%v = memref.subview %m[0] [12] [1] : memref<12xindex> to memref<12xindex, strided<[1]>>
			%c11 = arith.constant 11 : index
			memref.store %c1, %v[%c11] : memref<12xindex, strided<[1]>>`,
			"100 101 102 103 104 105 106 107 108 109 110 1"},
		{"empty casts", `
			%a = memref.alloc(%c0) : memref<?xindex>
			%v = memref.reinterpret_cast %a to offset: [%c1], sizes: [%c0], strides: [%c2] : memref<?xindex> to memref<?xindex, strided<[?], offset: ?>>
			%w = memref.cast %v : memref<?xindex, strided<[?], offset: ?>> to memref<0xindex>
			%s = memref.alloc() : memref<2xi32>
			%z = arith.constant 0 : i32
			%n = arith.constant 3 : i32
			memref.store %n, %s[%c0] : memref<2xi32>
			memref.store %z, %s[%c1] : memref<2xi32>
			%r = memref.reshape %w(%s) : (memref<0xindex>, memref<2xi32>) -> memref<?x?xindex>
			%d = memref.dim %r, %c0 : memref<?x?xindex>
			memref.store %d, %m[%c0] : memref<12xindex>
			%e = memref.expand_shape %a [[0, 1]] output_shape [%c0, 4] : memref<?xindex> into memref<?x4xindex>
			%f = memref.dim %e, %c1 : memref<?x4xindex>
			memref.store %f, %m[%c1] : memref<12xindex>`,
			"3 4 102 103 104 105 106 107 108 109 110 111"},
		{"global", `
			%g = memref.get_global @g : memref<3xindex>
			%x = memref.load %g[%c2] : memref<3xindex>
			memref.store %c3, %g[%c1] : memref<3xindex>
			%h = memref.get_global @g : memref<3xindex>
			%y = memref.load %h[%c1] : memref<3xindex>
			memref.store %x, %m[%c0] : memref<12xindex>
			memref.store %y, %m[%c1] : memref<12xindex>`,
			"9 3 102 103 104 105 106 107 108 109 110 111"},
		{"base", `
			%v = memref.subview %m[4] [4] [1] : memref<12xindex> to memref<4xindex, strided<[1], offset: 4>>
			%base, %o, %n, %s = memref.extract_strided_metadata %v : memref<4xindex, strided<[1], offset: 4>> -> memref<index>, index, index, index
			%x = memref.load %base[] : memref<index>
			memref.store %x, %m[%c1] : memref<12xindex>
			memref.store %o, %m[%c2] : memref<12xindex>
			memref.store %n, %m[%c3] : memref<12xindex>
			memref.store %s, %base[] : memref<index>`,
			"1 100 4 4 104 105 106 107 108 109 110 111"},
		{"bytes of a number", `
			%b = memref.alloc() : memref<4xi40>
			%w = arith.constant dense<[0x123456789a, -1, 1]> : vector<3xi40>
			vector.store %w, %b[%c1] : memref<4xi40>, vector<3xi40>
			%v = vector.load %b[%c1] : memref<4xi40>, vector<3xi40>
			%x = arith.index_cast %v : vector<3xi40> to vector<3xindex>
			vector.store %x, %m[%c0] : memref<12xindex>, vector<3xindex>`,
			"78187493530 -1 1 103 104 105 106 107 108 109 110 111"},
		{"numbers of two and of eight bytes", `
			%b = memref.alloc() : memref<4xi13>
			%w = arith.constant dense<[0x123, -1]> : vector<2xi13>
			vector.store %w, %b[%c1] : memref<4xi13>, vector<2xi13>
			%v = vector.load %b[%c1] : memref<4xi13>, vector<2xi13>
			%x = arith.index_cast %v : vector<2xi13> to vector<2xindex>
			vector.store %x, %m[%c0] : memref<12xindex>, vector<2xindex>
			%d = memref.alloc() : memref<4xi63>
			%e = arith.constant dense<[0x123456789abcde, -3]> : vector<2xi63>
			vector.store %e, %d[%c1] : memref<4xi63>, vector<2xi63>
			%f = vector.load %d[%c1] : memref<4xi63>, vector<2xi63>
			%g = arith.index_cast %f : vector<2xi63> to vector<2xindex>
			vector.store %g, %m[%c2] : memref<12xindex>, vector<2xindex>`,
			"291 -1 5124095576030430 -3 104 105 106 107 108 109 110 111"},
		{"rows of a transposed memref", `
			%e = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xindex> into memref<3x4xindex>
			%t = memref.transpose %e (i, j) -> (j, i) : memref<3x4xindex> to memref<4x3xindex, strided<[1, 4]>>
			%v = vector.transfer_read %t[%c2, %c1], %c0 : memref<4x3xindex, strided<[1, 4]>>, vector<2xindex>
			%w = vector.transfer_read %t[%c1, %c0], %c0 : memref<4x3xindex, strided<[1, 4]>>, vector<2x2xindex>
			%x = vector.shape_cast %w : vector<2x2xindex> to vector<4xindex>
			vector.store %v, %m[%c0] : memref<12xindex>, vector<2xindex>
			vector.store %x, %m[%c2] : memref<12xindex>, vector<4xindex>`,
			"106 110 101 105 102 106 106 107 108 109 110 111"},
		{"transfers of one tag", `
			%a = memref.alloc() : memref<4xindex>
			%tag = memref.alloc() : memref<1xi32>
			memref.dma_start %m[%c3], %a[%c0], %c1, %tag[%c0] : memref<12xindex>, memref<4xindex>, memref<1xi32>
			memref.dma_start %m[%c1], %a[%c0], %c2, %tag[%c0] : memref<12xindex>, memref<4xindex>, memref<1xi32>
			memref.dma_start %m[%c1], %a[%c0], %c0, %tag[%c0] : memref<12xindex>, memref<4xindex>, memref<1xi32>
			memref.dma_wait %tag[%c0], %c1 : memref<1xi32>
			%x = memref.load %a[%c0] : memref<4xindex>
			memref.dma_wait %tag[%c0], %c2 : memref<1xi32>
			memref.dma_wait %tag[%c0], %c0 : memref<1xi32>
			%y = memref.load %a[%c1] : memref<4xindex>
			memref.store %x, %m[%c0] : memref<12xindex>
			memref.store %y, %m[%c1] : memref<12xindex>`,
			"103 102 102 103 104 105 106 107 108 109 110 111"},
		{"read from vectors", `
			%a = memref.alloc() : memref<3xvector<2xindex>>
			%v = vector.from_elements %c2, %c3 : vector<2xindex>
			%w = vector.from_elements %c1, %c0 : vector<2xindex>
			memref.store %v, %a[%c1] : memref<3xvector<2xindex>>
			memref.store %w, %a[%c2] : memref<3xvector<2xindex>>
			%p = arith.constant dense<7> : vector<2xindex>
			%r = vector.transfer_read %a[%c1], %p : memref<3xvector<2xindex>>, vector<3x2xindex>
			%s = vector.shape_cast %r : vector<3x2xindex> to vector<6xindex>
			vector.store %s, %m[%c0] : memref<12xindex>, vector<6xindex>`,
			"2 3 1 0 7 7 106 107 108 109 110 111"},
		{"dropped dimension", `
			%e = memref.expand_shape %m [[0, 1, 2]] output_shape [3, 4, 1] : memref<12xindex> into memref<3x4x1xindex>
			%v = memref.subview %e[%c1, %c1, %c0] [1, 1, 1] [1, 1, 1] : memref<3x4x1xindex> to memref<1x1xindex, strided<[4, 1], offset: ?>>
			memref.store %c1, %v[%c0, %c0] : memref<1x1xindex, strided<[4, 1], offset: ?>>`,
			"100 101 102 103 104 1 106 107 108 109 110 111"},
		{"reshape", `
			%s = memref.alloc() : memref<2xi32>
			%i3 = arith.constant 3 : i32
			%i4 = arith.constant 4 : i32
			memref.store %i3, %s[%c0] : memref<2xi32>
			memref.store %i4, %s[%c1] : memref<2xi32>
			%r = memref.reshape %m(%s) : (memref<12xindex>, memref<2xi32>) -> memref<3x?xindex>
			memref.store %c1, %r[%c1, %c2] : memref<3x?xindex>`,
			"100 101 102 103 104 105 1 107 108 109 110 111"},
		{"transpose and collapse", `
			%e = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xindex> into memref<3x4xindex>
			%t = memref.transpose %e (d0, d1) -> (d1, d0) : memref<3x4xindex> to memref<4x3xindex, strided<[1, 4]>>
			memref.store %c1, %t[%c2, %c1] : memref<4x3xindex, strided<[1, 4]>>
			%k = memref.collapse_shape %e [[0, 1]] : memref<3x4xindex> into memref<12xindex>
			memref.store %c2, %k[%c3] : memref<12xindex>`,
			"100 101 102 2 104 105 1 107 108 109 110 111"},
		{"view", `
			%b = memref.alloc() : memref<40xi8>
			%c8 = arith.constant 8 : index
			%v = memref.view %b[%c8][%c2] : memref<40xi8> to memref<?x2xindex>
			memref.store %c3, %v[%c1, %c0] : memref<?x2xindex>
			%w = memref.view %b[%c0][] : memref<40xi8> to memref<5xindex>
			%x = memref.load %w[%c3] : memref<5xindex>
			memref.store %x, %m[%c0] : memref<12xindex>`,
			"3 101 102 103 104 105 106 107 108 109 110 111"},
		{"realloc", `
			%a = memref.alloc() : memref<2xindex>
			memref.store %c3, %a[%c0] : memref<2xindex>
			memref.store %c2, %a[%c1] : memref<2xindex>
			%b = memref.realloc %a(%c3) : memref<2xindex> to memref<?xindex>
			%x = memref.load %b[%c1] : memref<?xindex>
			%n = memref.dim %b, %c0 : memref<?xindex>
			memref.store %x, %m[%c0] : memref<12xindex>
			memref.store %n, %m[%c1] : memref<12xindex>`,
			"2 3 102 103 104 105 106 107 108 109 110 111"},
		{"strided allocation", `
			%a = memref.alloc() : memref<2x2xindex, strided<[5, 2], offset: 1>>
			memref.store %c3, %a[%c1, %c1] : memref<2x2xindex, strided<[5, 2], offset: 1>>
			%base, %o, %n:2, %s:2 = memref.extract_strided_metadata %a : memref<2x2xindex, strided<[5, 2], offset: 1>> -> memref<index>, index, index, index, index, index
			%r = memref.reinterpret_cast %base to offset: [%o], sizes: [8], strides: [1] : memref<index> to memref<8xindex, strided<[1], offset: ?>>
			%c7 = arith.constant 7 : index
			%x = memref.load %r[%c7] : memref<8xindex, strided<[1], offset: ?>>
			memref.store %x, %m[%s#0] : memref<12xindex>`,
			"100 101 102 103 104 3 106 107 108 109 110 111"},
		{"nothing of a memref", `
			%r = memref.reinterpret_cast %m to offset: [0], sizes: [%c0], strides: [1] : memref<12xindex> to memref<?xindex>
			%n = memref.dim %r, %c0 : memref<?xindex>
			memref.store %n, %m[%c3] : memref<12xindex>`,
			"100 101 102 0 104 105 106 107 108 109 110 111"},
		{"atomics", `
			%a = memref.alloc() : memref<2xi32>
			%x = arith.constant 7 : i32
			%y = arith.constant -9 : i32
			memref.store %x, %a[%c0] : memref<2xi32>
			%old = memref.atomic_rmw mins %y, %a[%c0] : (i32, memref<2xi32>) -> i32
			%old2 = memref.atomic_rmw assign %x, %a[%c0] : (i32, memref<2xi32>) -> i32
			%old3 = memref.generic_atomic_rmw %a[%c0] : memref<2xi32> {
			^bb0(%z: i32):
				%w = arith.addi %z, %y : i32
				memref.atomic_yield %w : i32
			}
			%new = memref.load %a[%c0] : memref<2xi32>
			%0 = arith.index_cast %old : i32 to index
			%1 = arith.index_cast %old2 : i32 to index
			%2 = arith.index_cast %old3 : i32 to index
			%3 = arith.index_cast %new : i32 to index
			memref.store %0, %m[%c0] : memref<12xindex>
			memref.store %1, %m[%c1] : memref<12xindex>
			memref.store %2, %m[%c2] : memref<12xindex>
			memref.store %3, %m[%c3] : memref<12xindex>`,
			"7 -9 7 -2 104 105 106 107 108 109 110 111"},
		{"transfer", `
			%a = memref.alloc() : memref<4xindex>
			%tag = memref.alloc() : memref<2xi32>
			memref.dma_start %m[%c3], %a[%c1], %c2, %tag[%c1] : memref<12xindex>, memref<4xindex>, memref<2xi32>
			memref.prefetch %m[%c0], read, locality<3>, data : memref<12xindex>
			memref.dma_wait %tag[%c1], %c2 : memref<2xi32>
			%x = memref.load %a[%c2] : memref<4xindex>
			memref.store %x, %m[%c0] : memref<12xindex>`,
			"104 101 102 103 104 105 106 107 108 109 110 111"},
		{"distinct objects and their address", `
			%a = memref.alloc() : memref<2xindex>
			%p:2 = memref.distinct_objects %m, %a : memref<12xindex>, memref<2xindex>
			memref.store %c1, %p#0[%c2] : memref<12xindex>
			memref.store %c3, %p#1[%c0] : memref<2xindex>
			%x = memref.load %a[%c0] : memref<2xindex>
			memref.store %x, %m[%c0] : memref<12xindex>
			%i = memref.extract_aligned_pointer_as_index %m : memref<12xindex> -> index
			%v = memref.subview %m[4] [4] [1] : memref<12xindex> to memref<4xindex, strided<[1], offset: 4>>
			%j = memref.extract_aligned_pointer_as_index %v : memref<4xindex, strided<[1], offset: 4>> -> index
			%same = arith.cmpi eq, %i, %j : index
			%s = arith.index_castui %same : i1 to index
			memref.store %s, %m[%c1] : memref<12xindex>`,
			"3 1 1 103 104 105 106 107 108 109 110 111"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := runMemRef(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(indexElements(t, m), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Leaving memory, and values that break the promise of their type, are errors.
func TestMemRefErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"negative size", "%n = arith.constant -1 : index\n %v = memref.subview %m[%c0] [%n] [1] : memref<12xindex> to memref<?xindex, strided<[1], offset: ?>>",
			"size 0 of the subview is negative: -1"},
		{"subview", "%v = memref.subview %m[%c3] [4] [%c3] : memref<12xindex> to memref<4xindex, strided<[?], offset: ?>>",
			"subview [3, 12] of dimension 0 leaves its extent 12"},
		{"before", "%n = arith.constant -1 : index\n %v = memref.subview %m[%n] [2] [1] : memref<12xindex> to memref<2xindex, strided<[1], offset: ?>>",
			"subview [-1, 0] of dimension 0 leaves its extent 12"},
		{"negative expansion", "%a = arith.constant -3 : index\n %b = arith.constant -4 : index\n %u = memref.cast %m : memref<12xindex> to memref<?xindex>\n %v = memref.expand_shape %u [[0, 1]] output_shape [%a, %b] : memref<?xindex> into memref<?x?xindex>",
			"expected extents [-3, -4] to have the 12 elements of dimension 0"},
		{"negative reshape", "%s = memref.alloc() : memref<1xi32>\n %n = arith.constant -12 : i32\n memref.store %n, %s[%c0] : memref<1xi32>\n %r = memref.reshape %m(%s) : (memref<12xindex>, memref<1xi32>) -> memref<?xindex>",
			"extent 0 is negative: -12"},
		{"negative cast", "%n = arith.constant -1 : index\n %r = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<12xindex> to memref<?xindex>", "extent 0 is negative: -1"},
		{"negative view", "%b = memref.alloc() : memref<40xi8>\n %n = arith.constant -1 : index\n %v = memref.view %b[%c0][%n] : memref<40xi8> to memref<?xindex>", "extent 0 of the view is negative: -1"},
		{"view before", "%b = memref.alloc() : memref<40xi8>\n %n = arith.constant -1 : index\n %v = memref.view %b[%n][] : memref<40xi8> to memref<1xi8>", "a view of extents [1] at byte -1 leaves the 40 bytes of the buffer"},
		{"unwritten global", "%u = memref.get_global @u : memref<2xindex>\n memref.store %c1, %u[%c0] : memref<2xindex>\n %x = memref.load %u[%c0] : memref<2xindex>\n %y = memref.load %u[%x] : memref<2xindex>", "element [1] of global @u is read before it is written"},
		{"passthru", "%e = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xindex> into memref<3x4xindex>\n %p = arith.constant dense<1> : vector<2x3xindex>\n %k = vector.constant_mask [1, 2] : vector<3x2xi1>\n" +
			" %r = vector.mask %k, %p { vector.transfer_read %e[%c0, %c0], %c0 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<3x4xindex>, vector<2x3xindex> } : vector<3x2xi1> -> vector<2x3xindex>",
			"passthru of shape [2, 3] with a mask of shape [3, 2]"},
		{"assertion", "%y = arith.cmpi ult, %c1, %c2 : index\n cf.assert %y, \"first\"\n %n = arith.cmpi ult, %c2, %c1 : index\n cf.assert %n, \"second\"", "assertion failed: second"},
		{"dealloc of shared memory", "%a = memref.alloc() : memref<2xindex, #gpu.address_space<workgroup>>\n memref.dealloc %a : memref<2xindex, #gpu.address_space<workgroup>>\n memref.dealloc %a : memref<2xindex, #gpu.address_space<workgroup>>", "was deallocated"},
		{"dealloc", "memref.dealloc %m : memref<12xindex>\n memref.dealloc %m : memref<12xindex>", "was deallocated"},
		{"dealloc of a global", "%g = memref.get_global @g : memref<3xindex>\n memref.dealloc %g : memref<3xindex>\n memref.dealloc %g : memref<3xindex>", "was deallocated"},
		{"dimension", "%r = memref.dim %m, %c1 : memref<12xindex>", "dimension 1 does not exist, there are 1"},
		{"negative dimension", "%n = arith.constant -1 : index\n %r = memref.dim %m, %n : memref<12xindex>", "dimension -1 does not exist, there are 1"},
		{"wait for others", "%tag = memref.alloc() : memref<1xi32>\n memref.dma_start %m[%c3], %m[%c1], %c2, %tag[%c0] : memref<12xindex>, memref<12xindex>, memref<1xi32>\n memref.dma_wait %tag[%c0], %c1 : memref<1xi32>",
			"expected to wait for 2 elements, but got 1"},
		{"negative transfer", "%tag = memref.alloc() : memref<1xi32>\n %n = arith.constant -1 : index\n memref.dma_start %m[%c3], %m[%c1], %n, %tag[%c0] : memref<12xindex>, memref<12xindex>, memref<1xi32>", "cannot transfer -1 elements"},
		{"strided transfer", "%tag = memref.alloc() : memref<1xi32>\n memref.dma_start %m[%c3], %m[%c1], %c2, %tag[%c0], %c2, %c1 : memref<12xindex>, memref<12xindex>, memref<1xi32>", "cannot simulate a strided transfer"},
		{"empty subview", "%n = arith.constant 13 : index\n %v = memref.subview %m[%n] [0] [1] : memref<12xindex> to memref<0xindex, strided<[1], offset: ?>>",
			"subview of dimension 0 begins at 13 outside its extent 12"},
		{"rank", "%u = memref.cast %m : memref<12xindex> to memref<*xindex>\n %v = memref.cast %u : memref<*xindex> to memref<?x?xindex>",
			"the rank is 1, but the result type has 2"},
		{"stride", "%u = memref.subview %m[0] [4] [%c2] : memref<12xindex> to memref<4xindex, strided<[?]>>\n %v = memref.cast %u : memref<4xindex, strided<[?]>> to memref<4xindex>",
			"stride 0 is 2, but the result type has 1"},
		{"offset", "%u = memref.subview %m[%c2] [4] [1] : memref<12xindex> to memref<4xindex, strided<[1], offset: ?>>\n %v = memref.cast %u : memref<4xindex, strided<[1], offset: ?>> to memref<4xindex>",
			"the offset is 2, but the result type has 0"},
		{"expand", "%u = memref.cast %m : memref<12xindex> to memref<?xindex>\n %v = memref.expand_shape %u [[0, 1]] output_shape [%c3, 3] : memref<?xindex> into memref<?x3xindex>",
			"expected extents [3, 3] to have the 12 elements of dimension 0"},
		{"collapse", "%u = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xindex> into memref<3x4xindex>\n" +
			" %v = memref.subview %u[0, 0] [2, %c2] [1, 1] : memref<3x4xindex> to memref<2x?xindex, strided<[4, 1]>>\n" +
			" %w = memref.collapse_shape %v [[0, 1]] : memref<2x?xindex, strided<[4, 1]>> into memref<?xindex, strided<[?]>>",
			"dimensions [0 1] are not contiguous"},
		{"view", "%b = memref.alloc() : memref<40xi8>\n %v = memref.view %b[%c1][] : memref<40xi8> to memref<5xindex>",
			"a view of extents [5] at byte 1 leaves the 40 bytes of the buffer"},
		{"realloc", "%a = memref.alloc() : memref<2xindex>\n %b = memref.realloc %a : memref<2xindex> to memref<4xindex>\n memref.store %c0, %a[%c0] : memref<2xindex>",
			"was deallocated"},
		{"copy", "%a = memref.alloc() : memref<12xindex>\n memref.dealloc %a : memref<12xindex>\n memref.copy %m, %a : memref<12xindex> to memref<12xindex>",
			"was deallocated"},
		{"wait", "%tag = memref.alloc() : memref<1xi32>\n memref.dma_wait %tag[%c0], %c1 : memref<1xi32>", "no transfer with this tag was started"},
		{"view of it", "%a = memref.alloc() : memref<4xindex>\n %v = memref.subview %a[1] [2] [1] : memref<4xindex> to memref<2xindex, strided<[1], offset: 1>>\n memref.dealloc %a : memref<4xindex>\n memref.copy %v, %v : memref<2xindex, strided<[1], offset: 1>> to memref<2xindex, strided<[1], offset: 1>>",
			"was deallocated"},
		{"extents", "%a = memref.alloc(%c2) : memref<?xindex>\n %b = memref.cast %m : memref<12xindex> to memref<?xindex>\n memref.copy %a, %b : memref<?xindex> to memref<?xindex>",
			"source extents [2] differ from target extents [12]"},
		{"unwritten", "%a = memref.alloc() : memref<1xvector<2xindex>>\n %v = memref.load %a[%c0] : memref<1xvector<2xindex>>\n %x = vector.extract %v[0] : index from vector<2xindex>\n memref.store %x, %m[%x] : memref<12xindex>",
			"behaviour depends on a poison value"},
		{"callee", "%p = ub.poison : () -> ()\n func.call_indirect %p() : () -> ()", "the callee is not a function"},
		{"zero divisor", "affine.if affine_set<(d0)[s0] : (d0 floordiv s0 >= 0)>(%c1)[%c0] {\n }", "division"},
		{"clusters", "gpu.launch clusters(%u, %v, %w) in (%cu = %c1, %cv = %c1, %cw = %c1) blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {\n gpu.terminator\n }",
			"cannot simulate clusters of blocks"},
		{"threads", "%n = arith.constant 1025 : index\n %k = arith.constant 1024 : index\n gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %k, %sy = %c1, %sz = %c1) {\n gpu.terminator\n }",
			"sizes of a launch must be at least 0 and give at most 1048576 threads"},
		{"large shared memory", "gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) workgroup(%s : memref<100000000000xi64, #gpu.address_space<workgroup>>) {\n gpu.terminator\n }",
			"cannot allocate"},
		{"large private memory", "gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) private(%s : memref<100000000000xi64, #gpu.address_space<private>>) {\n gpu.terminator\n }",
			"cannot allocate"},
		{"elements", "%a = memref.alloc() : memref<2xmemref<2xf32>>", "cannot execute with elements of type memref<2xf32> in memory"},
		{"layout", "%a = memref.alloc(%c2) : memref<?xindex, strided<[4611686018427387904]>>", "cannot allocate extents [2] with offset 0 and strides [4611686018427387904]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := runMemRef(t, c.body); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func runMemRef(t *testing.T, body string) (*sim.MemRef, error) {
	t.Helper()
	ctx, module := parse(t, `func.func @f(%m: memref<12xindex>) {
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		%c2 = arith.constant 2 : index
		%c3 = arith.constant 3 : index
		`+body+`
		return
	}
	memref.global @g : memref<3xindex> = dense<[7, 8, 9]>
	memref.global @u : memref<2xindex> = uninitialized`)
	m, e := sim.Alloc("argument 0", []int64{12}, ctx.Index())
	if e != nil {
		t.Fatal(e)
	}
	for i := range int64(12) {
		if e := m.Store([]int64{i}, sim.Int(uint64(100+i))); e != nil {
			t.Fatal(e)
		}
	}
	_, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: m})
	return m, err
}

func indexElements(t *testing.T, m *sim.MemRef) []string {
	t.Helper()
	var words []string
	for i := range m.Sizes[0] {
		v, err := m.Load([]int64{i})
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, strconv.FormatInt(int64(v.Bits), 10))
	}
	return words
}
