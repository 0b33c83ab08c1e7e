package validate

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/passes/distribute"
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
	if c.proved != nil {
		return c.proveProgram(e, k, before, was, now)
	}
	d := c.executeProgram(e, k, before, was, now, runs)
	if _, distribution := passes.InstanceOptions[distribute.DistributeOptions](e.Instance); d != nil && distribution && c.sumsReordered(e, k, before, now) {
		return nil
	}
	return d
}

// executeProgram compares a program before and after a pass on random inputs, in n
// executions.
func (c *checker) executeProgram(e *passes.Event, k *lower.Family, before, was, now *ir.Operation, n uint64) *ir.Diagnostic {
	for seed := range n {
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
	variables []*lower.HostVariable
	data      map[string][]byte // nil where elements were never written
}

// compare reports the difference between the executions before and after a pass; err is
// the error of the execution after it.
func compare(program *ir.Operation, want, got *contents, err error) *ir.Diagnostic {
	if err != nil {
		return program.Errorf("can be executed before the pass, but afterwards %v", err)
	}
	for _, v := range want.variables {
		data := want.data[v.Name]
		now, ok := got.data[v.Name]
		switch {
		case data == nil || !ok:
		case now == nil:
			return program.Errorf("expected variable '%s' to hold % x, but it is not written", v.Name, data)
		case !sameElements(v, data, now):
			return program.Errorf("expected variable '%s' to hold % x, but got % x", v.Name, data, now)
		}
	}
	return nil
}

// sameElements compares the elements of a variable; any NaN may replace a NaN.
func sameElements(v *lower.HostVariable, a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	for at := 0; at < len(a); at += v.Bytes {
		if !sameNumber(v.Elem, sim.Int(sim.RawBits(a[at:at+v.Bytes])), sim.Int(sim.RawBits(b[at:at+v.Bytes]))) {
			return false
		}
	}
	return true
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
	m, err := plainMachine(e, k, module, lower.Options{Limits: c.limits, Order: order})
	if err != nil {
		return nil, err
	}
	return observe(e.Run.Context, m, seed)
}

// plainMachine returns the plain meaning of the program of a module.
func plainMachine(e *passes.Event, k *lower.Family, module *ir.Operation, o lower.Options) (lower.Machine, error) {
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
	return k.Plain(e.Run.Context, onlyProgram(k, module), o)
}

// device executes the images of a lowered program.
func device(ctx context.Context, k *lower.Family, op *ir.Operation, l sim.Limits, seed uint64) (*contents, error) {
	m, err := deviceMachine(ctx, k, op, lower.Options{Limits: l})
	if err != nil {
		return nil, err
	}
	return observe(ctx, m, seed)
}

// deviceMachine loads the images of a lowered program.
func deviceMachine(ctx context.Context, k *lower.Family, op *ir.Operation, o lower.Options) (lower.Machine, error) {
	p, err := k.Build(ctx, op)
	if err != nil {
		return nil, err
	}
	o.Destroy = true
	return p.Device(o)
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
		out.variables = append(out.variables, v)
		out.data[v.Name] = data
	}
	return out, nil
}

// randomValues returns random elements of a variable: any floats, and integers from 0 to
// 15, because they may be indices.
func randomValues(v *lower.HostVariable, seed uint64) []byte {
	h := fnv.New64a()
	h.Write([]byte(v.Name)) // variables of the same type have other values
	r := NewRandom(seed ^ h.Sum64())
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
