// Package linalg is the part of the linalg dialect that other dialects name:
// what an iterator of a product does.
package linalg

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

// Dialect is the linalg dialect.
var Dialect = &ir.Dialect{
	Name:        "linalg",
	Summary:     "what iterators do",
	Description: `The kinds of iterators; what else upstream has is kept as text.`,
	Partial:     true,
	Define:      func() ir.Definitions { return ir.Definitions{Attrs: []*ir.AttrDef{iteratorTypes.Def()}} },
}

var iteratorTypes = &word.Set{
	Dialect: "linalg", Mnemonic: "iterator_type", Class: "::mlir::utils::IteratorType", Summary: "Iterator type",
	Words: []string{"parallel", "reduction", "window"}, Angles: true,
}
