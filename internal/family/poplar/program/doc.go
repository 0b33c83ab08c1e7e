// Package program is a lowered graph: demands on tile memory, the places of the elements
// of variables, vertices whose fields refer to allocations, copies, and the steps of the
// program.
//
// It exists so that the IR after poplar-lower-edges is the complete program. [Write] converts a
// [Program] to operations and [Read] reads it back; placing, packing, images and runs start from
// the result of Read, and need neither tensors nor the tensor model. Editing the operations (an
// address, a region, another allocation) edits the program.
package program
