package tune

import (
	"context"

	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

// lean is the program whose operations a bound counts: no operation is without use, repeats another
// or folds, because such operations are not executed.
type lean struct {
	module  *ir.Operation
	anchors []int // numbers of the anchors that are left
}

// anchorNumber marks an anchor while the program becomes lean, so that two anchors of a value do not
// become one.
const anchorNumber = "tune.anchor"

// makeLean makes the lean program of a module.
func (p *Problem) makeLean(ctx context.Context) (*lean, error) {
	l := &lean{module: ir.Clone(p.base, &ir.Arena{}, nil)}
	for k, op := range openAnchors(l.module) {
		op.SetAttr(anchorNumber, ir.ContextOf(op).I64Attr(int64(k)))
	}
	if err := p.run(ctx, inCode(passes.Use(standard.Canonicalize), passes.Use(standard.CSE)), l.module); err != nil {
		return nil, err
	}
	for _, op := range openAnchors(l.module) {
		k := op.Attr(anchorNumber).(*ir.IntegerAttr).Int64()
		l.anchors = append(l.anchors, int(k))
		op.SetAttr(anchorNumber, nil)
	}
	return l, nil
}

// with returns a copy of the program with the layouts of a choice.
func (l *lean) with(c Choice) *ir.Operation {
	module := ir.Clone(l.module, &ir.Arena{}, nil)
	for i, op := range openAnchors(module) {
		if layout, ok := c[l.anchors[i]].(*vectorext.NestedLayout); ok {
			ir.Cast[vectorext.ToLayoutOp](op).SetLayout(layout)
		}
	}
	return module
}

// inCode returns a pipeline that runs steps on kernels and on classes of vertices.
func inCode(steps ...passes.Step) *passes.Pipeline {
	pipeline := passes.On(ir.ModuleOp{})
	for _, kind := range []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}} {
		nested := passes.On(kind, steps...)
		nested.Optional = true
		pipeline.Steps = append(pipeline.Steps, nested)
	}
	return pipeline
}
