package run

import (
	"fmt"
	"slices"
	"sync"

	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/dialect/scf"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/program"
	"optc/ir"
)

// Least computes a lower bound on the cycles of compute sets, from the code of the vertices and the
// sizes of their fields, without memory: loops with known bounds are counted, and code that depends
// on data counts with its least cost. The methods may be called by several goroutines.
type Least struct {
	target *target.Target
	code   map[string]*ir.Operation // the poplar.compute of lowered classes, by name
	known  sync.Map                 // instructions by the text of a [counting]
}

// NewLeast returns the counts for the classes of a module whose code is lowered, except for the classes
// named in except.
func NewLeast(t *target.Target, module *ir.Operation, except map[string]bool) *Least {
	l := &Least{target: t, code: map[string]*ir.Operation{}}
	for op := range module.Body().Ops() {
		if ir.Is[poplar.VertexOp](op) && !except[ir.SymbolName(op)] {
			if c := poplar.VertexOf(op).Compute(); c != nil && undistributed(c) == nil {
				l.code[ir.SymbolName(op)] = c
			}
		}
	}
	return l
}

// Cycles returns a number of cycles below which the time of a compute set cannot be. Threads of a class
// whose code is not lowered have at least the instructions that other has for its name.
func (l *Least) Cycles(set *graph.ComputeSet, other map[string]int64) (most int64) {
	tiles := map[int]*work{}
	for _, v := range set.Vertices() {
		w := tiles[v.Tile]
		if w == nil {
			w = &work{workers: make([]int64, l.target.Workers)}
			tiles[v.Tile] = w
		}
		l.add(w, v, other)
		most = max(most, w.cycles())
	}
	return most
}

// add adds a vertex to the work of its tile.
func (l *Least) add(w *work, v *graph.Vertex, other map[string]int64) {
	instructions := l.instructions
	compute := l.code[v.Class.Name]
	if compute == nil {
		n, known := other[v.Class.Name]
		if !known {
			return
		}
		instructions = func(counting) int64 { return n }
	}
	c := counting{compute: compute, worker: supervisor, workers: int64(l.target.Workers), sizes: make([]int64, len(v.Class.Fields)), values: make([]int64, len(v.Class.Fields))}
	entries := make([]program.BoundField, len(v.Class.Fields))
	for i, f := range v.Class.Fields {
		c.sizes[i], c.values[i] = -1, -1
		if !f.Type.IsEdge() {
			if values, _ := v.Values(i); f.Type.Kind == vertex.ScalarField && len(values) == 1 && int64(values[0]) >= 0 {
				c.values[i] = int64(values[0])
			}
			continue
		}
		views, _ := v.Views(i)
		entries[i].Data = make([]program.AllocExtent, len(views))
		if f.Type.Kind == vertex.VectorEdge && f.Data.Layout.HasCount() {
			c.sizes[i] = views[0].NumElems()
		}
	}
	unpacked := unpacking(v.Class.Fields, entries)
	switch v.Class.Kind {
	case vertex.Supervisor:
		w.supervisor += unpacked + instructions(c)
	case vertex.Worker:
		c.worker, c.workers = 0, 1
		w.workers[w.handed%len(w.workers)] += unpacked + instructions(c)
		w.handed++
	case vertex.Multi:
		for k := range w.workers {
			c.worker = int64(k)
			w.workers[k] += unpacked + instructions(c)
		}
	}
}

// counting is code with the numbers that its instructions may depend on; -1 is unknown.
type counting struct {
	compute       *ir.Operation
	worker        int64
	workers       int64   // workers that run the code
	sizes, values []int64 // sizes and values of each field
}

// instructions returns the number of instructions that a thread executes at least.
func (l *Least) instructions(c counting) int64 {
	key := fmt.Sprint(ir.SymbolName(c.compute.Parent()), c.worker, c.sizes, c.values)
	if n, ok := l.known.Load(key); ok {
		return n.(int64)
	}
	k := &counter{estimate: newEstimator(l.target), workers: c.workers, number: map[*ir.Value]int64{}, size: map[*ir.Value]int64{}}
	args := c.compute.Body().Args()
	for i, arg := range args {
		switch {
		case i == len(c.sizes):
			k.number[arg] = c.worker
		case c.values[i] >= 0:
			k.number[arg] = c.values[i]
		case c.sizes[i] >= 0:
			k.size[arg] = c.sizes[i]
		}
	}
	n, _ := k.block(c.compute.Body())
	l.known.Store(key, n)
	return n
}

// counter counts the instructions of code for which some numbers are known.
type counter struct {
	estimate *estimator
	workers  int64
	visited  int // operations
	number   map[*ir.Value]int64
	size     map[*ir.Value]int64 // size of a memory of one dimension
}

// mostVisits bounds the operations that are visited for a number of instructions. Later
// instructions are not counted.
const mostVisits = 1 << 14

// block returns the least number of instructions of a block and its last operation.
func (k *counter) block(b *ir.Block) (n int64, last *ir.Operation) {
	for op := range b.Ops() {
		n += k.op(op)
		last = op
	}
	return n, last
}

// op returns the least number of instructions of an operation with its regions, and computes its
// results if they are known numbers.
func (k *counter) op(op *ir.Operation) int64 {
	n := k.estimate.of(op)
	k.visited++
	// Control flow is followed, and two operations give numbers that only a run knows; all other operations are folded.
	switch x := op.Typed().(type) {
	case scf.ForOp:
		return n + k.loop(x)
	case scf.WhileOp:
		return n + k.while(x)
	case scf.IfOp:
		return n + k.branch(x)
	case poplar.NumWorkersOp:
		k.number[op.Result(0)] = k.workers
		return n
	case memref.DimOp:
		if size, ok := k.size[x.Source()]; ok {
			if d, known := k.numberOf(x.Index()); known && d == 0 {
				k.number[op.Result(0)] = size
				return n
			}
		}
	}
	for i, r := range op.Results() {
		delete(k.number, r)
		if ir.AnySignlessInteger.Check(r.Type()) || r.Type() == r.Type().Context().Index() {
			if x, ok := evaluate.Fold(op, i, k.numberOf); ok {
				k.number[r] = x
			}
		}
	}
	return n
}

func (k *counter) numberOf(v *ir.Value) (int64, bool) {
	n, ok := k.number[v]
	return n, ok
}

// assign copies the known numbers of values to other values.
func (k *counter) assign(to, from []*ir.Value) {
	numbers := make([]int64, len(from))
	known := make([]bool, len(from))
	for i, v := range from {
		numbers[i], known[i] = k.numberOf(v)
	}
	for i, v := range to {
		if delete(k.number, v); i < len(known) && known[i] {
			k.number[v] = numbers[i]
		}
	}
}

func (k *counter) loop(x scf.ForOp) (n int64) {
	lower, ok1 := k.numberOf(x.LowerBound())
	upper, ok2 := k.numberOf(x.UpperBound())
	step, ok3 := k.numberOf(x.Step())
	results := x.Operation().ResultList()
	if !ok1 || !ok2 || !ok3 || step < 1 {
		k.assign(results, nil)
		return 0
	}
	body := x.Region().Front()
	if trips := max((upper-lower+step-1)/step, 0); !hasRegions(body) {
		k.assign(body.Args(), nil)
		each, _ := k.block(body)
		if k.assign(results, nil); trips == 0 {
			k.assign(results, x.InitArgs())
		}
		return trips * each
	}
	carried := x.InitArgs()
	for i := lower; i < upper; i += step {
		if k.visited > mostVisits {
			k.assign(results, nil)
			return n
		}
		k.assign(body.Args()[1:], carried)
		k.number[body.Arg(0)] = i
		each, yield := k.block(body)
		n, carried = n+each, yield.OperandList()
	}
	k.assign(results, carried)
	return n
}

// hasRegions reports whether an operation of the block has regions.
func hasRegions(b *ir.Block) bool {
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			return true
		}
	}
	return false
}

func (k *counter) while(x scf.WhileOp) (n int64) {
	carried := x.Operation().OperandList()
	before, after := x.Operation().Region(0).Front(), x.Operation().Region(1).Front()
	for {
		k.assign(before.Args(), carried)
		each, last := k.block(before)
		n += each
		condition := last.OperandList()
		again, known := k.numberOf(condition[0])
		if !known || again == 0 || k.visited > mostVisits {
			if k.assign(x.Operation().ResultList(), nil); known && again == 0 {
				k.assign(x.Operation().ResultList(), condition[1:])
			}
			return n
		}
		k.assign(after.Args(), condition[1:])
		each, last = k.block(after)
		n, carried = n+each, last.OperandList()
	}
}

func (k *counter) branch(x scf.IfOp) int64 {
	regions := slices.Collect(x.Operation().Regions())
	results := x.Operation().ResultList()
	if condition, known := k.numberOf(x.Condition()); known {
		region := regions[1]
		if condition != 0 {
			region = regions[0]
		}
		if region.Empty() {
			return 0
		}
		n, last := k.block(region.Front())
		k.assign(results, last.OperandList())
		return n
	}
	least := int64(-1)
	for _, r := range regions {
		n := int64(0)
		if !r.Empty() {
			n, _ = k.block(r.Front())
		}
		if least < 0 || n < least {
			least = n
		}
	}
	k.assign(results, nil)
	return least
}
