// A vertex template on eight tiles. dst = lhs * gain + rhs, with
//   - several layouts in one state (COMPACT_PTR, SHORT_SPAN, SCALED_PTR128, SPAN, a scalar edge),
//   - lhs and dst in different memory elements, so that a load and a store can
//     happen in one cycle, and rhs and dst in different regions,
//   - an external flag per instance: the half instance is hand-written assembly,
//     declared and checked here but not used by the graph,
//   - a linear tile mapping of the tensors; each tile gets its vertex.
//
//   optc build --target ipu2 -o out examples/blend_on_tiles.mlir
//   optc run out --print dst

#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [4],
  subgroup_strides = [0], thread_strides = [1]>

module {
  poplar.vertex_template @"demo::Blend" params(T : type) multi external(T == f16) {
    poplar.field @lhs : !poplar.in<vec<$T, COMPACT_PTR, align 8>>
    poplar.field @rhs : !poplar.in<vec<$T, SCALED_PTR128, align 16>>
    poplar.field @dst : !poplar.out<vec<$T, SPAN, align 8>>
    poplar.field @index : !poplar.in<vec<ui16, SHORT_SPAN>>
    poplar.field @gain : !poplar.in<$T>
    poplar.field @mode : ui8 = 1
    poplar.constraint "elem(*lhs) != elem(*dst)"
    poplar.constraint "region(*rhs) != region(*dst)"
    poplar.split @dst contiguous grain 4
    poplar.compute (%lhs : memref<?xf32>, %rhs : memref<?xf32>, %dst : memref<?xf32>, %index : memref<?xi16>, %gain : f32, %mode : i8) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c24 = arith.constant 24 : index
      %pad = arith.constant 0.0 : f32
      // lhs and rhs are bare pointers; dst knows the length.
      %n = memref.dim %dst, %c0 : memref<?xf32>
      %l = memref.reinterpret_cast %lhs to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
      %r = memref.reinterpret_cast %rhs to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
      %g = vector.broadcast %gain : f32 to vector<24xf32>
      scf.for %i = %c0 to %n step %c24 {
        %x = vector.transfer_read %l[%i], %pad : memref<?xf32>, vector<24xf32>
        %y = vector.transfer_read %r[%i], %pad : memref<?xf32>, vector<24xf32>
        %p = arith.mulf %x, %g : vector<24xf32>
        %s = arith.addf %p, %y : vector<24xf32>
        %z = iree_vector_ext.to_layout %s to layout(#workers) : vector<24xf32>
        vector.transfer_write %z, %dst[%i] : vector<24xf32>, memref<?xf32>
      }
      poplar.compute_return
    }
  }
  poplar.instantiate @"demo::Blend"<f16>
  poplar.instantiate @"demo::Blend"<f32>
  poplar.function @__runCodelet_demo__Blend___half own_stack(16) external

  poplar.graph @main {
    %lhs = poplar.variable "lhs" = dense<2.0> : !poplar.tensor<300xf32>
    %rhs = poplar.variable "rhs" = dense<0.125> : !poplar.tensor<300xf32>
    %dst = poplar.variable "dst" : !poplar.tensor<300xf32>
    %index = poplar.constant dense<[1, 2, 3]> : !poplar.tensor<3xui16>
    %gain = poplar.variable "gain" = dense<1.5> : !poplar.tensor<f32>
    poplar.map_linear %lhs min 40 grain 4
    poplar.map_linear %rhs min 40 grain 4
    poplar.map_linear %dst min 40 grain 4
    poplar.set_tile_mapping %index on 0
    poplar.set_tile_mapping %gain on 0
    poplar.compute_set @blend {
      poplar.each_tile (%l, %r, %d, %tile) of (%lhs, %rhs, %dst) {
        %v = poplar.add_vertex @"demo::Blend<float>" on %tile
        poplar.connect %v @lhs to %l
        poplar.connect %v @rhs to %r
        poplar.connect %v @dst to %d
        poplar.connect %v @index to %index
        poplar.connect %v @gain to %gain
      }
    }
    poplar.program {
      poplar.execute @blend
    }
  }
}
