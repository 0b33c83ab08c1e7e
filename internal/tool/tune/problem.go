package tune

import (
	"context"
	"errors"
	"fmt"
	"sync"

	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/sim"
)

// Option is a choice for an anchor: a [vectorext.NestedLayout] or a [Mapping].
type Option interface{ String() string }

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
	// Whole makes candidates execute a kernel as a whole, however large it is.
	Whole bool
	// WriteBack requires that the question marks of all anchors are in the text of the program.
	WriteBack bool
	// Progress, if set, is called between candidates.
	Progress func(Progress)
	// Cache, if set, keeps measurements for other runs.
	Cache *Cache
	// Part is the part of a kernel that candidates execute; Tune and Measure set it.
	Part Part

	base   *ir.Operation                        // the module, with the sizes of its launch
	lean   *lean                                // see makeLean
	graphs *ir.Operation                        // the module, ready for the evaluation of its graph; nil without a graph
	mapped bool                                 // whether there are open mappings
	fixed  func() (*evaluate.Evaluation, error) // of the graph, without open mappings
	// openClasses are the names of the classes of vertices with open layouts.
	openClasses map[string]bool
	anchors     []*Anchor
	compile     *passes.Pipeline
	inputs      memo[string, *sim.Image] // the contents of variables by name, see observe
	loop        int                      // the number of the loop of Part in the kernel, from 1 on
	work        int64                    // the number of elements that the part computes
	driven      map[int]bool             // anchors whose tensors a poplar.each_tile divides
	plain       func() (contents, error) // the results that do not depend on a choice, see reference
	least       func() *run.Least        // see leastOfCode
}

// Progress is the state of a search.
type Progress struct {
	Anchor   string // whose layouts are compared
	Listed   int    // candidates of the anchor
	Left     int    // candidates of the anchor whose bound is below the cost of the best one
	Measured int
	Cycles   float64 // of the best one; 0: none yet
}

// Anchor is an open anchor: a vector without a layout, or a tensor without a mapping.
type Anchor struct {
	Name   string // "%a"
	Loc    ir.Location
	Type   ir.Type // *ir.VectorType or *poplar.TensorType
	Group  Group   // that shares a vector
	Tiles  int64   // of the device, for a tensor
	Listed int     // candidates

	// whole is complete without the other anchors: every thread holds the whole vector, or a tile
	// the whole tensor.
	whole  Option
	before int // the offset in the text where aliases for it are defined
}

// isMapping reports whether the anchor is a tensor.
func (a *Anchor) isMapping() bool { return a.Tiles > 0 }

// prepare reads the problem.
func (p *Problem) prepare(ctx context.Context) (err error) {
	if p.compile, err = p.Registry.Parse(p.Pipeline); err != nil {
		return err
	}
	p.base = ir.Clone(p.Module, &ir.Arena{}, nil)
	if err := p.setLaunch(ctx); err != nil {
		return err
	}
	p.choosePart()
	names := ir.ValueNames(p.base)
	for _, op := range openAnchors(p.base) {
		a, err := newAnchor(op)
		if err != nil {
			return err
		}
		p.mapped = p.mapped || a.isMapping()
		var v *ir.Value
		if a.isMapping() {
			v = mappedTensor(op)
		} else {
			v = ir.Cast[vectorext.ToLayoutOp](op).Output()
		}
		a.Name = names(v)
		if hint := v.NameHint(); hint != "" {
			a.Name = "%" + hint
		}
		p.anchors = append(p.anchors, a)
	}
	if len(p.anchors) == 0 {
		return ir.Errorf(p.base.Loc(), "there is no open anchor: 'iree_vector_ext.to_layout … layout(?)' or '#poplar.mapping<?>'").WithCode("tune-anchor")
	}
	if p.WriteBack {
		if err := inOneText(p.anchors); err != nil {
			return err
		}
	}
	if p.lean, err = p.makeLean(ctx); err != nil {
		return firstError(err)
	}
	p.plain = sync.OnceValues(func() (contents, error) { return p.wholeResults(ctx) })
	p.fixed = sync.OnceValues(func() (*evaluate.Evaluation, error) {
		e, _, err := p.evaluateGraph(ctx, make(Choice, len(p.anchors)))
		return e, err
	})
	p.least = sync.OnceValue(func() *run.Least { return p.leastOfCode(ctx) })
	return p.prepareGraphs(ctx)
}

// newAnchor describes an open anchor.
func newAnchor(op *ir.Operation) (*Anchor, error) {
	if poplar.IsOpen(op) {
		return newMappingAnchor(op)
	}
	t, ok := op.Result(0).Type().(*ir.VectorType)
	if !ok || t.AnyScalable() {
		return nil, op.Errorf("cannot be tuned: only vectors of fixed extents have layouts").WithCode("tune-anchor")
	}
	g, err := groupOf(op)
	if err != nil {
		return nil, err
	}
	if n, _ := ir.NumElements(t.Dims); n/g.Threads > maxHeld {
		return nil, op.Errorf("cannot be tuned: each of %d threads would hold at least %d elements, more than %d", g.Threads, n/g.Threads, maxHeld).WithCode("tune-large").
			HintNote(op.Loc(), "let each workgroup, or each iteration of a loop, compute a part of the vector")
	}
	whole, err := wholeLayout(ir.ContextOf(op), t.Dims)
	if err != nil {
		return nil, op.OpError("", err)
	}
	return &Anchor{Loc: op.Loc(), Type: t, Group: g, whole: whole, before: topOf(op)}, nil
}

// maxHeld is the largest number of elements of a vector that a thread may hold at least: 257 times its
// registers on a GPU. Larger parts take minutes to compile, and more memory than a simulation has.
const maxHeld = 1 << 16

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
		if vectorext.IsOpen(op) || poplar.IsOpen(op) {
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
	return runPasses(ctx, p.Registry, pipeline, module)
}

// runPasses runs passes on a module. An error of the passes is reported by nobody else, see firstError.
func runPasses(ctx context.Context, r *passes.Registry, pipeline *passes.Pipeline, module *ir.Operation) error {
	m := &passes.Manager{Context: ir.ContextOf(module), Registry: r, Threads: 1}
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

// Choice is an option for each open anchor, in the order of the text.
type Choice []Option

// key is the choice as text.
func (c Choice) key() string {
	text := ""
	for _, o := range c {
		text += fmt.Sprintln(o)
	}
	return text
}

// with returns a copy of the program with the options of a choice. Anchors without an option stay
// open.
func (p *Problem) with(c Choice) *ir.Operation {
	module := ir.Clone(p.base, &ir.Arena{}, nil)
	for i, op := range openAnchors(module) {
		switch o := c[i].(type) {
		case *vectorext.NestedLayout:
			ir.Cast[vectorext.ToLayoutOp](op).SetLayout(o)
		case *Mapping:
			o.replace(op)
		}
	}
	return module
}
