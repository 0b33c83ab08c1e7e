// Package vectorext is the dialect iree_vector_ext: vectors that are spread over
// the threads of a workgroup, and gathers and scatters that keep contiguous
// dimensions contiguous.
//
// The central value is NestedLayout. It says which thread holds an element of a
// vector, and where in the thread's part. Passes ask it for shapes, compose it
// with affine maps and turn its strides into digits of the thread id; UnitMap
// translates it for the simulator and for pictures.
//
// The operations are those of IREE at two revisions. transfer_gather exists in
// the per-dimension form of the reference page and in the unified form that
// replaced it; both parse, verify, fold and print as written. Where the reference
// is unsound, this package does the sound thing and says so at the place.
package vectorext
