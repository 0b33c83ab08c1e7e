// Package vertex defines the state of a vertex, bit by bit.
//
// A vertex is called with nothing but the address of its packed state, so
// placing data, writing images and running them all depend on what the state means.
// A [FieldType] is what a C++ class declares ([ParseFieldType]); [Resolve] chooses
// its layout on a target, [PackState] lays out a whole class; [AppendField] and
// [DecodeField] turn what a field refers to into bytes and back. How a layout such
// as COMPACT_DELTAN is encoded is in encode.go and decode.go, which layout it
// stands for in resolve.go.
//
// What else is known of a class is here too: memory constraints
// ([ParseConstraint]), the stack it needs ([StackUsage]) and the wrapper that calls
// its compute method ([WrapperOf]).
//
// Addresses are absolute tile addresses in bytes, counts are elements.
package vertex
