// Package codelet carries vertex classes between C++ and the IR.
//
// Codelets are written in C++ and in assembly: a class declares the state, and
// hand-written code reads it at offsets that somebody counted. [Import] reads the
// declarations as a compiler for a target sees them, [CPP] and [Assembly] write the
// declarations of a module, so that either side can be the one that is maintained.
package codelet
