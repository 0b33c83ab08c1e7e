package vector

import (
	"slices"

	"optc/dialect/internal/word"
	"optc/ir"
)

// Kind is the way in which a reduction combines two elements.
type Kind uint8

// The kinds, numbered as upstream (VectorAttributes.td).
const (
	Add Kind = iota
	Mul
	MinUI
	MinSI
	MinNumF
	MaxUI
	MaxSI
	MaxNumF
	And
	Or
	Xor
	MinimumF
	MaximumF
)

// String returns the word of the kind: "add", "minui", …
func (k Kind) String() string { return kinds.Words[k] }

// KindOfWord returns the kind whose String is the word.
func KindOfWord(word string) Kind { return Kind(slices.Index(kinds.Words, word)) }

// IteratorType is the role of an iterator in a contraction.
type IteratorType uint8

const (
	Parallel IteratorType = iota // the iterator is a dimension of the result
	Reduced                      // the elements along the iterator are combined
)

// String is the word of the iterator type.
func (t IteratorType) String() string { return iteratorTypes.Words[t] }

// Punctuation is the text that vector.print writes after a value.
type Punctuation uint8

const (
	NoPunctuation Punctuation = iota
	NewLine
	Comma
	Open
	Close
)

var (
	kinds = &word.Set{
		Dialect: "vector", Mnemonic: "kind", Class: "::mlir::vector::CombiningKind", Summary: "how a reduction combines elements",
		Words:  []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"},
		Listed: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf", "minimumf"},
		Angles: true,
	}
	iteratorTypes = &word.Set{
		Dialect: "vector", Mnemonic: "iterator_type", Class: "::mlir::vector::IteratorType", Summary: "role of an iterator in a contraction",
		Words: []string{"parallel", "reduction"}, Angles: true,
	}
	punctuations = &word.Set{
		Dialect: "vector", Mnemonic: "punctuation", Class: "::mlir::vector::PrintPunctuation", Summary: "text that vector.print writes after a value",
		Words: []string{"no_punctuation", "newline", "comma", "open", "close"}, Angles: true,
	}
)

// supports reports whether a kind applies to elements of type t.
func (k Kind) supports(t ir.Type) bool {
	_, isInt := t.(*ir.IntegerType)
	_, isIndex := t.(*ir.IndexType)
	_, isFloat := t.(*ir.FloatType)
	switch k {
	case Add, Mul:
		return isInt || isIndex || isFloat
	case MinNumF, MaxNumF, MinimumF, MaximumF:
		return isFloat
	}
	return isInt || isIndex
}

var (
	kindConstraint = &ir.AttrConstraint{
		Go:      ir.GoAs(word.Read[Kind], kindOf),
		Summary: "Kind of combining function for contractions and reductions",
		Check:   kinds.Is, Parse: kinds.Parse,
	}
	iteratorTypesConstraint = &ir.AttrConstraint{
		Go:      ir.GoAs(readIterators, iteratorsAttr),
		Summary: "Iterator type should be an enum.", Check: ir.IsArrayOf(iteratorTypes.Is), Stores: ir.ArrayConstraint.Check,
	}
	punctuationConstraint = &ir.AttrConstraint{
		Go:      ir.GoAs(word.Read[Punctuation], punctuationOf),
		Summary: "Punctuation for separating vectors or vector elements",
		Check:   punctuations.Is, Parse: punctuations.Parse,
	}
	alignmentConstraint = &ir.AttrConstraint{
		Go:      ir.GoI64,
		Summary: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
		Check: func(a ir.Attribute) bool {
			if !ir.I64Attr.Check(a) {
				return false
			}
			v := a.(*ir.IntegerAttr).Int64()
			return v > 0 && v&(v-1) == 0
		},
		Stores:    ir.I64Attr.Stores,
		ValueType: ir.I64Attr.ValueType,
	}
)

func kindOf(c *ir.Context, k Kind) *word.Attr               { return kinds.Of(c, int(k)) }
func punctuationOf(c *ir.Context, p Punctuation) *word.Attr { return punctuations.Of(c, int(p)) }

func readIterators(a ir.Attribute) []IteratorType { return word.ReadList[[]IteratorType](a) }

func iteratorsAttr(c *ir.Context, types []IteratorType) *ir.ArrayAttr {
	elems := make([]ir.Attribute, len(types))
	for i, t := range types {
		elems[i] = iteratorTypes.Of(c, int(t))
	}
	return c.Array(elems)
}

// kindDef declares the inherent attribute kind, with defaultAdd the default add.
func kindDef(defaultAdd bool) ir.PropDef {
	d := ir.PropDef{Name: kindName, Type: kindConstraint}
	if defaultAdd {
		d.Default = func(c *ir.Context) ir.Attribute { return kinds.Of(c, int(Add)) }
	}
	return d
}

func denseDef(name string) ir.PropDef { return ir.PropDef{Name: name, Type: ir.DenseI64ArrayAttr} }

func alignmentDef() ir.PropDef {
	return ir.PropDef{Name: alignmentAttr, Type: alignmentConstraint, Optional: true, Absent: 0, Doc: "alignment of the address in bytes"}
}

func nontemporalDef() ir.PropDef {
	return ir.PropDef{Name: "nontemporal", Type: ir.BoolAttr, Optional: true,
		Default: func(c *ir.Context) ir.Attribute { return c.Bool(false) }, Doc: "the data is not used again soon"}
}

// CombiningKind returns the way in which a reduction, contraction, scan or outer product
// combines elements.
func CombiningKind(op *ir.Operation) Kind { return Kind(kinds.Get(op, kindName)) }
