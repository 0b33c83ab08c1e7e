// Package sectors counts the sectors of global memory that the threads of a subgroup touch when they read or
// write a vector in a layout, and the cycles of accesses to workgroup memory.
//
//	vector.transfer_read %m[%c0, %c0] : memref<64x64xf32>, vector<16x16xf32>, thread [16, 2], element [1, 8]
//	→ reads 2 × 16 bytes; 32 threads touch 64 sectors of 32 bytes, 32 if the bytes of each access were neighbours
//
// The option explain of vectorext-distribute-nested-layout reports the counts, and optc layout prints them.
package sectors
