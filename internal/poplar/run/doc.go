// Package run executes a program: [Device] on simulated tiles, where operands are
// found only by decoding vertex state in tile memory, and without addresses:
// [Plain] a graph, [Lowered] what poplar-lower-edges made of it.
//
// It exists so that a compiled program can be compared with its meaning: the three
// share the code of vertices, but not the way to its operands.
package run
