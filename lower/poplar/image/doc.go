// Package image describes a compiled program: the bytes of every tile, and the
// manifest that says what lies where and what runs when.
package image
