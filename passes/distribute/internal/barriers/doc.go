// Package barriers keeps the fewest barriers that exchanges through workgroup memory need.
//
// An exchange writes buffers of workgroup memory, and reads them after a barrier. Distribution
// places two barriers for each exchange; when all exchanges are known, Settle keeps only the
// barriers that are needed because no other barrier separates two accesses to the same buffer:
//
//	scf.for …                          scf.for …
//	  barrier                            write a
//	  write a                            barrier
//	  barrier                     →      read a
//	  read a                             write b          // separated from the next write to a
//	  barrier                            barrier          // by the barrier of b
//	  write b                            read b
//	  barrier
//	  read b
//
// Exchanges of a block share a barrier if possible, and a loop uses two buffers in turn if this
// saves a barrier in each iteration.
package barriers
