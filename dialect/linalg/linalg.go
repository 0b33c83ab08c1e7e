// Package linalg is the part of the linalg dialect that other dialects use: the roles of
// iterators.
package linalg

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

// Dialect is the linalg dialect.
var Dialect = &ir.Dialect{
	Name:        "linalg",
	Summary:     "what iterators do",
	Description: `The kinds of iterators; everything else of upstream is kept as text.`,
	Partial:     true,
	Define:      func() ir.Definitions { return ir.Definitions{Attrs: []*ir.AttrDef{iteratorTypes.Def()}} },
}

var iteratorTypes = &word.Set{
	Dialect: "linalg", Mnemonic: "iterator_type", Class: "::mlir::utils::IteratorType", Summary: "Iterator type",
	Words: []string{"parallel", "reduction", "window"}, Angles: true,
}
