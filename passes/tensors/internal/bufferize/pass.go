package bufferize

import (
	"optc/dialect/bufferization"
	"optc/dialect/memref"
	"optc/ir"
	"optc/passes"
)

// OneShot replaces tensors by buffers.
//
//	func.func @f(%t: tensor<4xf32>, %i: index) -> tensor<4xf32> {
//	  %c = arith.constant 1.0 : f32
//	  %0 = tensor.insert %c into %t[%i] : tensor<4xf32>
//	  return %0 : tensor<4xf32>
//	}
//	→
//	func.func @f(%t: memref<4xf32, strided<[?], offset: ?>>, %i: index) -> memref<4xf32, strided<[?], offset: ?>> {
//	  %c = arith.constant 1.0 : f32
//	  memref.store %c, %t[%i] : memref<4xf32, strided<[?], offset: ?>>
//	  return %t : memref<4xf32, strided<[?], offset: ?>>
//	}
var OneShot = &passes.Pass{
	Name:  "one-shot-bufferize",
	Title: "One-Shot Bufferize",
	Doc: `Replaces tensors by buffers. An analysis first decides for each operand whether its buffer is changed in place; a
buffer is copied before it is changed if its old elements are read later, or if it must not be changed. Operations of func
keep their tensors unless bufferize-function-boundaries is set. Buffers are not deallocated.

With bufferize-function-boundaries,

    func.func @f(%t: tensor<4xf32>, %i: index) -> tensor<4xf32> {
      %c = arith.constant 1.0 : f32
      %0 = tensor.insert %c into %t[%i] : tensor<4xf32>
      return %0 : tensor<4xf32>
    }

becomes

    func.func @f(%t: memref<4xf32, strided<[?], offset: ?>>, %i: index) -> memref<4xf32, strided<[?], offset: ?>> {
      %c = arith.constant 1.0 : f32
      memref.store %c, %t[%i] : memref<4xf32, strided<[?], offset: ?>>
      return %t : memref<4xf32, strided<[?], offset: ?>>
    }

A caller that needs the old elements of the argument copies them before the call.`,
	Options:  defaults,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"affine", "arith", "bufferization", "linalg", "memref"},
	Stats: []passes.Stat{
		{Name: "num-buffer-alloc", Doc: "Number of buffer allocations"},
		{Name: "num-tensor-in-place", Doc: "Number of in-place tensor OpOperands"},
		{Name: "num-tensor-out-of-place", Doc: "Number of out-of-place tensor OpOperands"},
	},
	Run: runOneShot,
}

func runOneShot(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[Options](c)
	if d := o.check(); d != nil {
		d.Loc = c.Op.Loc()
		return false, d
	}
	s := newSettings(*o, c.Op)
	replaced := s.replacesResults(c.Op)
	var before uint64
	if !replaced {
		before = ir.Fingerprint(c.Op)
	}
	if !s.CopyBeforeWrite {
		analyzed := *s
		analyzed.skip = s.NoAnalysis
		analyzed.rules = map[*ir.OpDef]*rule{}
		st := newState(&analyzed)
		st.begin(c.Op)
		var d problem
		if s.Boundaries {
			d = st.analyzeModule()
		} else {
			d = st.analyze(c.Op)
		}
		if d != nil {
			return true, d
		}
		c.Count("num-tensor-in-place", st.counts.inPlace)
		c.Count("num-tensor-out-of-place", st.counts.outOfPlace)
		if s.AnalysisOnly {
			return st.annotate(c.Op, c.IR), nil
		}
		if d := insertCopies(st, c.IR, c.Op); d != nil {
			return true, d
		}
	}
	allocs := 0
	b := newBufferizer(s, c.IR, &allocs)
	var d problem
	if s.Boundaries {
		d = b.bufferizeModule()
	} else {
		d = b.bufferize(c.Op)
	}
	c.Count("num-buffer-alloc", allocs)
	if d != nil {
		return true, d
	}
	return replaced || ir.Fingerprint(c.Op) != before, nil
}

// replacesResults reports whether an operation inside root has a result that surely becomes a buffer.
func (s *settings) replacesResults(root *ir.Operation) bool {
	return !ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if hasTensorResult(op) && !ir.Is[bufferization.ToTensorOp](op) && s.rule(op) != nil {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// newSettings collects the data that all steps of a run share.
func newSettings(o Options, module *ir.Operation) *settings {
	s := &settings{
		Options: o, module: module, tables: ir.NewSymbolTables(), rules: map[*ir.OpDef]*rule{},
		constants: &globals{byValue: map[ir.Attribute]memref.GlobalOp{}, names: map[string]bool{}},
	}
	for op := range module.Body().Ops() {
		if name := ir.SymbolName(op); name != "" {
			s.constants.names[name] = true
		}
		g := ir.As[memref.GlobalOp](op)
		if !g.Ok() || g.InitialValue() == nil || s.constants.byValue[g.InitialValue()].Ok() {
			continue
		}
		if alignment, _ := g.Alignment().(*ir.IntegerAttr); alignment == nil && o.Alignment == 0 || alignment != nil && uint64(alignment.Int64()) == o.Alignment {
			s.constants.byValue[g.InitialValue()] = g
		}
	}
	return s
}
