package vector

import (
	"slices"

	"optc/ir"
)

// The operations. Accessors are named like the operands and attributes of the
// definitions; Build functions insert an operation and return its result.
var (
	Broadcast           = broadcastKind{"vector.broadcast"}
	ShapeCast           = castKind{"vector.shape_cast"}
	Transpose           = transposeKind{"vector.transpose"}
	Extract             = extractKind{positionKind{"vector.extract"}}
	Insert              = insertKind{positionKind{"vector.insert"}}
	ExtractStridedSlice = extractSliceKind{"vector.extract_strided_slice"}
	InsertStridedSlice  = insertSliceKind{"vector.insert_strided_slice"}
	FromElements        = fromElementsKind{"vector.from_elements"}
	Shuffle             = shuffleKind{"vector.shuffle"}

	TransferRead  = transferReadKind{"vector.transfer_read"}
	TransferWrite = transferWriteKind{"vector.transfer_write"}
	Scatter       = scatterKind{"vector.scatter"}

	CreateMask   = createMaskKind{"vector.create_mask"}
	ConstantMask = constantMaskKind{"vector.constant_mask"}
	Mask         = maskKind{"vector.mask"}

	MultiReduction = multiReductionKind{"vector.multi_reduction"}
	Contract       = contractKind{"vector.contract"}
	Scan           = scanKind{"vector.scan"}

	Step = stepKind{"vector.step"}
)

// value builds an operation with one result, whose type is inferred when it is nil.
func value(b ir.OpBuilder, k ir.Kind, operands []*ir.Value, result ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: operands}
	if result != nil {
		st.ResultTypes = []ir.Type{result}
	}
	for _, a := range attrs {
		st.SetAttr(a.Name, a.Value)
	}
	return k.CreateValue(b, st)
}

// dense makes an attribute entry of a list of numbers.
func dense(b ir.OpBuilder, name string, vs []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().DenseI64Array(vs)}
}

// int64s returns the numbers of an attribute that must be a list of integers according to
// the definition.
func int64s(op *ir.Operation, name string) []int64 {
	vs, _ := ir.Int64s(op.Attr(name))
	return vs
}

// mutable returns the only operand of a group as a use, or nil if the group is empty.
func mutable(op *ir.Operation, group int) *ir.OpOperand {
	if lo, hi := op.OperandRange(group); lo < hi {
		return op.OpOperand(lo)
	}
	return nil
}

// sizedGroups sets the operands of the groups and their sizes; nil means an optional
// operand that is absent.
func sizedGroups(b ir.OpBuilder, st *ir.OpState, groups ...[]*ir.Value) {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		if len(g) == 1 && g[0] == nil {
			continue
		}
		st.Operands = append(st.Operands, g...)
		sizes[i] = len(g)
	}
	st.SetSegments(b.Context(), sizes...)
}

// Names of the attributes that several operations and functions share.
const (
	staticPosition    = "static_position" // ir.Dynamic stands for an operand
	permutationAttr   = "permutation"
	sliceOffsets      = "offsets"
	sliceSizes        = "sizes"
	sliceStrides      = "strides"
	maskAttr          = "mask"
	posAttr           = "pos"
	permutationMap    = "permutation_map"
	inBounds          = "in_bounds"
	alignmentAttr     = "alignment"
	maskDimSizes      = "mask_dim_sizes"
	kindName          = "kind"
	reductionDims     = "reduction_dims"
	reductionDim      = "reduction_dim"
	inclusive         = "inclusive"
	indexingMaps      = "indexing_maps"
	iteratorTypesAttr = "iterator_types"
	punctuationName   = "punctuation"
	stringLiteral     = "stringLiteral"
)

type broadcastKind struct{ ir.OldKind }

func (broadcastKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (broadcastKind) Vector(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build repeats a scalar or vector to a vector of type t.
func (k broadcastKind) Build(b ir.OpBuilder, t ir.Type, source *ir.Value) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{source}, t)
}

type castKind struct{ ir.OldKind }

func (castKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Build makes a vector of type t from the elements or bits of source.
func (k castKind) Build(b ir.OpBuilder, t ir.Type, source *ir.Value) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{source}, t)
}

type transposeKind struct{ ir.OldKind }

func (transposeKind) Vector(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Permutation returns, per dimension of the result, the dimension of the operand.
func (transposeKind) Permutation(op *ir.Operation) []int64 { return int64s(op, permutationAttr) }

// Build permutes the dimensions of v.
func (k transposeKind) Build(b ir.OpBuilder, v *ir.Value, perm []int64) *ir.Value {
	from := vectorOf(v)
	return k.BuildAs(b, ir.ScalableVector(permuted(from.Dims, perm), permuted(scalableDims(from), perm), from.Elem), v, perm)
}

// BuildAs is Build with a result of type t.
func (k transposeKind) BuildAs(b ir.OpBuilder, t ir.Type, v *ir.Value, perm []int64) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{v}, t, dense(b, permutationAttr, perm))
}

// positionKind is an operation with a position, which has ir.Dynamic in place of each
// number that is an operand.
type positionKind struct{ ir.OldKind }

func (positionKind) StaticPosition(op *ir.Operation) []int64 { return int64s(op, staticPosition) }

type extractKind struct{ positionKind }

func (extractKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Build extracts the element or the vector at a constant position.
func (k extractKind) Build(b ir.OpBuilder, source *ir.Value, position ...int64) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{source}, nil, dense(b, staticPosition, position))
}

// BuildAt extracts the element or the vector at indices that are values.
func (k extractKind) BuildAt(b ir.OpBuilder, source *ir.Value, indices ...*ir.Value) *ir.Value {
	position := slices.Repeat([]int64{ir.Dynamic}, len(indices))
	return value(b, k.Kind(), append([]*ir.Value{source}, indices...), nil, dense(b, staticPosition, position))
}

type insertKind struct{ positionKind }

// Build inserts an element or a vector at a constant position of dest.
func (k insertKind) Build(b ir.OpBuilder, v, dest *ir.Value, position ...int64) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{v, dest}, dest.Type(), dense(b, staticPosition, position))
}

type extractSliceKind struct{ ir.OldKind }

// Build extracts sizes elements from offsets on; trailing dimensions stay whole.
func (extractSliceKind) Build(b ir.OpBuilder, source *ir.Value, offsets, sizes []int64) *ir.Value {
	return ir.ValueOf(b, NewExtractStridedSlice(b, source, offsets, sizes))
}

type insertSliceKind struct{ ir.OldKind }

// Build inserts v into dest from offsets on.
func (insertSliceKind) Build(b ir.OpBuilder, v, dest *ir.Value, offsets []int64) *ir.Value {
	return ir.ValueOf(b, NewInsertStridedSlice(b, v, dest, offsets))
}

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }

type fromElementsKind struct{ ir.OldKind }

// Build makes a vector of type t from its elements in row-major order.
func (k fromElementsKind) Build(b ir.OpBuilder, t ir.Type, elements []*ir.Value) *ir.Value {
	return value(b, k.Kind(), elements, t)
}

type shuffleKind struct{ ir.OldKind }

// Build selects elements by their numbers in mask, where the elements of v2 are numbered
// after the elements of v1.
func (k shuffleKind) Build(b ir.OpBuilder, v1, v2 *ir.Value, mask []int64) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{v1, v2}, nil, dense(b, maskAttr, mask))
}

type createMaskKind struct{ ir.OldKind }

// Operands returns the number of elements that are on along each dimension.
func (createMaskKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build makes a mask of type t that is on below sizes.
func (k createMaskKind) Build(b ir.OpBuilder, t ir.Type, sizes []*ir.Value) *ir.Value {
	return value(b, k.Kind(), sizes, t)
}

type constantMaskKind struct{ ir.OldKind }

func (constantMaskKind) MaskDimSizes(op *ir.Operation) []int64 { return int64s(op, maskDimSizes) }

type maskKind struct{ ir.OldKind }

type stepKind struct{ ir.OldKind }

// Build makes the vector 0, 1, 2, … of type t.
func (k stepKind) Build(b ir.OpBuilder, t ir.Type) *ir.Value { return value(b, k.Kind(), nil, t) }
