package validate

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"runtime"
	"slices"
	"sync"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/passes/distribute"
	"optc/registry"
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
	now := c.around.programs[k]
	if now == nil {
		return nil
	}
	if e.Op != e.Run.Op && !c.around.reaches(k, e.Op) {
		if c.known != nil && c.known.family == k && c.known.check == c.checks-1 {
			c.known.check = c.checks
		}
		return nil
	}
	before = wholeBefore(e, before)
	was := onlyProgram(k, before)
	if was == nil || k.Stage(e.Run.Context, was) < lower.Targeted {
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

// executeProgram compares a program before and after a pass on random inputs, in n executions that
// run at the same time. The effects of the program before this pass are known from the previous
// pass, so that it is not executed again.
func (c *checker) executeProgram(e *passes.Event, k *lower.Family, before, was, now *ir.Operation, n uint64) *ir.Diagnostic {
	known := c.known
	if known != nil && (known.check != c.checks-1 || known.module != e.Run.Op || known.family != k) {
		known = nil
	}
	p := programs{
		event: e, family: k, limits: c.limits, now: now,
		before: &executable{module: before}, after: &executable{module: e.Run.Op},
		images: sync.OnceValues(func() (*lower.Program, error) { return k.Build(e.Run.Context, now) }),
	}
	found := make([]execution, n)
	parallel.Do(min(int(n), runtime.GOMAXPROCS(0)), int(n), func(_, seed int) {
		if known != nil {
			if found[seed] = p.execute(uint64(seed), &known.results[seed]); found[seed].fault == nil {
				return
			}
		}
		found[seed] = p.execute(uint64(seed), nil)
	})
	count := tally{tried: len(found)}
	for seed := range found {
		switch x := &found[seed]; {
		case e.Run.Context.Err() != nil:
			return nil
		case x.unknown != nil:
			count.notCompared(x.unknown)
		case x.byOrder != nil:
			e.Sink.Report(now.Errorf("depends on the order of its workers").
				Note(now.Loc(), "with its workers in another order than the ascending one: %s", x.byOrder.Msg))
			e.Fail()
			return nil
		case x.fault != nil:
			return x.fault
		default:
			count.compared++
		}
	}
	c.tell(e, now, k.Op.Kind().String()+" "+ir.SymbolName(was), &count)
	if !slices.ContainsFunc(found, func(x execution) bool { return x.got == nil }) {
		c.known = &knownProgram{check: c.checks, family: k, module: e.Run.Op, results: found}
	}
	return nil
}

// knownProgram is a program after a pass, with its effects for each seed.
type knownProgram struct {
	check   int // number of the check after the pass
	family  *lower.Family
	module  *ir.Operation
	results []execution
}

// execution is the effect of a program for a seed, and how it differs from the effect before a
// pass.
type execution struct {
	got     *contents      // contents by the plain meaning, or nil
	order   lower.Order    // order of the workers
	unknown error          // why the program cannot be executed before the pass
	fault   *ir.Diagnostic // a difference
	byOrder *ir.Diagnostic // a difference that occurs with another order of the workers
}

// programs is a program before and after a pass.
type programs struct {
	event         *passes.Event
	family        *lower.Family
	limits        sim.Limits
	now           *ir.Operation
	before, after *executable
	// images builds the program after the pass. This numbers the values of the IR, so that only one of
	// the executions does it.
	images func() (*lower.Program, error)
}

// execute executes a program before and after a pass for a seed. known is the execution before
// the pass, or nil.
func (p *programs) execute(seed uint64, known *execution) (x execution) {
	ctx := p.event.Run.Context
	// Another order of the workers must not matter.
	other := lower.Order(seed + 1)
	if known == nil {
		known = &execution{}
		if known.got, x.unknown = p.plain(p.before, seed, 0); x.unknown != nil {
			return x
		}
	} else if known.order != 0 {
		other = 0
	}
	x.order = other
	got, err := p.plain(p.after, seed, other)
	if ctx.Err() != nil {
		return x
	}
	if err == nil && resized(known.got, got) {
		x.unknown = errors.New("its variables had other sizes")
		return x
	}
	if x.fault = compare(p.now, known.got, got, err); x.fault != nil {
		if same, err := p.plain(p.after, seed, known.order); compare(p.now, known.got, same, err) == nil {
			x.byOrder = x.fault
		}
		return x
	}
	x.got = got
	if p.family.Stage(ctx, p.now) < lower.Complete {
		return x
	}
	got, err = p.device(seed)
	if ctx.Err() == nil {
		x.fault = compare(p.now, known.got, got, err)
	}
	return x
}

// plain executes a program by its plain meaning, with workers in the given order.
func (p *programs) plain(x *executable, seed uint64, order lower.Order) (*contents, error) {
	module, err := x.reference(p.event, p.family)
	if err != nil {
		return nil, err
	}
	m, err := p.family.Plain(p.event.Run.Context, onlyProgram(p.family, module), lower.Options{Limits: p.limits, Order: order})
	if err != nil {
		return nil, err
	}
	return observe(p.event.Run.Context, m, seed)
}

// executable is a module whose program has a plain meaning after the passes of the family's
// reference, which run once.
type executable struct {
	module *ir.Operation
	once   sync.Once
	made   *ir.Operation
	err    error
}

// reference returns the module whose program is executed.
func (x *executable) reference(e *passes.Event, k *lower.Family) (*ir.Operation, error) {
	x.once.Do(func() { x.made, x.err = referenceOf(e, k, x.module) })
	return x.made, x.err
}

// contents are the values of the variables of a program.
type contents struct {
	variables []*lower.HostVariable
	data      map[string][]byte // nil where elements were never written
}

// resized reports whether variables have other sizes than before a pass, which gives the
// parameters of a program numbers.
func resized(before, after *contents) bool {
	for name, data := range before.data {
		if now, both := after.data[name]; both && data != nil && now != nil && len(now) != len(data) {
			return true
		}
	}
	return false
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
		if !SameElement(v, a[at:at+v.Bytes], b[at:at+v.Bytes]) {
			return false
		}
	}
	return true
}

// SameElement compares the bytes of an element of a variable; any NaN may replace a NaN.
func SameElement(v *lower.HostVariable, a, b []byte) bool {
	return sameNumber(v.Elem, sim.Int(sim.RawBits(a)), sim.Int(sim.RawBits(b)))
}

// onlyProgram returns the only program of a kind in a module, or nil.
func onlyProgram(k *lower.Family, module *ir.Operation) *ir.Operation {
	if list := k.Programs(module); len(list) == 1 {
		return list[0]
	}
	return nil
}

// plainMachine returns the plain meaning of the program of a module.
func plainMachine(e *passes.Event, k *lower.Family, module *ir.Operation, o lower.Options) (lower.Machine, error) {
	module, err := referenceOf(e, k, module)
	if err != nil {
		return nil, err
	}
	return k.Plain(e.Run.Context, onlyProgram(k, module), o)
}

// referenceOf returns a module whose program can be executed by its plain meaning: the module
// itself, or a copy after the passes of the family's reference.
func referenceOf(e *passes.Event, k *lower.Family, module *ir.Operation) (*ir.Operation, error) {
	if k.Reference == "" || k.Stage(e.Run.Context, onlyProgram(k, module)) >= lower.Lowered {
		return module, nil
	}
	module = ir.Clone(module, &ir.Arena{}, nil)
	known := e.Run.Manager.Registry
	if known == nil {
		known = registry.Passes()
	}
	pipeline, err := known.Parse(k.Reference)
	if err != nil {
		return nil, err
	}
	m := &passes.Manager{Context: e.Run.Manager.Context, Registry: known, Threads: 1}
	return module, m.Run(e.Run.Context, pipeline, module)
}

// device executes the images of the lowered program.
func (p *programs) device(seed uint64) (*contents, error) {
	images, err := p.images()
	if err != nil {
		return nil, err
	}
	m, err := images.Device(deviceOptions(lower.Options{Limits: p.limits}))
	if err != nil {
		return nil, err
	}
	return observe(p.event.Run.Context, m, seed)
}

// deviceOptions returns options for a device that destroys all data that an operation may destroy.
func deviceOptions(o lower.Options) lower.Options {
	o.Destroy = true
	return o
}

// deviceMachine loads the images of a lowered program.
func deviceMachine(ctx context.Context, k *lower.Family, op *ir.Operation, o lower.Options) (lower.Machine, error) {
	p, err := k.Build(ctx, op)
	if err != nil {
		return nil, err
	}
	return p.Device(deviceOptions(o))
}

// observe fills the variables of a machine with the values of a seed, runs the machine
// and returns the contents of the variables that are not constant.
func observe(ctx context.Context, m lower.Machine, seed uint64) (*contents, error) {
	if err := setShapes(m); err != nil {
		return nil, err
	}
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

// openExtents are extents for the variables that a program leaves open, until it accepts one: a number that is no multiple of a vector,
// and multiples.
var openExtents = []int64{37, 64, 256}

// setShapes gives the variables of a machine the extents that its program leaves open.
func setShapes(m lower.Machine) error {
	shaper, ok := m.(lower.Shaper)
	if !ok {
		return nil
	}
	for _, v := range m.Variables() {
		if !v.IsOpen() {
			continue
		}
		var err error
		for _, extent := range openExtents {
			shape := slices.Clone(v.Shape)
			for d, n := range shape {
				if n == ir.Dynamic {
					shape[d] = extent
				}
			}
			if err = shaper.SetShape(v.Name, shape); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
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
