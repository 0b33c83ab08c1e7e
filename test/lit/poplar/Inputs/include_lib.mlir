// Classes that test/lit/poplar/include.mlir includes.
poplar.include "include_more.mlir"
poplar.vertex_template @"lib::Scale" params(T : type) worker external(true) {
  poplar.field @x : !poplar.inout<vec<$T>>
}
poplar.instantiate @"lib::Scale"<f32>
poplar.instantiate @"lib::Scale"<f16>
poplar.function @"__runCodelet_lib__Scale___float" own_stack(16) external
poplar.vertex @"lib::Own" worker external {
  poplar.field @from_the_library : ui8
}
poplar.vertex @"lib::Boss" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    poplar.start @"lib::Work"
    poplar.join
    poplar.compute_return
  }
}
poplar.vertex @"lib::Work" worker {
  poplar.compute () {
    poplar.compute_return
  }
}
poplar.vertex @"lib::Unused" worker external {
  poplar.field @x : !poplar.in<vec<f32, SCALED_PTR32>>
}
poplar.graph @main {
}
