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

// complete gives the anchors without a wish the layouts and mappings that follow from the others.
// Where nothing follows, every thread holds the whole vector, or a
// tile the whole tensor, if the search fills choices; otherwise the candidate is left without a choice.
func (s *search) complete(ctx context.Context, w *wish) error {
	choice := slices.Clone(Choice(w.wishes))
	if err := s.followLayouts(ctx, choice); err != nil {
		return err
	}
	for k, o := range choice {
		if o != nil || s.anchors[k].isMapping() && !s.driven[k] {
			continue
		}
		if !s.fill {
			return nil
		}
		choice[k] = s.anchors[k].whole
	}
	err := s.followUses(ctx, choice)
	w.choice, w.key = choice, choice.key()
	return s.unlessInvalid(ctx, w, err)
}

// unlessInvalid keeps the error of an evaluation of the graph as the reason why a candidate cannot be
// used, and returns every other error.
func (s *search) unlessInvalid(ctx context.Context, w *wish, err error) error {
	if err != nil && ctx.Err() == nil && s.graphs != nil {
		w.invalid = refusal(err)
		return nil
	}
	return err
}

// followLayouts completes the layouts of a choice as far as layouts follow.
func (p *Problem) followLayouts(ctx context.Context, choice Choice) error {
	if !slices.ContainsFunc(p.anchors, func(a *Anchor) bool { return !a.isMapping() }) {
		return nil
	}
	module := p.with(choice)
	inputs := map[int]*ir.Value{} // by anchor
	left := openAnchors(module)
	for k, o := range choice {
		switch {
		case o == nil && p.anchors[k].isMapping():
			left = left[1:]
		case o == nil:
			toLayout := ir.Cast[vectorext.ToLayoutOp](left[0])
			inputs[k], left = toLayout.Input(), left[1:]
			toLayout.Output().ReplaceAllUsesWith(toLayout.Input())
			toLayout.Operation().Erase()
		}
	}
	if len(inputs) == 0 {
		return nil
	}
	known, err := p.layouts(ctx, module)
	if err != nil {
		return err
	}
	for k, v := range inputs {
		if l := known[v]; l != nil {
			choice[k] = l
		}
	}
	return nil
}

// layouts returns the layouts of the vectors of a module, after other steps.
func (p *Problem) layouts(ctx context.Context, module *ir.Operation, before ...passes.Step) (map[*ir.Value]*vectorext.NestedLayout, error) {
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
	return known, p.run(ctx, inCode(append(before, passes.Use(find))...), module)
}
