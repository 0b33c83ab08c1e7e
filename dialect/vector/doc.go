// Package vector is the vector dialect of LLVM 22: vectors of any rank as values,
// operations that move, reshape, reduce and contract them, and transfers between
// them and memory. The distributed code of iree_vector_ext is written in it.
//
// Operations are told apart by their kinds (vector.Extract.Is(op)); Transfer is a
// view of the two transfers that answers what folds and lowerings ask.
package vector
