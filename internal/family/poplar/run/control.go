package run

import (
	"context"

	"optc/diag"
	"optc/dialect/poplar/control"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// iterationSteps is the number of operations that an iteration of a loop of the program, or a call,
// counts as, so that an endless loop, and functions that double the steps of other functions, reach
// the limit of steps.
const iterationSteps = 1 << 8

// executor runs the actions of a program, which is a graph or a lowered program.
type executor[Action, Predicate any] interface {
	// do runs a step without nested steps.
	do(ctx context.Context, a *Action) error
	// decide reports whether an element is not 0.
	decide(p *Predicate) (bool, error)
	maxSteps() int64
}

// execution is a run of the steps of a program.
type execution[Action, Predicate any] struct {
	executor[Action, Predicate]
	ctx context.Context
	// iterations counts the iterations of all loops and the calls, and bound is their largest number.
	iterations, bound int64
}

// execute runs the steps of a program one after the other, until one fails or ctx ends. The
// error code is steps if the loops run too many iterations, or functions too often.
func execute[Action, Predicate any](ctx context.Context, e executor[Action, Predicate], steps []control.Step[Action, Predicate]) error {
	x := execution[Action, Predicate]{executor: e, ctx: ctx, bound: e.maxSteps()}
	if x.bound == 0 {
		x.bound = sim.DefaultMaxSteps
	}
	x.bound = max(x.bound/iterationSteps, 1)
	return x.all(steps)
}

// iterate runs the body of a loop or of a function once, and counts the iteration.
func (x *execution[Action, Predicate]) iterate(of *control.Step[Action, Predicate], body []control.Step[Action, Predicate]) error {
	if x.iterations == x.bound {
		return &sim.RuntimeError{Op: of.Op, Err: diag.Errorf("steps", "has not ended after %d iterations of loops and calls, the most that are allowed", x.iterations).
			Note("probably it does not end; --max-steps allows more, %d for an iteration or a call", iterationSteps)}
	}
	x.iterations++
	return x.all(body)
}

func (x *execution[Action, Predicate]) all(steps []control.Step[Action, Predicate]) error {
	for i := range steps {
		if err := context.Cause(x.ctx); err != nil {
			return err
		}
		if err := x.step(&steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution[Action, Predicate]) step(s *control.Step[Action, Predicate]) error {
	switch {
	case s.Repeat != nil:
		if len(s.Repeat.Body) == 0 {
			return nil
		}
		for range s.Repeat.Count {
			if err := x.iterate(s, s.Repeat.Body); err != nil {
				return err
			}
		}
	case s.While != nil:
		for {
			if err := x.all(s.While.Before); err != nil {
				return err
			}
			again, err := x.decide(&s.While.Predicate)
			if err != nil || !again {
				return err
			}
			if err := x.iterate(s, s.While.Body); err != nil {
				return err
			}
		}
	case s.If != nil:
		yes, err := x.decide(&s.If.Predicate)
		if err != nil {
			return err
		}
		if yes {
			return x.all(s.If.Then)
		}
		return x.all(s.If.Otherwise)
	case s.Call != nil:
		return x.iterate(s, s.Call.Steps)
	default:
		return x.do(x.ctx, &s.Do)
	}
	return nil
}

// decided reads the predicate of a name at an address.
func decided(name string, element int64, mem *sim.Memory, addr, bytes int64) (bool, error) {
	data, written, err := mem.Read(addr, int(bytes))
	if err != nil {
		return false, err
	}
	if !written {
		return false, diag.Errorf("uninitialized", "predicate '%s'[%d] is read before it is written", name, element)
	}
	return sim.RawBits(data) != 0, nil
}

// hosts holds the host's arrays that a program copies from and to.
type hosts map[string]*sim.Memory

func newHosts(p *program.Program) hosts {
	h := hosts{}
	for _, c := range p.Hosts() {
		n, _ := ir.NumElements(c.Shape)
		h[c.Name] = sim.NewMemory("array '"+c.Name+"' of the host", 0, n*int64(p.Target.TypeSize(c.Elem)))
	}
	return h
}

// elements returns the places of the elements of a host array; nil for another variable.
func (h hosts) elements(v *lower.HostVariable) []lower.ElementRun {
	if array := h[v.Name]; array != nil {
		return []lower.ElementRun{{Memory: array, Begin: 0, End: v.Len()}}
	}
	return nil
}

// copy copies the elements of an array; at finds the memory and the address of a place.
func (h hosts) copy(c *program.HostTransfer, size int64, at func(program.Ref) (*sim.Memory, int64)) error {
	host := h[c.Name]
	for _, r := range c.Runs {
		mem, addr := at(r.Ref)
		bytes := int((r.End - r.Begin) * size)
		var err *diag.Error
		if c.ToHost {
			err = sim.Move(host, r.Begin*size, mem, addr, bytes)
		} else {
			err = sim.Move(mem, addr, host, r.Begin*size, bytes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
