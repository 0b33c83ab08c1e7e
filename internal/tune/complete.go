package tune

import (
	"context"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute"
)

// complete gives the anchors without a wish the layouts that follow from the others, and computes
// a bound of the cost. Where no layout follows, every thread holds the whole vector if the search
// fills choices; otherwise the candidate is left without a choice.
func (s *search) complete(ctx context.Context, w *wish) error {
	choice, err := s.follow(ctx, w.wishes)
	if err != nil {
		return err
	}
	for k, l := range choice {
		if l == nil && !s.fill {
			return nil
		} else if l == nil {
			choice[k] = s.anchors[k].whole
		}
	}
	w.choice, w.key = choice, choice.key()
	return s.bound(ctx, w)
}

// follow completes a list of layouts as far as layouts follow.
func (p *Problem) follow(ctx context.Context, wishes []*vectorext.NestedLayout) (Choice, error) {
	choice := slices.Clone(Choice(wishes))
	module := p.with(choice)
	inputs := map[int]*ir.Value{} // by anchor
	left := openAnchors(module)
	for k, l := range choice {
		if l == nil {
			toLayout := ir.Cast[vectorext.ToLayoutOp](left[0])
			inputs[k], left = toLayout.Input(), left[1:]
			toLayout.Output().ReplaceAllUsesWith(toLayout.Input())
			toLayout.Operation().Erase()
		}
	}
	if len(inputs) == 0 {
		return choice, nil
	}
	known, err := p.layouts(ctx, module)
	if err != nil {
		return nil, err
	}
	for k, v := range inputs {
		choice[k] = known[v]
	}
	return choice, nil
}

// layouts returns the layouts of the vectors of a module.
func (p *Problem) layouts(ctx context.Context, module *ir.Operation) (map[*ir.Value]*vectorext.NestedLayout, error) {
	known := map[*ir.Value]*vectorext.NestedLayout{}
	find := &passes.Pass{
		Name: "tune-layouts", Anchor: []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}}, Models: distribute.Models,
		Run: func(c *passes.Context) (bool, error) {
			roots := []*ir.Operation{c.Op}
			if ir.Is[poplar.VertexOp](c.Op) {
				roots = passes.OpsIn(c.Op, poplar.ComputeOp{})
			}
			for _, root := range roots {
				for v, l := range distribute.KnownLayouts(c, root) {
					known[v] = l
				}
			}
			return true, nil
		},
	}
	pipeline := passes.On(ir.ModuleOp{})
	for _, kind := range find.Anchor {
		nested := passes.On(kind, passes.Use(find))
		nested.Optional = true
		pipeline.Steps = append(pipeline.Steps, nested)
	}
	return known, p.run(ctx, pipeline, module)
}
