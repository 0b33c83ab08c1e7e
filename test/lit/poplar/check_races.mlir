// RUN: optc %s --poplar-check-races --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @in : !poplar.in<vec<f32>>
    poplar.field @out : !poplar.out<vec<f32>>
  }
  poplar.vertex @"demo::Rows" worker external {
    poplar.field @rows : !poplar.vec<inout<vec<f32>>>
    poplar.field @sums : !poplar.out<vec<f32>>
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
    // Views that a vertex writes may be neighbours.
    poplar.compute_set @neighbours {
      %v = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %v @rows to [%a, %y]
      %c = poplar.slice %x from 5 to 8 dim 0
      poplar.connect %v @sums to %c
    }
    poplar.compute_set @rows {
      // expected-error @below {{'poplar.add_vertex' op 'demo::Rows' on tile 0 writes 'x'[4] through 'rows'[0] and through 'rows'[1] in compute set 'rows' [poplar.write-race]}}
      // expected-note @below {{its code may write to them in any order; views that a vertex writes share no elements}}
      %v = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %v @rows to [%a, %b]
      poplar.connect %v @sums to %y
    }
    poplar.compute_set @fields {
      // expected-error @below {{'poplar.add_vertex' op 'demo::Rows' on tile 0 writes 'x'[4] through 'rows'[0] and through 'sums' in compute set 'fields' [poplar.write-race]}}
      // expected-note @below {{its code may write to them in any order; views that a vertex writes share no elements}}
      %v = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %v @rows to [%a, %y]
      poplar.connect %v @sums to %b
    }
  }
}
