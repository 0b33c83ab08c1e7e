// Package controlir reads the steps of programs from their operations, for both levels: the
// operations of loops, decisions and calls are the same before and after the edges of a
// graph are lowered.
package controlir

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/control"
	"optc/dialect/scf"
	"optc/ir"
)

// Reader reads the steps of one level.
type Reader[Action, Predicate any] struct {
	// Action reads an operation that contains no steps; isStep is false for an operation
	// that does nothing when the program runs.
	Action func(op *ir.Operation) (a Action, isStep bool, err error)
	// Predicate finds the element that a loop or a decision depends on.
	Predicate func(p Condition) (Predicate, error)
	// Loop calls body for each iteration of a loop; body reads the steps of the iteration.
	Loop func(op poplar.ForOp, body func() error) error
	// Branch calls body for the block that a known condition selects, if there is one.
	Branch func(op scf.IfOp, body func(*ir.Block) error) error
	// Functions are the functions that were read, in the order of the text.
	Functions []*control.Function[Action, Predicate]
}

// Condition identifies an element as the operation does: as a tensor of one element in a graph, as
// an element of a variable in a lowered program.
type Condition struct {
	Op       *ir.Operation
	Tensor   *ir.Value // nil in a lowered program
	Variable string
	Element  int64
}

// Function reads a function, which calls only functions before it.
func (r *Reader[Action, Predicate]) Function(op poplar.GraphFunctionOp) error {
	steps, err := r.Steps(op.Body())
	r.Functions = append(r.Functions, &control.Function[Action, Predicate]{Name: op.SymName(), Steps: steps})
	return err
}

// Steps reads the steps of a region, which may be empty. The steps of a sequence, and of each
// iteration of a loop, are added to the list that contains the sequence or loop.
func (r *Reader[Action, Predicate]) Steps(region *ir.Region) (list []control.Step[Action, Predicate], err error) {
	if region.Empty() {
		return nil, nil
	}
	for op := range region.Front().Ops() {
		if seq := ir.As[poplar.SequenceOp](op); seq.Ok() {
			inner, err := r.Steps(seq.Body())
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
			continue
		}
		if loop := ir.As[poplar.ForOp](op); loop.Ok() {
			if err := r.Loop(loop, func() error {
				inner, err := r.Steps(loop.Body())
				list = append(list, inner...)
				return err
			}); err != nil {
				return nil, err
			}
			continue
		}
		if branch := ir.As[scf.IfOp](op); branch.Ok() && r.Branch != nil {
			if err := r.Branch(branch, func(b *ir.Block) error {
				inner, err := r.Steps(b.Region())
				list = append(list, inner...)
				return err
			}); err != nil {
				return nil, err
			}
			continue
		}
		s, isStep, err := r.step(op)
		if err != nil {
			return nil, err
		}
		if isStep {
			list = append(list, s)
		}
	}
	return list, nil
}

func (r *Reader[Action, Predicate]) step(op *ir.Operation) (s control.Step[Action, Predicate], isStep bool, err error) {
	s.Op = op
	// Four operations of one dialect are the control of a program; Action reads all other operations.
	switch of := op.Typed().(type) {
	case poplar.RepeatOp:
		s.Repeat = &control.Repeat[Action, Predicate]{Count: of.Count()}
		s.Repeat.Body, err = r.Steps(of.Body())
	case poplar.RepeatWhileOp:
		s.While = &control.While[Action, Predicate]{}
		c := Condition{Op: op, Tensor: of.Predicate(), Variable: of.Variable(), Element: of.Element()}
		s.While.Predicate, s.While.Before, s.While.Body, err = r.decision(c, of.Before(), of.Body())
	case poplar.IfOp:
		s.If = &control.If[Action, Predicate]{}
		c := Condition{Op: op, Tensor: of.Predicate(), Variable: of.Variable(), Element: of.Element()}
		s.If.Predicate, s.If.Then, s.If.Otherwise, err = r.decision(c, of.Then(), of.Otherwise())
	case poplar.CallOp:
		k := slices.IndexFunc(r.Functions, func(f *control.Function[Action, Predicate]) bool { return f.Name == of.Callee() })
		if k < 0 {
			return s, true, op.OpError(poplar.Codes, diag.Errorf("unknown-symbol", "expected a function that is declared before"))
		}
		s.Call = r.Functions[k]
	default:
		s.Do, isStep, err = r.Action(op)
		return s, isStep, err
	}
	return s, true, err
}

// decision reads the predicate of a step, and its two lists of steps.
func (r *Reader[Action, Predicate]) decision(c Condition, one, other *ir.Region) (p Predicate, first, second []control.Step[Action, Predicate], err error) {
	if p, err = r.Predicate(c); err != nil {
		return p, nil, nil, err
	}
	if first, err = r.Steps(one); err == nil {
		second, err = r.Steps(other)
	}
	return p, first, second, err
}
