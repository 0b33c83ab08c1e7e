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
		{name: "scale", typ: "index", code: "%r = vector.vscale", want: "1"},
		{name: "shuffled points", typ: "vector<2xi32>",
			code: "%a = vector.broadcast %s : i32 to vector<i32>\n%n = arith.constant 9 : i32\n%b = vector.broadcast %n : i32 to vector<i32>\n%r = vector.shuffle %a, %b [1, 0] : vector<i32>, vector<i32>",
			want: "[9, 7]"},
		{name: "shuffled rows", typ: "vector<3x3xi32>",
			code: "%r = vector.shuffle %m, %m [3, 0, 1] : vector<2x3xi32>, vector<2x3xi32>",
			want: "[[4, 5, 6], [1, 2, 3], [4, 5, 6]]"},
		{name: "inserted slice", typ: "vector<2x3xi32>",
			code: "%r = vector.insert_strided_slice %w, %m {offsets = [1, 1], strides = [1]} : vector<2xi32> into vector<2x3xi32>",
			want: "[[1, 2, 3], [4, 10, 20]]"},
		{name: "extracted slice", typ: "vector<1x3xi32>",
			code: "%r = vector.extract_strided_slice %m {offsets = [1], sizes = [1], strides = [1]} : vector<2x3xi32> to vector<1x3xi32>",
			want: "[[4, 5, 6]]"},
		{name: "add", typ: "i32", code: "%r = vector.reduction <add>, %v : vector<4xi32> into i32", want: "10"},
		{name: "add acc", typ: "i32", code: "%r = vector.reduction <add>, %v, %s : vector<4xi32> into i32", want: "17"},
		{name: "masked add", typ: "i32",
			code: "%r = vector.mask %k { vector.reduction <add>, %v, %s : vector<4xi32> into i32 } : vector<4xi1> -> i32",
			want: "10"},
		{name: "nothing", typ: "i32",
			code: "%r = vector.mask %none { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32",
			want: "poison"},
		{name: "rows", typ: "vector<2xi32>",
			code: "%r = vector.multi_reduction <mul>, %m, %w [1] : vector<2x3xi32> to vector<2xi32>", want: "[60, 2400]"},
		{name: "columns", typ: "vector<3xi32>",
			code: "%r = vector.multi_reduction <maxsi>, %m, %u [0] : vector<2x3xi32> to vector<3xi32>",
			want: "[4, 10, 100]"},
		{name: "all", typ: "i32", code: "%r = vector.multi_reduction <add>, %m, %s [0, 1] : vector<2x3xi32> to i32",
			want: "28"},
		{name: "masked rows", typ: "vector<2xi32>",
			code: "%r = vector.mask %km { vector.multi_reduction <add>, %m, %w [1] : vector<2x3xi32> to vector<2xi32> } : vector<2x3xi1> -> vector<2xi32>",
			want: "[13, 20]"},
		{name: "outer", typ: "vector<2x3xi32>",
			code: "%r = vector.outerproduct %w, %u, %m {kind = #vector.kind<add>} : vector<2xi32>, vector<3xi32>",
			want: "[[11, 102, 1003], [24, 205, 2006]]"},
		{name: "axpy", typ: "vector<2xi32>", code: "%r = vector.outerproduct %w, %s : vector<2xi32>, i32", want: "[70, 140]"},
		{name: "matvec", typ: "vector<2xi32>",
			code: "%r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = [\"parallel\", \"reduction\"]} %m, %u, %w : vector<2x3xi32>, vector<3xi32> into vector<2xi32>",
			want: "[331, 674]"},
		{name: "dot", typ: "i64",
			code: "%z = arith.constant 1 : i64\n%r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} %v, %v, %z : vector<4xi32>, vector<4xi32> into i64",
			want: "31"},
		{name: "fma", typ: "vector<2xf32>", code: "%r = vector.fma %f, %f, %f : vector<2xf32>",
			want: "[3.750000e+00, 2.000000e+00]"},
		{name: "inclusive", typ: "vector<2x3xi32>",
			code: "%r, %last = vector.scan <add>, %m, %w {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>",
			want: "[[1, 3, 6], [4, 9, 15]]"},
		{name: "exclusive", typ: "vector<2x3xi32>",
			code: "%r, %last = vector.scan <add>, %m, %w {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>",
			want: "[[10, 11, 13], [20, 24, 29]]"},
		{name: "last", typ: "vector<3xi32>",
			code: "%d, %r = vector.scan <add>, %m, %u {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>",
			want: "[5, 7, 9]"},
		{name: "even", typ: "vector<2xi32>", code: "%r, %odd = vector.deinterleave %v : vector<4xi32> -> vector<2xi32>",
			want: "[1, 3]"},
		{name: "odd", typ: "vector<2xi32>", code: "%even, %r = vector.deinterleave %v : vector<4xi32> -> vector<2xi32>",
			want: "[2, 4]"},
		{name: "interleave", typ: "vector<4xi32>", code: "%r = vector.interleave %w, %w : vector<2xi32> -> vector<4xi32>",
			want: "[10, 10, 20, 20]"},
		{name: "shuffled rows", typ: "vector<3x3xi32>",
			code: "%r = vector.shuffle %m, %m [2, -1, 1] : vector<2x3xi32>, vector<2x3xi32>",
			want: "[[1, 2, 3], [undef, undef, undef], [4, 5, 6]]"},
		{name: "passed through beside what comes in", typ: "vector<4xi32>",
			code: "%z = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>\n%p = vector.mask %k, %z { vector.yield %v : vector<4xi32> } : vector<4xi1> -> vector<4xi32>\n%r = arith.subi %v, %p : vector<4xi32>",
			want: "[0, 0, -4, -4]"},
		{name: "split", typ: "vector<4xi16>",
			code: "%x = arith.constant dense<[0x10002, -1]> : vector<2xi32>\n%r = vector.bitcast %x : vector<2xi32> to vector<4xi16>",
			want: "[2, 1, -1, -1]"},
		{name: "joined", typ: "vector<1xi16>",
			code: "%x = arith.constant dense<[2, 1]> : vector<2xi8>\n%r = vector.bitcast %x : vector<2xi8> to vector<1xi16>",
			want: "[258]"},
		{name: "odd widths", typ: "vector<2xi12>",
			code: "%x = arith.constant dense<[0x21, 0x43, 0x65]> : vector<3xi8>\n%r = vector.bitcast %x : vector<3xi8> to vector<2xi12>",
			want: "[801, 1620]"},
		{name: "bits of bytes", typ: "vector<8xi1>",
			code: "%x = arith.constant dense<0x65> : vector<1xi8>\n%r = vector.bitcast %x : vector<1xi8> to vector<8xi1>",
			want: "[true, false, true, false, false, true, true, false]"},
		{name: "three of two", typ: "vector<3xi16>",
			code: "%x = arith.constant dense<[0x654321, 0x0a0987]> : vector<2xi24>\n%r = vector.bitcast %x : vector<2xi24> to vector<3xi16>",
			want: "[17185, -30875, 2569]"},
		{name: "poison on both sides", typ: "vector<3xi16>",
			code: "%p = ub.poison : i24\n%x = arith.constant dense<1> : vector<2xi24>\n%y = vector.insert %p, %x [0] : i24 into vector<2xi24>\n%r = vector.bitcast %y : vector<2xi24> to vector<3xi16>",
			want: "[undef, undef, 0]"},
		{name: "masks of which one is poison", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, true, true]> : vector<4xi1>\n%r = vector.mask %k { vector.transfer_read %b[%c], %s, %a : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>",
			want: "[7, 2, 7, 7]"},
		{name: "wide elements", typ: "vector<3xi64>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<3xi64>\n%x = arith.constant dense<[1, -1, 7]> : vector<3xi64>\nvector.store %x, %b[%c] : memref<3xi64>, vector<3xi64>\n%r = vector.load %b[%c] : memref<3xi64>, vector<3xi64>",
			want: "[1, -1, 7]"},
		{name: "passed through", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%z = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>\n%r = vector.mask %k, %z { vector.transfer_read %b[%c], %s : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>",
			want: "[1, 2, 7, 8]"},
		{name: "transposed poison", typ: "vector<3x2xi32>",
			code: "%p = ub.poison : i32\n%x = vector.insert %p, %m [1, 1] : i32 into vector<2x3xi32>\n%r = vector.transpose %x, [1, 0] : vector<2x3xi32> to vector<3x2xi32>",
			want: "[[1, 4], [2, undef], [3, 6]]"},
		{name: "transposed", typ: "vector<3x2xi32>",
			code: "%r = vector.transpose %m, [1, 0] : vector<2x3xi32> to vector<3x2xi32>",
			want: "[[1, 4], [2, 5], [3, 6]]"},
		{name: "masked rows of poison", typ: "vector<2xi32>",
			code: "%p = ub.poison : i32\n%x = vector.insert %p, %m [1, 1] : i32 into vector<2x3xi32>\n%r = vector.multi_reduction <add>, %x, %w [1] : vector<2x3xi32> to vector<2xi32>",
			want: "[16, undef]"},
		{name: "a point", typ: "i32",
			code: "%x = vector.broadcast %s : i32 to vector<i32>\n%y = vector.broadcast %x : vector<i32> to vector<i32>\n%r = vector.extract %y[] : i32 from vector<i32>",
			want: "7"},
		{name: "stretched", typ: "vector<2x3xi32>",
			code: "%x = vector.shape_cast %w : vector<2xi32> to vector<2x1xi32>\n%r = vector.broadcast %x : vector<2x1xi32> to vector<2x3xi32>",
			want: "[[10, 10, 10], [20, 20, 20]]"},
		{name: "half poison", typ: "vector<4xi16>",
			code: "%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%r = vector.bitcast %x : vector<2xi32> to vector<4xi16>",
			want: "[10, 0, undef, undef]"},
		{name: "joined with poison", typ: "vector<2xi64>",
			code: "%p = ub.poison : i32\n%x = vector.insert %p, %v [3] : i32 into vector<4xi32>\n%r = vector.bitcast %x : vector<4xi32> to vector<2xi64>",
			want: "[8589934593, undef]"},
		{name: "a bit off", typ: "vector<i1>",
			code: "%c = arith.constant 0 : index\n%r = vector.create_mask %c : vector<i1>", want: "false"},
		{name: "a bit on", typ: "vector<i1>", code: "%c = arith.constant 1 : index\n%r = vector.create_mask %c : vector<i1>",
			want: "true"},
		{name: "rectangle", typ: "vector<2x3xi1>",
			code: "%c = arith.constant 2 : index\n%r = vector.create_mask %c, %c : vector<2x3xi1>",
			want: "[[true, true, false], [true, true, false]]"},
		{name: "outside", typ: "i32",
			code: "%c = arith.constant 4 : index\n%r = vector.extract %v[%c] : i32 from vector<4xi32>", want: "poison"},
		{name: "row", typ: "vector<3xi32>",
			code: "%c = arith.constant 1 : index\n%r = vector.extract %m[%c] : vector<3xi32> from vector<2x3xi32>",
			want: "[4, 5, 6]"},
		{name: "inserted outside", typ: "vector<4xi32>",
			code: "%c = arith.constant 4 : index\n%r = vector.insert %s, %v [%c] : i32 into vector<4xi32>", want: "poison"},
		{name: "inserted row", typ: "vector<2x3xi32>",
			code: "%r = vector.insert %u, %m [0] : vector<3xi32> into vector<2x3xi32>", want: "[[1, 10, 100], [4, 5, 6]]"},
		{name: "of vectors", typ: "vector<2xi32>",
			code: "%c = arith.constant 1 : index\n%b = memref.alloc() : memref<2xvector<2xi32>>\nvector.store %w, %b[%c] : memref<2xvector<2xi32>>, vector<2xi32>\n%r = vector.load %b[%c] : memref<2xvector<2xi32>>, vector<2xi32>",
			want: "[10, 20]"},
		{name: "never stored", typ: "vector<2xi32>",
			code: "%c = arith.constant 1 : index\n%b = memref.alloc() : memref<2xvector<2xi32>>\n%r = memref.load %b[%c] : memref<2xvector<2xi32>>",
			want: "[undef, undef]"},
		{name: "seen as vectors", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<2x4xi32>\nvector.store %v, %b[%c, %c] : memref<2x4xi32>, vector<4xi32>\n%t = vector.type_cast %b : memref<2x4xi32> to memref<2xvector<4xi32>>\n%r = memref.load %t[%c] : memref<2xvector<4xi32>>",
			want: "[1, 2, 3, 4]"},
		{name: "poison kept in memory", typ: "vector<2xi32>",
			code: "%c = arith.constant 0 : index\n%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%b = memref.alloc() : memref<1xvector<2xi32>>\nmemref.store %x, %b[%c] : memref<1xvector<2xi32>>\n%r = memref.load %b[%c] : memref<1xvector<2xi32>>",
			want: "[10, undef]"},
		{name: "poison stored over numbers", typ: "vector<2xi32>",
			code: "%c = arith.constant 0 : index\n%p = ub.poison : i32\n%x = vector.insert %p, %w [1] : i32 into vector<2xi32>\n%b = memref.alloc() : memref<1xvector<2xi32>>\nmemref.store %w, %b[%c] : memref<1xvector<2xi32>>\nmemref.store %x, %b[%c] : memref<1xvector<2xi32>>\n%r = memref.load %b[%c] : memref<1xvector<2xi32>>",
			want: "[10, undef]"},
		{name: "masked outer", typ: "vector<2x3xi32>",
			code: "%r = vector.mask %km { vector.outerproduct %w, %u, %m {kind = #vector.kind<add>} : vector<2xi32>, vector<3xi32> } : vector<2x3xi1> -> vector<2x3xi32>",
			want: "[[11, 102, 3], [4, 5, 6]]"},
		{name: "masked dot", typ: "i32",
			code: "%r = vector.mask %k { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} %v, %v, %s : vector<4xi32>, vector<4xi32> into i32 } : vector<4xi1> -> i32",
			want: "12"},
		{name: "expanded", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, false, true]> : vector<4xi1>\n%r = vector.expandload %b[%c], %a, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
			want: "[1, 1, 3, 2]"},
		{name: "compressed", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%a = arith.constant dense<[false, true, false, true]> : vector<4xi1>\nvector.compressstore %b[%c], %a, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>\n%r = vector.load %b[%c] : memref<4xi32>, vector<4xi32>",
			want: "[2, 4, 3, 4]"},
		{name: "gathered under two masks", typ: "vector<4xi32>",
			code: "%c = arith.constant 0 : index\n%b = memref.alloc() : memref<4xi32>\nvector.store %v, %b[%c] : memref<4xi32>, vector<4xi32>\n%i = arith.constant dense<[3, 2, 1, 0]> : vector<4xi32>\n%a = arith.constant dense<[false, true, true, true]> : vector<4xi1>\n%z = arith.constant dense<0> : vector<4xi32>\n%r = vector.mask %k { vector.gather %b[%c] [%i], %a, %z : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32> } : vector<4xi1> -> vector<4xi32>",
			want: "[0, 3, 0, 0]"},
		{name: "scalable", typ: "vector<2xi32>",
			code: "%x = vector.shape_cast %v : vector<4xi32> to vector<4xi32>\n%l = arith.constant dense<0> : vector<[4]xi32>\n%y = vector.scalable.insert %x, %l[0] : vector<4xi32> into vector<[4]xi32>\n%r = vector.scalable.extract %y[2] : vector<2xi32> from vector<[4]xi32>",
			want: "[3, 4]"},
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
