// Package poplar knows how vertices and tensors of a Graphcore IPU program lie
// in tile memory. It exists because a vertex is called with nothing but the
// address of its packed state: whoever places data, writes tile images or runs
// them has to agree, bit by bit, on what that state means.
//
// Everything here is a pure function of values; nothing about a chip is in
// code. A [Target] is data. A [FieldType] is what a C++ vertex declares;
// [Resolve] makes it concrete on a target, [PackState] lays out a whole vertex,
// [AppendField] and [DecodeField] turn what a field refers to into bytes and
// back. [Canonical] and [Mangle] name vertices, [ParseConstraint],
// [StackUsage], [WrapperOf] and [CheckSplit] answer what else a compiler of
// vertices has to know.
//
// The same things in the IR are the types, attributes and operations of
// [Dialect]. A vertex is a poplar.vertex with one poplar.field per member and
// perhaps a compute region, a program is a poplar.graph. [Evaluate] runs a graph
// on the tensor model; verifiers, type inference and passes call the functions
// above.
//
// Addresses are absolute tile addresses in bytes, counts are elements, sizes
// and alignments are bytes. Errors are [optc/diag] errors with the codes of
// spec poplar 7.8; where a rule cites a section, it is one of that document or
// of the vendor's chapters "Understanding vertices" and "Vector types".
package poplar
