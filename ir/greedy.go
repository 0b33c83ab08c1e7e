package ir

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"optc/internal/base/parallel"
)

// PatternSet is a set of patterns, grouped by the operation that they match. It is
// immutable and may be shared by goroutines.
type PatternSet struct {
	byRoot map[Kind][]*Pattern
	any    []*Pattern
}

// NewPatternSet groups patterns by root. Among the patterns of a root, patterns with
// larger benefit come first, patterns of equal benefit in the given order.
func NewPatternSet(patterns ...*Pattern) *PatternSet {
	s := &PatternSet{byRoot: map[Kind][]*Pattern{}}
	for _, p := range patterns {
		if p.Root == nil {
			s.any = append(s.any, p)
		} else {
			s.byRoot[p.Root.Kind()] = append(s.byRoot[p.Root.Kind()], p)
		}
	}
	for root, list := range s.byRoot {
		s.byRoot[root] = byBenefit(append(list, s.any...))
	}
	s.any = byBenefit(s.any)
	return s
}

func byBenefit(list []*Pattern) []*Pattern {
	slices.SortStableFunc(list, func(a, b *Pattern) int { return cmp.Compare(max(b.Benefit, 1), max(a.Benefit, 1)) })
	return list
}

// For returns the patterns to try on operations of that kind, in order.
func (s *PatternSet) For(k Kind) []*Pattern {
	if list, ok := s.byRoot[k]; ok {
		return list
	}
	return s.any
}

// CanonicalizationPatterns lists the patterns of all dialects of a context and their operations.
// The patterns of each dialect or operation that select their own roots come after its other
// patterns.
func CanonicalizationPatterns(c *Context) []*Pattern {
	var all, selecting []*Pattern
	for _, d := range c.list {
		for _, p := range d.Definitions().Patterns {
			if p.Roots != nil {
				selecting = append(selecting, p)
			} else {
				all = append(all, p)
			}
		}
	}
	for _, d := range c.list {
		for _, op := range d.Definitions().Ops {
			all = append(all, op.Patterns...)
			for _, p := range selecting {
				if p.Roots(op) {
					all = append(all, &Pattern{Name: p.Name, Root: op.Kind, Benefit: p.Benefit, Rewrite: p.Rewrite})
				}
			}
		}
	}
	return all
}

// RegionSimplification specifies the simplifications of the blocks of a region that the
// greedy driver does after it has applied the patterns.
type RegionSimplification uint8

const (
	NoRegionSimplification RegionSimplification = iota
	// NormalRegionSimplification removes dead blocks, operations and arguments.
	NormalRegionSimplification
	// AggressiveRegionSimplification also merges equal blocks.
	AggressiveRegionSimplification
)

// NoLimit means any number of iterations or rewrites.
const NoLimit = -1

// GreedyConfig controls ApplyGreedily. The zero value is not useful; callers start from
// DefaultGreedyConfig.
type GreedyConfig struct {
	// If TopDown is set, the first visits are in the order of the text; otherwise nested
	// and later operations are visited first.
	TopDown bool
	Regions RegionSimplification
	// MaxIterations bounds how often all operations are visited again, MaxRewrites how
	// many folds and patterns are applied in an iteration; NoLimit is allowed. Without a
	// limit, the whole run still ends when the rewrites of an operation do not: see
	// lineage.
	MaxIterations, MaxRewrites int64
	Fold                       bool // fold operations before trying patterns
	CSEConstants               bool // keep a single operation per constant
	// Threads bounds the number of goroutines that work on isolated operations; with 0 and 1 the
	// calling goroutine does all the work. The result does not depend on the number of threads.
	Threads int
	// Listener, if set, is told about every change.
	Listener Listener
	// Sink, if set, gets a warning for each region in which the rewrites of an operation never end.
	Sink Sink
}

// DefaultGreedyConfig is the default configuration of upstream's driver.
func DefaultGreedyConfig() GreedyConfig {
	return GreedyConfig{Regions: AggressiveRegionSimplification, MaxIterations: 10, MaxRewrites: NoLimit,
		Fold: true, CSEConstants: true}
}

// ApplyGreedily folds the operations in a region, applies patterns to them and removes
// dead operations until nothing changes. The operation around the region must be isolated
// from above; it is not rewritten itself. The order of all steps is the order of
// upstream's GreedyPatternRewriteDriver.cpp, so that the resulting text is the same.
// converged is false when a limit, or the end of ctx, ended the work.
func ApplyGreedily(ctx context.Context, c *Context, r *Region, patterns *PatternSet, config GreedyConfig) (changed, converged bool) {
	if config.Listener != nil || config.MaxRewrites != NoLimit || !isDivisible(r, patterns) {
		d := newGreedyDriver(ctx, c, patterns, config)
		if endless := d.region(r); endless != nil {
			Report(config.Sink, endless)
		}
		changed, converged = d.changed, d.converged
		c.drivers.Put(d)
		return changed, converged
	}
	regions := independentRegions(r, patterns, nil)
	endless := make([]*Diagnostic, len(regions))
	drivers := make([]*greedyDriver, max(1, min(config.Threads, len(regions))))
	for i := range drivers {
		drivers[i] = newGreedyDriver(ctx, c, patterns, config)
	}
	parallel.Do(len(drivers), len(regions), func(worker, i int) { endless[i] = drivers[worker].region(regions[i]) })
	for _, e := range endless {
		if e != nil {
			Report(config.Sink, e)
		}
	}
	converged = true
	for _, d := range drivers {
		changed, converged = changed || d.changed, converged && d.converged
		c.drivers.Put(d)
	}
	return changed, converged
}

// newGreedyDriver returns a driver of the context that is ready for a run.
func newGreedyDriver(ctx context.Context, c *Context, patterns *PatternSet, config GreedyConfig) *greedyDriver {
	d, ok := c.drivers.Get().(*greedyDriver)
	if !ok {
		d = &greedyDriver{}
		d.rw = NewRewriter(c, d)
		d.folder = NewFolder(d.rw)
	}
	d.run, d.config, d.patterns, d.steps = ctx, config, patterns, StepsOf(ctx)
	d.changed, d.converged = false, true
	return d
}

// CheckPatterns makes ApplyGreedily panic if a pattern returns false after a change, or true
// without a change. Tests set it before they start.
var CheckPatterns bool

// greedyDriver is the listener of its rewriter: operations that change are visited again. It works
// on one region at a time. The context keeps unused drivers for reuse, because a pass that works on
// one function after the other needs many.
type greedyDriver struct {
	run       context.Context
	config    GreedyConfig
	patterns  *PatternSet
	steps     *Steps
	scope     *Region
	scopes    []*Region // scope alone
	rw        *Rewriter
	folding   folding
	folder    *Folder
	worklist  Worklist
	ancestors []*Operation
	changes   int // number of reported changes, for CheckPatterns
	lineage   lineage
	applied   *Pattern // pattern of the last rewrite, or nil if it was a fold

	changed, converged bool // any region, all regions
}

// region works on a region. It returns a warning if it stopped because the rewrites of an operation
// never end, else nil.
func (d *greedyDriver) region(r *Region) (endless *Diagnostic) {
	d.scope, d.rw.Loc = r, Location{}
	changed, converged, endless := d.simplify()
	d.worklist.Clear()
	d.lineage = lineage{}
	d.changed, d.converged = d.changed || changed, d.converged && converged
	if endless != nil && endless.Op.Block() == nil {
		endless.Op = nil // erased since
	}
	return endless
}

func (d *greedyDriver) simplify() (changed, converged bool, endless *Diagnostic) {
	d.scopes = append(d.scopes[:0], d.scope)
	d.folder.moved = false
	for iteration := int64(1); ; iteration++ {
		if iteration > d.config.MaxIterations && d.config.MaxIterations != NoLimit || d.run.Err() != nil {
			return true, false, nil
		}
		d.worklist.Clear()
		d.lineage = newLineage(d.populate())
		around := d.scope.op
		unreachable := func() bool {
			return d.steps.Try(StepBlocks, around) && d.steps.Did(EraseUnreachableBlocks(d.rw, d.scopes))
		}
		again := unreachable()
		changed, endless := d.process()
		again = changed || again
		if endless != nil && unreachable() {
			endless = nil // the cycle existed before; otherwise it is in a graph region or made by patterns, and remains
		}
		if d.config.Regions != NoRegionSimplification && d.run.Err() == nil && d.steps.Try(StepRegions, around) {
			again = d.steps.Did(SimplifyRegions(d.run, d.rw, d.scopes, d.config.Regions == AggressiveRegionSimplification)) || again
		}
		if (endless != nil || !again) && d.run.Err() == nil {
			return endless != nil || iteration > 1 || d.folder.moved, endless == nil, endless
		}
	}
}

// populate adds all operations to the worklist, merges equal constants and returns the
// number of operations.
func (d *greedyDriver) populate() (visited int) {
	d.folder.reset()
	visited = d.addRegion(d.scope, 0)
	if d.config.TopDown {
		d.worklist.Reverse()
	}
	return visited
}

// addRegion adds the operations in a region to the worklist. It takes the number of operations that
// were visited before, and returns the number afterwards.
func (d *greedyDriver) addRegion(r *Region, visited int) int {
	for b := r.first; b != nil; b = b.next {
		for op, next := b.first, (*Operation)(nil); op != nil; op = next {
			next = op.next // a constant may be erased or moved
			if visited++; visited%pollOps == 0 && d.run.Err() != nil {
				return visited
			}
			if d.config.TopDown {
				if d.isKnown(op) {
					continue
				}
				d.worklist.Push(op) // after its ancestors
			}
			for i := range op.NumRegions() {
				visited = d.addRegion(op.Region(i), visited)
			}
			if !d.config.TopDown && !d.isKnown(op) {
				d.add(op)
			}
		}
	}
	return visited
}

// isKnown reports whether op was a constant that is equal to a constant before it, and was
// erased.
func (d *greedyDriver) isKnown(op *Operation) bool {
	if !d.config.CSEConstants {
		return false
	}
	value := ConstantOf(op)
	return value != nil && d.steps.Try(StepConstants, op) && d.steps.Did(!d.folder.InsertConstant(op, value))
}

// process visits operations until the worklist is empty or the bound of folds and patterns is
// reached, and reports whether anything changed. It stops and returns a warning if the rewrites of
// an operation never end. An operation that uses its own result is skipped: it is in an unreachable
// block, which the next iteration erases, or in a graph region.
func (d *greedyDriver) process() (changed bool, endless *Diagnostic) {
	bound := d.config.MaxRewrites
	for visited := 1; bound == NoLimit || d.lineage.rewrites < bound; visited++ {
		op := d.worklist.Pop()
		if op == nil || visited%pollOps == 0 && d.run.Err() != nil {
			break
		}
		d.lineage.begin(op)
		switch {
		case IsTriviallyDead(op):
			if d.steps.Did(d.steps.Try(StepDead, op)) {
				d.rw.Erase(op)
				changed = true
			}
		case op.usesItself():
		case d.steps.Try(StepFold, op) && d.steps.Did(d.fold(op)), d.rewrite(op):
			changed = true
			if d.lineage.end() && bound == NoLimit {
				return changed, d.lineage.warning(d.applied)
			}
		}
	}
	return changed, nil
}

// fold folds an operation. Constants are not folded, because that would rebuild them
// forever.
func (d *greedyDriver) fold(op *Operation) bool {
	if !d.config.Fold || op.def.Traits&ConstantLike != 0 {
		return false
	}
	d.applied = nil
	result := d.folding.fold(op)
	switch {
	case !result.Ok():
		return false
	case result.Results == nil:
		d.Modified(op)
		return true
	}
	values := d.rw.materialize(op, result.Results)
	if values == nil {
		return false
	}
	d.rw.Replace(op, values...)
	return true
}

func (d *greedyDriver) rewrite(op *Operation) bool {
	for _, p := range d.patterns.For(op.Kind()) {
		d.rw.Before(op)
		d.rw.Loc = op.Loc()
		if d.steps.tryPattern(p, op) && d.steps.Did(d.apply(p, op)) {
			return true
		}
	}
	return false
}

// apply applies a pattern.
func (d *greedyDriver) apply(p *Pattern, op *Operation) bool {
	before := d.changes
	d.applied = p
	did := p.Rewrite(op, d.rw)
	if CheckPatterns && did != (d.changes > before) {
		panic(fmt.Sprintf("pattern %s returned %t", p.Name, did))
	}
	return did
}

// add puts an operation and its ancestors inside the scope on the worklist.
func (d *greedyDriver) add(op *Operation) {
	d.changes++
	d.ancestors = d.ancestors[:0]
	for op != nil {
		d.ancestors = append(d.ancestors, op)
		r := op.ParentRegion()
		if r == d.scope {
			for _, a := range d.ancestors {
				d.worklist.Push(a)
			}
			return
		}
		if r == nil {
			return
		}
		op = r.op
	}
}

func (d *greedyDriver) Inserted(op *Operation) {
	if d.config.Listener != nil {
		d.config.Listener.Inserted(op)
	}
	d.lineage.inserted(op)
	d.add(op)
}

func (d *greedyDriver) Modified(op *Operation) {
	if d.config.Listener != nil {
		d.config.Listener.Modified(op)
	}
	d.add(op)
}

func (d *greedyDriver) Replacing(op *Operation, vs []*Value) {
	if d.config.Listener != nil {
		d.config.Listener.Replacing(op, vs)
	}
}

// After an operation is erased, operations that define its operands and have at most one
// user left are visited again: they may be dead, or allow more simplifications.
func (d *greedyDriver) Erasing(op *Operation) {
	d.changes++
	if d.config.Listener != nil {
		d.config.Listener.Erasing(op)
	}
	d.lineage.erasing(op)
	for i := range op.operands() {
		v := op.operands()[i].value
		if v == nil || v.def == nil || moreUsersThanOneBesides(v, op) {
			continue
		}
		d.add(v.def)
	}
	d.worklist.Remove(op)
}

// moreUsersThanOneBesides reports whether at least two operations other than op use v.
func moreUsersThanOneBesides(v *Value, op *Operation) bool {
	var other *Operation
	for u := v.uses; u != nil; u = u.next {
		switch u.owner {
		case op, other:
		default:
			if other != nil {
				return true
			}
			other = u.owner
		}
	}
	return false
}
