package sectors

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/num"
	"optc/passes/distribute/internal/core"
	"optc/passes/vectors"
)

// indexed are the index vectors that move the elements of a gathered or scattered vector.
type indexed struct {
	operands []indexOperand
	grain    int64  // elements of memory; unknown indices move by multiples of it, or 0
	unknown  string // the operands whose elements are not known, or ""
}

// indexOperand is an index vector.
type indexOperand struct {
	stride int64   // elements of memory that an index of 1 moves by
	dims   []int   // dimension of the moved vector for each dimension of the operand, or -1
	shape  []int64 // shape of the operand
	table  []int64 // its elements row by row; nil if they are not known
	counts bool    // threads compute the elements, so that equal elements are equal values
}

// element returns the number of the operand's element for an element of the moved vector.
func (o *indexOperand) element(coord []int64) (n int64) {
	for q, dim := range o.dims {
		n *= o.shape[q]
		if dim >= 0 {
			n += coord[dim]
		}
	}
	return n
}

// at returns by how many elements the known indices move an element, and lists the elements of unknown operands and of all
// operands that it uses.
func (x *indexed) at(coord []int64) (moved int64, unknown, all string) {
	for k := range x.operands {
		o := &x.operands[k]
		n := o.element(coord)
		if o.table == nil {
			unknown += fmt.Sprint(n, " ")
		} else if moved += o.table[n] * o.stride; o.counts {
			n = o.table[n]
		}
		all += fmt.Sprint(n, " ")
	}
	return moved, unknown, all
}

// dependsOn reports whether the indices differ along a dimension of the moved vector.
func (x *indexed) dependsOn(dim int) bool {
	return slices.ContainsFunc(x.operands, func(o indexOperand) bool { return slices.Contains(o.dims, dim) })
}

// ExplainIndexed counts the sectors of global memory that gathers, scatters and map_stores touch, if the option explain is set. It
// runs before distribution, which replaces index vectors by the parts of threads, and reports the counts.
func ExplainIndexed(d *core.Nested, root *ir.Operation, p *core.Packed) {
	if !d.Explains {
		return
	}
	known := vectors.IndicesIn(root)
	d.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		a, ok := ir.MoveOf(op)
		if !ok || !isIndexed(op, &a) && a.Body == nil {
			return ir.Advance
		}
		l := d.AnyLayout(a.Moved)
		if packed, ok := l.(*ireemap.PackLayout); ok {
			l = p.NestedLike(packed)
		}
		if l == nil {
			return ir.Advance
		}
		if s, ok := counterOf(d).sectors(op, &a, l, known); ok {
			d.ExplainLater(op, s.text())
		}
		return ir.Advance
	})
}

// addChoices adds the index operands to a place. An operand that counts along dimensions of the vector becomes a part
// of the strides, and its elements may be contiguous, unless a tile has several indices of another operand, or a thread
// writes an element several times.
func addChoices(place *vectorPlace, a *ir.Access, memory *ir.MemRefType, l vectorext.Distribution, known *vectors.Indices) {
	steps, _, _ := memory.StridesAndOffset()
	of := &indexed{}
	var counting []indexOperand
	var unknown []string
	strides, first := slices.Clone(place.strides), place.first
	for dim, e := range a.Map.Results {
		k, ok := e.IsSymbol()
		if !ok || !isVector(a.Chosen[k].Operand) {
			continue
		}
		chosen := a.Chosen[k].Operand
		o := indexOperand{shape: chosen.Type().(*ir.VectorType).Dims, stride: unknownStride}
		for _, e := range a.Chosen[k].Map.Results {
			r, ok := e.IsDim()
			if !ok {
				r = -1
			}
			o.dims = append(o.dims, r)
		}
		if steps != nil && steps[dim] != ir.Dynamic {
			o.stride = steps[dim]
			o.table, _ = known.Elements(chosen)
		}
		if by, start, ok := o.growth(); ok && known.IsCounted(chosen) {
			o.counts = true
			counting = append(counting, o)
			first += start * o.stride
			for q, r := range o.dims {
				if r >= 0 {
					strides[r] += by[q] * o.stride
				}
			}
			continue
		}
		of.operands = append(of.operands, o)
		if o.table == nil {
			of.grain = num.GCD(of.grain, o.stride)
			unknown = append(unknown, operandName(chosen, k))
		}
	}
	of.unknown = strings.Join(unknown, " and ")
	sizes := runSizes(l, len(strides))
	repeats := false
	for r, n := range strides {
		repeats = repeats || a.Kind == ir.Write && n == 0 && sizes[r] > 1 && !of.dependsOn(r)
	}
	if repeats || !of.isSingle(sizes) {
		of.operands = append(of.operands, counting...)
	} else {
		place.strides, place.first = strides, first
	}
	if place.along = slices.IndexFunc(place.strides, func(n int64) bool { return n == 1 || n == -1 }); a.Single {
		place.along = -1
	}
	if len(of.operands) > 0 {
		place.indexed = of
		if !place.keepsRows(sizes) {
			place.along = -1
		}
	}
}

// growth returns the steps by which the elements of an operand grow along its dimensions, and the first element; ok is false
// if they do not grow by steps.
func (o *indexOperand) growth() (steps []int64, first int64, ok bool) {
	if o.table == nil {
		return nil, 0, false
	}
	steps = make([]int64, len(o.shape))
	weight := int64(1)
	for q := len(o.shape) - 1; q >= 0; q-- {
		if o.shape[q] > 1 {
			steps[q] = o.table[weight] - o.table[0]
		}
		weight *= o.shape[q]
	}
	for n, v := range o.table {
		if v != o.table[0]+sumOfProducts(coordinates(int64(n), o.shape), steps) {
			return nil, 0, false
		}
	}
	return steps, o.table[0], true
}

// isSingle reports whether all elements of a tile of some sizes have the same index of each operand.
func (x *indexed) isSingle(sizes []int64) bool {
	for r, n := range sizes {
		if n > 1 && x.dependsOn(r) {
			return false
		}
	}
	return true
}

// keepsRows reports whether the elements along the contiguous dimension of a place are accessed together: a tile of some sizes
// has one index of each operand, or the elements are rows of the tile.
func (p *vectorPlace) keepsRows(sizes []int64) bool {
	last := len(sizes) - 1
	return p.indexed.isSingle(sizes) || p.along == last && !p.indexed.dependsOn(last)
}

// runSizes returns, for each dimension of a vector, how many neighbours a thread moves together.
func runSizes(l vectorext.Distribution, rank int) []int64 {
	sizes := make([]int64, rank)
	for _, digit := range digitsOf(l) {
		if digit.run {
			sizes[digit.dim] = digit.size
		}
	}
	return sizes
}

func isVector(v *ir.Value) bool {
	_, ok := v.Type().(*ir.VectorType)
	return ok
}

// operandName names an index operand in a message.
func operandName(v *ir.Value, k int) string {
	if hint := v.NameHint(); hint != "" {
		return "the elements of %" + hint
	}
	return fmt.Sprintf("the elements of index operand %d", k)
}
