// Package view holds what the dialects memref and tensor have in common: the kinds of operations
// with offsets, sizes and strides or with a reassociation of dimensions, the checks of their lists,
// and the relations between their shapes.
//
// The rules are upstream's ViewLikeInterface.cpp, ReshapeOpsUtils.cpp and
// StaticValueUtils.cpp.
package view

import (
	"slices"

	"optc/ir"
)

// List is a list of indices of an operation: the attribute with the static entries, the
// operand group with the dynamic entries, and the word for an entry in messages
// ("offset").
type List struct {
	Attr  string
	Group int
	Word  string
}

// Prop declares the attribute.
func (l List) Prop() ir.PropDef {
	return ir.PropDef{Name: l.Attr, Type: ir.DenseI64ArrayAttr, Go: ir.GoSharedI64}
}

// Of returns the entries of the list.
func (l List) Of(op *ir.Operation) []ir.Mixed { return op.MixedList(l.Attr, l.Group) }

// Static returns the static entries, with ir.Dynamic in place of values; callers must not
// change the slice.
func (l List) Static(op *ir.Operation) []int64 {
	vs, _ := ir.ReadInt64s(op.Attr(l.Attr))
	return vs
}

// NumValues returns the number of operands in the list.
func (l List) NumValues(op *ir.Operation) int {
	lo, hi := op.OperandRange(l.Group)
	return hi - lo
}

// Verify checks that the list has n entries, and an operand for each entry that is not
// static.
func (l List) Verify(op *ir.Operation, n int) *ir.Diagnostic {
	static := l.Static(op)
	if len(static) != n {
		return op.PlainErrorf("expected %d %s values, got %d", n, l.Word, len(static))
	}
	want := CountDynamic(static)
	if l.NumValues(op) != want {
		return op.PlainErrorf("expected %d dynamic %s values", want, l.Word)
	}
	return nil
}

// verifyValues checks only the number of operands, with another message.
func (l List) verifyValues(op *ir.Operation) *ir.Diagnostic {
	if want, got := CountDynamic(l.Static(op)), l.NumValues(op); got != want {
		return op.PlainErrorf("expected the number of '%ss' to match the number of dynamic entries in '%s' (%d vs %d)", l.Word, l.Attr, got, want)
	}
	return nil
}

// CountDynamic returns the number of entries that are ir.Dynamic.
func CountDynamic(vs []int64) int {
	n := 0
	for _, v := range vs {
		if v == ir.Dynamic {
			n++
		}
	}
	return n
}

// FoldSizes replaces unknown extents of a shape by operands that are constants, and
// returns the other operands. Negative numbers stay operands.
func FoldSizes(shape []int64, sizes []*ir.Value) (folded []int64, rest []*ir.Value) {
	folded = slices.Clone(shape)
	for i := range folded {
		if folded[i] != ir.Dynamic {
			continue
		}
		v := sizes[0]
		sizes = sizes[1:]
		if n, ok := (ir.Mixed{Value: v}).Constant(); ok && n >= 0 {
			folded[i] = n
		} else {
			rest = append(rest, v)
		}
	}
	return folded, rest
}

// VerifyDynamicSizes checks that there is an operand for every unknown extent.
func VerifyDynamicSizes(op *ir.Operation, shape []int64, values int) *ir.Diagnostic {
	if want := CountDynamic(shape); want != values {
		return op.Errorf("incorrect number of dynamic sizes, has %d, expected %d", values, want)
	}
	return nil
}

// Slice holds the lists of an operation with offsets, sizes and strides
// (OffsetSizeAndStrideOpInterface upstream).
type Slice struct{ Offsets, Sizes, Strides List }

// SliceFrom describes the usual slice, whose three operand groups begin at group.
func SliceFrom(group int) Slice {
	return Slice{
		List{"static_offsets", group, "offset"},
		List{"static_sizes", group + 1, "size"},
		List{"static_strides", group + 2, "stride"},
	}
}

// Props declares the attributes of the lists.
func (s Slice) Props() []ir.PropDef {
	return []ir.PropDef{s.Offsets.Prop(), s.Sizes.Prop(), s.Strides.Prop()}
}

// SliceOperands declares the operands of the lists after other operands.
func SliceOperands(first ...ir.ValueDef) []ir.ValueDef {
	return append(first, ir.VariadicIndex("offsets"), ir.VariadicIndex("sizes"), ir.VariadicIndex("strides"))
}

// IndexLists is the directive for lists in assembly formats.
var IndexLists = map[string]ir.CustomDirective{"DynamicIndexList": ir.DynamicIndexList}

// VerifyLists checks the three lists; maxRanks holds the numbers of entries that they
// must have.
func (s Slice) VerifyLists(op *ir.Operation, maxRanks [3]int) *ir.Diagnostic {
	lists := []List{s.Offsets, s.Sizes, s.Strides}
	for _, l := range lists {
		if d := l.verifyValues(op); d != nil {
			return d
		}
	}
	offsets, sizes, strides := s.Offsets.Static(op), s.Sizes.Static(op), s.Strides.Static(op)
	if !(len(offsets) == 1 && maxRanks[0] == 1) && len(offsets) != len(sizes) {
		return op.PlainErrorf("expected mixed offsets rank to match mixed sizes rank (%d vs %d) so the rank of the result type is well-formed.",
			len(offsets), len(sizes))
	}
	if len(sizes) != len(strides) {
		return op.PlainErrorf("expected mixed sizes rank to match mixed strides rank (%d vs %d) so the rank of the result type is well-formed.",
			len(sizes), len(strides))
	}
	for i, l := range lists {
		if d := l.Verify(op, maxRanks[i]); d != nil {
			return d
		}
	}
	for _, l := range []List{s.Offsets, s.Sizes} {
		for _, v := range l.Static(op) {
			if v < 0 && v != ir.Dynamic {
				return op.PlainErrorf("expected %ss to be non-negative, but got %d", l.Word, v)
			}
		}
	}
	return nil
}

// VerifyInBounds checks that a slice with static entries stays inside the shape.
func (s Slice) VerifyInBounds(op *ir.Operation, shape []int64) *ir.Diagnostic {
	if msg := ir.SliceOutOfBounds(shape, s.Offsets.Static(op), s.Sizes.Static(op), s.Strides.Static(op)); msg != "" {
		return op.PlainErrorf("%s", msg)
	}
	return nil
}

// Statics returns the numbers of a list, ir.Dynamic for values.
func Statics(ms []ir.Mixed) []int64 {
	static, _ := ir.SplitMixed(ms)
	return static
}

// Mismatch is the reason why a type is not a rank reduction of another type.
type Mismatch uint8

const (
	Matches Mismatch = iota
	RankTooLarge
	SizeMismatch
	ElemTypeMismatch
	MemSpaceMismatch
	LayoutMismatch
)

// RankReduced compares a type with a full type: it may lack some of the full type's
// dimensions of extent 1.
func RankReduced(full, reduced ir.ShapedType) Mismatch {
	switch {
	case full == reduced:
		return Matches
	case len(reduced.Shape()) > len(full.Shape()):
		return RankTooLarge
	}
	if _, ok := DroppedDims(full.Shape(), reduced.Shape(), false); !ok {
		return SizeMismatch
	}
	if full.ElementType() != reduced.ElementType() {
		return ElemTypeMismatch
	}
	return Matches
}

// DroppedDims returns which dimensions of extent 1 of full are missing in a shape,
// choosing the leftmost match; ok is false if the shape is not a rank reduction of full.
// If matchDynamic is set, an unknown extent matches every extent but 1.
func DroppedDims(full, reduced []int64, matchDynamic bool) (dropped []bool, ok bool) {
	dropped = make([]bool, len(full))
	k := 0
	for d, n := range full {
		switch {
		case matchDynamic && k < len(reduced) && n != 1 && (reduced[k] == ir.Dynamic || n == ir.Dynamic):
			k++
		case k < len(reduced) && n == reduced[k]:
			k++
		case n != 1:
			return nil, false
		default:
			dropped[d] = true
		}
	}
	return dropped, k == len(reduced)
}

// Drop returns the entries of vs whose dimension is not dropped.
func Drop[T any](vs []T, dropped []bool) []T {
	kept := make([]T, 0, len(vs))
	for i, v := range vs {
		if !dropped[i] {
			kept = append(kept, v)
		}
	}
	return kept
}
