package tune

import (
	"context"
	"errors"
	"fmt"

	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/sim"
)

// Problem is a program with open anchors.
type Problem struct {
	Module   *ir.Operation // verified, with its target
	Families []*lower.Family
	Registry *passes.Registry
	Pipeline string // that compiles the program
	Limits   sim.Limits
	// Threads bounds the candidates that are compiled and executed at the same time. The
	// result does not depend on it.
	Threads int
	// Budget bounds the number of candidates that are executed.
	Budget int
	// Progress, if set, is called between candidates.
	Progress func(Progress)
	// Cache, if set, keeps measurements for other runs.
	Cache *Cache

	base    *ir.Operation // the module, with the sizes of its launch
	anchors []*Anchor
	compile *passes.Pipeline
}

// Progress is the state of a search.
type Progress struct {
	Anchor    string // whose layouts are compared
	Listed    int    // candidates
	Measured  int
	Cycles    float64 // of the best one; 0: none yet
	Remaining int     // of the budget
}

// Anchor is an open anchor.
type Anchor struct {
	Name   string // "%a"
	Loc    ir.Location
	Type   *ir.VectorType
	Group  Group
	Listed int // candidates

	whole  *vectorext.NestedLayout // in which every thread holds the whole vector
	before int                     // the offset in the text where aliases for it are defined
}

// prepare reads the problem.
func (p *Problem) prepare(ctx context.Context) (err error) {
	if p.compile, err = p.Registry.Parse(p.Pipeline); err != nil {
		return err
	}
	p.base = ir.Clone(p.Module, &ir.Arena{}, nil)
	if err := p.setLaunch(ctx); err != nil {
		return err
	}
	names := ir.ValueNames(p.base)
	for _, op := range openAnchors(p.base) {
		v := ir.Cast[vectorext.ToLayoutOp](op).Output()
		t, ok := v.Type().(*ir.VectorType)
		if !ok || t.AnyScalable() {
			return op.Errorf("cannot be tuned: only vectors of fixed extents have layouts").WithCode("tune-anchor")
		}
		g, err := groupOf(op)
		if err != nil {
			return err
		}
		a := &Anchor{Name: names(v), Loc: op.Loc(), Type: t, Group: g, before: topOf(op)}
		if a.whole, err = wholeLayout(ir.ContextOf(op), t.Dims); err != nil {
			return op.OpError("", err)
		}
		if hint := v.NameHint(); hint != "" {
			a.Name = "%" + hint
		}
		p.anchors = append(p.anchors, a)
	}
	if len(p.anchors) == 0 {
		return ir.Errorf(p.base.Loc(), "there is no open anchor: 'iree_vector_ext.to_layout … layout(?)'").WithCode("tune-anchor")
	}
	return nil
}

// wholeLayout returns the layout in which every thread holds a vector of some shape.
func wholeLayout(c *ir.Context, shape []int64) (*vectorext.NestedLayout, error) {
	n := len(shape)
	l, err := vectorext.NewLayout(c, vectorext.LayoutLists{
		SubgroupTile: ones(n), BatchTile: ones(n), OuterTile: ones(n), ThreadTile: ones(n), ElementTile: shape,
		SubgroupStrides: make([]int64, n), ThreadStrides: make([]int64, n),
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// openAnchors lists the open anchors of a module.
func openAnchors(module *ir.Operation) (list []*ir.Operation) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if vectorext.IsOpen(op) {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// setLaunch gives functions the sizes of their launches by the step of the pipeline that does.
func (p *Problem) setLaunch(ctx context.Context) error {
	first := passes.On(ir.ModuleOp{})
	for inst := range p.compile.Instances {
		if inst.Pass.Name == "gpu-set-launch" {
			first.Add(inst)
		}
	}
	return firstError(p.run(ctx, first, p.base))
}

// firstError returns the first of several errors, which nobody has reported.
func firstError(err error) error {
	var list ir.Errors
	if errors.As(err, &list) && len(list) > 0 {
		return list[0]
	}
	return err
}

// run runs passes on a module.
func (p *Problem) run(ctx context.Context, pipeline *passes.Pipeline, module *ir.Operation) error {
	m := &passes.Manager{Context: ir.ContextOf(module), Registry: p.Registry, Threads: 1}
	return m.Run(ctx, pipeline, module)
}

// groupOf returns the threads that share the vector of an anchor.
func groupOf(anchor *ir.Operation) (Group, error) {
	if compute := ir.Enclosing[poplar.ComputeOp](anchor).Operation(); compute != nil {
		if poplar.ComputeOf(compute).Worker() == nil {
			return Group{1, 1}, nil
		}
		t, missing := poplar.RequiredTarget(compute, anchor)
		if missing != nil {
			return Group{}, missing
		}
		return Group{int64(t.Workers), int64(t.Workers)}, nil
	}
	f := ir.Enclosing[fn.FuncOp](anchor).Operation()
	if f == nil {
		return Group{}, anchor.Errorf("is in no function").WithCode("tune-anchor")
	}
	t := ireecodegen.TranslationOf(f)
	if t == nil {
		return Group{}, f.Errorf("is not a kernel for a GPU: its workgroup is not known").WithCode("tune-anchor")
	}
	n, ok := ir.NumElements(t.WorkgroupSize)
	if !ok || n < 1 || t.SubgroupSize < 1 {
		return Group{}, f.Errorf("has no workgroup of a known size").WithCode("tune-anchor")
	}
	return Group{Threads: n, Subgroup: min(n, t.SubgroupSize)}, nil
}

// Choice is a layout for each open anchor, in the order of the text.
type Choice []*vectorext.NestedLayout

// key is the choice as text.
func (c Choice) key() string {
	text := ""
	for _, l := range c {
		text += fmt.Sprintln(l)
	}
	return text
}

// with returns a copy of the program with the layouts of a choice. Anchors without a layout are
// removed.
func (p *Problem) with(c Choice) *ir.Operation {
	module := ir.Clone(p.base, &ir.Arena{}, nil)
	for i, op := range openAnchors(module) {
		if c[i] != nil {
			ir.Cast[vectorext.ToLayoutOp](op).SetLayout(c[i])
		}
	}
	return module
}
