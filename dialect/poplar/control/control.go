// Package control holds the steps of a program for tiles that contain other steps: loops,
// decisions, and calls of functions. They are the same in a graph and in a lowered program. The
// levels differ in the actions, which are the steps that contain no others, and in the names of the
// elements that loops and decisions depend on; both are type parameters.
package control

import "optc/ir"

// Step is a step of a program: an action, or a step that contains others. At most one of
// the pointers is set; if none is, the step is the action Do.
type Step[Action, Predicate any] struct {
	Op     *ir.Operation // operation from which the step was read
	Do     Action
	Repeat *Repeat[Action, Predicate]
	While  *While[Action, Predicate]
	If     *If[Action, Predicate]
	Call   *Function[Action, Predicate]
}

// Repeat runs its body a number of times.
type Repeat[Action, Predicate any] struct {
	Count int64
	Body  []Step[Action, Predicate]
}

// While runs the steps before; as long as the predicate is not 0, it then runs the body and
// the steps before again.
type While[Action, Predicate any] struct {
	Predicate    Predicate
	Before, Body []Step[Action, Predicate]
}

// If runs one of two lists of steps: the first if the predicate is not 0.
type If[Action, Predicate any] struct {
	Predicate       Predicate
	Then, Otherwise []Step[Action, Predicate]
}

// Function is a list of steps that a program runs from several places.
type Function[Action, Predicate any] struct {
	Name  string
	Steps []Step[Action, Predicate]
}

// Each visits steps and the steps that they contain, outer ones first. It does not enter the
// functions that are called.
func Each[Action, Predicate any](steps []Step[Action, Predicate], visit func(s *Step[Action, Predicate])) {
	for i := range steps {
		s := &steps[i]
		visit(s)
		switch {
		case s.Repeat != nil:
			Each(s.Repeat.Body, visit)
		case s.While != nil:
			Each(s.While.Before, visit)
			Each(s.While.Body, visit)
		case s.If != nil:
			Each(s.If.Then, visit)
			Each(s.If.Otherwise, visit)
		}
	}
}

// Translator carries steps from one level to another.
type Translator[FromAction, FromPredicate, ToAction, ToPredicate any] struct {
	Action    func(FromAction) ToAction
	Predicate func(FromPredicate) ToPredicate
	// Functions has the translation of each function that the steps call.
	Functions map[*Function[FromAction, FromPredicate]]*Function[ToAction, ToPredicate]
}

// Steps returns the translation of a list of steps, nil for an empty list.
func (t *Translator[FromAction, FromPredicate, ToAction, ToPredicate]) Steps(steps []Step[FromAction, FromPredicate]) []Step[ToAction, ToPredicate] {
	if len(steps) == 0 {
		return nil
	}
	list := make([]Step[ToAction, ToPredicate], len(steps))
	for i := range steps {
		from, to := &steps[i], &list[i]
		to.Op = from.Op
		switch {
		case from.Repeat != nil:
			to.Repeat = &Repeat[ToAction, ToPredicate]{Count: from.Repeat.Count, Body: t.Steps(from.Repeat.Body)}
		case from.While != nil:
			s := from.While
			to.While = &While[ToAction, ToPredicate]{Predicate: t.Predicate(s.Predicate), Before: t.Steps(s.Before), Body: t.Steps(s.Body)}
		case from.If != nil:
			s := from.If
			to.If = &If[ToAction, ToPredicate]{Predicate: t.Predicate(s.Predicate), Then: t.Steps(s.Then), Otherwise: t.Steps(s.Otherwise)}
		case from.Call != nil:
			to.Call = t.Functions[from.Call]
		default:
			to.Do = t.Action(from.Do)
		}
	}
	return list
}
