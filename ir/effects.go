package ir

// This file computes the effects of an operation on memory and whether it may be executed
// speculatively, as SideEffectInterfaces.cpp does upstream.

// VisitEffects calls visit for every memory effect of the operation itself, and stops
// when visit returns false. known is false when the operation does not declare its
// effects, so that it may have any effect; an operation with RecursiveMemoryEffects also
// has the effects in its regions.
func VisitEffects(op *Operation, visit func(Effect) bool) (known bool) {
	d := op.def
	if d.Traits&(Pure|NoMemoryEffect) != 0 {
		return true
	}
	d.prepare()
	known = d.Traits&HasEffects != 0 || d.effects != nil
	for g := range d.Operands {
		kinds := d.Operands[g].Effects
		if kinds == 0 {
			continue
		}
		known = true
		lo, hi := op.OperandRange(g)
		for i := lo; i < hi; i++ {
			if !kinds.visit(op.operands()[i].value, visit) {
				return true
			}
		}
	}
	for g := range d.Results {
		kinds := d.Results[g].Effects
		if kinds == 0 {
			continue
		}
		known = true
		lo, hi := op.resultRange(g)
		for i := lo; i < hi; i++ {
			if !kinds.visit(&op.results()[i], visit) {
				return true
			}
		}
	}
	if d.effects != nil {
		for _, e := range d.effects(op) {
			if !visit(e) {
				return true
			}
		}
	}
	return known
}

func (kinds EffectKinds) visit(v *Value, visit func(Effect) bool) bool {
	for k := Read; k <= Free; k <<= 1 {
		if kinds&k != 0 && !visit(Effect{Kind: k, Value: v}) {
			return false
		}
	}
	return true
}

// HasUnknownEffects reports whether the definition of the operation declares no effects, so that
// the operation may have any effect, independently of the contents of its regions.
func HasUnknownEffects(op *Operation) bool {
	op.def.prepare()
	return op.def.unknownEffects
}

// EffectsOf returns the memory effects of the operation itself; see VisitEffects.
func EffectsOf(op *Operation) (effects []Effect, known bool) {
	known = VisitEffects(op, func(e Effect) bool {
		effects = append(effects, e)
		return true
	})
	return effects, known
}

// OnlyHasEffects reports whether the effects of the operation itself are known,
// there is at least one, and all are of the given kinds.
func OnlyHasEffects(op *Operation, kinds EffectKinds) bool {
	any, other := false, false
	known := VisitEffects(op, func(e Effect) bool {
		any = true
		other = e.Kind&^kinds != 0
		return !other
	})
	return known && any && !other
}

// IsMemoryEffectFree reports whether neither the operation nor, if its effects are
// recursive, the operations nested in it have any memory effect.
func IsMemoryEffectFree(op *Operation) bool {
	some := false
	known := VisitEffects(op, func(Effect) bool {
		some = true
		return false
	})
	recursive := op.Has(RecursiveMemoryEffects)
	if some || !known && !recursive {
		return false
	}
	if !recursive {
		return true
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := b.first; o != nil; o = o.next {
				if !IsMemoryEffectFree(o) {
					return false
				}
			}
		}
	}
	return true
}

// IsTriviallyDead reports whether the operation can be erased: its results are unused,
// and its only effects are reading, or allocating memory that nothing else uses.
func IsTriviallyDead(op *Operation) bool { return op.Unused() && WouldBeTriviallyDead(op) }

// WouldBeTriviallyDead reports whether the operation could be erased if its results were
// unused. It is false for terminators and symbols.
func WouldBeTriviallyDead(op *Operation) bool {
	if !op.def.Registered() || op.Has(Terminator) || IsSymbol(op) {
		return false
	}
	return removable(op)
}

// removable is WouldBeTriviallyDead for nested operations, where terminators are treated
// as operations without effect.
func removable(op *Operation) bool {
	if op.def.Traits&(Pure|RecursiveMemoryEffects) == Pure {
		return true
	}
	// A write to, or a free of, memory that the operation itself allocates has no effect
	// if the memory is unused.
	allocates := func(v *Value) bool {
		found := false
		if v != nil && v.def == op {
			VisitEffects(op, func(e Effect) bool {
				found = e.Kind == Allocate && e.Value == v
				return !found
			})
		}
		return found
	}
	needed := false
	known := VisitEffects(op, func(e Effect) bool {
		needed = e.Kind != Read && !allocates(e.Value)
		return !needed
	})
	recursive := op.Has(RecursiveMemoryEffects)
	if needed || !known && !recursive {
		return false
	}
	if recursive {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for o := b.first; o != nil; o = o.next {
					if !removable(o) {
						return false
					}
				}
			}
		}
	}
	return true
}

// IsSpeculatable reports whether it is safe to execute the operation where the program
// would not have executed it.
func IsSpeculatable(op *Operation) bool {
	switch speculatability(op) {
	case Speculatable:
		return true
	case RecursivelySpeculatableOps:
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for o := b.first; o != nil; o = o.next {
					if !IsSpeculatable(o) {
						return false
					}
				}
			}
		}
		return true
	}
	return false
}

func speculatability(op *Operation) Speculatability {
	switch d := op.def; {
	case d.Speculatable != nil:
		return d.Speculatable(op)
	case d.Traits&RecursivelySpeculatable != 0:
		return RecursivelySpeculatableOps
	case d.Traits&(Pure|AlwaysSpeculatable) != 0:
		return Speculatable
	}
	return NotSpeculatable
}

// IsPure reports whether the operation is speculatable and has no memory effect.
func IsPure(op *Operation) bool { return IsSpeculatable(op) && IsMemoryEffectFree(op) }
