// Package image says what images of programs for tiles hold beyond what those of
// every program do: the figures of tile memory, and the code of the vertices with
// what runs when.
package image
