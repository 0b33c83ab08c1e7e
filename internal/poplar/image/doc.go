// Package image says what images of programs for tiles hold beyond what those of
// every program do: the figures of tile memory, and the code of the vertices with
// what runs when.
//
// It is a package of its own so that the manifest, which other programs read, does not
// change with the structures of the compiler.
package image
