package standard

import (
	"slices"

	"optc/ir"
	"optc/passes"
)

// CanonicalizeOptions are the options of Canonicalize.
type CanonicalizeOptions struct {
	TopDown         bool     `opt:"top-down" help:"visit operations in the order of the text at first"`
	RegionSimplify  string   `opt:"region-simplify" values:"disabled,normal,aggressive" help:"clean up control flow: not, dead arguments and blocks, also merge equal blocks"`
	MaxIterations   int64    `opt:"max-iterations" help:"bound on visiting everything again, -1 for none"`
	MaxNumRewrites  int64    `opt:"max-num-rewrites" help:"bound on the folds and patterns applied per iteration, -1 for none"`
	TestConvergence bool     `opt:"test-convergence" help:"fail when a bound ends the work, to find patterns that undo each other"`
	DisablePatterns []string `opt:"disable-patterns" help:"names of patterns to leave out"`
	EnablePatterns  []string `opt:"enable-patterns" help:"names of the only patterns to apply"`
}

// CanonicalizeDefaults are the default options of Canonicalize.
var CanonicalizeDefaults = CanonicalizeOptions{
	TopDown: true, RegionSimplify: "normal", MaxIterations: 10, MaxNumRewrites: -1,
}

// Canonicalize brings operations into the form that other passes expect.
//
//	%c = arith.constant 0 : i32        →   (uses of %r become uses of %x)
//	%r = arith.addi %c, %x : i32
var Canonicalize = &passes.Pass{
	Name:  "canonicalize",
	Title: "Canonicalize operations",
	Class: "Canonicalizer",
	Doc: `Folds operations, applies the canonicalization patterns of all dialects and
removes dead operations until nothing changes or a bound is reached. Constants
move to the start of the nearest region that is isolated from above; there is one
constant per value. Reaching a bound is not an error: the result is valid, but not
in its final form.`,
	Options: CanonicalizeDefaults,
	Run:     runCanonicalize,
}

func runCanonicalize(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[CanonicalizeOptions](c)
	config := ir.DefaultGreedyConfig()
	config.TopDown, config.Threads, config.Sink = o.TopDown, c.Threads(), c
	config.MaxIterations, config.MaxRewrites = o.MaxIterations, o.MaxNumRewrites
	switch o.RegionSimplify {
	case "disabled":
		config.Regions = ir.NoRegionSimplification
	case "normal":
		config.Regions = ir.NormalRegionSimplification
	}
	patterns := c.Shared(func() any {
		return ir.NewPatternSet(selectPatterns(ir.CanonicalizationPatterns(c.IR), o.EnablePatterns, o.DisablePatterns)...)
	}).(*ir.PatternSet)
	for r := range c.Op.Regions() {
		some, converged := ir.ApplyGreedily(c, c.IR, r, patterns, config)
		changed = changed || some
		if !converged && o.TestConvergence {
			err = passes.ErrFailed
		}
	}
	return changed, err
}

// selectPatterns keeps the patterns that are enabled, or all when none is, and
// not disabled.
func selectPatterns(all []*ir.Pattern, enabled, disabled []string) []*ir.Pattern {
	return slices.DeleteFunc(all, func(p *ir.Pattern) bool {
		return len(enabled) > 0 && !slices.Contains(enabled, p.Name) || slices.Contains(disabled, p.Name)
	})
}
