// Package vertex defines the state of a vertex, bit by bit.
//
// A vertex is called with only the address of its packed state, so that placing data,
// writing images and running them all depend on the meaning of the state. A [FieldType]
// is the declaration of a field in a C++ class ([ParseFieldType]); [Resolve] chooses its
// layout on a target, [PackState] lays out a whole class; [AppendField] and [DecodeField]
// turn the data that a field refers to into bytes and back. The encoding of a layout such
// as COMPACT_DELTAN is in encode.go and decode.go, and its choice on a target in
// resolve.go.
//
// The package also contains the other properties of a class: memory constraints
// ([ParseConstraint]), the stack it needs ([StackUsage]) and the wrapper that calls its
// compute method ([WrapperOf]).
//
// Addresses are absolute tile addresses in bytes, counts are elements.
package vertex
