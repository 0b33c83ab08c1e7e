// Package uniform checks that threads agree where they share work: that all of them arrive at an
// operation that they execute together, and that they have the same values for operands of a vector that
// is divided among them.
//
//	scf.if %odd { gpu.barrier }              // error: needs all threads of its workgroup, but …
//	%s = vector.broadcast %t                 // error: is divided among the threads of a subgroup, but its operand differs
//
// An operation without effects in a branch that not all threads take is lifted out of it:
//
//	scf.if %first {                            %s = vector.multi_reduction <add>, %v, %z [0]
//	  %s = vector.multi_reduction … %v …   →   scf.if %first {
//	  memref.store %s, %m[]                      memref.store %s, %m[]
//	}                                          }
package uniform
