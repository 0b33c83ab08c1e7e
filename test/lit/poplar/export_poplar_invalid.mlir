// RUN: not optc export --target ipu2 --language poplar -o %t %s 2>&1 | FileCheck %s

poplar.vertex @Worker multi {
  poplar.field @data : !poplar.inout<vec<f32>>
  poplar.compute (%data : memref<?xf32>) worker(%w : index) {
    poplar.compute_return
  }
}

poplar.vertex @Starts supervisor {
  poplar.field @data : !poplar.inout<vec<f32>>
  poplar.compute (%data : memref<?xf32>) {
    // CHECK: export_poplar_invalid.mlir:[[# @LINE + 1]]:5: error: 'poplar.start' op has no form in C++: Poplar's API has no call with which a supervisor starts workers, which the SDK's libraries do in assembly [poplar.export-form]
    poplar.start @Worker(%data : memref<?xf32>)
    poplar.join
    poplar.compute_return
  }
}

poplar.graph @main {
  // CHECK: export_poplar_invalid.mlir:[[# @LINE + 1]]:3: error: 'poplar.virtual_graph' op has no form in C++: Poplar divides the tiles of a virtual graph among its replicas, and here each replica has all of them [poplar.export-form]
  poplar.virtual_graph @half tiles 0..4 replicas 2
  // CHECK: export_poplar_invalid.mlir:[[# @LINE + 1]]:8: error: 'poplar.variable' op has no form in C++: the variable holds quarters, which Poplar stores with a tensor of metadata (QUARTER_METADATA) that the graph does not have [poplar.export-form]
  %q = poplar.variable "q" : !poplar.tensor<8xquarter>
  poplar.set_tile_mapping %q on 0
  %x = poplar.variable "x" : !poplar.tensor<128xf32>
  // CHECK: export_poplar_invalid.mlir:[[# @LINE + 1]]:8: error: 'poplar.map_linear_next' op has no form in C++: poputil's functions do not return the next tile; poplar.map_linear takes a tile from which it starts [poplar.export-form]
  %o = poplar.map_linear_next %x offset 6
  poplar.program {
  }
}
