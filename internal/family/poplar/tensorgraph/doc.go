// Package tensorgraph makes graphs of functions on tensors. Every loop nest is divided into blocks, one
// for each tile that takes part. A block is a vertex whose code is the operation's region inside of
// loops over the block; its operands are slices of the tensors, which reach the tile by exchange. Moves
// of elements are views.
//
// The division is a plan in the text: the attribute poplar.parts of an operation has the number of
// parts of each loop. A plan that is written by hand is kept.
package tensorgraph
