// Package reductions has the rules of operations that combine elements of different threads: reductions,
// contractions and matrix instructions, scans, and arg_compare. A thread combines its own elements first, then
// lanes combine in registers, then subgroups through workgroup memory, and last comes the accumulator.
//
//	vector.multi_reduction <add>, %v, %a [0] : vector<64xf32> to f32, subgroup 2, thread 8, element 4
//	→ %l = vector.multi_reduction <add>, %part, %zero [0, 1, 2]
//	  %s = gpu.subgroup_reduce add %l cluster(size = 8)
//	  write %s, barrier, read the results of both subgroups
//	  %r = vector.multi_reduction <add>, %both, %a [0]
//
// Package sums writes the same order into code for whole vectors.
package reductions
