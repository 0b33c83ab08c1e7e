// Package sim executes modules one operation at a time. It is how the compiler is
// checked: a program must do the same before and after a pass, on the tiles of a
// machine as on the host, spread over threads as in one.
//
// Machine runs the functions of a verified module; Group runs the threads of a
// workgroup with their barriers. The package knows no dialect: what an operation does is
// a Func, which the dialect brings (ir.Dialect.Meaning). Meanings are written with the
// methods of Frame and with what lifts functions of numbers to vectors (Elementwise),
// moves vectors to and from memory (Access) and is fast in common cases (QuickForm).
// Whoever executes the programs of a family of hardware brings a table with the meanings
// that depend on its device.
//
// The simulator is strict. Reading memory that was never written, leaving the
// bounds of a memref and letting poison decide are errors at the operation.
// Scalars have at most 64 bits and vectors a known shape; other types are refused.
package sim
