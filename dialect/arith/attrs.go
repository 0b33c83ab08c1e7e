package arith

import (
	"slices"
	"strings"

	"optc/ir"
)

// FastMath is a set of licences to compute floats less exactly, as in LLVM IR
// ("Fast-Math Flags" in the LLVM language reference).
type FastMath uint32

// The single flags, in the order in which they print.
const (
	Reassoc         FastMath = 1 << iota // operands may be regrouped
	NoNaNs                               // operands and results are no NaNs
	NoInfs                               // operands and results are not infinities
	NoSignedZeros                        // the sign of zeros does not matter
	AllowReciprocal                      // x/y may become x*(1/y)
	AllowContract                        // operations may be fused
	ApproxFunc                           // functions may be approximated
	Fast            = Reassoc | NoNaNs | NoInfs | NoSignedZeros | AllowReciprocal | AllowContract | ApproxFunc
)

// Overflow is a set of promises that an integer operation does not wrap around;
// if it does, the result is poison.
type Overflow uint32

const (
	NSW Overflow = 1 << iota // no signed wrap
	NUW                      // no unsigned wrap
)

// FastMathAttr is #arith.fastmath<nnan,ninf>.
type FastMathAttr struct {
	ir.AttrBase
	Flags FastMath
}

// OverflowAttr is #arith.overflow<nsw, nuw>.
type OverflowAttr struct {
	ir.AttrBase
	Flags Overflow
}

// bitEnum is the textual form of a set of flags.
type bitEnum struct {
	mnemonic, class, separator string
	words                      []string // words of bit 0, 1, …
	all                        string   // word for all bits, or ""
}

var (
	fastMathEnum = bitEnum{mnemonic: "fastmath", class: "::mlir::arith::FastMathFlags", separator: ",",
		words: []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}, all: "fast"}
	overflowEnum = bitEnum{mnemonic: "overflow", class: "::mlir::arith::IntegerOverflowFlags", separator: ", ",
		words: []string{"nsw", "nuw"}, all: ""}
)

// keywords lists all words in the order of upstream's messages.
func (e *bitEnum) keywords() []string {
	words := append([]string{"none"}, e.words...)
	if e.all != "" {
		words = append(words, e.all)
	}
	return words
}

// value returns the bits of a word.
func (e *bitEnum) value(word string) (bits uint32, ok bool) {
	switch {
	case word == "none":
		return 0, true
	case word == e.all && word != "":
		return 1<<len(e.words) - 1, true
	}
	i := slices.Index(e.words, word)
	if i < 0 {
		return 0, false
	}
	return 1 << i, true
}

// spell returns the canonical spelling #arith.mnemonic<a,b>.
func (e *bitEnum) spell(c *ir.Context, bits uint32) *ir.Spelling {
	s := ir.Spell(c).Str("#arith.").Str(e.mnemonic).Str("<")
	switch {
	case bits == 0:
		s.Str("none")
	case e.all != "" && bits == 1<<len(e.words)-1:
		s.Str(e.all)
	default:
		sep := ""
		for i, w := range e.words {
			if bits&(1<<i) != 0 {
				s.Str(sep).Str(w)
				sep = e.separator
			}
		}
	}
	return s.Str(">")
}

// parse reads <word, word, …>.
func (e *bitEnum) parse(p ir.AsmParser) (bits uint32) {
	p.Expect("<")
	for p.Ok() {
		pos := p.Pos()
		word := p.KeywordOrString()
		v, ok := e.value(word)
		if p.Ok() && !ok {
			p.ErrorAt(pos, "expected %s to be one of: %s", e.class, strings.Join(e.keywords(), ", "))
			p.SuggestAt(pos, word, e.keywords())
		}
		bits |= v
		if !p.Accept(",") {
			break
		}
	}
	p.Expect(">")
	return bits
}

// FastMathOf returns the attribute of a set of fast-math flags.
func FastMathOf(c *ir.Context, f FastMath) *FastMathAttr {
	return ir.InternAttr(fastMathEnum.spell(c, uint32(f)), func(b ir.AttrBase) *FastMathAttr { return &FastMathAttr{b, f} })
}

// OverflowOf returns the attribute of a set of overflow flags.
func OverflowOf(c *ir.Context, f Overflow) *OverflowAttr {
	return ir.InternAttr(overflowEnum.spell(c, uint32(f)), func(b ir.AttrBase) *OverflowAttr { return &OverflowAttr{b, f} })
}

// FastMathFlags returns the fast-math flags of an operation; none when it has no
// such attribute.
func FastMathFlags(op *ir.Operation) FastMath { return ReadFastMath(op.Attr(fastMath)) }

// SetFastMath sets the fast-math flags of an operation, and reports whether it can have flags.
func SetFastMath(op *ir.Operation, flags FastMath) bool {
	if op.Def().AttrIndex(fastMath) < 0 {
		return false
	}
	op.SetAttr(fastMath, FastMathOf(ir.ContextOf(op), flags))
	return true
}

// ReadFastMath returns the flags of an attribute, none for any other attribute.
func ReadFastMath(a ir.Attribute) FastMath {
	if a, ok := a.(*FastMathAttr); ok {
		return a.Flags
	}
	return 0
}

// IsExact reports whether an operation promises to lose no bits; it is false for
// operations that cannot give such a promise.
func IsExact(op *ir.Operation) bool {
	return op.Def().AttrIndex(isExact) >= 0 && op.Attr(isExact) != nil
}

// OverflowFlags returns the overflow flags of an operation; none when it has no
// such attribute.
func OverflowFlags(op *ir.Operation) Overflow { return readOverflow(op.Attr(overflowFlags)) }

func readOverflow(a ir.Attribute) Overflow {
	if a, ok := a.(*OverflowAttr); ok {
		return a.Flags
	}
	return 0
}

var fastMathDef = &ir.AttrDef{
	Mnemonic:    "fastmath",
	Summary:     "fast-math flags",
	Description: `Licences to compute floats less exactly: none, fast, or a list of single flags.`,
	Syntax:      `"<" flag ("," flag)* ">"`,
	Examples:    []string{"#arith.fastmath<none>", "#arith.fastmath<nnan,ninf>", "#arith.fastmath<fast>"},
	Parse:       parseFastMath,
}

var overflowDef = &ir.AttrDef{
	Mnemonic:    "overflow",
	Summary:     "integer overflow flags",
	Description: `Promises that a computation does not wrap around: none, nsw (signed), nuw (unsigned).`,
	Syntax:      `"<" flag ("," flag)* ">"`,
	Examples:    []string{"#arith.overflow<none>", "#arith.overflow<nsw, nuw>"},
	Parse:       parseOverflow,
}

func parseFastMath(p ir.AsmParser) ir.Attribute {
	bits := fastMathEnum.parse(p)
	if !p.Ok() {
		return nil
	}
	return FastMathOf(p.Context(), FastMath(bits))
}

func parseOverflow(p ir.AsmParser) ir.Attribute {
	bits := overflowEnum.parse(p)
	if !p.Ok() {
		return nil
	}
	return OverflowOf(p.Context(), Overflow(bits))
}

// Names of the inherent attributes.
const (
	fastMath      = "fastmath"
	overflowFlags = "overflowFlags"
	isExact       = "isExact"
	roundingMode  = "roundingmode"
	predicate     = "predicate"
)

// FastMathConstraint accepts fast-math flags.
var FastMathConstraint = &ir.AttrConstraint{
	Go:      ir.GoAs(ReadFastMath, FastMathOf),
	Summary: "Floating point fast math flags",
	Check:   func(a ir.Attribute) bool { _, ok := a.(*FastMathAttr); return ok },
	Parse:   parseFastMath,
}

var overflowConstraint = &ir.AttrConstraint{
	Go:      ir.GoAs(readOverflow, OverflowOf),
	Summary: "Integer overflow arith flags",
	Check:   func(a ir.Attribute) bool { _, ok := a.(*OverflowAttr); return ok },
	Parse:   parseOverflow,
}

// FastMathProp declares the inherent attribute fastmath with the default none.
func FastMathProp() ir.PropDef {
	return ir.PropDef{Name: fastMath, Type: FastMathConstraint,
		Default: func(c *ir.Context) ir.Attribute { return FastMathOf(c, 0) }}
}

func overflowProp() ir.PropDef {
	return ir.PropDef{Name: overflowFlags, Type: overflowConstraint,
		Default: func(c *ir.Context) ir.Attribute { return OverflowOf(c, 0) }}
}
