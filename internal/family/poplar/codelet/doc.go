// Package codelet carries vertex classes between C++ and the IR.
//
// Codelets are written in C++ and in assembly: a class declares the state, and hand-written code
// reads the state at offsets that were counted by hand. [Import] reads the declarations as a
// compiler for a target does, [CPP] and [Assembly] write the declarations of a module, so that
// either side can be the source.
package codelet
