// Package vector is the vector dialect of LLVM 22: vectors of any rank as values,
// operations that move, reshape, reduce and contract them, and transfers between them and
// memory. The code that the distribution of iree_vector_ext produces consists of its
// operations.
//
// Operations are recognized by their kinds (vector.Extract.Is(op)); Transfer is a view of
// vector.transfer_read and vector.transfer_write with methods for folds and lowerings.
package vector
