#map = affine_map<(d0) -> (d0 + 1)>
!tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, index>
module attributes {x.a = dense<[1, 2, 3]> : tensor<3xi32>, x.arr = [1, 2.0, "s", i32, unit, true, 5 : i8], x.b = dense<[true, false]> : vector<2xi1>, x.c = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>, x.d = distinct[3]<#map>, x.d2 = [distinct[3]<#map>, distinct[4]<unit>], x.da = [array<i32: 1, 2>, array<f32>], x.dict = {a = 1, b = {c}}, x.e = distinct[5]<>, x.enc = tensor<4xf32, #map>, x.enc2 = tensor<?xf32, dense<[1, 2]> : tensor<2xi32>>, x.f = dense<1> : tensor<400xi32>, x.fun = (i32, memref<4xf32, #map>) -> (!tuple, (i32) -> ()), x.l = loc("q"("z")), x.l2 = [loc(unknown)], x.m = memref<4xf32, #map>, x.mm = memref<2x2xf32, strided<[2, 1], offset: ?>, "sp">, x.op = #x.foo<bar>, x.op2 = #x<"a b"> : i32, x.r = dense_resource<blob1> : tensor<3xi8>, x.s = sparse<[[0]], [1]> : tensor<3xi32>, x.s2 = sparse<[[0, 1], [2, 3]], [1.0, 2.0]> : tensor<30x40xf32>, x.st = dense<["a", "b"]> : tensor<2x!x.str>, x.str = strided<[?, 1], offset: 3>, x.t = !tuple, x.z = dense<> : tensor<0xi32>} {
  "x.op"() {a = #map, b = affine_map<(d0) -> (d0 + 2)>, c = affine_set<(d0)[s0] : (d0 - s0 >= 0)>} : () -> (!tuple)
  "x.op"() ({ "x.deep"() {z = affine_map<(d0) -> (d0 + 9)>} : () -> () }) {a = affine_map<(d0) -> (d0 + 3)>} : () -> memref<2xi8, affine_map<(d0) -> (d0 + 4)>>
}
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x08000000010203"
    }
  }
#-}
