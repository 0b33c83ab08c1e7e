package linalg

import (
	"optc/dialect/internal/word"
	"optc/ir"
	"optc/ir/affine"
)

// Iterator is the role of a loop.
type Iterator int

// The roles of loops.
const (
	Parallel Iterator = iota
	Reduction
)

var iteratorTypes = &word.Set{
	Dialect: "linalg", Mnemonic: "iterator_type", Class: "::mlir::utils::IteratorType", Summary: "Iterator type",
	Words: []string{"parallel", "reduction"}, Angles: true,
}

// String returns upstream's word.
func (i Iterator) String() string { return iteratorTypes.Words[i] }

// Loops is what passes and the simulator ask of a structured operation: an operation whose region
// computes the elements of the outputs at each point of a loop nest.
type Loops struct {
	// Maps returns for each operand the map from loops to its indices.
	Maps func(op *ir.Operation) []affine.Map
	// Iterators returns the roles of the loops, outermost first.
	Iterators func(op *ir.Operation) []Iterator
	// Build builds the region of a named operation for the types of its arguments; nil if the text
	// has the region.
	Build func(b *body, op *ir.Operation) *ir.Value
	// memoizes is set if upstream, when it verifies the operation, stores the maps in a discardable
	// attribute, which is visible only in the generic form.
	memoizes bool
}

// Structured is the interface of structured operations.
var Structured = ir.NewInterface[*Loops]("structured operation")

// MapsOf returns the maps of a structured operation.
func MapsOf(op *ir.Operation) []affine.Map {
	l, _ := Structured.Of(op)
	return l.Maps(op)
}

// IteratorsOf returns the roles of the loops of a structured operation.
func IteratorsOf(op *ir.Operation) []Iterator {
	l, _ := Structured.Of(op)
	return l.Iterators(op)
}

// initsOf returns the range of the outputs among the operands.
func initsOf(op *ir.Operation) (lo, hi int) { return op.Def().Interfaces.DestStyle.Inits(op) }

// IsOnTensors and IsOnBuffers report whether all shaped operands are tensors, or memrefs.
func IsOnTensors(op *ir.Operation) bool {
	return purely(op, ir.AnyTensor, ir.AnyRankedOrUnrankedMemRef)
}

// IsOnBuffers is described at IsOnTensors.
func IsOnBuffers(op *ir.Operation) bool {
	return purely(op, ir.AnyRankedOrUnrankedMemRef, ir.AnyTensor)
}

// purely reports whether an operand is of the first set and none of the second.
func purely(op *ir.Operation, some, none *ir.TypeConstraint) bool {
	found := false
	for _, v := range op.Operands() {
		if none.Check(v.Type()) {
			return false
		}
		found = found || some.Check(v.Type())
	}
	return found
}

// rankOf returns the rank of an operand, 0 of a scalar.
func rankOf(v *ir.Value) int {
	if s, ok := v.Type().(ir.ShapedType); ok && isIndexed(v.Type()) {
		return len(s.Shape())
	}
	return 0
}

// isIndexed reports whether an operand of a type is accessed by indices; others are scalars.
func isIndexed(t ir.Type) bool { return ir.AnyMemRef.Check(t) || ir.AnyRankedTensor.Check(t) }

// elementOf returns the type that the region sees of an operand.
func elementOf(t ir.Type) ir.Type {
	if isIndexed(t) {
		return ir.ElementOrSelf(t)
	}
	return t
}

// ElementwiseMaps are the maps of operations that visit all elements of their output: scalars are
// the same for all elements.
func elementwiseMaps(op *ir.Operation) []affine.Map {
	lo, _ := initsOf(op)
	rank := rankOf(op.Operand(lo))
	maps := make([]affine.Map, op.NumOperands())
	for i, v := range op.Operands() {
		if maps[i] = affine.Identity(rank); rankOf(v) == 0 {
			maps[i] = affine.NewMap(rank, 0)
		}
	}
	return maps
}

func elementwiseIterators(op *ir.Operation) []Iterator {
	lo, _ := initsOf(op)
	return make([]Iterator, rankOf(op.Operand(lo)))
}

// effects of a structured operation on memory (getGenericEffectsImpl upstream).
func effects(op *ir.Operation) (list []ir.Effect) {
	lo, hi := initsOf(op)
	for i, v := range op.Operands() {
		if !ir.AnyMemRef.Check(v.Type()) {
			continue
		}
		if i < lo || readsOutput(op, i) {
			list = append(list, ir.Effect{Kind: ir.Read, Value: v})
		}
		if i >= lo && i < hi {
			list = append(list, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return list
}

// readsOutput reports whether the region uses the old element of operand i.
func readsOutput(op *ir.Operation, i int) bool {
	if ir.Is[MapOp](op) {
		lo, _ := initsOf(op)
		return i < lo && !op.Body().Arg(i).Unused()
	}
	return !op.Body().Arg(i).Unused()
}

func speculatable(op *ir.Operation) ir.Speculatability {
	if IsOnTensors(op) {
		return ir.RecursivelySpeculatableOps
	}
	return ir.NotSpeculatable
}
