// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  %o = poplar.choose_offset [4]
  // expected-error @below {{'poplar.create_ipu_copy' op operand #0 must be poplar tensor, but got 'index'}}
  %c, %s, %d = poplar.create_ipu_copy %o ipu 0
}

// -----

poplar.graph @g {
  %o = poplar.choose_offset [4]
  // expected-error @below {{'poplar.clone' op operand #0 must be poplar tensor, but got 'index'}}
  %c = poplar.clone %o
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{'poplar.clone' op expected result type '!poplar.tensor<4xf32>', but got '!poplar.tensor<4xf16>' [poplar.shape-mismatch]}}
  %c = "poplar.clone"(%x) : (!poplar.tensor<4xf32>) -> !poplar.tensor<4xf16>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{'poplar.create_ipu_copy' op expected result type '!poplar.tensor<4xf32>', but got '!poplar.tensor<2x2xf32>' [poplar.shape-mismatch]}}
  %c, %s, %d = poplar.create_ipu_copy %x ipu 0 : !poplar.tensor<2x2xf32>, !poplar.tensor<4xf32>, !poplar.tensor<4xf32>
}

// -----

poplar.graph @g {
  %o = poplar.choose_offset [4]
  poplar.compute_set @cs {
    // expected-error @below {{custom op 'poplar.each_tile' expected a poplar tensor, but got 'index'}}
    poplar.each_tile (%a, %tile) of (%o) {
    }
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %y = poplar.variable "y" : !poplar.tensor<4x2xui8>
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.each_tile' op expected arguments of types ('!poplar.tensor<?xf32>', '!poplar.tensor<?xui8>', 'index'), but got ('!poplar.tensor<?xf32>', '!poplar.tensor<?xf32>', 'index')}}
    "poplar.each_tile"(%x, %y) ({
    ^bb0(%a: !poplar.tensor<?xf32>, %b: !poplar.tensor<?xf32>, %tile: index):
    }) : (!poplar.tensor<4xf32>, !poplar.tensor<4x2xui8>) -> ()
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.each_tile' op expected arguments of types ('!poplar.tensor<?xf32>', 'index'), but got ('!poplar.tensor<?xf32>')}}
    "poplar.each_tile"(%x) ({
    ^bb0(%a: !poplar.tensor<?xf32>):
    }) : (!poplar.tensor<4xf32>) -> ()
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  poplar.compute_set @cs {
    // expected-error @below {{custom op 'poplar.each_tile' expected an argument for each of the 1 tensors and one for the tile, but got 1}}
    poplar.each_tile (%tile) of (%x) {
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @rows : !poplar.vec<in<vec<f16>>, ONE_PTR>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    // expected-error @below {{'poplar.connect' op expected one view, or a list of views without an index, but got 2 views}}
    "poplar.connect"(%v, %x, %x) <{field = @rows, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!poplar.instance, !poplar.tensor<4xf16>, !poplar.tensor<4xf16>) -> ()
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @rows : !poplar.vec<in<vec<f16>>, ONE_PTR>
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    // expected-error @below {{'poplar.connect' op expected one view, or a list of views without an index, but got 0 views}}
    "poplar.connect"(%v) <{field = @rows, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!poplar.instance) -> ()
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @rows : !poplar.vec<in<vec<f16>>, ONE_PTR>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    // expected-error @below {{'poplar.connect' op expected one view, or a list of views without an index, but got 1 views}}
    "poplar.connect"(%v, %x) <{field = @rows, index = 0 : i64, all, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!poplar.instance, !poplar.tensor<4xf16>) -> ()
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  // expected-note @below {{field 'rows' is declared here}}
  poplar.field @rows : !poplar.vec<in<vec<f16>>, ONE_PTR>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  // expected-note @below {{the tensor is defined here}}
  %y = poplar.variable "y" : !poplar.tensor<4xf32>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @rows to []
    // expected-error @below {{'poplar.connect' op expected a tensor of f16, like field 'rows', but got f32 [poplar.connect-type]}}
    poplar.connect %v @rows to [%x, %x, %y]
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @n : ui8
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    // expected-error @below {{'poplar.set' op 'demo::P' has no field 'm' [poplar.unknown-field]}}
    // expected-note @below {{it has n}}
    poplar.set %v @m = 3
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @n : !poplar.vec<ui8>
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    // expected-error @below {{'poplar.set' op expected a value of type 'ui8', but got -1 [poplar.value-type]}}
    // expected-note @below {{0 to 255}}
    poplar.set %v @n = [0, 255, -1]
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @n : !poplar.array<2 x si8>
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.set %v @n = [-128, 127]
    // expected-error @below {{'poplar.set' op expected an array of values for a plain array, but got '1 : i64' [poplar.value-type]}}
    poplar.set %v @n = 1
  }
}

// -----

poplar.vertex @"demo::P" worker external {
}
poplar.graph @g {
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.add_vertex' op there is no vertex 'demo::P<int>' [poplar.unknown-vertex]}}
    %v = poplar.add_vertex @"demo::P<int>" on 0
  }
}

// -----

// A template counts for its instances alone.
poplar.vertex_template @"demo::P" params(T : type) worker external(true) {
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P<int>" on 0
    // expected-error @below {{'poplar.add_vertex' op there is no vertex 'demo::P' [poplar.unknown-vertex]}}
    %w = poplar.add_vertex @"demo::P" on 0
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  %t = poplar.choose_offset [4]
  // expected-error @below {{'poplar.set_tile_mapping' op expected 0 operands as indices of tile, but got 1}}
  "poplar.set_tile_mapping"(%x, %t) <{tile = 0 : i64}> : (!poplar.tensor<4xf16>, index) -> ()
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  // expected-error @below {{'poplar.set_tile_mapping' op expected either a tile or a mapping}}
  "poplar.set_tile_mapping"(%x) <{tile = 0 : i64, mapping = #poplar.mapping<0: 0..4>}> : (!poplar.tensor<4xf16>) -> ()
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  %t = poplar.choose_offset [4]
  // expected-error @below {{'poplar.set_tile_mapping' op expected 0 operands as indices of tile, but got 1}}
  "poplar.set_tile_mapping"(%x, %t) <{mapping = #poplar.mapping<0: 0..4>}> : (!poplar.tensor<4xf16>, index) -> ()
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  // expected-error @below {{'poplar.map_linear_next' op requires attribute 'offset'}}
  %o = "poplar.map_linear_next"(%x) : (!poplar.tensor<4xf16>) -> index
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  %t = poplar.choose_offset [4]
  // expected-error @below {{'poplar.map_linear_next' op expected 0 operands as indices of offset, but got 1}}
  %o = "poplar.map_linear_next"(%x, %t) <{offset = 1 : i64}> : (!poplar.tensor<4xf16>, index) -> index
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  // expected-error @below {{'poplar.broadcast_operand' op expected a dimension from 0 to 0 of a tensor of rank 1, but got -1 [poplar.dim-range]}}
  %b = poplar.broadcast_operand %x dim -1 type f32
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x2xf16>
  // expected-error @below {{'poplar.broadcast_operand' op expected result type '!poplar.tensor<2xf32>', but got '!poplar.tensor<4xf32>' [poplar.shape-mismatch]}}
  %b = "poplar.broadcast_operand"(%x) <{dim = 1 : i64, type = f32}> : (!poplar.tensor<4x2xf16>) -> !poplar.tensor<4xf32>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<f16>
  // expected-error @below {{'poplar.broadcast_operand' op expected a tensor with dimensions, but got one of rank 0 [poplar.dim-range]}}
  %b = poplar.broadcast_operand %x dim 0 type f32
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  poplar.map_linear %x min 0 grain 1
  // expected-error @below {{'poplar.map_linear' op cannot split: expected no negative limit, but got a minimum of -1 and a maximum of 4294967295 [poplar.split-bad]}}
  poplar.map_linear %x min -1 grain 1
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  poplar.set_tile_mapping %x on 3
  poplar.set_tile_mapping %x #poplar.mapping<3: 0..4>
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 3, but got -1 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on -1
}

// -----

poplar.graph @g {
  // expected-error @below {{custom op 'poplar.constant' expected a poplar tensor type of static shape}}
  %a = poplar.constant dense<1> : i32
}

// -----

poplar.graph @g {
  %o = poplar.choose_offset [4]
  // expected-error @below {{'poplar.broadcast_operand' op operand #0 must be poplar tensor, but got 'index'}}
  %b = poplar.broadcast_operand %o dim 0 type f32
}

// -----

poplar.graph @g {
  %o = poplar.choose_offset [4]
  // expected-error @below {{'poplar.flatten' op operand #0 must be poplar tensor, but got 'index'}}
  %b = poplar.flatten %o
}

// -----

poplar.graph @g {
  %o = poplar.choose_offset [4]
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  // expected-error @below {{'poplar.concat' op expected a poplar tensor, but got 'index' [poplar.type-mismatch]}}
  %b = poplar.concat %x, %o dim 0
}
