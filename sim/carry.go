package sim

// Carry runs a body that is ready and whose arguments are set, and stores its results in
// slots, which may be arguments of the body. An operation that uses Carry returns its error
// with [Frame.Pause] and begins with [Frame.Resume], unless it would carry the same body if
// it were executed again.
func (f *Frame) Carry(b *Body, to []Slot) error {
	if !b.plain || f.resumes() {
		results, err := f.enter(b)
		if err == nil {
			f.assign(to, results)
		}
		return err
	}
	bl := b.entry
	mark, autos := f.Stack.mark(), f.autos
	if err := f.begin(bl); err != nil {
		return err
	}
	for in := bl.first; in != nil; in = in.then {
		if err := in.fn(f, in); err != nil {
			return f.stopBody(b, in, mark, autos, err)
		}
	}
	if f.autos != autos {
		f.endScope(b, mark, autos, nil)
	}
	switch from := bl.yielded; len(from) {
	case 0:
	case 1:
		f.slots[to[0]].set(&f.slots[from[0]])
	default:
		f.move(bl, to)
	}
	return nil
}

// Count is a sequence of numbers of at most 64 bits.
type Count struct {
	Value, Step uint64 // the next number and the difference, in the highest bits
	Up          int    // number of the lower bits
	Runs        uint64 // how many numbers there are, at least 1
}

// CarryEach runs a body for each number of a sequence: the number is the first argument, the
// results of a run become the other arguments of the next run, and the results of the last run are
// stored in slots. If an error ends CarryEach, Count holds the current number and the numbers after
// it.
func (f *Frame) CarryEach(b *Body, c *Count, to []Slot) error {
	args := b.entry.args
	for !b.plain || f.resumes() {
		next := args[1:]
		if c.Runs == 1 {
			next = to
		}
		f.slots[args[0]].SetBits(c.Value >> c.Up)
		if err := f.Carry(b, next); err != nil || c.Runs == 1 {
			return err
		}
		c.Value, c.Runs = c.Value+c.Step, c.Runs-1
	}
	return f.carryPlain(b, c, to)
}

// carryPlain is CarryEach for a plain body that does not resume.
func (f *Frame) carryPlain(b *Body, c *Count, to []Slot) error {
	bl, slots, m := b.entry, f.slots, f.Machine
	number, next, n := &slots[bl.args[0]], bl.args[1:], int64(len(bl.instrs))
	mark, autos := f.Stack.mark(), f.autos
	for {
		number.SetBits(c.Value >> (c.Up & 63))
		m.steps += n
		if m.poll -= n; m.poll <= 0 {
			if err := f.lookAt(bl); err != nil {
				return err
			}
		}
		bl.runs++
		for in := bl.first; in != nil; in = in.then {
			if err := in.fn(f, in); err != nil {
				return f.stopBody(b, in, mark, autos, err)
			}
		}
		if m.autos != autos {
			f.endScope(b, mark, autos, nil)
			mark, autos = f.Stack.mark(), f.autos
		}
		last := c.Runs == 1
		if last {
			next = to
		}
		switch from := bl.yielded; len(from) {
		case 0:
		case 1:
			slots[next[0]].set(&slots[from[0]])
		default:
			f.move(bl, next)
		}
		if last {
			return nil
		}
		c.Value, c.Runs = c.Value+c.Step, c.Runs-1
	}
}

// move stores the operands of the terminator of a block in slots, which may be arguments of
// the block.
func (f *Frame) move(bl *block, to []Slot) {
	from := bl.yielded
	if bl.apart {
		for k, slot := range from {
			f.slots[to[k]].set(&f.slots[slot])
		}
		return
	}
	f.moving = f.moving[:0]
	for _, slot := range from {
		f.moving = append(f.moving, f.slots[slot])
	}
	f.assign(to, f.moving)
}

// stopBody is stop in the only block of a body.
func (f *Frame) stopBody(b *Body, in *Instr, mark, autos int64, err error) error {
	bl, i := b.entry, 0
	for &bl.instrs[i] != in {
		i++
	}
	if err = f.stop(in, i, err); waits(err) {
		f.pause(int64(bl.number))
	}
	f.endScope(b, mark, autos, err)
	return err
}
