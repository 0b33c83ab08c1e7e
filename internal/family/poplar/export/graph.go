package export

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/dialect/scf"
	"optc/internal/family/gpu/cpp"
	"optc/ir"
	"optc/ir/affine"
)

// graphWriter writes the construction of a graph.
type graphWriter struct {
	*cpp.Writer
	graph    *ir.Operation
	symbols  *ir.SymbolTables
	names    map[string]string          // names of compute sets, functions and virtual graphs, by kind and symbol
	mappings map[*ir.Value]string       // the names of the tile mappings of tensors
	sets     map[*ir.Operation]string   // the names of compute sets while their vertices are added
	indexed  map[string]bool            // the compute sets that loops make, by symbol
	lists    map[listKey]string         // the names of lists of views
	ends     map[*ir.Operation][]string // lines that follow an operation
	steps    string                     // name of the sequence that steps are added to
}

// typed is satisfied by the types of operations.
type typed interface {
	~struct{ ir.Op }
	ir.TypedOp
}

// form writes the operations of a kind.
type form struct {
	kind  ir.Kind
	write func(g *graphWriter, op *ir.Operation)
}

// of returns the form of the operations of type T.
func of[T typed](write func(g *graphWriter, op T)) form {
	var kind T
	return form{kind.Kind(), func(g *graphWriter, op *ir.Operation) { write(g, ir.Cast[T](op)) }}
}

// nothing is the form of operations that only the compiler reads.
func nothing[T typed](*graphWriter, T) {}

// graphForms are the forms of the operations that describe a graph, besides views.
var graphForms = []form{
	of((*graphWriter).variable),
	of((*graphWriter).constant),
	of(func(g *graphWriter, op poplar.VirtualGraphOp) {
		if _, replicated := op.Replicas(); replicated {
			g.Refuse(op.Operation(), "Poplar divides the tiles of a virtual graph among its replicas, and here each replica has all of them")
			return
		}
		g.Line("Graph %s = graph.createVirtualGraph(%d, %d);", g.named("virtual graph", op.SymName()), op.Lo(), op.Hi())
	}),
	of((*graphWriter).setTileMapping),
	of((*graphWriter).mapLinear),
	of(func(g *graphWriter, op poplar.ChooseOffsetOp) {
		seed := ""
		if n, given := op.Seed(); given {
			seed = fmt.Sprintf(", %#x", uint64(n))
		}
		g.Define(op.Next(), fmt.Sprintf("poputil::chooseMappingOffset(graph.getTarget().getNumTiles(), {%s}%s)", commas(op.Shape()), seed))
	}),
	of((*graphWriter).mapByUse),
	of(func(g *graphWriter, op poplar.MapLinearNextOp) {
		g.Refuse(op.Operation(), "poputil's functions do not return the next tile; poplar.map_linear takes a tile from which it starts")
	}),
	of(func(g *graphWriter, op poplar.UseOp) {
		g.Line("uses.add(graph, %s, %s);", g.number(op.Operation(), op.Tile()), g.Value(op.Tensor()))
	}),
	of(func(g *graphWriter, op poplar.BroadcastOperandOp) {
		g.tensor(op.Result(), fmt.Sprintf("poputil::createBroadcastOperand(graph, %s, %s, %d, %t, %q)", g.Value(op.Full()), elemNames[op.Type()], op.Dim(), op.Dither(), op.Name()))
	}),
	of(func(g *graphWriter, op poplar.CloneOp) {
		g.tensor(op.Clone(), fmt.Sprintf("graph.clone(%s, %s)", g.Value(op.Source()), cloned(op.Name(), op.Method())))
	}),
	of(func(g *graphWriter, op poplar.CloneToIPUOp) {
		g.tensor(op.Clone(), fmt.Sprintf("poputil::cloneToIpu(graph, %s, %d, %s)", g.Value(op.Source()), op.IPU(), cloned(op.Name(), op.Method())))
	}),
	of(func(g *graphWriter, op poplar.CloneToGraphOp) {
		g.tensor(op.Clone(), fmt.Sprintf("poputil::cloneToGraph(%s, %s, %s, %s)", g.named("virtual graph", op.From()), g.named("virtual graph", op.To()),
			g.Value(op.Source()), cloned(op.Name(), op.Method())))
	}),
	of(func(g *graphWriter, op poplar.CloneExpandAliasingOp) {
		both := g.Name("expanded")
		g.Line("const auto %s = poputil::cloneAndExpandAliasing(graph, %s, %s, %q);", both, g.Value(op.Source()), g.number(op.Operation(), op.Offset()), op.Name())
		g.tensor(op.Clone(), both+".first")
		g.Define(op.Next(), both+".second")
	}),
	of(func(g *graphWriter, op poplar.CreateIPUCopyOp) {
		for _, v := range []*ir.Value{op.Src(), op.Dst()} {
			name := g.pick(v)
			g.Line("Tensor %s;", name)
			g.Set(v, name)
		}
		method := op.Method()
		if method == "" {
			method = graph.PreserveOrderAndAliases.IRName()
		}
		g.tensor(op.Clone(), fmt.Sprintf("poputil::createIpuCopy(graph, %s, %d, %s, %s, %s)", g.Value(op.Source()), op.IPU(), g.Value(op.Src()), g.Value(op.Dst()), cloned(op.Name(), method)))
	}),
	of((*graphWriter).computeSet),
	of((*graphWriter).addVertex),
	of((*graphWriter).connect),
	of((*graphWriter).set),
	of((*graphWriter).eachTile),
	of((*graphWriter).loop),
	of(nothing[poplar.YieldOp]), // the loop reads the views
	of((*graphWriter).branch),
	of((*graphWriter).tableOf),
	of((*graphWriter).extract),
	of((*graphWriter).tileRange),
	of(nothing[poplar.AssertMappingOp]),
	of(nothing[poplar.AssertImbalanceOp]),
	of(nothing[poplar.AssertSplitOp]),
	of(nothing[poplar.PrintMappingOp]),
}

// cloned returns the last arguments of functions that clone.
func cloned(name, method string) string {
	text := fmt.Sprintf("{%q}", name)
	if method != "" {
		m, _ := graph.ParseCloneMethod(method)
		text += ", TensorCloneMethod::" + m.String()
	}
	return text
}

// named returns the name in C++ of a symbol of the graph.
func (g *graphWriter) named(kind, symbol string) string {
	key := kind + " " + symbol
	if g.names[key] == "" {
		g.names[key] = g.Name(symbol)
	}
	return g.names[key]
}

// number returns a number, which may depend on indices.
func (g *graphWriter) number(op *ir.Operation, m affine.Map) string {
	return g.numbers(op, m)[0]
}

// numbers returns the results of a map of an operation's indices.
func (g *graphWriter) numbers(op *ir.Operation, m affine.Map) (list []string) {
	operands := poplar.IndicesOf(op)
	for _, e := range m.Results {
		list = append(list, g.Affine(e, m, operands))
	}
	return list
}

// name returns a name that ends in indices if there are any.
func (g *graphWriter) name(op *ir.Operation, name string, suffix affine.Map) string {
	if len(suffix.Results) == 0 {
		return fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("indexed(%q, {%s})", name, join(g.numbers(op, suffix)))
}

// pick picks a name for a value: its name in the source, or the default name of its operation.
func (g *graphWriter) pick(v *ir.Value) string {
	hint := v.NameHint()
	set := func(named *ir.Value, name string) {
		if named == v && hint == "" {
			hint = name
		}
	}
	if op := v.DefiningOp(); op != nil && op.Def().ResultNames != nil {
		op.Def().ResultNames(op, set)
	} else if op == nil && v.ParentBlock().ParentOp().Def().BlockArgNames != nil {
		v.ParentBlock().ParentOp().Def().BlockArgNames(v.ParentBlock().Region(), set)
	}
	if variable := ir.DefiningOp[poplar.VariableOp](v); hint == "" && variable.Ok() {
		hint = variable.Name()
	}
	if hint == "" {
		return g.NameOf(v)
	}
	return g.Name(hint)
}

// tensor declares a tensor.
func (g *graphWriter) tensor(v *ir.Value, text string) {
	name := g.pick(v)
	g.Line("Tensor %s = %s;", name, text)
	g.Set(v, name)
}

func commas[T any](list []T) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = fmt.Sprint(x)
	}
	return strings.Join(words, ", ")
}

func join(list []string) string { return strings.Join(list, ", ") }

func (g *graphWriter) variable(op poplar.VariableOp) {
	t := op.Result().Type().(*poplar.TensorType)
	if t.Elem == scalar.Quarter {
		g.Refuse(op.Operation(), "the variable holds quarters, %s", whyQuarters)
	}
	named := g.name(op.Operation(), op.Name(), op.Suffix())
	g.tensor(op.Result(), fmt.Sprintf("graph.addVariable(%s, {%s}, %s)", elemNames[t.Elem], commas(t.Shape), named))
	x := g.Value(op.Result())
	g.Line("host.variable(graph, %s, %s);", x, named)
	if op.Value() == nil {
		return
	}
	list, splat, err := elementsOf(op.Value(), t)
	switch {
	case err != nil:
		g.fail(op.Operation(), err)
	case splat:
		g.Line("setAll<%s>(graph, %s, %s);", hostType(t.Elem), x, list[0])
	case len(list) > 0:
		g.Line("graph.setInitialValue(%s, ArrayRef<%s>(%s, %d));", x, hostType(t.Elem), g.table(x+"_values", hostType(t.Elem), "", list), len(list))
	}
}

func (g *graphWriter) constant(op poplar.ConstantOp) {
	t := op.Result().Type().(*poplar.TensorType)
	list, splat, err := elementsOf(op.Value(), t)
	if err != nil {
		g.fail(op.Operation(), err)
		return
	}
	values := strings.Join(list, ", ")
	if !splat && len(list) != 1 {
		values = fmt.Sprintf("ArrayRef<%s>(%s, %d)", hostType(t.Elem), g.table("constant_values", hostType(t.Elem), "", list), len(list))
	}
	name := ""
	if op.Name() != "" {
		name = fmt.Sprintf(", %q", op.Name())
	}
	g.tensor(op.Result(), fmt.Sprintf("graph.addConstant<%s>(%s, {%s}, %s%s)", hostType(t.Elem), elemNames[t.Elem], commas(t.Shape), values, name))
}

// fail reports an error about an operation.
func (g *graphWriter) fail(op *ir.Operation, err error) {
	g.Report(op.OpError(poplar.Codes, err))
}

func (g *graphWriter) setTileMapping(op poplar.SetTileMappingOp) {
	x := g.Value(op.Tensor())
	m := op.Mapping()
	switch {
	case m == nil:
		g.Line("graph.setTileMapping(%s, %s);", x, g.number(op.Operation(), op.Tile()))
	case m.Open:
		g.fail(op.Operation(), diag.Errorf("export-form", "expected a mapping that is chosen").Note("`optc tune` chooses a mapping"))
	default:
		var pieces []string
		for _, p := range m.Parts {
			for _, iv := range p.Intervals {
				pieces = append(pieces, fmt.Sprintf("{%d, %d, %d}", iv.Begin, iv.End, p.Tile))
			}
		}
		name := g.table(x+"_pieces", "size_t", "[3]", pieces)
		g.Line("for (const auto &p : %s) // from, to, tile", name)
		g.Line("  graph.setTileMapping(%s.flatten().slice(p[0], p[1]), p[2]);", x)
	}
}

func (g *graphWriter) mapLinear(op poplar.MapLinearOp) {
	function, arguments := "mapTensorLinearly", ""
	if elems, given := op.Min(); given {
		arguments = fmt.Sprintf(", %d, %d", elems, op.Grain())
	}
	if len(op.Offset().Results) > 0 || op.Descending() {
		function += "WithOffset"
		offset := "0"
		if len(op.Offset().Results) > 0 {
			offset = g.number(op.Operation(), op.Offset())
		}
		arguments += fmt.Sprintf(", %s, %t", offset, !op.Descending())
	}
	g.Line("poputil::%s(graph, %s%s);", function, g.Value(op.Tensor()), arguments)
}

func (g *graphWriter) mapByUse(op poplar.MapByUseOp) {
	method := map[string]string{"none": "None", "halo": "OptimizeHaloRegions", "constrain": "ConstrainMappingToUsedTiles"}[op.Method()]
	g.Line("{")
	g.Nested(func() {
		start := "0"
		if len(op.Start().Results) > 0 {
			start = g.number(op.Operation(), op.Start())
		}
		g.Line("poputil::TensorUseTracker uses(graph.getTarget().getNumTiles(), %s, %t);", start, !op.Descending())
		g.Block(op.Uses().Front())
		g.Line("uses.mapTensorsByUse(graph, %d, %d, %t, poputil::TensorUseTracker::MappingMethod::%s);", op.Grain(), op.Min(), op.Extend(), method)
	})
	g.Line("}")
}

func (g *graphWriter) computeSet(op poplar.ComputeSetOp) {
	suffix := op.Suffix()
	set := g.named("set", op.SymName())
	g.Blank()
	name := g.name(op.Operation(), op.SymName(), suffix)
	if inLoop(op.Operation()) {
		key := join(g.numbers(op.Operation(), suffix))
		set = g.Name("set")
		g.Line("ComputeSet %s = graph.addComputeSet(%s);", set, name)
		g.Line("%s[{%s}] = %s;", g.named("set", op.SymName()), key, set)
	} else {
		g.Line("ComputeSet %s = graph.addComputeSet(%s);", set, name)
	}
	g.sets[op.Operation()] = set
	g.Block(op.Body().Front())
	g.Blank()
}

func (g *graphWriter) addVertex(op poplar.AddVertexOp) {
	name := g.pick(op.Instance())
	g.Line("VertexRef %s = graph.addVertex(%s, %q);", name, g.sets[ir.Enclosing[poplar.ComputeSetOp](op.Operation()).Operation()], op.Vertex())
	g.Line("graph.setTileMapping(%s, %s);", name, g.number(op.Operation(), op.Tile()))
	g.Set(op.Instance(), name)
	g.collect(op)
}

// fieldOf returns the field of the vertex that an operation connects or sets.
func (g *graphWriter) fieldOf(op *ir.Operation, instance *ir.Value, name string) (t vertex.FieldType, ok bool) {
	class, err := poplar.ClassOf(instance.DefiningOp(), g.symbols)
	if err != nil || class == nil {
		g.Refuse(op, "its class is not known")
		return t, false
	}
	for _, f := range poplar.VertexOf(class).Fields() {
		if f.Name == name {
			return f.Type, true
		}
	}
	return t, false
}

// seen returns a tensor in the form that an edge expects: one element, or elements of one dimension.
func (g *graphWriter) seen(v *ir.Value, scalarEdge bool) string {
	rank := len(v.Type().(*poplar.TensorType).Shape)
	switch {
	case scalarEdge && rank > 0:
		return g.Value(v) + ".reshape({})"
	case !scalarEdge && rank != 1:
		return g.Value(v) + ".flatten()"
	}
	return g.Value(v)
}

func (g *graphWriter) connect(op poplar.ConnectOp) {
	t, ok := g.fieldOf(op.Operation(), op.Vertex(), op.Field())
	if !ok {
		return
	}
	field := fmt.Sprintf("%s[%q]", g.Value(op.Vertex()), op.Field())
	isScalar := t.Kind == vertex.ScalarEdge || t.Kind == vertex.ScalarEdgeArray
	if len(op.Index().Results) > 0 {
		g.Line("at(%s, %s) = %s;", g.lists[listKey{op.Vertex(), op.Field()}], g.number(op.Operation(), op.Index()), g.seen(op.Tensors()[0], isScalar))
		g.finish(op.Operation())
		return
	}
	var views []string
	for _, v := range op.Tensors() {
		views = append(views, g.seen(v, isScalar))
	}
	text := strings.Join(views, ", ")
	if op.All() {
		text = "std::vector<Tensor>{" + text + "}"
	}
	g.Line("graph.connect(%s, %s);", field, text)
}

// listKey names a field of a vertex that is connected index by index.
type listKey struct {
	vertex *ir.Value
	field  string
}

// collect declares a list for each field of a vertex that is connected index by index, and lets
// the operation that connects the last index connect the list.
func (g *graphWriter) collect(v poplar.AddVertexOp) {
	last := map[string]*ir.Operation{} // last use by field: the uses of a value are in no order
	var fields []string
	for u := v.Instance().FirstUse(); u != nil; u = u.Next() {
		c := ir.As[poplar.ConnectOp](u.Owner())
		if !c.Ok() || len(c.Index().Results) == 0 {
			continue
		}
		op := u.Owner()
		for op.Block() != v.Operation().Block() {
			op = op.Parent()
		}
		if last[c.Field()] == nil {
			fields = append(fields, c.Field())
		}
		if last[c.Field()] == nil || last[c.Field()].IsBefore(op) {
			last[c.Field()] = op
		}
	}
	slices.Sort(fields)
	for _, f := range fields {
		name := g.Name(g.Value(v.Instance()) + "_" + f)
		g.Line("std::vector<Tensor> %s;", name)
		g.lists[listKey{v.Instance(), f}] = name
		g.ends[last[f]] = append(g.ends[last[f]], fmt.Sprintf("graph.connect(%s[%q], %s);", g.Value(v.Instance()), f, name))
	}
}

// finish connects the lists that are complete behind an operation.
func (g *graphWriter) finish(op *ir.Operation) {
	for _, line := range g.ends[op] {
		g.Line("%s", line)
	}
	delete(g.ends, op)
}

func (g *graphWriter) set(op poplar.SetOp) {
	t, ok := g.fieldOf(op.Operation(), op.Vertex(), op.Field())
	if !ok {
		return
	}
	field, elem := fmt.Sprintf("%s[%q]", g.Value(op.Vertex()), op.Field()), hostType(t.Elem)
	if m, isMap := op.Value().(*ir.AffineMapAttr); isMap {
		g.Line("graph.setInitialValue<%s>(%s, %s);", elem, field, g.number(op.Operation(), m.Map))
		return
	}
	bits, err := poplar.FieldValues(t, op.Value())
	if err != nil {
		g.fail(op.Operation(), err)
		return
	}
	var list []string
	for _, b := range bits {
		list = append(list, literal(t.Elem, b))
	}
	if t.Kind == vertex.ScalarField {
		g.Line("graph.setInitialValue<%s>(%s, %s);", elem, field, list[0])
		return
	}
	g.Line("graph.setInitialValue(%s, ArrayRef<%s>(%s, %d));", field, elem, g.table(op.Field()+"_values", elem, "", list), len(list))
}

// loop writes a loop. Its results are the concatenated views of the iterations.
func (g *graphWriter) loop(op poplar.ForOp) {
	body := op.Body().Front()
	i := body.Arg(0)
	if ir.Is[poplar.GraphOp](op.Operation().Parent()) {
		g.Blank()
		g.declareSets(op.Operation())
	}
	lower, upper := g.number(op.Operation(), op.Lower()), g.number(op.Operation(), op.Upper())
	parts := make([]string, len(op.Results()))
	for k, v := range op.Results() {
		parts[k] = g.Name(v.NameHint() + "_parts")
		g.Line("std::vector<Tensor> %s;", parts[k])
	}
	g.Nested(func() {
		name := g.pick(i)
		g.Set(i, name)
		step := "++" + name
		if op.Step() != 1 {
			step = fmt.Sprintf("%s += %d", name, op.Step())
		}
		g.Outside("for (%s %s = %s; %s < %s; %s) {", g.TypeOf(i), name, lower, name, upper, step)
		g.Block(body)
		if yield := ir.As[poplar.YieldOp](body.Back()); yield.Ok() {
			for k, v := range yield.Views() {
				g.Line("%s.push_back(%s);", parts[k], g.Value(v))
			}
		}
	})
	g.Line("}")
	for k, v := range op.Results() {
		g.tensor(v, fmt.Sprintf("concat(%s, %d)", parts[k], op.Dim()))
	}
	g.finish(op.Operation())
}

// branch writes a condition. Its results are variables that either block sets.
func (g *graphWriter) branch(op scf.IfOp) {
	results := op.Operation().ResultList()
	for _, v := range results {
		name, t := g.pick(v), "Tensor"
		if !ir.IsType[*poplar.TensorType](v.Type()) {
			t = g.TypeOf(v)
		}
		g.Line("%s %s;", t, name)
		g.Set(v, name)
	}
	block := func(r *ir.Region) {
		g.Nested(func() {
			g.Block(r.Front())
			for i, v := range results {
				g.Line("%s = %s;", g.Value(v), g.Argument(ir.Cast[scf.YieldOp](r.Front().Back()).Results()[i]))
			}
		})
	}
	g.Line("if (%s) {", g.Argument(op.Condition()))
	block(op.ThenRegion())
	if r := op.ElseRegion(); !r.Empty() && (len(results) > 0 || r.Front().Front() != r.Front().Back()) {
		g.Line("} else {")
		block(r)
	}
	g.Line("}")
	g.finish(op.Operation())
}

// declareSets declares the tables of the compute sets that a loop makes.
func (g *graphWriter) declareSets(loop *ir.Operation) {
	ir.Walk(loop, func(op *ir.Operation) ir.WalkResult {
		if set := ir.As[poplar.ComputeSetOp](op); set.Ok() {
			g.Line("std::map<Indices, ComputeSet> %s;", g.named("set", set.SymName()))
			return ir.Skip
		}
		return ir.Advance
	})
}

// eachTile writes a loop over the tiles that hold elements of the first operand.
func (g *graphWriter) eachTile(op poplar.EachTileOp) {
	args, tensors := op.Body().Front().Args(), op.Tensors()
	for _, v := range tensors {
		g.mapping(v)
	}
	ir.Walk(op.Operation(), func(o *ir.Operation) ir.WalkResult {
		if r := ir.As[poplar.TileRangeOp](o); r.Ok() && r.Tensor().DefiningOp() != nil && !op.Operation().IsAncestorOf(r.Tensor().DefiningOp()) {
			g.mapping(r.Tensor())
		}
		return ir.Advance
	})
	g.Nested(func() {
		tile := args[len(args)-1]
		name := g.pick(tile)
		g.Set(tile, name)
		first := g.mappings[tensors[0]]
		g.Outside("for (%s %s = 0; %s < int64_t(%s.size()); ++%s) {", g.TypeOf(tile), name, name, first, name)
		g.Line("if (%s[%s].empty())", first, name)
		g.Line("  continue;")
		for i, v := range tensors {
			if !args[i].Unused() {
				g.tensor(args[i], fmt.Sprintf("elements(%s, %s[%s])", g.Value(v), g.mappings[v], name))
			}
		}
		g.Block(op.Body().Front())
	})
	g.Line("}")
	clear(g.mappings)
}

// mapping declares the tile mapping of a tensor unless it is declared.
func (g *graphWriter) mapping(v *ir.Value) {
	if g.mappings[v] != "" {
		return
	}
	name := g.Name(g.Value(v) + "_tiles")
	g.Line("const Mapping %s = graph.getTileMapping(%s);", name, g.Value(v))
	g.mappings[v] = name
}

func (g *graphWriter) tileRange(op poplar.TileRangeOp) {
	g.mapping(op.Tensor())
	r := g.Name("range")
	g.Line("const Interval %s = indicesOf(%s, %s[%s], %d);", r, g.Value(op.Tensor()), g.mappings[op.Tensor()], g.number(op.Operation(), op.Tile()), op.Dim())
	g.Define(op.Lower(), r+".begin()")
	g.Define(op.Upper(), r+".end()")
}
