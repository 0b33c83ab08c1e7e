// RUN: optc %s --poplar-check-races --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @in : !poplar.in<vec<f32>>
    poplar.field @out : !poplar.out<vec<f32>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
    %a = poplar.slice %x from 0 to 5 dim 0
    %b = poplar.slice %x from 4 to 8 dim 0
    %y = poplar.variable "y" : !poplar.tensor<8xf32>
    // Two readers, and different sets: no race.
    poplar.compute_set @fine {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @in to %y
      poplar.connect %v @out to %a
    }
    poplar.compute_set @write {
      // expected-note @below {{the other vertex is added here}}
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @in to %y
      poplar.connect %v @out to %a
      // expected-error @below {{'poplar.add_vertex' op 'x'[4] is written by 'demo::P' on tile 0 and written by 'demo::P' on tile 1 in compute set 'write' [poplar.write-race]}}
      %w = poplar.add_vertex @"demo::P" on 1
      poplar.connect %w @in to %y
      poplar.connect %w @out to %b
    }
    poplar.compute_set @read {
      // expected-note @below {{the other vertex is added here}}
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @in to %a
      poplar.connect %v @out to %y
      %h = poplar.slice %y from 6 to 8 dim 0
      // expected-error @below {{'poplar.add_vertex' op 'x'[4] is written by 'demo::P' on tile 1 and read by 'demo::P' on tile 0 in compute set 'read' [poplar.read-write-race]}}
      // expected-error @below {{'poplar.add_vertex' op 'y'[6] is written by 'demo::P' on tile 0 and read by 'demo::P' on tile 1 in compute set 'read' [poplar.read-write-race]}}
      %w = poplar.add_vertex @"demo::P" on 1
      poplar.connect %w @in to %h
      poplar.connect %w @out to %b
    }
  }
}
