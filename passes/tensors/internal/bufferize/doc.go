// Package bufferize gives tensors memory. An analysis decides for every operand whether the operation may change the
// operand's buffer in place; the operations are then replaced by operations on buffers, with a copy if the old
// elements are still needed.
package bufferize
