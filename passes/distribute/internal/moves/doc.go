// Package moves has the rule of operations that only move a vector between a box of memory and registers: they
// are distributed as the transfer that moves the same elements.
//
//	vector.maskedload %m[%i], %k, %v
//	→ %r = vector.transfer_read %m[%i], %poison, %k {in_bounds = [true]}
//	  arith.select %k, %r, %v
//
// The rule asks the operation which elements it accesses (ir.MoveOf), so that it serves loads and stores of any dialect.
package moves
