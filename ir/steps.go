package ir

import "context"

// Steps counts the rewrites that a run makes, and lets it make only the first of them. A
// run with one rewrite more than another one shows what that rewrite does: this is how
// the rewrite that breaks a program is found. Rewrites are counted where one can be left
// out without the others. A run that is counted has one thread.
type Steps struct {
	Limit int64 // of rewrites; NoLimit
	Made  int64 // so far
	// ByName counts those made so far by what is done; nil if nobody asks.
	ByName map[string]int64
	Last   Step // that was made last
	Tried  Step // that was tried last, also if it was not made
}

// Step is a rewrite.
type Step struct {
	Name string // what is done: "fold", "pattern 'name'"
	Op   string // name of the operation that is rewritten
	Loc  Location
}

// Names of rewrites that are no patterns.
const (
	StepFold       = "fold"
	StepDead       = "erasure of a dead operation"
	StepConstants  = "one operation for equal constants"
	StepBlocks     = "erasure of unreachable blocks"
	StepRegions    = "simplification of regions"
	StepCommon     = "replacement by an equal operation"
	StepPropagate  = "replacement by a constant that is known"
	StepHoist      = "move out of a loop"
	StepInlineCall = "inlining of a call"
)

type stepsKey struct{}

// WithSteps returns a context whose rewrites s counts.
func WithSteps(ctx context.Context, s *Steps) context.Context {
	return context.WithValue(ctx, stepsKey{}, s)
}

// StepsOf returns what counts the rewrites of a context, or nil.
func StepsOf(ctx context.Context) *Steps {
	s, _ := ctx.Value(stepsKey{}).(*Steps)
	return s
}

// Try reports whether a rewrite of op may be made. Without s every rewrite may.
func (s *Steps) Try(name string, op *Operation) bool {
	if s == nil {
		return true
	}
	if s.Limit != NoLimit && s.Made >= s.Limit {
		return false
	}
	s.Tried = Step{name, op.Name(), op.Loc()}
	return true
}

// tryPattern is Try for a pattern.
func (s *Steps) tryPattern(p *Pattern, op *Operation) bool {
	return s == nil || s.Try("pattern '"+p.Name+"'", op)
}

// Did says whether the rewrite that was tried last was made, and returns the answer.
func (s *Steps) Did(made bool) bool {
	if s != nil && made {
		s.Made++
		s.Last = s.Tried
		if s.ByName != nil {
			s.ByName[s.Tried.Name]++
		}
	}
	return made
}
