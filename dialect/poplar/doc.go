// Package poplar knows how vertices and tensors of a Graphcore IPU program lie
// in tile memory. It exists because a vertex is called with nothing but the
// address of its packed state: whoever places data, writes tile images or runs
// them has to agree, bit by bit, on what that state means.
package poplar
