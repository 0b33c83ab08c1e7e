package vector

import (
	"slices"
	"strings"

	"optc/ir"
)

// Kind is how a reduction combines two elements.
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

// String is the word of the kind: "add", "minui", …
func (k Kind) String() string { return kinds.words[k] }

// IteratorType says what an iterator of a contraction does.
type IteratorType uint8

const (
	Parallel IteratorType = iota // the iterator is a dimension of the result
	Reduced                      // the iterator is combined over
)

// String is the word of the iterator type.
func (t IteratorType) String() string { return iteratorTypes.words[t] }

// Punctuation is what vector.print writes behind a value.
type Punctuation uint8

const (
	NoPunctuation Punctuation = iota
	NewLine
	Comma
	Open
	Close
)

type (
	// KindAttr is #vector.kind<add>.
	KindAttr struct {
		ir.AttrBase
		Kind Kind
	}
	// IteratorTypeAttr is #vector.iterator_type<parallel>.
	IteratorTypeAttr struct {
		ir.AttrBase
		IteratorType IteratorType
	}
	// PunctuationAttr is #vector.punctuation<comma>.
	PunctuationAttr struct {
		ir.AttrBase
		Punctuation Punctuation
	}
)

// enum is an attribute with one word: #vector.mnemonic<word>.
type enum struct {
	mnemonic, class string
	words           []string // indexed by value
	listed          []string // in the order of upstream's messages
}

var (
	kinds = &enum{"kind", "::mlir::vector::CombiningKind",
		[]string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"},
		[]string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf", "minimumf"}}
	iteratorTypes = newEnum("iterator_type", "::mlir::vector::IteratorType", "parallel", "reduction")
	punctuations  = newEnum("punctuation", "::mlir::vector::PrintPunctuation", "no_punctuation", "newline", "comma", "open", "close")
)

func newEnum(mnemonic, class string, words ...string) *enum {
	return &enum{mnemonic, class, words, words}
}

// spell returns the canonical spelling of a value.
func (e *enum) spell(c *ir.Context, value int) *ir.Spelling {
	return ir.Spell(c).Str("#vector.").Str(e.mnemonic).Str("<").Str(e.words[value]).Str(">")
}

// parse reads <word>; ok is false after an error.
func (e *enum) parse(p ir.AsmParser) (value int, ok bool) {
	p.Expect("<")
	pos := p.Pos()
	word := p.KeywordOrString()
	value = slices.Index(e.words, word)
	if p.Ok() && value < 0 {
		p.ErrorAt(pos, "expected %s to be one of: %s", e.class, strings.Join(e.listed, ", "))
	}
	p.Expect(">")
	return value, p.Ok()
}

// kind declares the attribute of the enumeration; of builds a value.
func (e *enum) attrDef(summary string, of func(c *ir.Context, value int) ir.Attribute) *ir.AttrDef {
	k := &ir.AttrDef{
		Mnemonic: e.mnemonic,
		Summary:  summary,
		Syntax:   `"<" ("` + strings.Join(e.words, `" | "`) + `") ">"`,
		Parse: func(p ir.AsmParser) ir.Attribute {
			if v, ok := e.parse(p); ok {
				return of(p.Context(), v)
			}
			return nil
		},
	}
	for _, w := range e.words {
		k.Examples = append(k.Examples, "#vector."+e.mnemonic+"<"+w+">")
	}
	return k
}

var (
	kindAttr = kinds.attrDef("how a reduction combines elements",
		func(c *ir.Context, v int) ir.Attribute { return KindOf(c, Kind(v)) })
	iteratorTypeAttr = iteratorTypes.attrDef("what an iterator of a contraction does",
		func(c *ir.Context, v int) ir.Attribute { return IteratorTypeOf(c, IteratorType(v)) })
	punctuationAttr = punctuations.attrDef("what vector.print writes behind a value",
		func(c *ir.Context, v int) ir.Attribute { return PunctuationOf(c, Punctuation(v)) })
)

// KindOf returns #vector.kind<k>.
func KindOf(c *ir.Context, k Kind) *KindAttr {
	return ir.InternAttr(kinds.spell(c, int(k)), func(b ir.AttrBase) *KindAttr { return &KindAttr{b, k} })
}

// IteratorTypeOf returns #vector.iterator_type<t>.
func IteratorTypeOf(c *ir.Context, t IteratorType) *IteratorTypeAttr {
	return ir.InternAttr(iteratorTypes.spell(c, int(t)), func(b ir.AttrBase) *IteratorTypeAttr { return &IteratorTypeAttr{b, t} })
}

// PunctuationOf returns #vector.punctuation<p>.
func PunctuationOf(c *ir.Context, p Punctuation) *PunctuationAttr {
	return ir.InternAttr(punctuations.spell(c, int(p)), func(b ir.AttrBase) *PunctuationAttr { return &PunctuationAttr{b, p} })
}

// supports tells whether a kind applies to elements of type t.
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
		Summary: "Kind of combining function for contractions and reductions",
		Check:   ir.IsAttr[*KindAttr], Parse: kindAttr.Parse,
	}
	iteratorTypesConstraint = &ir.AttrConstraint{
		Summary: "Iterator type should be an enum.", Check: ir.IsArrayOf(ir.IsAttr[*IteratorTypeAttr]), Stores: ir.ArrayConstraint.Check,
	}
	punctuationConstraint = &ir.AttrConstraint{
		Summary: "Punctuation for separating vectors or vector elements",
		Check:   ir.IsAttr[*PunctuationAttr], Parse: punctuationAttr.Parse,
	}
	alignmentConstraint = &ir.AttrConstraint{
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

// kindDef declares the inherent attribute kind, with defaultAdd the default add.
func kindDef(defaultAdd bool) ir.PropDef {
	d := ir.PropDef{Name: kindName, Type: kindConstraint}
	if defaultAdd {
		d.Default = func(c *ir.Context) ir.Attribute { return KindOf(c, Add) }
	}
	return d
}

func denseDef(name string) ir.PropDef { return ir.PropDef{Name: name, Type: ir.DenseI64ArrayAttr} }

func alignmentDef() ir.PropDef {
	return ir.PropDef{Name: alignmentAttr, Type: alignmentConstraint, Optional: true, Doc: "alignment of the address in bytes"}
}

func nontemporalDef() ir.PropDef {
	return ir.PropDef{Name: "nontemporal", Type: ir.BoolAttr, Optional: true,
		Default: func(c *ir.Context) ir.Attribute { return c.Bool(false) }, Doc: "the data is not used again soon"}
}
