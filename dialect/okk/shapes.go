package okk

import (
	"slices"
	"strings"

	"optc/diag"
)

// The shapes of the operands of an operation go together by the letters of its columns: equal
// letters are equal extents. With a window, K and L are its rows and columns, and P and Q the rows
// and columns of the destination, which follow from H and W of the input.

// bound holds the number that each letter means; 0 if it is not known.
type bound ['Z' + 1]int64

// shapesOf returns the shapes by which operands are compared: of a matrix, rows and columns.
func (c OpClass) shapesOf(operands []*Tensor) [][]int64 {
	list := make([][]int64, len(operands))
	for i, x := range operands {
		switch len(c.column(i).Shape) {
		case 0:
			list[i] = x.Type.LogicalShape()
		case 2:
			list[i] = []int64{x.Type.Rows, x.Type.Cols}
		default:
			list[i] = x.Type.Shape[:]
		}
	}
	return list
}

// bind finds what the letters mean: each one for its first extent in the sources, or else in the
// destination.
func (c OpClass) bind(shapes [][]int64) (of bound) {
	for i := range shapes {
		i = (i + 1) % len(shapes)
		for d, letter := range c.Letters(i) {
			if d < len(shapes[i]) && of[letter] == 0 {
				of[letter] = shapes[i][d]
			}
		}
	}
	if w := c.Window; w != nil {
		of['K'], of['L'] = w.Kernel[0], w.Kernel[1]
		of['Q'] = w.output(1, of['W'])
		if len(w.Edges) == 0 {
			of['P'] = w.output(0, of['H'])
		}
	}
	of['1'] = 1
	return of
}

// shapesFit reports whether the shapes of operands go together.
func (c OpClass) shapesFit(shapes [][]int64) bool {
	if c.AnyShape {
		return true
	}
	of := c.bind(shapes)
	for i, shape := range shapes {
		if c.column(i).Shape == "" {
			if !slices.Equal(shape, shapes[0]) {
				return false
			}
			continue
		}
		for d, letter := range c.Letters(i) {
			if free := c.Window != nil && (letter == 'K' || letter == 'L'); !free && shape[d] != of[letter] {
				return false
			}
		}
	}
	return true
}

// SameWidth reports whether a matrix has the width of the destination, because they have the same
// columns.
func (c OpClass) SameWidth(i int) bool {
	of, letters := c.Letters(0), c.Letters(i)
	return len(of) == 2 && len(letters) == 2 && of[1] == letters[1]
}

// widthsFit reports whether matrices with the same columns have the same width.
func (c OpClass) widthsFit(operands []*Tensor) bool {
	for i, x := range operands {
		if c.SameWidth(i) && x.Type.Width != operands[0].Type.Width {
			return false
		}
	}
	return true
}

// result returns the shape of the destination that goes with the sources; nil if no destination
// does, or if the shape is the shape of the source.
func (c OpClass) result(shapes [][]int64) (shape []int64) {
	letters := c.Letters(0)
	if letters == c.Letters(1) || c.Sliding() && c.Window == nil {
		return nil
	}
	of := c.bind(shapes)
	for i := 1; i < len(shapes); i++ {
		for d, letter := range c.Letters(i) {
			summed := !strings.ContainsRune(letters+"1", letter) && (c.Window == nil || letter != 'K' && letter != 'L')
			if summed && d < len(shapes[i]) && shapes[i][d] != of[letter] {
				return nil
			}
		}
	}
	for _, letter := range letters {
		if of[letter] < 1 {
			return nil
		}
		shape = append(shape, of[letter])
	}
	return shape
}

// wrongShapes is the error for operands whose shapes do not go together.
func (c OpClass) wrongShapes(operands []*Tensor) error {
	shapes := c.shapesOf(operands)
	if c.Alike() {
		for i, shape := range shapes {
			if !slices.Equal(shape, shapes[0]) {
				return operandError(i, diag.Errorf("shape-mismatch", "shapes %s and %s differ", spellList(shapes[0]), spellList(shape)))
			}
		}
	}
	rule := c.ShapeRule
	if c.Window != nil {
		rule += c.WindowRule
	}
	var all []string
	for i, x := range operands {
		all = append(all, spellList(x.Type.LogicalShape()))
		if c.shapesFit(shapes) && c.SameWidth(i) && x.Type.Width != operands[0].Type.Width {
			return operandError(i, diag.Errorf("shape-mismatch", "expected width %d, which the destination has, but operand #%d has width %d", operands[0].Type.Width, i, x.Type.Width).
				Note("expected %s", rule))
		}
	}
	e := diag.Errorf("shape-mismatch", "expected shapes of '%s' that go together, but got %s from %s", c.Name, all[0], strings.Join(all[1:], ", "))
	if shape := c.result(shapes); shape != nil && !slices.Equal(shape, operands[0].Type.LogicalShape()) {
		e = diag.Errorf("shape-mismatch", "expected a destination of shape %s from sources of %s, but got %s", spellList(shape), strings.Join(all[1:], ", "), all[0])
	}
	return e.Note("expected %s", rule)
}
