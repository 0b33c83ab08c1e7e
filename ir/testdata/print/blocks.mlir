module @m attributes {foo.note = 1 : i32, sym_visibility = "private"} {
  %0 = "foo.a"() : () -> i32
  %1:3 = "foo.b"(%0, %0) {"odd name" = 1.000000e+00 : f32, q, r = "s\22\0A", s = @x::@"y z"} : (i32, i32) -> (f32, vector<4x[2]xi8>, memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>)
  "foo.region"(%1#2, %1#1) ({
  ^bb0(%arg0: i32, %arg1: tensor<?xf32>):
    %4 = "foo.c"(%1#0) : (f32) -> i32 loc("named")
    "foo.br"(%4)[^bb1, ^bb2, ^bb1] : (i32) -> ()
  ^bb1:
    "foo.br"()[^bb2] : () -> ()
  ^bb2:
    "foo.end"(%arg0) : (i32) -> () loc(fused<"meta">["a.mlir":1:2 to :5, callsite("in"("f":1:1) at unknown)])
  ^bb3(%5: index loc("zz")):
    "foo.end"() : () -> ()
  }, {
  }, {
    "foo.inner"() ({
      "foo.deep"(%0) : (i32) -> ()
      %4 = "foo.u"() : () -> i32
    }) : () -> ()
  }) {unit} : (memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>, vector<4x[2]xi8>) -> () loc(callsite("x" at "y":3:4))
  module @inner {
    %4 = "foo.k"() : () -> ((i32) -> f32)
    %5 = "foo.k"() ({
    ^bb0:
    }) : () -> ((i32) -> f32)
  }
  %2:2 = builtin.unrealized_conversion_cast %0, %0 : i32, i32 to index, f32
  %3 = builtin.unrealized_conversion_cast to index {foo.a = 1 : i64}
}
