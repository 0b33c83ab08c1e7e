package sim

import (
	"optc/diag"
	"optc/ir"
)

// Code is a region prepared for execution: operations with their meaning looked
// up and values numbered.
type Code struct {
	region *ir.Region
	blocks map[*ir.Block]*block
	entry  *block
	idle   []*Frame // that ran before and can be used again
	slots  int
	bytes  int64             // that the values of a frame take, as far as their types tell
	values map[*ir.Value]int // slot of every value, for nested regions
	// allocas says that what memref.alloca allocates in it lives as long as it runs.
	allocas bool
}

type block struct {
	args   []int // slots of the arguments
	instrs []Instr
	runs   int64 // since Executed counted it
}

// Instr is one operation of a Code.
type Instr struct {
	Op   *ir.Operation
	fn   Func
	args []operandRef
	res  int // slot of the first result
	// regions are those of the operation that ran before.
	regions []*Code
	// Data keeps what fn computed once for this operation, such as a parsed
	// attribute. It must depend on the operation only.
	Data any
}

// operandRef finds an operand: up enclosing frames, then a slot.
type operandRef struct{ up, slot int }

// compile prepares a region. Nested regions are prepared when they first run.
func (m *Machine) compile(r *ir.Region) (*Code, error) {
	if c := m.codes[r]; c != nil {
		return c, nil
	}
	c := &Code{region: r, blocks: map[*ir.Block]*block{}, values: map[*ir.Value]int{}, allocas: r.Parent().Has(ir.AutomaticAllocationScope)}
	number := func(v *ir.Value) int {
		c.values[v] = c.slots
		c.slots++
		c.bytes += valueBytes(v.Type())
		return c.slots - 1
	}
	for b := range r.Blocks() {
		bl := &block{}
		for _, a := range b.Args() {
			bl.args = append(bl.args, number(a))
			if err := Supported(a.Type()); err != nil {
				return nil, &RuntimeError{r.Parent(), err}
			}
		}
		for op := range b.Ops() {
			for i := range op.NumResults() {
				number(op.Result(i))
				if err := Supported(op.Result(i).Type()); err != nil {
					return nil, &RuntimeError{op, err}
				}
			}
		}
		c.blocks[b] = bl
		if c.entry == nil {
			c.entry = bl
		}
	}
	for b := range r.Blocks() {
		bl := c.blocks[b]
		for op := range b.Ops() {
			fn := m.meaning(op)
			if fn == nil {
				return nil, &RuntimeError{op, diag.Errorf("no-meaning", "cannot be executed: the simulator does not know this operation")}
			}
			if hasDynamicTensors(op) {
				fn = counting(fn)
			}
			in := Instr{Op: op, fn: fn, args: make([]operandRef, op.NumOperands()), res: -1}
			for i := range in.args {
				ref, err := m.resolve(r, c, op.Operand(i))
				if err != nil {
					return nil, &RuntimeError{op, err}
				}
				in.args[i] = ref
			}
			if op.NumResults() > 0 {
				in.res = c.values[op.Result(0)]
			}
			bl.instrs = append(bl.instrs, in)
		}
	}
	m.codes[r] = c
	return c, nil
}

// resolve finds where a value lives, seen from code in region r.
func (m *Machine) resolve(r *ir.Region, own *Code, v *ir.Value) (operandRef, error) {
	if s, ok := own.values[v]; ok {
		return operandRef{0, s}, nil
	}
	up := 1
	for p := r.ParentRegion(); p != nil; p = p.ParentRegion() {
		if c := m.codes[p]; c != nil {
			if s, ok := c.values[v]; ok {
				return operandRef{up, s}, nil
			}
		}
		up++
	}
	return operandRef{}, diag.Errorf("no-value", "an operand is defined outside the executed code")
}

// Frame holds the values of one running region.
type Frame struct {
	*Machine
	code  *Code
	outer *Frame
	slots []Value
	next  *block
	done  []Value
	left  bool

	results []Value // room for done
}

// Value returns what v, an operand of the instruction, holds; a nil v, an optional
// operand that is not there, holds the zero Value.
func (f *Frame) Value(in *Instr, v *ir.Value) Value {
	if v == nil {
		return Value{}
	}
	return f.arg(in, in.find(v, 0))
}

// Values returns what operands of the instruction hold.
func (f *Frame) Values(in *Instr, vs []*ir.Value) []Value {
	out, next := make([]Value, len(vs)), 0
	for i, v := range vs {
		at := in.find(v, next)
		out[i], next = f.arg(in, at), at+1
	}
	return out
}

// find returns the number of an operand that is v. Operands of a group follow each
// other, so that the search begins behind the one before.
func (in *Instr) find(v *ir.Value, from int) int {
	n := len(in.args)
	for k := range n {
		i := from + k
		if i >= n {
			i -= n
		}
		if in.Op.Operand(i) == v {
			return i
		}
	}
	panic("sim: the value is no operand of " + in.Op.Name())
}

// arg returns operand i.
func (f *Frame) arg(in *Instr, i int) Value {
	ref := in.args[i]
	for ; ref.up > 0; ref.up-- {
		f = f.outer
	}
	return f.slots[ref.slot]
}

// Args returns all operands.
func (f *Frame) Args(in *Instr) []Value {
	vs := make([]Value, len(in.args))
	for i := range vs {
		vs[i] = f.arg(in, i)
	}
	return vs
}

// Set stores result i.
func (f *Frame) Set(in *Instr, i int, v Value) { f.slots[in.res+i] = v }

// SetAll stores all results.
func (f *Frame) SetAll(in *Instr, vs []Value) {
	if in.res >= 0 {
		copy(f.slots[in.res:in.res+in.Op.NumResults()], vs)
	}
}

// Branch continues at a block with arguments.
func (f *Frame) Branch(b *ir.Block, args []Value) {
	f.next = f.code.blocks[b]
	for i, s := range f.next.args {
		f.slots[s] = args[i]
	}
}

// Leave ends the region; its results are vs.
func (f *Frame) Leave(vs []Value) { f.done, f.left = vs, true }

// leave ends the region with the operands of a terminator as its results.
func (f *Frame) leave(in *Instr) {
	f.results = f.results[:0]
	for i := range in.args {
		f.results = append(f.results, f.arg(in, i))
	}
	f.done, f.left = f.results, true
}

// Region runs region i of an operation inside this frame. The results hold until the
// region runs again.
func (f *Frame) Region(in *Instr, i int, args []Value) ([]Value, error) {
	code, err := f.region(in, i)
	if err != nil {
		return nil, err
	}
	return f.runCode(code, f, args, nil)
}

// reduced runs region i of an operation inside this frame and then regions of its
// terminator, which see the values of region i: then gets its frame and its results.
func (f *Frame) reduced(in *Instr, i int, args []Value, then func(inner *Frame, results []Value) error) error {
	code, err := f.region(in, i)
	if err == nil {
		_, err = f.runCode(code, f, args, then)
	}
	return err
}

// region prepares region i of an operation.
func (f *Frame) region(in *Instr, i int) (*Code, error) {
	if in.regions == nil {
		in.regions = make([]*Code, in.Op.NumRegions())
	}
	if in.regions[i] == nil {
		code, err := f.compile(in.Op.Region(i))
		if err != nil {
			return nil, err
		}
		in.regions[i] = code
	}
	return in.regions[i], nil
}

func (f *Frame) run(args []Value) ([]Value, error) {
	bl := f.code.entry
	if len(args) != len(bl.args) {
		return nil, diag.Errorf("arguments", "expected %d arguments, but got %d", len(bl.args), len(args))
	}
	for i, s := range bl.args {
		f.slots[s] = args[i]
	}
	for {
		f.next = nil
		if err := f.step(int64(len(bl.instrs))); err != nil {
			if diag.CodeOf(err) == "steps" {
				err = at(bl.instrs[0].Op, err)
			}
			return nil, err
		}
		bl.runs++
		for i := range bl.instrs {
			in := &bl.instrs[i]
			if err := in.fn(f, in); err != nil {
				return nil, at(in.Op, err)
			}
		}
		if f.left {
			return f.done, nil
		}
		if f.next == nil {
			return nil, nil
		}
		bl = f.next
	}
}

// at locates an error, unless a nested operation already did.
func at(op *ir.Operation, err error) error {
	if _, ok := err.(*RuntimeError); ok {
		return err
	}
	return &RuntimeError{op, err}
}
