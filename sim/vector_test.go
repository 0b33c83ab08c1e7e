package sim_test

import (
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// Every function computes %r from constants; the text of the result is compared.
func TestVectorOperations(t *testing.T) {
	t.Parallel()
	const consts = `
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %m = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %w = arith.constant dense<[10, 20]> : vector<2xi32>
  %u = arith.constant dense<[1, 10, 100]> : vector<3xi32>
  %s = arith.constant 7 : i32
  %k = vector.constant_mask [2] : vector<4xi1>
  %km = vector.constant_mask [1, 2] : vector<2x3xi1>
  %none = vector.constant_mask [0] : vector<4xi1>
  %f = arith.constant dense<[1.5, -2.0]> : vector<2xf32>
`
	for _, test := range []struct{ name, typ, code, want string }{
		{"scale", "index", "%r = vector.vscale", "1"},
		{"shuffled points", "vector<2xi32>", "%a = vector.broadcast %s : i32 to vector<i32>\n%n = arith.constant 9 : i32\n%b = vector.broadcast %n : i32 to vector<i32>\n%r = vector.shuffle %a, %b [1, 0] : vector<i32>, vector<i32>", "[9, 7]"},
		{"shuffled rows", "vector<3x3xi32>", "%r = vector.shuffle %m, %m [3, 0, 1] : vector<2x3xi32>, vector<2x3xi32>", "[[4, 5, 6], [1, 2, 3], [4, 5, 6]]"},
		{"inserted slice", "vector<2x3xi32>", "%r = vector.insert_strided_slice %w, %m {offsets = [1, 1], strides = [1]} : vector<2xi32> into vector<2x3xi32>", "[[1, 2, 3], [4, 10, 20]]"},
		{"extracted slice", "vector<1x3xi32>", "%r = vector.extract_strided_slice %m {offsets = [1], sizes = [1], strides = [1]} : vector<2x3xi32> to vector<1x3xi32>", "[[4, 5, 6]]"},
		{"add", "i32", "%r = vector.reduction <add>, %v : vector<4xi32> into i32", "10"},
		{"add acc", "i32", "%r = vector.reduction <add>, %v, %s : vector<4xi32> into i32", "17"},
		{"masked add", "i32", "%r = vector.mask %k { vector.reduction <add>, %v, %s : vector<4xi32> into i32 } : vector<4xi1> -> i32", "10"},
		{"nothing", "i32", "%r = vector.mask %none { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32", "poison"},
		{"rows", "vector<2xi32>", "%r = vector.multi_reduction <mul>, %m, %w [1] : vector<2x3xi32> to vector<2xi32>", "[60, 2400]"},
		{"columns", "vector<3xi32>", "%r = vector.multi_reduction <maxsi>, %m, %u [0] : vector<2x3xi32> to vector<3xi32>", "[4, 10, 100]"},
		{"all", "i32", "%r = vector.multi_reduction <add>, %m, %s [0, 1] : vector<2x3xi32> to i32", "28"},
		{"masked rows", "vector<2xi32>", "%r = vector.mask %km { vector.multi_reduction <add>, %m, %w [1] : vector<2x3xi32> to vector<2xi32> } : vector<2x3xi1> -> vector<2xi32>", "[13, 20]"},
		{"outer", "vector<2x3xi32>", "%r = vector.outerproduct %w, %u, %m {kind = #vector.kind<add>} : vector<2xi32>, vector<3xi32>", "[[11, 102, 1003], [24, 205, 2006]]"},
		{"axpy", "vector<2xi32>", "%r = vector.outerproduct %w, %s : vector<2xi32>, i32", "[70, 140]"},
		{"matvec", "vector<2xi32>", "%r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = [\"parallel\", \"reduction\"]} %m, %u, %w : vector<2x3xi32>, vector<3xi32> into vector<2xi32>", "[331, 674]"},
		{"dot", "i64", "%z = arith.constant 1 : i64\n%r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} %v, %v, %z : vector<4xi32>, vector<4xi32> into i64", "31"},
		{"fma", "vector<2xf32>", "%r = vector.fma %f, %f, %f : vector<2xf32>", "[3.750000e+00, 2.000000e+00]"},
		{"inclusive", "vector<2x3xi32>", "%r, %last = vector.scan <add>, %m, %w {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>", "[[1, 3, 6], [4, 9, 15]]"},
		{"exclusive", "vector<2x3xi32>", "%r, %last = vector.scan <add>, %m, %w {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>", "[[10, 11, 13], [20, 24, 29]]"},
		{"last", "vector<3xi32>", "%d, %r = vector.scan <add>, %m, %u {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>", "[5, 7, 9]"},
		{"even", "vector<2xi32>", "%r, %odd = vector.deinterleave %v : vector<4xi32> -> vector<2xi32>", "[1, 3]"},
		{"odd", "vector<2xi32>", "%even, %r = vector.deinterleave %v : vector<4xi32> -> vector<2xi32>", "[2, 4]"},
		{"interleave", "vector<4xi32>", "%r = vector.interleave %w, %w : vector<2xi32> -> vector<4xi32>", "[10, 10, 20, 20]"},
		{"shuffled rows", "vector<3x3xi32>", "%r = vector.shuffle %m, %m [2, -1, 1] : vector<2x3xi32>, vector<2x3xi32>", "[[1, 2, 3], [undef, undef, undef], [4, 5, 6]]"},
		{"passed through beside what comes in", "vector<4xi32>", "%z = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>\n%p = vector.mask %k, %z { vector.yield %v : vector<4xi32> } : vector<4xi1> -> vector<4xi32>\n%r = arith.subi %v, %p : vector<4xi32>", "[0, 0, -4, -4]"},
		{"split", "vector<4xi16>", "%x = arith.constant dense<[0x10002, -1]> : vector<2xi32>\n%r = vector.bitcast %x : vector<2xi32> to vector<4xi16>", "[2, 1, -1, -1]"},
		{"joined", "vector<1xi16>", "%x = arith.constant dense<[2, 1]> : vector<2xi8>\n%r = vector.bitcast %x : vector<2xi8> to vector<1xi16>", "[258]"},
		{"odd widths", "vector<2xi12>", "%x = arith.constant dense<[0x21, 0x43, 0x65]> : vector<3xi8>\n%r = vector.bitcast %x : vector<3xi8> to vector<2xi12>", "[801, 1620]"},
		{"bits of bytes", "vector<8xi1>", "%x = arith.constant dense<0x65> : vector<1xi8>\n%r = vector.bitcast %x : vector<1xi8> to vector<8xi1>", "[true, false, true, false, false, true, true, false]"},
		{"three of two", "vector<3xi16>", "%x = arith.constant dense<[0x654321, 0x0a0987]> : vector<2xi24>\n%r = vector.bitcast %x : vector<2xi24> to vector<3xi16>", "[17185, -30875, 2569]"},
		{"poison on both sides", "vector<3xi16>", "%p = ub.poison : i24\n%x = arith.constant dense<1> : vector<2xi24>\n%y = vector.insert %p, %x [0] : i24 into vector<2xi24>\n%r = vector.bitcast %y : vector<2xi24> to vector<3xi16>", "[undef, undef, 0]"},
		{"masks of which one is poison", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, true, true]> : vector<4xi1>\n%r = vector.mask %k { vector.transfer_read %b[%c], %s, %a : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>", "[7, 2, 7, 7]"},
		{"wide elements", "vector<3xi64>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<3xi64>\n%x = arith.constant dense<[1, -1, 7]> : vector<3xi64>\nvector.store %x, %b[%c] : memref<3xi64>, vector<3xi64>\n%r = vector.load %b[%c] : memref<3xi64>, vector<3xi64>", "[1, -1, 7]"},
		{"passed through", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%z = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>\n%r = vector.mask %k, %z { vector.transfer_read %b[%c], %s : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>", "[1, 2, 7, 8]"},
		{"transposed poison", "vector<3x2xi32>", "%p = ub.poison : i32\n%x = vector.insert %p, %m [1, 1] : i32 into vector<2x3xi32>\n%r = vector.transpose %x, [1, 0] : vector<2x3xi32> to vector<3x2xi32>", "[[1, 4], [2, undef], [3, 6]]"},
		{"transposed", "vector<3x2xi32>", "%r = vector.transpose %m, [1, 0] : vector<2x3xi32> to vector<3x2xi32>", "[[1, 4], [2, 5], [3, 6]]"},
		{"masked rows of poison", "vector<2xi32>", "%p = ub.poison : i32\n%x = vector.insert %p, %m [1, 1] : i32 into vector<2x3xi32>\n%r = vector.multi_reduction <add>, %x, %w [1] : vector<2x3xi32> to vector<2xi32>", "[16, undef]"},
		{"a point", "i32", "%x = vector.broadcast %s : i32 to vector<i32>\n%y = vector.broadcast %x : vector<i32> to vector<i32>\n%r = vector.extract %y[] : i32 from vector<i32>", "7"},
		{"stretched", "vector<2x3xi32>", "%x = vector.shape_cast %w : vector<2xi32> to vector<2x1xi32>\n%r = vector.broadcast %x : vector<2x1xi32> to vector<2x3xi32>", "[[10, 10, 10], [20, 20, 20]]"},
		{"half poison", "vector<4xi16>", "%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%r = vector.bitcast %x : vector<2xi32> to vector<4xi16>", "[10, 0, undef, undef]"},
		{"joined with poison", "vector<2xi64>", "%p = ub.poison : i32\n%x = vector.insert %p, %v [3] : i32 into vector<4xi32>\n%r = vector.bitcast %x : vector<4xi32> to vector<2xi64>", "[8589934593, undef]"},
		{"a bit off", "vector<i1>", "%c = arith.constant 0 : index\n%r = vector.create_mask %c : vector<i1>", "false"},
		{"a bit on", "vector<i1>", "%c = arith.constant 1 : index\n%r = vector.create_mask %c : vector<i1>", "true"},
		{"rectangle", "vector<2x3xi1>", "%c = arith.constant 2 : index\n%r = vector.create_mask %c, %c : vector<2x3xi1>", "[[true, true, false], [true, true, false]]"},
		{"outside", "i32", "%c = arith.constant 4 : index\n%r = vector.extract %v[%c] : i32 from vector<4xi32>", "poison"},
		{"row", "vector<3xi32>", "%c = arith.constant 1 : index\n%r = vector.extract %m[%c] : vector<3xi32> from vector<2x3xi32>", "[4, 5, 6]"},
		{"inserted outside", "vector<4xi32>", "%c = arith.constant 4 : index\n%r = vector.insert %s, %v [%c] : i32 into vector<4xi32>", "poison"},
		{"inserted row", "vector<2x3xi32>", "%r = vector.insert %u, %m [0] : vector<3xi32> into vector<2x3xi32>", "[[1, 10, 100], [4, 5, 6]]"},
		{"of vectors", "vector<2xi32>", "%c = arith.constant 1 : index\n%b = memref.alloc() : memref<2xvector<2xi32>>\nvector.store %w, %b[%c] : memref<2xvector<2xi32>>, vector<2xi32>\n%r = vector.load %b[%c] : memref<2xvector<2xi32>>, vector<2xi32>", "[10, 20]"},
		{"never stored", "vector<2xi32>", "%c = arith.constant 1 : index\n%b = memref.alloc() : memref<2xvector<2xi32>>\n%r = memref.load %b[%c] : memref<2xvector<2xi32>>", "[undef, undef]"},
		{"seen as vectors", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<2x4xi32>\nvector.store %v, %b[%c, %c] : memref<2x4xi32>, vector<4xi32>\n%t = vector.type_cast %b : memref<2x4xi32> to memref<2xvector<4xi32>>\n%r = memref.load %t[%c] : memref<2xvector<4xi32>>", "[1, 2, 3, 4]"},
		{"poison kept in memory", "vector<2xi32>", "%c = arith.constant 0 : index\n%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%b = memref.alloc() : memref<1xvector<2xi32>>\nmemref.store %x, %b[%c] : memref<1xvector<2xi32>>\n%r = memref.load %b[%c] : memref<1xvector<2xi32>>", "[10, undef]"},
		{"poison stored over numbers", "vector<2xi32>", "%c = arith.constant 0 : index\n%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%b = memref.alloc() : memref<1xvector<2xi32>>\nmemref.store %w, %b[%c] : memref<1xvector<2xi32>>\nmemref.store %x, %b[%c] : memref<1xvector<2xi32>>\n%r = memref.load %b[%c] : memref<1xvector<2xi32>>", "[10, undef]"},
		{"masked outer", "vector<2x3xi32>", "%r = vector.mask %km { vector.outerproduct %w, %u, %m {kind = #vector.kind<add>} : vector<2xi32>, vector<3xi32> } : vector<2x3xi1> -> vector<2x3xi32>", "[[11, 102, 3], [4, 5, 6]]"},
		{"masked dot", "i32", "%r = vector.mask %k { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} %v, %v, %s : vector<4xi32>, vector<4xi32> into i32 } : vector<4xi1> -> i32", "12"},
		{"expanded", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, false, true]> : vector<4xi1>\n%r = vector.expandload %b[%c], %a, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>", "[1, 1, 3, 2]"},
		{"compressed", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, false, true]> : vector<4xi1>\nvector.compressstore %b[%c], %a, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>\n%r = vector.load %b[%c] : memref<4xi32>, vector<4xi32>", "[2, 4, 3, 4]"},
		{"gathered under two masks", "vector<4xi32>", "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%i = arith.constant dense<[3, 2, 1, 0]> : vector<4xi32>\n%a = arith.constant dense<[false, true, true, true]> : vector<4xi1>\n%z = arith.constant dense<0> : vector<4xi32>\n%r = vector.mask %k { vector.gather %b[%c] [%i], %a, %z : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32> } : vector<4xi1> -> vector<4xi32>", "[0, 3, 0, 0]"},
		{"scalable", "vector<2xi32>", "%x = vector.shape_cast %v : vector<4xi32> to vector<4xi32>\n%l = arith.constant dense<0> : vector<[4]xi32>\n%y = vector.scalable.insert %x, %l[0] : vector<4xi32> into vector<[4]xi32>\n%r = vector.scalable.extract %y[2] : vector<2xi32> from vector<[4]xi32>", "[3, 4]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := load(t, all.Context(), "func.func @f() -> "+test.typ+" {"+consts+test.code+"\n  return %r : "+test.typ+"\n}")
			got, err := sim.New(m, nil).Call(t.Context(), "f")
			if err != nil {
				t.Fatal(err)
			}
			typ := m.Body().Front().Attr("function_type").(*ir.TypeAttr).Value.(*ir.FunctionType).Results[0]
			if s := sim.Format(typ, got[0]); s != test.want {
				t.Errorf("got %s, want %s", s, test.want)
			}
		})
	}
}
