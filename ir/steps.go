package ir

import "context"

// Steps counts the rewrites of a run, and allows only the first of them, up to a limit. The
// difference between a run with n+1 rewrites and a run with n is the effect of rewrite n+1. In this
// way the rewrite that breaks a program is found. A rewrite is counted if it can be omitted on its
// own. A counted run uses one thread.
type Steps struct {
	Limit int64 // limit of the number of rewrites, or NoLimit
	Made  int64 // so far
	// ByName counts the rewrites made so far by their name; nil if it is not needed.
	ByName map[string]int64
	Last   Step // the rewrite made last
	Tried  Step // the rewrite tried last, even if it was not made
}

// Step is a rewrite.
type Step struct {
	Name string // what is done: "fold", "pattern 'name'"
	Op   string // name of the rewritten operation
	Loc  Location
}

// Names of rewrites that are not patterns.
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

// WithSteps returns a context in which s counts the rewrites.
func WithSteps(ctx context.Context, s *Steps) context.Context {
	return context.WithValue(ctx, stepsKey{}, s)
}

// StepsOf returns the Steps that count the rewrites of a context, or nil.
func StepsOf(ctx context.Context) *Steps {
	s, _ := ctx.Value(stepsKey{}).(*Steps)
	return s
}

// Try reports whether a rewrite of op may be made. If s is nil, every rewrite may be
// made.
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

// Did records whether the rewrite that was tried last was made, and returns that.
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
