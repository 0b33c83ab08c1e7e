package spelling

import (
	"fmt"

	"optc/dialect/iree/ireecodegen"
	"optc/layout"
)

// swizzleSpellings are the swizzles of IREE (IREECodegenAttrs.td, RotateRowsAttr and XORShuffleAttr; the operation
// iree_codegen.swizzle_hint names one of them). They describe rows of a memory, in accesses of several elements.
var swizzleSpellings = []*Spelling{
	{
		Name: "iree_codegen.xor_shuffle", Title: "accesses of rows exchanged by exclusive or in IREE, for iree_codegen.swizzle_hint", Memory: true, prefix: "#iree_codegen.xor_shuffle<",
		Sample: "#iree_codegen.xor_shuffle<16, 4>",
		Source: "IREE IREECodegenAttrs.td, XORShuffleAttr", read: readXORShuffle, write: writeXORShuffle,
	},
	{
		Name: "iree_codegen.rotate_rows", Title: "accesses of rows rotated in IREE, for iree_codegen.swizzle_hint", Memory: true, prefix: "#iree_codegen.rotate_rows<",
		Sample: "#iree_codegen.rotate_rows<16, 4>",
		Source: "IREE IREECodegenAttrs.td, RotateRowsAttr", read: readRotateRows, write: writeRotateRows,
	},
}

// readSwizzle reads the attribute.
func readSwizzle(text string, o Options) (*ireecodegen.Swizzle, error) {
	a, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	x, ok := a.(*ireecodegen.Swizzle)
	if !ok {
		return nil, fmt.Errorf("it is no swizzle")
	}
	if x.RowStride > maxNumber {
		return nil, fmt.Errorf("expected rows of at most %d elements, but got %d", maxNumber, x.RowStride)
	}
	return x, nil
}

// swizzledShape returns the shape of the memory: rows of the row stride, by default as many as the pattern has.
func swizzledShape(x *ireecodegen.Swizzle, o Options) ([]int64, error) {
	shape, err := o.shapeOf([]int64{x.Accesses() * x.PerPhase, x.RowStride})
	if err != nil {
		return nil, err
	}
	if shape[1] != x.RowStride {
		return nil, fmt.Errorf("its rows have %d elements, not %d", x.RowStride, shape[1])
	}
	return shape, nil
}

// readXORShuffle reads a shuffle: access j of row i is stored in place of access j xor (i div perPhase mod accesses of a row).
func readXORShuffle(text string, o Options) (*Layout, error) {
	x, err := readSwizzle(text, o)
	if err != nil {
		return nil, err
	}
	n := x.Accesses()
	if !isPower(n) || !isPower(x.PerPhase) {
		return nil, fmt.Errorf("the exclusive or of %d accesses, every %d rows, leaves the row", n, x.PerPhase)
	}
	shape, err := swizzledShape(x, o)
	if err != nil {
		return nil, err
	}
	columns := layout.Dim{Size: shape[1], Digits: append(bitDigits([]layout.Digit{{Size: x.AccessWidth, Offset: 1}}, n, x.AccessWidth), layout.Digit{Size: x.RowStride / x.RowWidth, Offset: x.RowWidth})}
	row := layout.Dim{Size: shape[0], Digits: append(bitDigits([]layout.Digit{{Size: x.PerPhase, Offset: x.RowStride}}, n, x.PerPhase*x.RowStride),
		layout.Digit{Size: (shape[0] + n*x.PerPhase - 1) / (n * x.PerPhase), Offset: n * x.PerPhase * x.RowStride})}
	spec := layout.Digits{Dims: []layout.Dim{row, columns}}
	for bit := range log2(n) {
		spec.Turns = append(spec.Turns, layout.Turn{At: layout.DigitRef{Dim: 1, Digit: 1 + bit}, By: layout.DigitRef{Dim: 0, Digit: 1 + bit}, Factor: 1})
	}
	return memory(shape, spec)
}

// readRotateRows reads a rotation: access j of row i is stored in place of access (j + i) mod accesses of a row.
func readRotateRows(text string, o Options) (*Layout, error) {
	x, err := readSwizzle(text, o)
	if err != nil {
		return nil, err
	}
	shape, err := swizzledShape(x, o)
	if err != nil {
		return nil, err
	}
	return memory(shape, layout.Digits{
		Dims: []layout.Dim{
			{Size: shape[0], Digits: []layout.Digit{{Size: shape[0], Offset: x.RowWidth}}},
			{Size: shape[1], Digits: []layout.Digit{{Size: x.AccessWidth, Offset: 1}, {Size: x.Accesses(), Offset: x.AccessWidth}}},
		},
		Turns: []layout.Turn{{At: layout.DigitRef{Dim: 1, Digit: 1}, By: layout.DigitRef{Dim: 0, Digit: 0}, Factor: 1}},
	})
}

// divisors lists the divisors of n.
func divisors(n int64) (list []int64) {
	for d := int64(1); d <= n; d++ {
		if n%d == 0 {
			list = append(list, d)
		}
	}
	return list
}

// writeXORShuffle tries the numbers that the first columns of the rows suggest, then all widths. Without a swizzle there are
// none.
func writeXORShuffle(l *Layout, o Options) (string, error) {
	if len(l.Shape) != 2 {
		return "", fmt.Errorf("it describes %d dimensions, not 2", len(l.Shape))
	}
	p := swizzleOf(l, []int{1, 0})
	access, perPhase, width := p[0], p[1], p[0]*p[2]
	if p[2] > 1 {
		if found, err := search(l, o, []string{spellXORShuffle(width, access, l.Shape[1], perPhase)}, readXORShuffle); err == nil {
			return found, nil
		}
	}
	var texts []string
	for _, width := range divisors(l.Shape[1]) {
		for _, access := range divisors(width) {
			if isPower(width/access) && width > access {
				for _, perPhase := range powers(min(width/access, l.Shape[0]-1)) {
					texts = append(texts, spellXORShuffle(width, access, l.Shape[1], perPhase))
				}
			}
		}
	}
	if p[2] == 1 && l.Memory {
		// Every shuffle moves the first column of a row. The first text that can be read gives the reason.
		for i := range texts {
			if _, err := readXORShuffle(texts[i], o); err == nil {
				texts = texts[i : i+1]
				break
			}
		}
	}
	return search(l, o, texts, readXORShuffle)
}

// spellXORShuffle writes the attribute with as few numbers as possible.
func spellXORShuffle(width, access, stride, perPhase int64) string {
	switch {
	case perPhase > 1:
		return fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d, %d, %d>", width, access, stride, perPhase)
	case width < stride:
		return fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d, %d>", width, access, stride)
	}
	return fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d>", width, access)
}

// writeRotateRows tries the widths of accesses.
func writeRotateRows(l *Layout, o Options) (string, error) {
	if len(l.Shape) != 2 {
		return "", fmt.Errorf("it describes %d dimensions, not 2", len(l.Shape))
	}
	var texts []string
	for _, access := range divisors(l.Shape[1]) {
		if access < l.Shape[1] {
			texts = append(texts, fmt.Sprintf("#iree_codegen.rotate_rows<%d, %d>", l.Shape[1], access))
		}
	}
	return search(l, o, texts, readRotateRows)
}
