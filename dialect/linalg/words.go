package linalg

import (
	"fmt"
	"strings"

	"optc/dialect/internal/word"
	"optc/ir"
)

// enumeration is a set of words that upstream stores as a number of 32 bits.
type enumeration struct {
	*word.Set
	constraint *ir.AttrConstraint
}

// wordAttr declares #linalg.mnemonic<word>.
func wordAttr(mnemonic string, words ...string) *enumeration {
	s := &word.Set{Dialect: "linalg", Mnemonic: mnemonic, Class: "::mlir::linalg::" + goWord(mnemonic), Summary: "function of linalg", Words: words, Angles: true}
	numbers := make([]string, len(words))
	for i := range words {
		numbers[i] = fmt.Sprint(i)
	}
	return &enumeration{s, &ir.AttrConstraint{
		Summary: "allowed 32-bit signless integer cases: " + strings.Join(numbers, ", "),
		Check:   s.Is, Class: true, Go: ir.GoAttr[ir.Attribute](),
	}}
}

func goWord(mnemonic string) (name string) {
	for _, part := range strings.Split(mnemonic, "_") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

var (
	elementwiseKind = wordAttr("elementwise_kind", kindNames()...)
	unaryFn         = wordAttr("unary_fn", kindNames()[:13]...)
	binaryFn        = wordAttr("binary_fn", kindNames()[13:23]...)
	ternaryFn       = wordAttr("ternary_fn", kindNames()[23:]...)
)

// attrs are the attributes of the dialect.
func attrs() (defs []*ir.AttrDef) {
	for _, e := range []*enumeration{elementwiseKind, unaryFn, binaryFn, ternaryFn, typeFn} {
		defs = append(defs, e.Def())
	}
	return append(defs, iteratorTypes.Def())
}
