// Package hazards orders the accesses of different threads to the same memory.
//
// A thread that works on whole vectors reads its own earlier writes. After distribution another thread may
// have written it, so that a barrier must be between:
//
//	vector.transfer_write %v, %m[%c0]        // in #rows
//	gpu.barrier                              // without it, an error; the option barriers=insert inserts it
//	%w = vector.transfer_read %m[%c0]        // in #columns
//
// Every thread would execute writes that no layout divides; they are left to the first thread, together
// with the operations that only they need:
//
//	%x = memref.load %m[]              scf.if %first {
//	%y = arith.addi %x, %one     →       %x = memref.load %m[]
//	memref.store %y, %m[]                %y = arith.addi %x, %one
//	                                     memref.store %y, %m[] }
package hazards
