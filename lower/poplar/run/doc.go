// Package run executes a program: [Device] on simulated tiles, where operands are
// found only by decoding vertex state in tile memory, and, as what that
// is compared with, without addresses: [Plain] a graph, [Lowered] what
// poplar-lower-edges made of it.
package run
