// Package run executes a program. [Device] executes it on simulated tiles, where operands are found
// only by decoding vertex state in tile memory. [Plain] executes a graph, and [Lowered] executes
// the result of poplar-lower-edges; both work without addresses.
//
// It exists so that a compiled program can be compared with the program's meaning: the three share
// the code of vertices, but find the operands in different ways.
package run
