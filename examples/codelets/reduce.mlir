// A reduction of jagged rows. The class of the reducing operation is a template argument; the
// accumulator may be wider than the partial results.
//
//   optc run --target ipu2 --print largest examples/codelets/reduce.mlir
//   largest = [4.000000e+00, 5.000000e-01, 1.000000e+03]

module {
  poplar.vertex_template @"demo::Reduce" params(Op : class, In : type, Out : type) worker {
    poplar.field @out : !poplar.out<vec<$Out, ONE_PTR>>
    poplar.field @partials : !poplar.in<vec_list<$In, COMPACT_DELTAN>>
    poplar.compute generic (%out : memref<?x$Out>, %partials : !poplar.rows<$In>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %init = func.call @"$Op::init<$Out>"() : () -> $Out
      %rows = poplar.list_size %partials : !poplar.rows<$In>
      scf.for %r = %c0 to %rows step %c1 {
        %row = poplar.list_row %partials[%r] : !poplar.rows<$In> to memref<?x$In>
        %n = memref.dim %row, %c0 : memref<?x$In>
        %result = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> ($Out) {
          %x = memref.load %row[%i] : memref<?x$In>
          %wide = poplar.convert %x : $In to $Out
          %next = func.call @"$Op::update<$Out>"(%acc, %wide) : ($Out, $Out) -> $Out
          scf.yield %next : $Out
        }
        memref.store %result, %out[%r] : memref<?x$Out>
      }
      poplar.compute_return
    }
  }

  func.func private @"demo::ReduceAdd::init<float>"() -> f32 {
    %zero = arith.constant 0.0 : f32
    return %zero : f32
  }
  func.func private @"demo::ReduceAdd::update<float>"(%acc: f32, %x: f32) -> f32 {
    %sum = arith.addf %acc, %x : f32
    return %sum : f32
  }
  func.func private @"demo::ReduceMax::init<half>"() -> f16 {
    %lowest = arith.constant -6.5504e+04 : f16
    return %lowest : f16
  }
  func.func private @"demo::ReduceMax::update<half>"(%acc: f16, %x: f16) -> f16 {
    %max = arith.maximumf %acc, %x : f16
    return %max : f16
  }

  poplar.instantiate @"demo::Reduce"<#poplar.class<"demo::ReduceAdd">, f16, f32>
  poplar.instantiate @"demo::Reduce"<#poplar.class<"demo::ReduceMax">, f16, f16>

  poplar.graph @main {
    %p0 = poplar.variable "p0" = dense<[1.0, 2.0, 3.0, 4.0]> : !poplar.tensor<4xf16>
    poplar.set_tile_mapping %p0 on 0
    %p1 = poplar.variable "p1" = dense<[0.5, -0.5]> : !poplar.tensor<2xf16>
    poplar.set_tile_mapping %p1 on 0
    %p2 = poplar.variable "p2" = dense<[1.0e3, 1.0e3, 1.0e3]> : !poplar.tensor<3xf16>
    poplar.set_tile_mapping %p2 on 0
    %sum = poplar.variable "sum" : !poplar.tensor<3xf32>
    poplar.set_tile_mapping %sum on 0
    %largest = poplar.variable "largest" : !poplar.tensor<3xf16>
    poplar.set_tile_mapping %largest on 0
    poplar.compute_set @cs {
      %add = poplar.add_vertex @"demo::Reduce<demo::ReduceAdd, half, float>" on 0
      poplar.connect %add @partials to [%p0, %p1, %p2]
      poplar.connect %add @out to %sum
      %max = poplar.add_vertex @"demo::Reduce<demo::ReduceMax, half, half>" on 0
      poplar.connect %max @partials to [%p0, %p1, %p2]
      poplar.connect %max @out to %largest
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
