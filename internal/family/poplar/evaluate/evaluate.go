package evaluate

import (
	"context"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/scf"
	"optc/internal/family/poplar/controlir"
	"optc/internal/family/poplar/link"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/ir/affine"
)

// Evaluation is the result of running the operations of a poplar.graph in order on the
// tensor model.
type Evaluation struct {
	Op      *ir.Operation // the poplar.graph
	Target  target.Target
	Graph   *graph.Graph
	Program []graph.Step // steps of the program, empty if there is no program
	// Functions are the functions that the program may call, in the order of the text.
	Functions []*graph.Function
	// Hosts are the host's arrays in the order of their first copies; a copy from the array represents
	// it, if there is one.
	Hosts []graph.HostCopy

	Tensors map[*ir.Value]graph.Tensor // views by value; the views inside of each_tile are not kept
	Indices map[*ir.Value]int64        // computed numbers by value

	// Created maps a variable to the operation that made it, Defined a vertex class to
	// its operation, Added an instance to its add_vertex.
	Created map[*graph.Variable]*ir.Operation
	Defined map[*graph.VertexClass]*ir.Operation
	Added   map[*graph.Vertex]*ir.Operation

	// Copies are the copies of copy_to_ipu operations.
	Copies map[*ir.Operation]graph.Copy

	// Reports are the remarks of print operations.
	Reports []*ir.Diagnostic

	infos map[*graph.VertexClass]*link.ClassInfo // results of Info
}

// Graph runs a whole graph: variables, mappings, vertices and program. The layouts of the
// vertex classes that it uses must be resolved. The error is an *ir.Diagnostic about the
// first mistake, at its operation, or the error of ctx.
func Graph(ctx context.Context, graph *ir.Operation) (*Evaluation, error) {
	return evaluate(ctx, graph, true)
}

// Tensors runs a graph without its vertices: compute sets remain empty, so that vertex classes need
// not be known.
func Tensors(ctx context.Context, graph *ir.Operation) (*Evaluation, error) {
	return evaluate(ctx, graph, false)
}

// Initial returns the bytes of a variable at the start of a program: the bytes of all elements, or
// of a single element if all are equal; nil if there is no initial value.
func (e *Evaluation) Initial(v *graph.Variable) []byte {
	value := e.Value(v)
	if v.IsConstant() || value == nil {
		return v.Data()
	}
	data, err := poplar.ElementBytes(value)
	if err != nil {
		return nil // evaluation reported it
	}
	return data
}

// Value returns the attribute with the value of a variable at the start of a program, or
// nil if there is none.
func (e *Evaluation) Value(v *graph.Variable) ir.Attribute {
	switch op := e.Created[v]; {
	case ir.Is[poplar.VariableOp](op):
		return ir.Cast[poplar.VariableOp](op).Value()
	case ir.Is[poplar.ConstantOp](op):
		return ir.Cast[poplar.ConstantOp](op).Value()
	}
	return nil
}

// VariableLoc returns the location where a variable was made.
func (e *Evaluation) VariableLoc(v *graph.Variable) ir.Location { return e.Created[v].Loc() }

// VertexLoc returns the location where a vertex was added.
func (e *Evaluation) VertexLoc(v *graph.Vertex) ir.Location { return e.Added[v].Loc() }

// Compute returns the operation that holds the code of a class, or nil.
func (e *Evaluation) Compute(c *graph.VertexClass) *ir.Operation {
	if op := e.Defined[c]; op != nil {
		return poplar.VertexOf(op).Compute()
	}
	return nil
}

// Info returns the properties of a class that linking needs. The result is cached,
// because linking queries it for every vertex.
func (e *Evaluation) Info(c *graph.VertexClass) *link.ClassInfo {
	info := e.infos[c]
	if info == nil {
		op := e.Defined[c]
		state, _ := poplar.StateOf(op, &e.Target)
		class := &program.Class{Op: op, Name: ir.SymbolName(op), State: state}
		info = &link.ClassInfo{Class: class, Constraints: poplar.VertexOf(op).Constraints(), Stack: uint64(ir.Cast[poplar.VertexOp](op).WorkerStack())}
		for started := range poplar.VertexOf(op).Started(ir.NewSymbolTables()) {
			info.Started = max(info.Started, uint64(ir.Cast[poplar.VertexOp](started).WorkerStack()))
		}
		e.infos[c] = info
	}
	return info
}

// evaluator runs the operations of a graph.
type evaluator struct {
	*Evaluation
	ctx      context.Context
	symbols  *ir.SymbolTables
	vertices bool // evaluate vertices too
	virtual  map[string]*graph.Graph
	sets     map[string]*graph.ComputeSet
	filled   map[*ir.Operation]*graph.ComputeSet // the set that the vertices in an operation are added to
	reader   controlir.Reader[graph.Action, graph.Region]
	hosts    map[string]int // indices of the arrays of the host in Hosts
	classes  map[*ir.Operation]*graph.VertexClass
	added    map[*ir.Value]*graph.Vertex
	order    []*graph.Vertex
	sources  []graph.Tensor // sources of the view that is being made

	iterations int64                         // iterations of all loops
	regions    int64                         // regions in the lists of all views
	mappings   map[*ir.Value]tilemap.Mapping // mappings of the tensors of tileRange
}

func evaluate(ctx context.Context, g *ir.Operation, vertices bool) (*Evaluation, error) {
	t, missing := poplar.RequiredTarget(g, g)
	if missing != nil {
		return nil, missing
	}
	if d := CheckLoops(g); d != nil {
		return nil, d
	}
	values, added := 0, 0 // about the number of tensors and vertices
	if vertices {
		ir.Walk(g, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[poplar.AddVertexOp](op) {
				added++
			} else {
				values += op.NumResults()
			}
			return ir.Advance
		})
	}
	e := &evaluator{
		Evaluation: &Evaluation{
			Op: g, Target: t, Graph: graph.New(t),
			Tensors: make(map[*ir.Value]graph.Tensor, values), Indices: map[*ir.Value]int64{},
			Created: map[*graph.Variable]*ir.Operation{}, Defined: map[*graph.VertexClass]*ir.Operation{}, Added: make(map[*graph.Vertex]*ir.Operation, added),
			Copies: map[*ir.Operation]graph.Copy{}, infos: map[*graph.VertexClass]*link.ClassInfo{},
		},
		ctx:      ctx,
		symbols:  ir.NewSymbolTables(),
		vertices: vertices,
		virtual:  map[string]*graph.Graph{},
		sets:     map[string]*graph.ComputeSet{},
		filled:   map[*ir.Operation]*graph.ComputeSet{},
		hosts:    map[string]int{},
		classes:  map[*ir.Operation]*graph.VertexClass{},
		added:    make(map[*ir.Value]*graph.Vertex, added),
		mappings: map[*ir.Value]tilemap.Mapping{},
	}
	e.reader = controlir.Reader[graph.Action, graph.Region]{Action: e.step, Predicate: e.predicate, Loop: e.loop, Branch: e.branch}
	if err := e.block(g.Body()); err != nil {
		return nil, err
	}
	e.Functions = e.reader.Functions
	for _, v := range e.order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := e.complete(v); err != nil {
			return nil, err
		}
	}
	return e.Evaluation, nil
}

func (e *evaluator) block(b *ir.Block) error {
	for op := range b.Ops() {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		before := len(e.Graph.Variables())
		if err := e.op(op); err != nil {
			return err
		}
		for _, v := range e.Graph.Variables()[before:] {
			if e.Created[v] == nil {
				e.Created[v] = op
			}
		}
	}
	return nil
}

// step specifies how operations of a kind are run.
type step struct {
	run func(e *evaluator, op *ir.Operation) error
	// inner is set if run runs other operations, which check their own results.
	inner bool
}

// steps has the operations that describe a graph, besides views.
var steps map[ir.Kind]step

func init() {
	nothing := func(*evaluator, *ir.Operation) error { return nil }
	steps = map[ir.Kind]step{
		poplar.VariableOp{}.Kind():            {run: (*evaluator).variable},
		poplar.ConstantOp{}.Kind():            {run: (*evaluator).constant},
		poplar.VirtualGraphOp{}.Kind():        {run: (*evaluator).virtualGraph},
		poplar.SetTileMappingOp{}.Kind():      {run: (*evaluator).setTileMapping},
		poplar.MapLinearOp{}.Kind():           {run: (*evaluator).mapLinear},
		poplar.MapLinearNextOp{}.Kind():       {run: (*evaluator).mapLinearNext},
		poplar.ChooseOffsetOp{}.Kind():        {run: (*evaluator).chooseOffset},
		poplar.MapByUseOp{}.Kind():            {run: (*evaluator).mapByUse, inner: true},
		poplar.BroadcastOperandOp{}.Kind():    {run: (*evaluator).broadcastOperand},
		poplar.CloneOp{}.Kind():               {run: (*evaluator).clone},
		poplar.CloneToIPUOp{}.Kind():          {run: (*evaluator).clone},
		poplar.CloneToGraphOp{}.Kind():        {run: (*evaluator).clone},
		poplar.CloneExpandAliasingOp{}.Kind(): {run: (*evaluator).clone},
		poplar.CreateIPUCopyOp{}.Kind():       {run: (*evaluator).clone},
		poplar.AssertMappingOp{}.Kind():       {run: (*evaluator).assertMapping},
		poplar.AssertImbalanceOp{}.Kind():     {run: (*evaluator).assertImbalance},
		poplar.AssertSplitOp{}.Kind():         {run: (*evaluator).assertSplit},
		poplar.PrintMappingOp{}.Kind():        {run: (*evaluator).printMapping},
		poplar.ComputeSetOp{}.Kind():          {run: (*evaluator).computeSet, inner: true},
		poplar.AddVertexOp{}.Kind():           {run: (*evaluator).addVertex, inner: true},
		poplar.ConnectOp{}.Kind():             {run: (*evaluator).connect},
		poplar.SetOp{}.Kind():                 {run: (*evaluator).set},
		poplar.EachTileOp{}.Kind():            {run: (*evaluator).eachTile, inner: true},
		poplar.ForOp{}.Kind(): {inner: true, run: func(e *evaluator, op *ir.Operation) error {
			loop := ir.Cast[poplar.ForOp](op)
			return e.loop(loop, func() error { return e.block(loop.Body().Front()) })
		}},
		poplar.YieldOp{}.Kind(): {run: nothing, inner: true}, // the loop reads the views
		scf.IfOp{}.Kind(): {inner: true, run: func(e *evaluator, op *ir.Operation) error {
			return e.branch(ir.Cast[scf.IfOp](op), e.block)
		}},
		scf.YieldOp{}.Kind(): {run: nothing, inner: true}, // the branch reads the values
		poplar.TileRangeOp{}.Kind(): {run: func(e *evaluator, op *ir.Operation) error {
			return e.tileRange(ir.Cast[poplar.TileRangeOp](op))
		}},
		poplar.ProgramOp{}.Kind(): {inner: true, run: func(e *evaluator, op *ir.Operation) (err error) {
			e.Program, err = e.reader.Steps(op.Region(0))
			return err
		}},
		poplar.GraphFunctionOp{}.Kind(): {inner: true, run: func(e *evaluator, op *ir.Operation) error {
			return e.reader.Function(ir.Cast[poplar.GraphFunctionOp](op))
		}},
		// Operations that lowering made from the graph do not describe the graph.
		poplar.TileOp{}.Kind():        {run: nothing},
		poplar.MovesOp{}.Kind():       {run: nothing},
		poplar.AssertBytesOp{}.Kind(): {run: nothing},
	}
}

// op runs an operation.
func (e *evaluator) op(op *ir.Operation) error {
	s, ok := steps[op.Kind()]
	if !ok {
		s.run = (*evaluator).other
	}
	err := s.run(e, op)
	if s.inner {
		return err
	}
	if err == nil {
		err = e.checkResults(op)
	}
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	return nil
}

// checkResults compares the tensors of results with the results' types.
func (e *evaluator) checkResults(op *ir.Operation) error {
	for _, v := range op.Results() {
		t, ok := v.Type().(*poplar.TensorType)
		if !ok {
			continue
		}
		shape := e.Tensors[v].Shape()
		same := len(shape) == len(t.Shape)
		for i := 0; same && i < len(shape); i++ {
			same = t.Shape[i] == shape[i] || t.Shape[i] == ir.Dynamic
		}
		if !same {
			return diag.Errorf("shape-mismatch", "expected a result of type '%s', but the view has shape %v", t, shape)
		}
	}
	return nil
}

// other runs views, and operations that fold to numbers.
func (e *evaluator) other(op *ir.Operation) error {
	if view, ok := poplar.View.Of(op); ok {
		e.sources = e.sources[:0]
		for _, v := range op.Operands() {
			e.sources = append(e.sources, e.Tensors[v])
		}
		t, err := view(op, e.sources, e.known)
		if err == nil {
			e.regions += t.ListedRegions(e.sources...)
			err = e.Graph.CheckRegions(e.regions)
		}
		for _, v := range op.Results() {
			e.Tensors[v] = t
		}
		return err
	}
	for i, v := range op.Results() {
		if ir.IsType[*ir.TensorType](v.Type()) && ir.ConstantOf(op) != nil {
			continue // a table
		}
		n, ok := Fold(op, i, e.known)
		if err := CheckNumber(op, e.known); err != nil {
			return err
		}
		if !ok {
			return diag.Errorf("not-constant", "expected an operation that a graph may hold or that folds to a constant")
		}
		e.Indices[v] = n
	}
	return nil
}

// number returns a number of op, 0 if it is absent. what names the number in an error; code is the
// error code if the number is out of range.
func (e *evaluator) number(op *ir.Operation, m affine.Map, what, code string) (int, error) {
	if len(m.Results) == 0 {
		return 0, nil
	}
	results, err := e.evaluateMap(op, m, what)
	if err != nil {
		return 0, err
	}
	n := results[0]
	if n != int64(int32(n)) {
		return 0, diag.Errorf(code, "expected %s below 2^31, but got %d", what, n)
	}
	return int(n), nil
}

// evaluateMap returns the results of a map of op's indices; what names the results in an error.
func (e *evaluator) evaluateMap(op *ir.Operation, m affine.Map, what string) ([]int64, error) {
	results, known, err := poplar.NumberOf(e.known).Evaluate(op, m)
	if err == nil && !known {
		err = diag.Errorf("not-constant", "expected %s to be a number that is known when the graph is evaluated", what)
	}
	return results, err
}

// known is a [poplar.NumberOf].
func (e *evaluator) known(v *ir.Value) (n int64, known bool) {
	n, known = e.Indices[v]
	return n, known
}

// toInt narrows a number; a number that does not fit becomes -1, which every range check
// refuses.
func toInt(n int64) int {
	if n != int64(int32(n)) {
		return -1
	}
	return int(n)
}
