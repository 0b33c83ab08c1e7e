// Package image describes the contents of images of programs for tiles that images of
// other programs do not have: the figures of tile memory, the code of the vertices, and
// the steps that run it.
//
// It is a separate package so that the manifest, which other programs read, does not
// change with the structures of the compiler.
package image
