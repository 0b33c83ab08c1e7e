package ireecodegen

import (
	"fmt"
	"slices"

	"optc/ir"
)

// Swizzle is #iree_codegen.xor_shuffle<…> or #iree_codegen.rotate_rows<…>: the order in which a
// buffer stores its elements. The memory is divided into rows, and a row into accesses, which the
// swizzle exchanges within the row.
type Swizzle struct {
	ir.AttrBase
	// Rotates reports whether access j of row i is stored at access (j + i) mod Accesses, as in
	// rotate_rows, and not at j xor (i / PerPhase mod Accesses), as in xor_shuffle.
	Rotates     bool
	RowWidth    int64 // elements of a row; at least 1
	AccessWidth int64 // elements of an access; divides RowWidth
	RowStride   int64 // elements from a row to the next; a multiple of RowWidth
	PerPhase    int64 // neighbouring rows with the same order; from 1 to Accesses
}

// Accesses returns the number of accesses in a row.
func (s *Swizzle) Accesses() int64 { return s.RowWidth / s.AccessWidth }

// Mnemonics of the swizzles.
const (
	xorShuffleName = "xor_shuffle"
	rotateRowsName = "rotate_rows"
)

// NewSwizzle returns a rotation or a shuffle with the given numbers: row width, access width, and
// for a shuffle, optionally, row stride and rows per phase. A row stride of 0 is the row width, and
// 0 rows per phase are 1. The error is IREE's, or it names the wrong number.
func NewSwizzle(c *ir.Context, rotates bool, numbers ...int64) (*Swizzle, error) {
	name, most, count := xorShuffleName, 4, "2 to 4"
	if rotates {
		name, most, count = rotateRowsName, 2, "2"
	}
	if len(numbers) < 2 || len(numbers) > most {
		return nil, fmt.Errorf("expected %s numbers, but got %d", count, len(numbers))
	}
	if i := slices.IndexFunc(numbers, func(n int64) bool { return n < 0 }); i >= 0 {
		return nil, fmt.Errorf("expected numbers of at least 0, but got %d", numbers[i])
	}
	for len(numbers) > 2 && numbers[len(numbers)-1] == 0 {
		numbers = numbers[:len(numbers)-1]
	}
	x := Swizzle{Rotates: rotates, RowWidth: numbers[0], AccessWidth: numbers[1], RowStride: numbers[0], PerPhase: 1}
	if len(numbers) > 2 && numbers[2] != 0 {
		x.RowStride = numbers[2]
	}
	if len(numbers) > 3 {
		x.PerPhase = numbers[3]
	}
	switch {
	case x.RowWidth == 0 || x.AccessWidth == 0 || x.RowWidth%x.AccessWidth != 0:
		return nil, fmt.Errorf("expected access width to divide row width")
	case x.PerPhase > x.Accesses():
		return nil, fmt.Errorf("per_phase must be smaller than max_phase")
	case x.RowStride%x.RowWidth != 0:
		return nil, fmt.Errorf("expected row width to divide row stride")
	}
	s := ir.Spell(c).Str("#" + dialectName + ".").Str(name).Str("<").Ints(numbers).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *Swizzle {
		x.AttrBase = b
		return &x
	}), nil
}

var xorShuffle = &ir.AttrDef{
	Mnemonic: xorShuffleName, Summary: "accesses of rows exchanged by exclusive or",
	Description: `The order in which a memory stores the accesses of a row, all of access width
elements: access j of row i is stored at access j xor (i / rows per phase mod accesses of
a row). Rows are row stride elements apart; without that number, or if it is 0, they follow
each other. So many neighbouring rows as a phase has are in the same order; without that
number, or if it is 0, a phase is one row.`,
	Syntax:   `"<" row-width "," access-width ("," row-stride ("," rows-per-phase)?)? ">"`,
	Examples: []string{"#iree_codegen.xor_shuffle<64, 8>", "#iree_codegen.xor_shuffle<64, 8, 128, 2>"},
	Parse:    func(p ir.AsmParser) ir.Attribute { return parseSwizzle(p, false) },
}

var rotateRows = &ir.AttrDef{
	Mnemonic: rotateRowsName, Summary: "accesses of rows rotated",
	Description: `The order in which a memory stores the accesses of a row, all of access width
elements: access j of row i is stored at access (j + i) mod accesses of a row.`,
	Syntax:   `"<" row-width "," access-width ">"`,
	Examples: []string{"#iree_codegen.rotate_rows<64, 4>"},
	Parse:    func(p ir.AsmParser) ir.Attribute { return parseSwizzle(p, true) },
}

func parseSwizzle(p ir.AsmParser, rotates bool) ir.Attribute {
	pos := p.Pos()
	var numbers []int64
	p.List("<>", func() { numbers = append(numbers, p.Integer()) })
	if !p.Ok() {
		return nil
	}
	s, err := NewSwizzle(p.Context(), rotates, numbers...)
	if err != nil {
		p.ErrorAt(pos, "%v", err)
		return nil
	}
	return s
}

// swizzleConstraint accepts a swizzle of a memory.
var swizzleConstraint = &ir.AttrConstraint{Go: ir.GoAttr[*Swizzle](), Summary: "swizzling descriptor attributes", Check: ir.IsAttr[*Swizzle]}

// flatMemRef accepts a memref of one dimension.
var flatMemRef = &ir.TypeConstraint{
	Summary: "1D memref of any type values", Class: ir.MemRefClass,
	Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Dims) == 1
	},
}

func swizzleHint() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_codegen.swizzle_hint",
		Summary: "a memref whose accesses should be swizzled",
		Description: `The same memref, with the hint to store its accesses in the order of a swizzle. The
hint is about loads and stores of the result itself, not of views of the result, and may
be ignored: the simulator ignores it, and --gpu drops it. Data that is stored through the
result must be loaded through the result, or through a hint with the same swizzle.`,
		Operands:   []ir.ValueDef{{Name: "operand", Type: flatMemRef}},
		Results:    []ir.ValueDef{{Name: "result", Type: flatMemRef}},
		Attrs:      []ir.PropDef{{Name: "swizzle", Type: swizzleConstraint}},
		Traits:     ir.Pure | ir.SameOperandsAndResultType,
		Assembly:   "$operand `[` $swizzle attr-dict `]` `:` type($result)",
		Implements: ir.CastOfOperand(0),
		Examples: []string{`func.func @f(%m: memref<4096xf16, #gpu.address_space<workgroup>>) -> memref<4096xf16, #gpu.address_space<workgroup>> {
  %r = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<64, 8>] : memref<4096xf16, #gpu.address_space<workgroup>>
  return %r : memref<4096xf16, #gpu.address_space<workgroup>>
}`},
	}
}
