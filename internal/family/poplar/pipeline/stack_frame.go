package poplar

import (
	"strings"

	"optc/dialect/affine"
	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/dialect/scf"
	"optc/ir"
)

// frames estimates the bytes that code keeps on the stack.
type frames struct {
	symbols *ir.SymbolTables
	known   map[*ir.Operation]int64 // by function
	path    []*ir.Operation         // functions whose frames are being estimated
}

func newFrames() *frames {
	return &frames{symbols: ir.NewSymbolTables(), known: map[*ir.Operation]int64{}}
}

// of estimates the stack of an operation with code and of its callees, rounded up to the
// alignment of stacks. The errors have the codes stack-unbounded, stack-recursion,
// stack-indirect and stack-heap.
func (f *frames) of(op *ir.Operation) (int64, *ir.Diagnostic) {
	if n, ok := f.known[op]; ok {
		return n, nil
	}
	f.path = append(f.path, op)
	defer func() { f.path = f.path[:len(f.path)-1] }()
	var allocated, started, deepest int64
	var problem *ir.Diagnostic
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		var n int64
		switch {
		case ir.Is[memref.AllocaOp](o):
			n, problem = f.allocated(o)
			allocated += n
		case ir.Is[memref.AllocOp](o) || ir.Is[memref.ReallocOp](o):
			problem = o.Errorf("needs a heap, which a tile has not; use memref.alloca or a field").WithCode(poplar.Codes + "stack-heap")
		case ir.Is[fn.CallIndirectOp](o):
			problem = o.Errorf("calls through a pointer; declare the targets").WithCode(poplar.Codes + "stack-indirect")
		case ir.Is[fn.CallOp](o):
			n, problem = f.call(o)
			deepest = max(deepest, n)
		case ir.Is[poplar.StartOp](o):
			started = max(started, f.started(o))
		}
		if problem != nil {
			return ir.Interrupt
		}
		return ir.Advance
	})
	if problem != nil {
		return 0, problem
	}
	n := (liveBytes(op.Region(0)) + allocated + started + vertex.StackAlign - 1) &^ (vertex.StackAlign - 1)
	f.known[op] = n + deepest
	return n + deepest, nil
}

// call returns the stack that the callee of a func.call needs.
func (f *frames) call(op *ir.Operation) (int64, *ir.Diagnostic) {
	callee := f.symbols.LookupFrom(op, ir.Cast[fn.CallOp](op).Callee())
	if callee == nil || callee.Body() == nil {
		return 0, op.Errorf("calls a function without a body, whose stack is not known").WithCode(poplar.Codes + "stack-unknown")
	}
	for i, around := range f.path {
		if around != callee {
			continue
		}
		var names []string
		for _, o := range append(f.path[i:len(f.path):len(f.path)], callee) {
			names = append(names, ir.SymbolName(o))
		}
		return 0, op.Errorf("recursion %s needs a total stack declaration", strings.Join(names, " → ")).WithCode(poplar.Codes + "stack-recursion")
	}
	return f.of(callee)
}

// started returns the bytes of the vertex state that a poplar.start builds, in whole words.
func (f *frames) started(op *ir.Operation) int64 {
	class := f.symbols.Table(ir.Enclosing[poplar.VertexOp](op).Operation().Parent())[ir.Cast[poplar.StartOp](op).Vertex()]
	return (ir.Cast[poplar.VertexOp](class).StateSize() + word - 1) &^ (word - 1)
}

// allocated returns the bytes of a memref.alloca, in whole words.
func (f *frames) allocated(op *ir.Operation) (int64, *ir.Diagnostic) {
	t := ir.Cast[memref.AllocaOp](op).Memref().Type().(*ir.MemRefType)
	n, ok := ir.NumElements(t.Dims)
	if !ok || !t.HasIdentityLayout() {
		return 0, op.Errorf("allocates a number of bytes that is known only at run time on the stack").WithCode(poplar.Codes + "stack-unbounded")
	}
	if repeats(op) {
		return 0, op.Errorf("allocates on the stack in a loop, each time anew").WithCode(poplar.Codes + "stack-unbounded")
	}
	return (n*max(1, int64(ir.ElementBytes(t.Elem))) + word - 1) &^ (word - 1), nil
}

// repeats reports whether an operation may run more than once before the allocation scope
// around it ends: in a block that reaches itself, or in a region of an operation that
// may repeat.
func repeats(op *ir.Operation) bool {
	for o := op; ; o = o.Parent() {
		if reachesItself(o.Block()) {
			return true
		}
		around := o.Parent()
		if around == nil || around.Has(ir.AutomaticAllocationScope) {
			return false
		}
		if !ir.IsAny(around, scf.IfOp{}, scf.IndexSwitchOp{}, scf.ExecuteRegionOp{}, affine.IfOp{}) {
			return true
		}
	}
}

// reachesItself reports whether control can come back to a block.
func reachesItself(b *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	var visit func(from *ir.Block) bool
	visit = func(from *ir.Block) bool {
		for _, next := range from.Successors() {
			if next == b {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if visit(next) {
					return true
				}
			}
		}
		return false
	}
	return visit(b)
}

// liveBytes is the largest number of bytes that values defined in a region need at any point. A
// value lives from its definition to its last use in its block; a use inside a nested operation
// counts as a use by that operation. A value that another block uses lives to the end of its block.
func liveBytes(r *ir.Region) int64 {
	var most int64
	for b := range r.Blocks() {
		var live int64
		ends := map[*ir.Operation]int64{} // bytes that die at an operation
		begin := func(v *ir.Value) {
			n := valueBytes(v.Type())
			live += n
			if last := lastUse(v, b); last != nil {
				ends[last] += n
			}
		}
		for _, a := range b.Args() {
			begin(a)
		}
		most = max(most, live)
		for op := range b.Ops() {
			for _, v := range op.Results() {
				begin(v)
			}
			var inside int64
			for nested := range op.Regions() {
				inside = max(inside, liveBytes(nested))
			}
			most = max(most, live+inside)
			live -= ends[op]
			for _, v := range op.Results() {
				if v.Unused() {
					live -= valueBytes(v.Type())
				}
			}
		}
	}
	return most
}

// lastUse returns the operation of block b with the last use of v, or nil when v
// is unused or lives to the end of the block.
func lastUse(v *ir.Value, b *ir.Block) *ir.Operation {
	var last *ir.Operation
	for u := v.FirstUse(); u != nil; u = u.Next() {
		user := u.Owner()
		for user != nil && user.Block() != b {
			user = user.Parent()
		}
		if user == nil {
			return nil
		}
		if last == nil || last.IsBefore(user) {
			last = user
		}
	}
	return last
}

// word is the size of a register in bytes.
const word = 4

// valueBytes is the size of a value in a frame: vectors in full, memrefs and rows
// as address and size, numbers in whole words.
func valueBytes(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t.Shape())
		return n * max(1, int64(ir.ElementBytes(t.Elem)))
	case *ir.MemRefType, *poplar.RowsType:
		return 2 * word
	case *ir.IntegerType:
		return wholeWords(int64(t.Width))
	case *ir.FloatType:
		return wholeWords(int64(t.Kind.Bits))
	}
	return word
}

func wholeWords(bits int64) int64 { return (bits + 31) / 32 * word }
