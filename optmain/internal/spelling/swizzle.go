package spelling

import (
	"fmt"

	"optc/layout"
)

// swizzleSpellings are the swizzles of IREE (IREECodegenAttrs.td, RotateRowsAttr and XORShuffleAttr; the hint
// iree_codegen.swizzle_hint[…] names one of them). They describe rows of a memory, in accesses of some elements.
var swizzleSpellings = []*Spelling{
	{
		Name: "iree_codegen.xor_shuffle", Title: "accesses of rows exchanged by exclusive or in IREE", Memory: true, prefix: "#iree_codegen.xor_shuffle<",
		Sample: "#iree_codegen.xor_shuffle<16, 4>",
		Source: "IREE IREECodegenAttrs.td, XORShuffleAttr", read: readXORShuffle, write: writeXORShuffle,
	},
	{
		Name: "iree_codegen.rotate_rows", Title: "accesses of rows rotated in IREE", Memory: true, prefix: "#iree_codegen.rotate_rows<",
		Sample: "#iree_codegen.rotate_rows<16, 4>",
		Source: "IREE IREECodegenAttrs.td, RotateRowsAttr", read: readRotateRows, write: writeRotateRows,
	},
}

// rows are the numbers of a swizzle of rows.
type rows struct{ width, access, stride, perPhase int64 }

// readRows reads numbers separated by commas.
func readRows(text string, most int) (rows, error) {
	r, err := newReader(text)
	if err != nil {
		return rows{}, err
	}
	var numbers []int64
	for len(numbers) == 0 || r.take(",") {
		n, err := r.number()
		if err != nil {
			return rows{}, err
		}
		numbers = append(numbers, n)
	}
	if err := r.end(); err != nil {
		return rows{}, err
	}
	if len(numbers) < 2 || len(numbers) > most {
		return rows{}, fmt.Errorf("expected 2 to %d numbers, but got %d", most, len(numbers))
	}
	x := rows{width: numbers[0], access: numbers[1], stride: numbers[0], perPhase: 1}
	if len(numbers) > 2 && numbers[2] != 0 {
		x.stride = numbers[2]
	}
	if len(numbers) > 3 && numbers[3] != 0 {
		x.perPhase = numbers[3]
	}
	switch {
	case x.access < 1 || x.width < 1 || x.width%x.access != 0:
		return rows{}, fmt.Errorf("expected access width to divide row width")
	case x.perPhase > x.width/x.access:
		return rows{}, fmt.Errorf("per_phase must be smaller than max_phase")
	case x.stride%x.width != 0:
		return rows{}, fmt.Errorf("expected row width to divide row stride")
	}
	return x, nil
}

// shape returns the shape of the memory: rows of the row stride, by default as many as the pattern has.
func (x rows) shape(o Options) ([]int64, error) {
	shape, err := o.shapeOf([]int64{x.width / x.access * x.perPhase, x.stride})
	if err != nil {
		return nil, err
	}
	if shape[1] != x.stride {
		return nil, fmt.Errorf("its rows have %d elements, not %d", x.stride, shape[1])
	}
	return shape, nil
}

// readXORShuffle reads a shuffle: access j of row i is stored in place of access j xor (i div perPhase mod accesses of a row).
func readXORShuffle(text string, o Options) (*Layout, error) {
	x, err := readRows(text, 4)
	if err != nil {
		return nil, err
	}
	n := x.width / x.access
	if !isPower(n) || !isPower(x.perPhase) {
		return nil, fmt.Errorf("the exclusive or of %d accesses, every %d rows, leaves the row", n, x.perPhase)
	}
	shape, err := x.shape(o)
	if err != nil {
		return nil, err
	}
	columns := layout.Dim{Size: shape[1], Digits: append(bitDigits([]layout.Digit{{Size: x.access, Offset: 1}}, n, x.access), layout.Digit{Size: x.stride / x.width, Offset: x.width})}
	row := layout.Dim{Size: shape[0], Digits: append(bitDigits([]layout.Digit{{Size: x.perPhase, Offset: x.stride}}, n, x.perPhase*x.stride),
		layout.Digit{Size: (shape[0] + n*x.perPhase - 1) / (n * x.perPhase), Offset: n * x.perPhase * x.stride})}
	spec := layout.Digits{Dims: []layout.Dim{row, columns}}
	for bit := range log2(n) {
		spec.Turns = append(spec.Turns, layout.Turn{At: layout.DigitRef{Dim: 1, Digit: 1 + bit}, By: layout.DigitRef{Dim: 0, Digit: 1 + bit}, Factor: 1})
	}
	return memory(shape, spec)
}

// readRotateRows reads a rotation: access j of row i is stored in place of access (j + i) mod accesses of a row.
func readRotateRows(text string, o Options) (*Layout, error) {
	x, err := readRows(text, 2)
	if err != nil {
		return nil, err
	}
	shape, err := x.shape(o)
	if err != nil {
		return nil, err
	}
	return memory(shape, layout.Digits{
		Dims: []layout.Dim{
			{Size: shape[0], Digits: []layout.Digit{{Size: shape[0], Offset: x.width}}},
			{Size: shape[1], Digits: []layout.Digit{{Size: x.access, Offset: 1}, {Size: x.width / x.access, Offset: x.access}}},
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

// writeXORShuffle tries the widths.
func writeXORShuffle(l *Layout, o Options) (string, error) {
	if len(l.Shape) != 2 {
		return "", fmt.Errorf("it describes %d dimensions, not 2", len(l.Shape))
	}
	var texts []string
	for _, width := range divisors(l.Shape[1]) {
		for _, access := range divisors(width) {
			if isPower(width/access) && width > access {
				for _, perPhase := range powers(min(width/access, l.Shape[0]-1)) {
					switch {
					case perPhase > 1:
						texts = append(texts, fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d, %d, %d>", width, access, l.Shape[1], perPhase))
					case width < l.Shape[1]:
						texts = append(texts, fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d, %d>", width, access, l.Shape[1]))
					default:
						texts = append(texts, fmt.Sprintf("#iree_codegen.xor_shuffle<%d, %d>", width, access))
					}
				}
			}
		}
	}
	return search(l, o, texts, readXORShuffle)
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
