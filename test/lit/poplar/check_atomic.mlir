// RUN: optc %s --poplar-check-atomic=level=warn --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Fill<half>" multi external {
    poplar.field @out : !poplar.out<vec<f16>>
    poplar.field @odd : !poplar.out<vec<f16>>
    poplar.field @even : !poplar.out<vec<f16>>
    poplar.field @words : !poplar.out<vec<f32>>
    // expected-warning @below {{'poplar.split' op worker 0 and worker 1 write parts of the same 4-byte word at byte 0 [poplar.atomic-hazard]}}
    // expected-note @below {{elements of 2 bytes go to the workers in turn; element 1 starts at byte 2, 2 mod 4 = 2}}
    poplar.split @out strided
    // expected-warning @below {{'poplar.split' op worker 0 and worker 1 write parts of the same 4-byte word at byte 8 [poplar.atomic-hazard]}}
    // expected-note @below {{parts of 5 elements of 2 bytes: the second part starts at byte 10, 10 mod 4 = 2; a grain that is a multiple of 2 is safe, and so is code that asks for its part with poplar.part}}
    poplar.split @odd contiguous grain 5
    poplar.split @even contiguous grain 6
    poplar.split @words strided
  }
  poplar.vertex @"demo::Half" worker external {
    poplar.field @out : !poplar.out<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<10xf16>
    // The block on tile 3 holds elements 1 and 4 to 9: element 6 is the fourth of
    // it and shares its second word with element 5.
    poplar.set_tile_mapping %x #poplar.mapping<0: 0..1, 2..4; 3: 1..2, 4..10>
    %a = poplar.slice %x from 4 to 6 dim 0
    %b = poplar.slice %x from 6 to 10 dim 0
    %c = poplar.slice %x from 5 to 7 dim 0
    %d = poplar.slice %x from 7 to 10 dim 0
    poplar.compute_set @hazard {
      // expected-note @below {{the other vertex is added here}}
      %v = poplar.add_vertex @"demo::Half" on 3
      poplar.connect %v @out to %a
      // expected-warning @below {{'poplar.add_vertex' op 'demo::Half' on tile 3 and 'demo::Half' on tile 3 write parts of the same 4-byte word at byte 4 of 'x' on tile 3 [poplar.atomic-hazard]}}
      %w = poplar.add_vertex @"demo::Half" on 3
      poplar.connect %w @out to %b
      // Not on this tile: goes through a temporary.
      %u = poplar.add_vertex @"demo::Half" on 1
      poplar.connect %u @out to %c
    }
    poplar.compute_set @fine {
      %v = poplar.add_vertex @"demo::Half" on 3
      poplar.connect %v @out to %c
    }
    poplar.compute_set @also_fine {
      %v = poplar.add_vertex @"demo::Half" on 3
      poplar.connect %v @out to %c
      %w = poplar.add_vertex @"demo::Half" on 3
      poplar.connect %w @out to %d
    }
  }
}
