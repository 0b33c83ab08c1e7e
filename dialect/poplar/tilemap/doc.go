// Package tilemap divides elements among tiles: intervals, mappings, splitting of
// regions, and the linear mapping of a shape. It needs no tensors, only shapes and
// a target; package graph applies it to variables and views.
package tilemap
