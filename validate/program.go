package validate

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"

	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/passes/table"
	"optc/sim"
)

// programs compares the program of each family before and after a pass: by its plain
// meaning, and on the simulated device once it is lowered.
func (c *checker) programs(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
	for _, k := range c.families {
		if d := c.program(e, k, before); d != nil {
			return d
		}
	}
	return nil
}

func (c *checker) program(e *passes.Event, k *lower.Family, before *ir.Operation) *ir.Diagnostic {
	was, now := onlyProgram(k, before), onlyProgram(k, e.Run.Op)
	if was == nil || now == nil || k.Stage(e.Run.Context, was) < lower.Targeted {
		return nil
	}
	for seed := range uint64(runs) {
		want, err := c.plain(e, k, before, seed, 0)
		if err != nil {
			c.tell(e, now, k.Op.Kind().String()+" "+ir.SymbolName(was), err)
			continue
		}
		// Another order of the workers must not matter.
		got, err := c.plain(e, k, e.Run.Op, seed, lower.Order(seed+1))
		if e.Run.Context.Err() != nil {
			return nil
		}
		if d := compare(now, want, got, err); d != nil {
			if same, err := c.plain(e, k, e.Run.Op, seed, 0); compare(now, want, same, err) == nil {
				e.Sink.Report(now.Errorf("depends on the order of its workers").
					Note(now.Loc(), "with its workers in another order than the ascending one: %s", d.Msg))
				e.Fail()
				return nil
			}
			return d
		}
		if k.Stage(e.Run.Context, now) < lower.Complete {
			continue
		}
		got, err = device(e.Run.Context, k, now, c.limits, seed)
		if e.Run.Context.Err() != nil {
			return nil
		}
		if d := compare(now, want, got, err); d != nil {
			return d
		}
	}
	return nil
}

// contents are the values of the variables of a program.
type contents struct {
	names []string
	data  map[string][]byte // nil where elements were never written
}

// compare reports the difference between the executions before and after a pass; err is
// the error of the execution after it.
func compare(program *ir.Operation, want, got *contents, err error) *ir.Diagnostic {
	if err != nil {
		return program.Errorf("can be executed before the pass, but afterwards %v", err)
	}
	for _, name := range want.names {
		data := want.data[name]
		now, ok := got.data[name]
		switch {
		case data == nil || !ok || bytes.Equal(now, data):
		case now == nil:
			return program.Errorf("expected variable '%s' to hold % x, but it is not written", name, data)
		default:
			return program.Errorf("expected variable '%s' to hold % x, but got % x", name, data, now)
		}
	}
	return nil
}

// onlyProgram returns the only program of a kind in a module, or nil.
func onlyProgram(k *lower.Family, module *ir.Operation) *ir.Operation {
	if list := k.Programs(module); len(list) == 1 {
		return list[0]
	}
	return nil
}

// plain executes the program of a module by its plain meaning, with workers in the given
// order.
func (c *checker) plain(e *passes.Event, k *lower.Family, module *ir.Operation, seed uint64, order lower.Order) (*contents, error) {
	if k.Reference != "" && k.Stage(e.Run.Context, onlyProgram(k, module)) < lower.Lowered {
		module = ir.Clone(module, &ir.Arena{}, nil)
		registry := e.Run.Manager.Registry
		if registry == nil {
			registry = table.Passes()
		}
		pipeline, err := registry.Parse(k.Reference)
		if err != nil {
			return nil, err
		}
		m := &passes.Manager{Context: e.Run.Manager.Context, Registry: registry, Threads: 1}
		if err := m.Run(e.Run.Context, pipeline, module); err != nil {
			return nil, err
		}
	}
	m, err := k.Plain(e.Run.Context, onlyProgram(k, module), lower.Options{Limits: c.limits, Order: order})
	if err != nil {
		return nil, err
	}
	return observe(e.Run.Context, m, seed)
}

// device executes the images of a lowered program.
func device(ctx context.Context, k *lower.Family, op *ir.Operation, l sim.Limits, seed uint64) (*contents, error) {
	p, err := k.Build(ctx, op)
	if err != nil {
		return nil, err
	}
	m, err := p.Device(lower.Options{Limits: l, Destroy: true})
	if err != nil {
		return nil, err
	}
	return observe(ctx, m, seed)
}

// observe fills the variables of a machine with the values of a seed, runs the machine
// and returns the contents of the variables that are not constant.
func observe(ctx context.Context, m lower.Machine, seed uint64) (*contents, error) {
	for _, v := range m.Variables() {
		// Seed 0 runs the values of the text.
		if v.Initial && seed > 0 || v.Input && !v.Initial {
			if err := m.Write(v.Name, randomValues(v, seed)); err != nil {
				return nil, err
			}
		}
	}
	if err := m.Run(ctx); err != nil {
		return nil, err
	}
	out := &contents{data: map[string][]byte{}}
	for _, v := range m.Variables() {
		if v.Constant {
			continue
		}
		data, written, err := m.Read(v.Name)
		if err != nil {
			continue // its elements have no place
		}
		if slices.Contains(written, false) {
			data = nil
		}
		out.names = append(out.names, v.Name)
		out.data[v.Name] = data
	}
	return out, nil
}

// randomValues returns random elements of a variable: any floats, and integers from 0 to
// 15, because they may be indices.
func randomValues(v *lower.HostVariable, seed uint64) []byte {
	r := NewRandom(seed ^ uint64(len(v.Name)))
	var data []byte
	for range v.Len() {
		x := uint64(r.IntN(16))
		if f, ok := v.Elem.(*ir.FloatType); ok {
			x = r.Uint64() >> (64 - f.Kind.Bits)
		}
		data = binary.LittleEndian.AppendUint64(data, x)[:len(data)+v.Bytes]
	}
	return data
}
