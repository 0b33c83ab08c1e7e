// RUN: optc run --target ipu2 --print y,y2,out.1 %s | FileCheck %s
// RUN: optc %s --tile --verify-exec | FileCheck %s --check-prefix=SAME

// Loops around variables, mappings, vertices of a tile and steps: the values, and the same
// values before and after each pass.

// CHECK: y = [1.800000e+01, 1.180000e+02, 2.180000e+02, 3.180000e+02, 4.180000e+02, 5.180000e+02, 6.180000e+02, 7.180000e+02]
// CHECK: y2 = [7.000000e+00, 7.000000e+00, 7.000000e+00, 7.000000e+00, 7.000000e+00, 7.000000e+00]
// CHECK: out.1 = [7.000000e+00, 7.000000e+00, 7.000000e+00]
// SAME: poplar.host_moves to "out.1"
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Sum" worker {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @y : !poplar.out<f32>
    poplar.field @row : ui32
    poplar.compute (%x : memref<?xf32>, %y : memref<f32>, %row : i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %z = arith.sitofp %row : i32 to f32
      %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f32) {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.addf %a, %v : f32
        scf.yield %w : f32
      }
      memref.store %s, %y[] : memref<f32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<1.5> : !poplar.tensor<10x4xf32>
    %y = poplar.variable "y" : !poplar.tensor<8xf32>
    %all = poplar.for %i = 0 to 3 concat dim 0 {
      %b = poplar.variable "b"[%i] = dense<7.0> : !poplar.tensor<2xf32>
      poplar.set_tile_mapping %b on %i + 1
      poplar.yield %b : !poplar.tensor<2xf32>
    }
    %y2 = poplar.variable "y2" : !poplar.tensor<6xf32>
    poplar.set_tile_mapping %y2 on 0
    poplar.set_tile_mapping %x on 0
    poplar.for %i = 0 to 4 {
      %p = poplar.slice %y from %i * 2 to %i * 2 + 2 dim 0
      poplar.set_tile_mapping %p on %i
    }
    poplar.compute_set @cs {
      poplar.each_tile (%ys, %tile) of (%y) {
        %lo, %hi = poplar.tile_range %y dim 0 on %tile
        poplar.for %r = %lo to %hi {
          %rows = poplar.slice %x from %r to %r + 3 dim 0
          %out = poplar.index %y %r dim 0
          %f = poplar.flatten %rows
          %v = poplar.add_vertex @"demo::Sum" on %tile
          poplar.connect %v @x to %f
          poplar.connect %v @y to %out
          poplar.set %v @row = %r * 100
        }
      }
    }
    poplar.program {
      poplar.execute @cs
      poplar.for %k = 0 to 2 {
        %s = poplar.slice %all from %k * 3 to %k * 3 + 3 dim 0
        %d = poplar.slice %y2 from %k * 3 to %k * 3 + 3 dim 0
        poplar.copy %s to %d
        poplar.copy_to_host %s to "out"[%k]
      }
    }
  }
}
