package bufferize

import (
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/ir"
)

// summary is the part of a function that callers need to know.
type summary struct {
	analyzed bool
	equal    map[int]int   // results that are the buffer of an argument
	aliasing map[int][]int // results that may share elements with an argument
	read     map[int]bool  // arguments
	written  map[int]bool
}

// callee returns the function that a call calls; the zero value if there is none.
func (s *settings) callee(call *ir.Operation) fn.FuncOp {
	return ir.As[fn.FuncOp](s.tables.LookupFrom(call, ir.Cast[fn.CallOp](call).Callee()))
}

// functions returns the functions of the module: ordered has each function after the functions that it calls;
// circular has the functions that call each other in a cycle.
func (s *settings) functions() (ordered, circular []fn.FuncOp) {
	open := map[*ir.Operation]int{}
	calledBy := map[*ir.Operation][]fn.FuncOp{}
	var all []fn.FuncOp
	for op := range s.module.Body().Ops() {
		f := ir.As[fn.FuncOp](op)
		if !f.Ok() {
			continue
		}
		all = append(all, f)
		called := map[*ir.Operation]bool{}
		ir.Walk(op, func(call *ir.Operation) ir.WalkResult {
			if ir.Is[fn.CallOp](call) {
				g := s.callee(call)
				if g.Ok() && hasTensors(g) && !called[g.Operation()] {
					called[g.Operation()] = true
					calledBy[g.Operation()] = append(calledBy[g.Operation()], f)
					open[op]++
				}
			}
			return ir.Advance
		})
	}
	var ready []fn.FuncOp
	for _, f := range all {
		if open[f.Operation()] == 0 {
			ready = append(ready, f)
		}
	}
	for len(ready) > 0 {
		f := ready[0]
		ready = ready[1:]
		ordered = append(ordered, f)
		for _, g := range calledBy[f.Operation()] {
			if open[g.Operation()]--; open[g.Operation()] == 0 {
				ready = append(ready, g)
			}
		}
	}
	for _, f := range all {
		if open[f.Operation()] > 0 {
			circular = append(circular, f)
		}
	}
	return ordered, circular
}

func hasTensors(f fn.FuncOp) bool {
	t := f.FunctionType()
	return slices.ContainsFunc(t.Inputs, isTensor) || slices.ContainsFunc(t.Results, isTensor)
}

// returnsOf lists the operations that return from a function.
func returnsOf(f fn.FuncOp) (rs []*ir.Operation) {
	for b := range f.Body().Blocks() {
		if ir.Is[fn.ReturnOp](b.Back()) {
			rs = append(rs, b.Back())
		}
	}
	return rs
}

// analyzeModule analyzes all functions, callees first.
func (s *state) analyzeModule() problem {
	ordered, circular := s.functions()
	for _, f := range ordered {
		if !s.allowed(f.Operation()) {
			continue
		}
		sum := &summary{equal: map[int]int{}, aliasing: map[int][]int{}, read: map[int]bool{}, written: map[int]bool{}}
		s.calls[f.Operation()] = sum
		s.joinCalls(f)
		if d := s.analyze(f.Operation()); d != nil {
			return d
		}
		s.summarize(f, sum)
		sum.analyzed = true
	}
	for _, f := range circular {
		if !s.allowed(f.Operation()) {
			continue
		}
		if d := s.analyze(f.Operation()); d != nil {
			return d
		}
	}
	return nil
}

// joinCalls records which results of calls in a function are the buffers of arguments.
func (s *state) joinCalls(f fn.FuncOp) {
	ir.WalkPost(f.Operation(), func(op *ir.Operation) ir.WalkResult {
		if !ir.Is[fn.CallOp](op) {
			return ir.Advance
		}
		sum := s.calls[s.callee(op).Operation()]
		if sum == nil {
			return ir.Advance
		}
		for result, arg := range sum.equal {
			if s.isInPlace(op.OpOperand(arg)) {
				s.equal.join(op.Result(result), op.Operand(arg))
			}
		}
		return ir.Advance
	})
}

// summarize finds out how a function uses its arguments.
func (s *state) summarize(f fn.FuncOp, sum *summary) {
	t := f.FunctionType()
	isRanked := func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) }
	if fn.IsDeclaration(f.Operation()) {
		for i, in := range t.Inputs {
			if !isTensor(in) {
				continue
			}
			for k, out := range t.Results {
				if isTensor(out) {
					sum.aliasing[i] = append(sum.aliasing[i], k)
				}
			}
		}
	} else {
		returns, args := returnsOf(f), f.Body().Front().Args()
		for i, arg := range args {
			if !isRanked(arg.Type()) {
				continue
			}
			for k, out := range t.Results {
				if isRanked(out) && slices.ContainsFunc(returns, func(r *ir.Operation) bool { return s.aliasing.together(r.Operand(k), arg) }) {
					sum.aliasing[i] = append(sum.aliasing[i], k)
				}
			}
		}
		for k := range t.Results {
			if arg := s.returnedArgument(returns, args, k); arg >= 0 {
				sum.equal[k] = arg
			}
		}
		if s.AnalysisOnly {
			s.annotateReturns(returns, args)
		}
	}
	for i, in := range t.Inputs {
		if !isTensor(in) {
			continue
		}
		reads, writes := true, true
		if a, ok := argumentAttr(f, i, "bufferization.access").(*ir.StringAttr); ok {
			reads, writes = a.Value == "read" || a.Value == "read-write", a.Value == "write" || a.Value == "read-write"
		} else if !fn.IsDeclaration(f.Operation()) {
			reads, writes = s.isRead(f.Body().Front().Arg(i)), s.isWritten(f.Body().Front().Arg(i))
		}
		sum.read[i], sum.written[i] = reads, writes
		if s.AnalysisOnly {
			word := map[[2]bool]string{{true, true}: "read-write", {true, false}: "read", {false, true}: "write", {false, false}: "none"}[[2]bool{reads, writes}]
			setArgumentAttr(f, i, "bufferization.access", f.FunctionType().Context().Str(word))
		}
	}
}

// returnedArgument returns the argument whose buffer all returns return as result k, or -1.
func (s *state) returnedArgument(returns []*ir.Operation, args []*ir.Value, k int) int {
	found := -1
	for i, r := range returns {
		arg := s.equalArgument(r.Operand(k), args)
		if i > 0 && arg != found {
			return -1
		}
		found = arg
	}
	return found
}

func (s *state) equalArgument(v *ir.Value, args []*ir.Value) int {
	if !isTensor(v.Type()) {
		return -1
	}
	return slices.IndexFunc(args, func(arg *ir.Value) bool {
		return ir.IsType[*ir.TensorType](arg.Type()) && s.areEqual(v, arg)
	})
}

// annotateReturns writes the arguments whose buffers are returned.
func (s *state) annotateReturns(returns []*ir.Operation, args []*ir.Value) {
	for _, r := range returns {
		numbers, found := make([]int64, r.NumOperands()), false
		for k, v := range r.Operands() {
			numbers[k] = int64(s.equalArgument(v, args))
			found = found || numbers[k] >= 0
		}
		if found {
			r.SetAttr(equalArgsAttr, ir.ContextOf(r).I64Array(numbers))
		}
	}
}

// argumentAttr returns the attribute with the given name of argument i of a function, or nil.
func argumentAttr(f fn.FuncOp, i int, name string) ir.Attribute {
	all, ok := f.ArgAttrs().(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	return all.Elems[i].(*ir.DictAttr).Get(name)
}

// setArgumentAttr sets an attribute of an argument; nil removes the attribute.
func setArgumentAttr(f fn.FuncOp, i int, name string, value ir.Attribute) {
	c := f.FunctionType().Context()
	all := slices.Repeat([]ir.Attribute{c.Dict(nil)}, len(f.FunctionType().Inputs))
	if old, ok := f.ArgAttrs().(*ir.ArrayAttr); ok {
		copy(all, old.Elems)
	}
	entries := slices.DeleteFunc(slices.Clone(all[i].(*ir.DictAttr).Entries), func(e ir.NamedAttr) bool { return e.Name == name })
	if value != nil {
		entries = append(entries, ir.NamedAttr{Name: name, Value: value})
	}
	all[i] = c.Dict(entries)
	if !slices.ContainsFunc(all, func(a ir.Attribute) bool { return a.(*ir.DictAttr).Len() > 0 }) {
		f.SetArgAttrs(nil)
		return
	}
	f.SetArgAttrs(c.Array(all))
}

// bufferizeModule bufferizes the functions of a module, callees first, then the other operations.
func (b *bufferizer) bufferizeModule() problem {
	ordered, circular := b.functions()
	for _, f := range slices.Concat(ordered, circular) {
		own := *b
		if slices.Contains(b.NoAnalysis, f.SymName()) {
			changed := *b.settings
			changed.CopyBeforeWrite = true
			own.settings = &changed
		}
		if d := own.bufferize(f.Operation()); d != nil {
			return d
		}
		if b.BoundaryLayout == inferLayout {
			returnSources(f)
		}
	}
	for op := range b.module.Body().Ops() {
		if ir.Is[fn.FuncOp](op) {
			continue
		}
		own := *b
		if d := own.bufferize(op); d != nil {
			return d
		}
	}
	for op := range b.module.Body().Ops() {
		if f := ir.As[fn.FuncOp](op); f.Ok() && !fn.IsDeclaration(op) {
			for i := range f.FunctionType().Inputs {
				if argumentAttr(f, i, bufferLayout) != nil {
					setArgumentAttr(f, i, bufferLayout, nil)
				}
				if argumentAttr(f, i, writable) != nil {
					setArgumentAttr(f, i, writable, nil)
				}
			}
		}
	}
	return nil
}

const (
	equalArgsAttr = "__equivalent_func_args__"
	bufferLayout  = "bufferization.buffer_layout"
	writable      = "bufferization.writable"
)

// returnSources returns the buffers themselves instead of their casts, if all returns of a function agree on the type.
func returnSources(f fn.FuncOp) {
	returns := returnsOf(f)
	if len(returns) == 0 {
		return
	}
	t := f.FunctionType()
	results := slices.Clone(t.Results)
	for k := range results {
		uncast := func(r *ir.Operation) *ir.Value {
			if c := ir.DefiningOp[memref.CastOp](r.Operand(k)); c.Ok() {
				return c.Source()
			}
			return r.Operand(k)
		}
		same := uncast(returns[0]).Type()
		if slices.ContainsFunc(returns, func(r *ir.Operation) bool { return uncast(r).Type() != same }) {
			continue
		}
		for _, r := range returns {
			r.SetOperand(k, uncast(r))
		}
		results[k] = same
	}
	f.SetFunctionType(t.Context().Function(t.Inputs, results))
}

// argumentType returns the type of the buffer for argument i of a function.
func (s *settings) argumentType(f fn.FuncOp, i int) ir.Type {
	t := s.boundaryType(f.FunctionType().Inputs[i])
	layout := argumentAttr(f, i, bufferLayout)
	if m, ranked := t.(*ir.MemRefType); ranked && layout != nil {
		return ir.MemRef(m.Dims, m.Elem, layout, m.Space)
	}
	return t
}

func callRule() *rule {
	return &rule{
		reads: func(s *state, u *ir.OpOperand) bool {
			sum := s.calls[s.callee(u.Owner()).Operation()]
			return sum == nil || !sum.analyzed || sum.read[u.Index()]
		},
		writes: func(s *state, u *ir.OpOperand) bool {
			sum := s.calls[s.callee(u.Owner()).Operation()]
			return sum == nil || !sum.analyzed || sum.written[u.Index()]
		},
		aliases: func(s *state, u *ir.OpOperand) (as []alias) {
			sum := s.calls[s.callee(u.Owner()).Operation()]
			if sum == nil || !sum.analyzed {
				return unknownAliases(u)
			}
			results := sum.aliasing[u.Index()]
			same := false
			if len(results) == 1 {
				_, same = sum.equal[results[0]]
			}
			for _, k := range results {
				as = append(as, alias{value: u.Owner().Result(k), same: same, maybe: !same})
			}
			return as
		},
		typeOf: func(b *bufferizer, v *ir.Value, _ []*ir.Value) (ir.Type, problem) {
			t := b.callee(v.DefiningOp()).FunctionType().Results[v.Index()]
			if isTensor(t) {
				t = b.boundaryType(t) // a function in a cycle of calls, which keeps its tensors so far
			}
			return t, nil
		},
		replace: replaceCall,
	}
}

func replaceCall(b *bufferizer, op *ir.Operation) problem {
	f := b.callee(op)
	results := op.ResultTypes()
	for i, v := range op.Results() {
		if isTensor(v.Type()) {
			t, d := b.bufferType(v)
			if d != nil {
				return d
			}
			results[i] = t
		}
	}
	operands := op.OperandList()
	for i, v := range op.Operands() {
		if !isTensor(v.Type()) {
			continue
		}
		x, d := b.buffer(v)
		if d != nil {
			return d
		}
		want := f.FunctionType().Inputs[i]
		if isTensor(want) {
			want = b.argumentType(f, i)
		}
		if operands[i] = x; x.Type() != want {
			if operands[i] = b.castOrCopy(x, want); operands[i] == nil {
				return op.Errorf("cannot pass a buffer of type '%s' as '%s'", x.Type(), want)
			}
		}
	}
	b.Before(op)
	b.replaceByBuffers(op, b.Like(op, operands, results).ResultList()...)
	return nil
}

func returnRule() *rule {
	return &rule{replace: func(*bufferizer, *ir.Operation) problem { return nil }} // the function replaces it
}

func functionRule() *rule {
	return &rule{
		blocks:   true,
		concerns: func(op *ir.Operation) bool { return hasTensors(ir.Cast[fn.FuncOp](op)) || hasTensorArguments(op) },
		sources:  func(s *state, v *ir.Value) []source { return passedAs(v) },
		writable: func(op *ir.Operation, v *ir.Value) bool {
			if v.OwnerBlock() != op.Region(0).Front() {
				return true
			}
			a, ok := argumentAttr(ir.Cast[fn.FuncOp](op), v.Index(), writable).(*ir.IntegerAttr)
			return !ok || a.Bool()
		},
		typeOf: func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
			if v.OwnerBlock().IsEntry() {
				return b.argumentType(ir.Cast[fn.FuncOp](ownerOf(v)), v.Index()), nil
			}
			return b.passedType(v, stack)
		},
		replace: replaceFunction,
	}
}

func hasTensorArguments(op *ir.Operation) bool {
	for b := range op.Region(0).Blocks() {
		if slices.ContainsFunc(b.ArgTypes(), isTensor) {
			return true
		}
	}
	return false
}

func replaceFunction(b *bufferizer, op *ir.Operation) problem {
	f := ir.Cast[fn.FuncOp](op)
	t := f.FunctionType()
	inputs, results := slices.Clone(t.Inputs), slices.Clone(t.Results)
	for i, in := range inputs {
		if isTensor(in) {
			inputs[i] = b.argumentType(f, i)
		}
	}
	for i, out := range results {
		if isTensor(out) {
			results[i] = b.boundaryType(out)
		}
	}
	if !fn.IsDeclaration(op) {
		for block := range f.Body().Blocks() {
			if d := b.bufferizeArguments(block); d != nil {
				return d
			}
		}
		for _, r := range returnsOf(f) {
			values := r.OperandList()
			for i, v := range values {
				if isTensor(v.Type()) {
					b.Before(r).Loc = r.Loc()
					values[i] = b.toBuffer(results[i], v)
				}
			}
			r.SetOperands(values)
		}
	}
	f.SetFunctionType(t.Context().Function(inputs, results))
	return nil
}
