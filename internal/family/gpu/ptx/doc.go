// Package ptx writes kernels for NVIDIA's GPUs in PTX, the assembly language that the driver
// compiles for a chip.
//
// The elements of a vector are registers, so that operations that rearrange vectors are no
// instructions. Indices are sums of registers times constants, from which addresses are made:
//
//	%2 = affine.linearize_index disjoint [%0#0, %c1, %1#2, %c0] by (2, 2, 8, 4) : index
//	%3 = vector.load %arg0[%1#1, %2] {alignment = 16 : i64} : memref<8x128xf32>, vector<4xf32>
//	→
//	mad.wide.u32 %rd2, %r5, 16, %rd1;
//	ld.global.nc.v4.b32 {%r6, %r7, %r8, %r9}, [%rd2+128];
//
// An instruction without effects is written once for equal operands, in the outermost loop that
// has them. Short branches are instructions with a predicate.
package ptx
