package sim

import (
	"reflect"
	"slices"

	"optc/diag"
	"optc/ir"
)

// Code is an isolated region prepared for execution, together with the regions inside of it. All
// values in the region are numbered, and a Frame has a slot for each.
type Code struct {
	slots  map[*ir.Value]Slot
	room   Slot // number of slots
	bodies map[*ir.Region]*Body
	whole  *Body    // the body of the region itself
	reused int      // number of operations whose vectors are reused
	idle   []*Frame // frames of earlier runs, for reuse
}

// Body is a region of a Code. Its operations are prepared when it is first run.
type Body struct {
	code     *Code
	region   *ir.Region
	number   int // among the bodies of the code
	prepared bool
	entry    *block
	blocks   []*block
	bytes    int64 // memory of its values, as far as their types specify it
	results  Slot  // first of the slots for the values that it yields
	// allocas is set if memory from memref.alloca in the body lives as long as the body
	// runs.
	allocas bool
	// plain is set if the body is a block that runs to its end and leaves, so that the
	// operands of its terminator are its results.
	plain bool
}

type block struct {
	number  int    // among the blocks of the body
	args    []Slot // slots of the arguments
	instrs  []Instr
	first   *Instr // first of instrs, nil if it is the terminator
	yielded []Slot // slots of the terminator's operands
	apart   bool   // the terminator has no argument as an operand
	runs    int64  // number of runs since Executed counted them
}

// Instr is an operation of a Code. The fields that a quick form reads come first.
type Instr struct {
	fn   Func
	then *Instr // the next instruction of the block, unless that is the terminator
	res  Slot   // slot of the first result
	// Of an instruction with a quick form: its first and last operand and the format of its
	// numbers, or its access, and its exact meaning.
	first, last Slot
	format      NumberFormat
	access      *element
	exact       Func

	Op      *ir.Operation
	args    []Slot // slots of the operands
	out     Slot   // first of the slots for the results of the enclosing region
	regions []*Body
	next    []*block // the successors
	reuse   *holders // holders of result 0, once they have been computed
	fixed   bool     // fn does more than the meaning and stays
	// Data stores data that fn has computed once for this operation, such as a parsed attribute. It
	// must depend only on the operation; otherwise it must be valid for only one origin.
	Data any
}

// compile numbers the values of an isolated region.
func (m *Machine) compile(r *ir.Region) *Code {
	c := m.codes[r]
	if c == nil {
		c = &Code{slots: map[*ir.Value]Slot{}, room: zeroSlot + 1, bodies: map[*ir.Region]*Body{}}
		c.whole = c.number(r)
		m.codes[r] = c
	}
	return c
}

// number assigns slots to the values of a region and of the regions inside.
func (c *Code) number(r *ir.Region) *Body {
	b := &Body{code: c, region: r, number: len(c.bodies), allocas: r.Parent().Has(ir.AutomaticAllocationScope)}
	c.bodies[r] = b
	slot := func(v *ir.Value) {
		c.slots[v] = c.room
		c.room++
		b.bytes += valueBytes(v.Type())
	}
	results := 0
	for bl := range r.Blocks() {
		for _, a := range bl.Args() {
			slot(a)
		}
		for op := range bl.Ops() {
			for _, v := range op.Results() {
				slot(v)
			}
			for i := range op.NumRegions() {
				c.number(op.Region(i))
			}
		}
		if last := bl.Back(); last != nil {
			results = max(results, last.NumOperands())
		}
	}
	b.results = c.room
	c.room += Slot(results)
	return b
}

// frame returns a frame for a run of the code.
func (c *Code) frame(m *Machine) *Frame {
	if len(c.idle) == 0 {
		return &Frame{Machine: m, code: c, slots: make([]Value, c.room), counted: make([]bool, len(c.bodies))}
	}
	last := len(c.idle) - 1
	f := c.idle[last]
	c.idle = c.idle[:last]
	if f.Origin() != m.Origin() {
		clear(f.counted)
	}
	f.Machine, f.done, f.left = m, nil, false
	return f
}

// prepare looks up the meanings of the operations of a body.
func (m *Machine) prepare(b *Body) error {
	r, blocks := b.region, map[*ir.Block]*block{}
	for bl := range r.Blocks() {
		at := &block{number: len(b.blocks)}
		for _, a := range bl.Args() {
			at.args = append(at.args, b.code.slots[a])
			if err := Supported(a.Type()); err != nil {
				return &RuntimeError{r.Parent(), err}
			}
		}
		for op := range bl.Ops() {
			for _, v := range op.Results() {
				if err := Supported(v.Type()); err != nil {
					return &RuntimeError{op, err}
				}
			}
		}
		blocks[bl] = at
		b.blocks = append(b.blocks, at)
	}
	for bl := range r.Blocks() {
		at := blocks[bl]
		for op := range bl.Ops() {
			in, err := m.instr(op, b)
			if err != nil {
				return &RuntimeError{op, err}
			}
			for i := range op.NumSuccessors() {
				in.next = append(in.next, blocks[op.Successor(i)])
			}
			at.instrs = append(at.instrs, in)
		}
		if last := len(at.instrs) - 1; last >= 0 {
			at.yielded = at.instrs[last].args
			for i := last - 1; i >= 0; i-- {
				at.instrs[i].then, at.first = at.first, &at.instrs[i]
			}
			at.apart = !slices.ContainsFunc(at.yielded, func(s Slot) bool { return slices.Contains(at.args, s) })
		}
	}
	b.prepared = true
	if len(b.blocks) > 0 {
		b.entry = b.blocks[0]
		b.plain = len(b.blocks) == 1 && b.entry.leaves()
	}
	return nil
}

// leaves reports whether the meaning of the terminator of a block is Leave.
func (bl *block) leaves() bool {
	n := len(bl.instrs)
	return n > 0 && reflect.ValueOf(bl.instrs[n-1].fn).Pointer() == reflect.ValueOf(Leave).Pointer()
}

// instr prepares an operation. The error code is no-value.
func (m *Machine) instr(op *ir.Operation, b *Body) (Instr, error) {
	in := Instr{Op: op, fn: m.meaning(op), args: make([]Slot, op.NumOperands()), res: -1, out: b.results, regions: make([]*Body, op.NumRegions())}
	if in.fn == nil {
		in.fn = noMeaning
	}
	if hasDynamicTensors(op) {
		in.fn = counting(in.fn)
	}
	in.fixed = m.Symbols != nil || m.Exact || hasDynamicTensors(op)
	for i := range in.args {
		slot, ok := b.code.slots[op.Operand(i)]
		if !ok {
			return in, diag.Errorf("no-value", "an operand is defined outside the executed code")
		}
		in.args[i] = slot
	}
	for i := range in.regions {
		in.regions[i] = b.code.bodies[op.Region(i)]
	}
	if op.NumResults() > 0 {
		in.res = b.code.slots[op.Result(0)]
	}
	return in, nil
}

// noMeaning is the meaning of operations that the simulator does not know; code may
// contain them where they are not executed. The error code is no-meaning.
func noMeaning(*Frame, *Instr) error {
	return diag.Errorf("no-meaning", "cannot be executed: the simulator does not know this operation")
}

// Frame holds the values of a running Code.
type Frame struct {
	*Machine
	code  *Code
	slots []Value
	// counted lists the bodies whose values are counted in the machine's memory for this
	// frame.
	counted []bool
	// Where the running block continues: at another block, or, after the end of its region, with these
	// results.
	next *block
	done []Value
	left bool

	moving  []Value     // operands on the way to the arguments of a block
	buffers [][]*Vector // vectors of the operations whose vectors are reused
}

// On returns a frame for another thread of the code, with the values computed so far.
func (f *Frame) On(m *Machine) *Frame {
	return &Frame{Machine: m, code: f.code, slots: slices.Clone(f.slots), counted: make([]bool, len(f.counted))}
}

// Value returns the value of v, an operand of the instruction; a nil v, a missing
// optional operand, has the zero Value.
func (f *Frame) Value(in *Instr, v *ir.Value) Value {
	if v == nil {
		return Value{}
	}
	return f.slots[in.Slot(v)]
}

// Values returns the values of operands of the instruction.
func (f *Frame) Values(in *Instr, vs []*ir.Value) []Value {
	out, next := make([]Value, len(vs)), 0
	for i, v := range vs {
		at := in.Find(v, next)
		out[i], next = f.arg(in, at), at+1
	}
	return out
}

// Slot is the place of a value in the frames of a Code.
type Slot int

// zeroSlot always holds a zero.
const zeroSlot Slot = 0

// At returns the value in a slot.
func (f *Frame) At(s Slot) *Value { return &f.slots[s] }

// Outer returns a value that the operation uses although it is not an operand, such as an operand
// of the enclosing operation.
func (f *Frame) Outer(v *ir.Value) Value { return f.slots[f.code.slots[v]] }

// OperandSlot returns the slot of operand i, ResultSlot the slot of result i.
func (in *Instr) OperandSlot(i int) Slot { return in.args[i] }
func (in *Instr) ResultSlot(i int) Slot  { return in.res + Slot(i) }

// ResultSlots returns the slots of all results.
func (in *Instr) ResultSlots() []Slot {
	slots := make([]Slot, in.Op.NumResults())
	for i := range slots {
		slots[i] = in.ResultSlot(i)
	}
	return slots
}

// OperandSlots returns the slots of operands, in the order of their numbers.
func (in *Instr) OperandSlots(vs []*ir.Value) []Slot {
	slots, next := make([]Slot, len(vs)), 0
	for i, v := range vs {
		at := in.Find(v, next)
		slots[i], next = in.args[at], at+1
	}
	return slots
}

// Forwarded returns the number of operands that are passed to successor i.
func (in *Instr) Forwarded(i int) int { return len(in.next[i].args) }

// Slot returns the slot of v, an operand of the instruction.
func (in *Instr) Slot(v *ir.Value) Slot { return in.args[in.Find(v, 0)] }

// Find returns the number of the operand that is v. Operands of a group follow each
// other, so that the search begins after the previous result.
func (in *Instr) Find(v *ir.Value, from int) int {
	for in.Op.Operand(from) != v {
		from++
	}
	return from
}

// Become replaces the meaning of the instruction by fn, unless its results must be counted or its
// operands guarded at each execution.
func (in *Instr) Become(fn Func) Func {
	if !in.fixed {
		in.fn = fn
	}
	return fn
}

// arg returns operand i.
func (f *Frame) arg(in *Instr, i int) Value { return f.slots[in.args[i]] }

// Args returns all operands.
func (f *Frame) Args(in *Instr) []Value {
	vs := make([]Value, len(in.args))
	for i := range vs {
		vs[i] = f.arg(in, i)
	}
	return vs
}

// Set stores result i.
func (f *Frame) Set(in *Instr, i int, v Value) { f.slots[in.res+Slot(i)] = v }

// SetAll stores all results.
func (f *Frame) SetAll(in *Instr, vs []Value) {
	if in.res >= 0 {
		copy(f.slots[in.res:][:in.Op.NumResults()], vs)
	}
}

// Branch continues at a successor; the operands beginning with number first are its arguments.
func (f *Frame) Branch(in *Instr, successor, first int) {
	f.next = in.next[successor]
	f.moving = f.moving[:0]
	for _, slot := range in.args[first:][:len(f.next.args)] {
		f.moving = append(f.moving, f.slots[slot])
	}
	f.assign(f.next.args, f.moving)
}

// assign stores values in slots.
func (f *Frame) assign(slots []Slot, vs []Value) {
	for i, v := range vs {
		f.slots[slots[i]] = v
	}
}

// leave ends the region with the operands of a terminator as its results.
func (f *Frame) leave(in *Instr) {
	results := f.slots[in.out:][:len(in.args)]
	for i, slot := range in.args {
		results[i] = f.slots[slot]
	}
	f.Leave(results)
}

// Leave ends the region; its results are vs.
func (f *Frame) Leave(vs []Value) { f.done, f.left = vs, true }

// AddResult appends a result to the results with which the region ends.
func (f *Frame) AddResult(v Value) { f.Leave(append(f.done, v)) }

// Region runs region i of an operation in this frame. The results are valid until the
// region runs again.
func (f *Frame) Region(in *Instr, i int, args []Value) ([]Value, error) {
	return f.pin(in.regions[i], args)
}

// Nested runs any region inside the code of the frame.
func (f *Frame) Nested(r *ir.Region, args []Value) ([]Value, error) {
	return f.pin(f.code.bodies[r], args)
}

// pin runs a region in an operation that does not continue with [Frame.Carry].
func (f *Frame) pin(b *Body, args []Value) ([]Value, error) {
	f.pinned++
	results, err := f.run(b, args)
	f.pinned--
	return results, err
}

// Body prepares region i of an operation to be entered.
func (f *Frame) Body(in *Instr, i int) (*Body, error) {
	b := in.regions[i]
	return b, f.ready(b)
}

// Args returns the slots of the arguments of the entry block. Callers set them before
// they enter the body.
func (b *Body) Args() []Slot { return b.entry.args }

// Assign stores values in slots.
func (f *Frame) Assign(slots []Slot, vs []Value) { f.assign(slots, vs) }

// run runs a body with arguments for its entry block and returns the operands of the
// terminator that left it, which are valid until the body runs again.
func (f *Frame) run(b *Body, args []Value) ([]Value, error) {
	if err := f.ready(b); err != nil {
		return nil, err
	}
	if len(args) != len(b.entry.args) {
		return nil, diag.Errorf("arguments", "expected %d arguments, but got %d", len(b.entry.args), len(args))
	}
	f.assign(b.entry.args, args)
	return f.enter(b)
}

// ready prepares a body and counts the memory of its values.
func (f *Frame) ready(b *Body) error {
	if f.counted[b.number] {
		return nil
	}
	if !b.prepared {
		if err := f.prepare(b); err != nil {
			return err
		}
	}
	if err := f.hold(b.bytes); err != nil {
		return LocateError(b.region.Parent(), err)
	}
	f.counted[b.number] = true
	return nil
}

// Enter runs a body that is ready and whose arguments are set.
func (f *Frame) Enter(b *Body) ([]Value, error) {
	f.pinned++
	results, err := f.enter(b)
	f.pinned--
	return results, err
}

func (f *Frame) enter(b *Body) ([]Value, error) {
	mark, autos := f.beginScope()
	results, err := f.execute(b)
	f.endScope(b, mark, autos, err)
	return results, err
}

// beginScope returns the arguments for endScope, which releases memory from memref.alloca.
func (f *Frame) beginScope() (mark, autos int64) {
	if f.resumes() {
		return f.resume(), f.resume()
	}
	return f.Stack.mark(), f.autos
}

func (f *Frame) endScope(b *Body, mark, autos int64, err error) {
	switch {
	case waits(err):
		f.pause(autos)
		f.pause(mark)
	case f.autos != autos && b.allocas:
		f.Stack.release(mark)
		*f.Machine.held -= f.autos - autos
		f.autos = autos
	}
}

func (f *Frame) execute(b *Body) ([]Value, error) {
	bl := b.entry
	if f.resumes() {
		bl = b.blocks[f.resume()]
	}
	for ; ; bl = f.next {
		f.next = nil
		if err := f.block(bl); err != nil {
			if waits(err) {
				f.pause(int64(bl.number))
			}
			return nil, err
		}
		if f.left {
			results := f.done
			f.done, f.left = nil, false
			return results, nil
		}
		if f.next == nil {
			return nil, nil
		}
	}
}

// block runs a block.
func (f *Frame) block(bl *block) error {
	first := 0
	if f.resumes() {
		first = int(f.resume())
	} else if err := f.begin(bl); err != nil {
		return err
	}
	instrs := bl.instrs[first:]
	for i := range instrs {
		in := &instrs[i]
		if err := in.fn(f, in); err != nil {
			return f.stop(in, first+i, err)
		}
	}
	return nil
}

// begin counts a run of a block and its operations.
func (f *Frame) begin(bl *block) error {
	n := int64(len(bl.instrs))
	f.steps += n
	if f.poll -= n; f.poll <= 0 {
		if err := f.lookAt(bl); err != nil {
			return err
		}
	}
	bl.runs++
	return nil
}

// lookAt is look at the begin of a block.
func (f *Frame) lookAt(bl *block) error {
	err := f.look()
	if diag.CodeOf(err) == "steps" {
		err = LocateError(bl.instrs[0].Op, err)
	}
	return err
}

// stop returns the error of instruction i of a block.
func (f *Frame) stop(in *Instr, i int, err error) error {
	if !waits(err) {
		return LocateError(in.Op, err)
	}
	if f.places == nil {
		f.places = make([]int64, 0, usualPlaces)
	}
	f.pause(int64(i))
	return err
}

// LocateError locates an error at an operation, unless a nested operation already did.
func LocateError(op *ir.Operation, err error) error {
	if _, ok := err.(*RuntimeError); ok {
		return err
	}
	return &RuntimeError{op, err}
}
