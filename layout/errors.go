package layout

import "optc/diag"

// Errors explains the codes of unit maps.
var Errors = []diag.Doc{
	{Code: "bad-shape", Text: "The shape of a unit map has an extent below 1.", Fix: "Use extents of at least 1."},
	{Code: "bad-digit", Text: "A digit of a unit map has a size below 1 or a negative stride, or there are other digits than dimensions.", Fix: "Compare with the documentation of layout.Digits."},
	{Code: "bad-nested", Text: "The tiles or strides of a nested layout contradict each other.", Fix: "Let the strides of a level be products of the tiles with smaller strides."},
	{Code: "bad-permutation", Text: "A permutation of a unit map does not name every dimension once.", Fix: "Write a permutation of 0 … rank - 1."},
	{Code: "bad-table", Text: "The table of a unit map has no units, elements without size, or another number of bases than units.", Fix: "Compare with the documentation of layout.Table."},
	{Code: "buffer-size", Text: "The memory passed for a unit is shorter than what the map puts there.", Fix: "Pass memory up to the last place in use."},
	{Code: "compose-shape", Text: "Two unit maps cannot follow each other: the places of the first are not the elements of the second.", Fix: "Compose maps whose places and shape agree."},
	{Code: "does-not-fit", Text: "A unit holds more than its capacity.", Fix: "Use more units, or smaller tensors."},
	{Code: "index-range", Text: "Element indices of a unit map lie outside of the tensor.", Fix: "Use intervals inside of [0, elements)."},
	{Code: "shape-mismatch", Text: "A plan copies between unit maps of different shapes.", Fix: "View one of them in the shape of the other."},
	{Code: "slice-range", Text: "A slice of a unit map leaves its tensor.", Fix: "Use offsets and sizes inside of the extents."},
	{Code: "too-large", Text: "A unit map has more than 2^62 elements or places, or more units than are supported.", Fix: "Use smaller extents."},
	{Code: "unit-range", Text: "A unit map names a unit that does not exist.", Fix: "Units count from 0."},
	{Code: "unmapped", Text: "An element, or a place, has no counterpart in the other unit map.", Fix: "Map every element that is copied."},
	{Code: "view-count", Text: "A view of a unit map has another number of elements than its tensor.", Fix: "Use a shape with the same product of extents."},
	{Code: "view-illegal", Text: "No digits show the tensor of a unit map in that shape.", Fix: "Split and join dimensions at the borders of digits."},
	{Code: "width-mismatch", Text: "A plan copies between unit maps with elements of different sizes.", Fix: "Use maps of one element type."},
}
