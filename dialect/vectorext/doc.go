// Package vectorext is the dialect iree_vector_ext: vectors that are spread over
// the threads of a workgroup, and gathers and scatters that keep contiguous
// dimensions contiguous.
//
// The central value is NestedLayout. It says which thread holds an element of a
// vector, and where in the thread's part: UnitMap is that function. Passes compose
// layouts with affine maps, view them in other shapes and ask the unit map for the
// rest.
//
// The operations are those of IREE at two revisions. transfer_gather exists in
// the per-dimension form of the reference page and in the unified form that
// replaced it; both parse, verify, fold and print as written. Where the reference
// is unsound, this package does the sound thing and says so at the place.
package vectorext
