// Package sim executes modules one operation at a time. It is used to check the compiler: a program
// must have the same results before and after a pass, on the tiles of a machine as on the host, and
// distributed over threads as in a single thread.
//
// Machine runs the functions of a verified module; Group runs the threads of a workgroup with their
// barriers. The package depends on no dialect: an operation is executed by a Func, which its
// dialect provides (ir.Dialect.Meaning). Meanings are written with the methods of Frame and with
// helpers: Elementwise lifts scalar functions to vectors, Access moves vectors to and from memory,
// and QuickForm is fast in common cases. Code that executes the programs of a family of hardware
// provides a table with the meanings that depend on the device.
//
// The simulator is strict. Reading memory that was never written, leaving the bounds of a
// memref, and control flow or addresses that depend on poison are errors at the
// operation. Scalars have at most 64 bits and vectors have a known shape; other types are
// refused.
package sim
