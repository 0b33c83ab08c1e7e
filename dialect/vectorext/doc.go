// Package vectorext is the dialect iree_vector_ext: vectors that are spread over
// the threads of a workgroup, and gathers and scatters that keep contiguous
// dimensions contiguous.
//
// The central type is NestedLayout. It specifies which thread holds an element of a
// vector, and where in the thread's part the element is: UnitMap is that function. Passes
// compose layouts with affine maps, reshape them, and query the unit map for everything
// else.
//
// The operations exist in two revisions of IREE. transfer_gather has the per-dimension
// form of the reference page and the unified form that replaced it; both parse, verify,
// fold and print as written. Where the reference is unsound, this package deviates from
// it, with a comment at the place.
package vectorext
