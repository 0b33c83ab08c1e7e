// Package program is a lowered graph: demands on tile memory, where the elements of
// variables lie, vertices whose fields refer to allocations, copies, and the steps
// of the program.
//
// It exists so that the IR after poplar-lower-edges is the program. [Write] makes a
// [Program] into operations and [Read] reads it back; placing, packing, images and
// runs start from what is read, and need neither tensors nor the tensor model. To
// edit the operations (an address, a region, one more allocation) is to edit the
// program.
package program
