package evaluate

import (
	"math"
	"slices"
	"strconv"

	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/affine"
)

const (
	// MaxOperations bounds the operations that the loops of a graph become.
	MaxOperations = 1 << 20
	// maxVariableBytes bounds the bytes of the variables that loops make. All tiles of the
	// largest systems have less memory.
	maxVariableBytes = 1 << 36
)

// CheckLoops returns an error about the first outermost loop of a graph that becomes, with
// the loops before it, more operations than MaxOperations, or more variables than have place
// on tiles. It counts without a copy of any operation. The error code is loop-size.
func CheckLoops(graph *ir.Operation) *ir.Diagnostic {
	s := &sizer{numbers: map[*ir.Value]int64{}}
	var total loopSize
	for op := range graph.Body().Ops() {
		before := total
		s.products = s.products[:0]
		total = total.plus(s.op(op))
		if total.operations <= MaxOperations && total.bytes <= maxVariableBytes {
			continue
		}
		var d *ir.Diagnostic
		if total.operations > MaxOperations {
			d = op.Errorf("expected at most %d operations of all loops of the graph, but got %s", MaxOperations, counted(total.operations))
		} else {
			d = op.Errorf("expected at most %d bytes of variables of all loops of the graph, but got %s", int64(maxVariableBytes), counted(total.bytes))
		}
		d = d.WithCode(poplar.Codes + "loop-size")
		if before.operations > 0 {
			d = d.Note(op.Loc(), "the loops before it become %d operations", before.operations)
		}
		for _, p := range s.products {
			what := counted(p.each.operations) + " operations"
			if p.each.bytes > 0 {
				what += " with " + counted(p.each.bytes) + " bytes of variables"
			}
			d = d.Note(p.loop.Loc(), "%s iterations of %s", counted(p.iterations), what)
		}
		return d
	}
	return nil
}

// counted writes a number that may be the largest one.
func counted(n int64) string {
	if n == math.MaxInt64 {
		return "more than 9 * 10^18"
	}
	return strconv.FormatInt(n, 10)
}

// sum adds counts, times multiplies them: at most to the largest number.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func times(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}

// loopSize is the size of operations after loops are expanded.
type loopSize struct{ operations, bytes int64 }

func (a loopSize) plus(b loopSize) loopSize {
	return loopSize{operations: sum(a.operations, b.operations), bytes: sum(a.bytes, b.bytes)}
}

func (a loopSize) times(n int64) loopSize {
	return loopSize{operations: times(a.operations, n), bytes: times(a.bytes, n)}
}

// product is a loop whose iterations are equal.
type product struct {
	loop       *ir.Operation
	iterations int64
	each       loopSize
}

// sizer counts what loops become.
type sizer struct {
	numbers  map[*ir.Value]int64
	products []product // of the last outermost loop
	// open reports that the bounds of a loop depend on a number that is not known.
	open  bool
	depth int // of loops around the operation
	// steps is the number of operations that were visited again for an iteration.
	steps int64
}

func (s *sizer) known(v *ir.Value) (int64, bool) {
	n, known := s.numbers[v]
	return n, known
}

func (s *sizer) block(b *ir.Block) (size loopSize) {
	for op := range b.Ops() {
		size = size.plus(s.op(op))
	}
	return size
}

func (s *sizer) op(op *ir.Operation) loopSize {
	s.steps++
	if loop := ir.As[poplar.ForOp](op); loop.Ok() {
		return s.loop(loop)
	}
	if s.depth > 0 && ir.Is[poplar.VariableOp](op) {
		return loopSize{operations: 1, bytes: variableBytes(op.Result(0).Type())}
	}
	if branch := ir.As[scf.IfOp](op); branch.Ok() {
		return s.branch(branch)
	}
	if op.NumResults() == 1 && IsNumber(op.Result(0).Type()) {
		if n, ok := Fold(op, 0, s.known); ok {
			s.numbers[op.Result(0)] = n
		} else {
			delete(s.numbers, op.Result(0))
		}
	}
	var size loopSize
	if s.depth > 0 {
		size.operations = 1
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			size = size.plus(s.block(b))
		}
	}
	return size
}

// IsNumber reports whether values of a type are numbers that a graph computes.
func IsNumber(t ir.Type) bool { return ir.IsType[*ir.IndexType](t) || ir.IsType[*ir.IntegerType](t) }

// branch returns the size of the block that is taken, or of the larger one if that is not known.
func (s *sizer) branch(op scf.IfOp) (size loopSize) {
	if condition, known := s.known(op.Condition()); known {
		if b := Taken(op, condition != 0); b != nil {
			size = s.block(b)
		}
		return size
	}
	s.open = true
	for _, condition := range []bool{false, true} {
		if b := Taken(op, condition); b != nil {
			each := s.block(b)
			size = loopSize{operations: max(size.operations, each.operations), bytes: max(size.bytes, each.bytes)}
		}
	}
	return size
}

// variableBytes returns the bytes of a variable of a type; 0 if they are not known.
func variableBytes(t ir.Type) int64 {
	tensor, ok := t.(*poplar.TensorType)
	if !ok {
		return 0
	}
	n := int64(tensor.Elem.Size())
	for _, d := range tensor.Shape {
		if d < 0 {
			return 0
		}
		n = times(n, d)
	}
	return n
}

// loop returns the size of a loop: a product, if the bounds of inner loops do not depend on
// its index, or else a sum.
func (s *sizer) loop(op poplar.ForOp) (size loopSize) {
	s.depth++
	defer func() { s.depth-- }()
	index := op.Body().Front().Arg(0)
	var bounds [2]int64
	for i, m := range []affine.Map{op.Lower(), op.Upper()} {
		n, known, err := poplar.NumberOf(s.known).Evaluate(op.Operation(), m)
		if !known || err != nil {
			s.open = true
			delete(s.numbers, index)
			return loopSize{operations: 1}.plus(s.block(op.Body().Front()))
		}
		bounds[i] = n[0]
	}
	n := poplar.Iterations(bounds[0], bounds[1], op.Step())
	outer, first := s.open, len(s.products)
	s.open = false
	delete(s.numbers, index)
	each := s.block(op.Body().Front())
	if !s.open {
		s.open = outer
		s.products = slices.Insert(s.products, first, product{loop: op.Operation(), iterations: n, each: each})
		return each.times(n)
	}
	s.open = outer
	for k := range n {
		s.numbers[index] = bounds[0] + k*op.Step()
		size = size.plus(s.block(op.Body().Front()))
		s.products = s.products[:first] // whose iterations differ
		if size.operations > MaxOperations || s.steps > 4*MaxOperations {
			return loopSize{operations: max(size.operations, MaxOperations+1), bytes: size.bytes}
		}
	}
	return size
}
