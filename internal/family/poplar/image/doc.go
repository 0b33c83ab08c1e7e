// Package image describes the parts of images that are specific to programs for tiles:
// the figures of tile memory, the code of the vertices, and the steps that run it.
//
// It is a separate package so that the manifest, which other programs read, does not change when
// the structures of the compiler change.
package image
