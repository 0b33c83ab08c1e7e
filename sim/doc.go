// Package sim executes modules one operation at a time. It is how the compiler is
// checked: a program must do the same before and after a pass, on the tiles of a
// machine as on the host, spread over threads as in one.
//
// Machine runs the functions of a verified module; Group runs the threads of a
// workgroup with their barriers. What executes the programs of a family of hardware
// brings a table with the meaning of its operations.
//
// The simulator is strict. Reading memory that was never written, leaving the
// bounds of a memref and letting poison decide are errors at the operation.
// Scalars have at most 64 bits and vectors a known shape; other types are refused.
package sim
