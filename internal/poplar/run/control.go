package run

import (
	"context"

	"optc/diag"
	"optc/internal/poplar/control"
	"optc/internal/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// whileSteps is the number of operations for which an iteration of a repeat_while is
// counted, so that an endless loop reaches the limit of steps.
const whileSteps = 1 << 10

// iterations returns the largest number of times that a repeat_while may run its body.
func iterations(maxSteps int64) int64 {
	if maxSteps == 0 {
		maxSteps = sim.DefaultMaxSteps
	}
	return max(maxSteps/whileSteps, 1)
}

// endlessError is the error of a repeat_while that iterates too often.
func endlessError(n int64) error {
	return diag.Errorf("steps", "a repeat_while has not ended after %d iterations, the most that are allowed", n).
		Note("probably it does not end; --max-steps allows more, %d for an iteration", whileSteps)
}

// executor runs the steps of a program: of a graph or of a lowered program.
type executor[Action, Predicate any] interface {
	// do runs a step that contains no others.
	do(ctx context.Context, a *Action) error
	// decide reports whether an element is not 0.
	decide(p *Predicate) (bool, error)
	maxSteps() int64
}

// execute runs steps one after the other, until one fails or ctx ends.
func execute[Action, Predicate any](ctx context.Context, e executor[Action, Predicate], steps []control.Step[Action, Predicate]) error {
	for i := range steps {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := executeStep(ctx, e, &steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func executeStep[Action, Predicate any](ctx context.Context, e executor[Action, Predicate], s *control.Step[Action, Predicate]) error {
	switch {
	case s.Repeat != nil:
		if len(s.Repeat.Body) == 0 {
			return nil
		}
		for range s.Repeat.Count {
			if err := execute(ctx, e, s.Repeat.Body); err != nil {
				return err
			}
		}
	case s.While != nil:
		for n := int64(0); ; n++ {
			if n > iterations(e.maxSteps()) {
				return endlessError(n - 1)
			}
			if err := execute(ctx, e, s.While.Before); err != nil {
				return err
			}
			again, err := e.decide(&s.While.Predicate)
			if err != nil || !again {
				return err
			}
			if err := execute(ctx, e, s.While.Body); err != nil {
				return err
			}
		}
	case s.If != nil:
		yes, err := e.decide(&s.If.Predicate)
		if err != nil {
			return err
		}
		if yes {
			return execute(ctx, e, s.If.Then)
		}
		return execute(ctx, e, s.If.Otherwise)
	case s.Call != nil:
		return execute(ctx, e, s.Call.Steps)
	default:
		return e.do(ctx, &s.Do)
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

// hosts holds the arrays of the host from and to which a program copies.
type hosts map[string]*sim.Memory

func newHosts(p *program.Program) hosts {
	h := hosts{}
	for _, c := range p.Hosts() {
		n, _ := ir.NumElements(c.Shape)
		h[c.Name] = sim.NewMemory("array '"+c.Name+"' of the host", 0, n*int64(p.Target.TypeSize(c.Elem)))
	}
	return h
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

// writeHost and readHost access an array of the host on behalf of the machine's user.
func writeHost(list []*lower.HostVariable, name string, host *sim.Memory, data []byte) error {
	if err := diag.Must(lower.FindVariable(list, name)).CheckSize(data); err != nil {
		return err
	}
	host.Write(0, data).Must()
	return nil
}

func readHost(list []*lower.HostVariable, name string, host *sim.Memory) (data []byte, written []bool, err error) {
	v := diag.Must(lower.FindVariable(list, name))
	data, written = v.Unwritten()
	return data, written, v.ReadFrom(host, 0, 0, v.Len(), data, written)
}
