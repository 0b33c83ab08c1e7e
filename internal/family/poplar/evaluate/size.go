package evaluate

import (
	"fmt"
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
	// maxVariableBytes bounds the bytes of the variables that loops make. All tiles of the largest
	// systems together have less memory.
	maxVariableBytes = 1 << 36
)

// CheckLoops returns an error about the first outermost loop of a graph that becomes, with the
// loops before it, more operations than MaxOperations, more variables than have place on tiles, or
// more iterations than poplar.MaxIterations. It counts without copying any operation. The error
// code is loop-size.
func CheckLoops(graph *ir.Operation) *ir.Diagnostic {
	s := &sizer{numbers: map[*ir.Value]int64{}, least: map[*ir.Operation]int64{}}
	var total loopSize
	for op := range graph.Body().Ops() {
		before := total
		s.products = s.products[:0]
		total = total.plus(s.op(op))
		var d *ir.Diagnostic
		switch {
		case total.operations > MaxOperations:
			d = op.Errorf("expected at most %d operations of all loops of the graph, but got %s", MaxOperations, s.atLeast(total.operations))
		case total.bytes > maxVariableBytes:
			d = op.Errorf("expected at most %d bytes of variables of all loops of the graph, but got %s", int64(maxVariableBytes), s.atLeast(total.bytes))
		case total.iterations > poplar.MaxIterations:
			d = op.Errorf("expected at most %d iterations of all loops of the graph, but got %s", int64(poplar.MaxIterations), s.atLeast(total.iterations))
		default:
			continue
		}
		d = d.WithCode(poplar.Codes + "loop-size")
		if before.operations > 0 {
			d = d.Note(op.Loc(), "the loops before it become %d operations", before.operations)
		}
		for _, p := range s.products {
			d = d.Note(p.loop.Loc(), "%s", p)
		}
		return d
	}
	return nil
}

// atLeast writes a total, which is only a lower bound if loops were not counted to their end.
func (s *sizer) atLeast(total int64) string {
	if s.cut && total < math.MaxInt64 {
		return "at least " + counted(total)
	}
	return counted(total)
}

// counted writes a number; the largest number stands for that number or more.
func counted(n int64) string {
	if n == math.MaxInt64 {
		return "more than 9 * 10^18"
	}
	return strconv.FormatInt(n, 10)
}

// sum adds counts, and times multiplies them; a result that is too large becomes the largest number.
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

// loopSize is the size of operations after loops are expanded. least is the number of operations
// that remain whatever the unknown conditions and bounds are.
type loopSize struct{ operations, least, bytes, iterations int64 }

func (a loopSize) plus(b loopSize) loopSize {
	return loopSize{operations: sum(a.operations, b.operations), least: sum(a.least, b.least), bytes: sum(a.bytes, b.bytes), iterations: sum(a.iterations, b.iterations)}
}

// times is the size of a loop of n iterations.
func (a loopSize) times(n int64) loopSize {
	return loopSize{operations: times(a.operations, n), least: times(a.least, n), bytes: times(a.bytes, n), iterations: sum(times(a.iterations, n), n)}
}

// product is a loop whose iterations are equal, or a loop with different iterations of which only
// the least size is known, or only some were counted.
type product struct {
	loop                *ir.Operation
	iterations, counted int64
	each                loopSize
	least               bool
}

func (p product) String() string {
	switch {
	case p.counted > 0:
		return fmt.Sprintf("%d of %s iterations, which differ", p.counted, counted(p.iterations))
	case p.each.operations == 0 && p.each.iterations > 0:
		return counted(p.iterations) + " iterations of " + counted(p.each.iterations) + " iterations"
	case p.each.least == 0:
		return counted(p.iterations) + " iterations"
	case p.least:
		return counted(p.iterations) + " iterations of at least " + counted(p.each.least) + " operations"
	case p.each.bytes > 0:
		return counted(p.iterations) + " iterations of " + counted(p.each.operations) + " operations with " + counted(p.each.bytes) + " bytes of variables"
	}
	return counted(p.iterations) + " iterations of " + counted(p.each.operations) + " operations"
}

// sizer counts the operations that loops expand to.
type sizer struct {
	numbers  map[*ir.Value]int64
	products []product // products of the last outermost loop
	// open reports that the bounds of a loop, or a condition, depend on an unknown number.
	open  bool
	depth int // number of loops around the operation
	// indices is the number of loops around the operation whose index is not known yet.
	indices int
	cut     bool // some loop was not counted to its end
	// least holds, for the loops whose iterations differ, the least operations of an iteration.
	least map[*ir.Operation]int64
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
	if loop := ir.As[poplar.ForOp](op); loop.Ok() {
		return s.loop(loop)
	}
	if s.depth > 0 && ir.Is[poplar.VariableOp](op) {
		return loopSize{operations: 1, least: 1, bytes: variableBytes(op.Result(0).Type())}
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
		size.operations, size.least = 1, 1
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
	size.least = math.MaxInt64
	for _, condition := range []bool{false, true} {
		var each loopSize
		if b := Taken(op, condition); b != nil {
			each = s.block(b)
		}
		size = loopSize{
			operations: max(size.operations, each.operations), least: min(size.least, each.least),
			bytes: max(size.bytes, each.bytes), iterations: max(size.iterations, each.iterations),
		}
	}
	return size
}

// variableBytes returns the size of a variable of a type; 0 if it is not known.
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

// loop returns the size of a loop: a product, if the bounds of inner loops and conditions do not
// depend on its index, or else a sum.
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
			size = s.block(op.Body().Front())
			size.least = 0
			return loopSize{operations: 1, iterations: 1}.plus(size)
		}
		bounds[i] = n[0]
	}
	n := poplar.Iterations(bounds[0], bounds[1], op.Step())
	first := len(s.products)
	least, differ := s.least[op.Operation()]
	if !differ {
		outer := s.open
		s.open = false
		s.indices++
		delete(s.numbers, index)
		each := s.block(op.Body().Front())
		s.indices--
		differ, s.open = s.open, outer
		at := product{loop: op.Operation(), iterations: n, each: each, least: differ}
		if !differ {
			s.products = slices.Insert(s.products, first, at)
			return each.times(n)
		}
		least = each.least
		s.least[op.Operation()] = least
		if n > poplar.MaxIterations || times(least, n) > MaxOperations {
			s.cut = true
			s.products = append(s.products[:first], at)
			return loopSize{operations: least, least: least}.times(n)
		}
	}
	for k := range n {
		s.numbers[index] = bounds[0] + k*op.Step()
		outer := s.open
		s.open = false
		size = size.plus(s.block(op.Body().Front())).plus(loopSize{iterations: 1})
		again := s.open && s.indices > 0 // counted again when the indices of the enclosing loops are known
		s.open = s.open || outer
		s.products = s.products[:first] // its iterations differ
		if again {
			size.least = times(least, n)
			return size
		}
		if size.operations > MaxOperations || size.iterations > poplar.MaxIterations {
			s.products = append(s.products, product{loop: op.Operation(), iterations: n, counted: k + 1})
			s.cut = s.cut || k+1 < n
			return size
		}
	}
	return size
}
