package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/num"
	"optc/sim"
	"optc/validate/internal/prove"
)

// confirm executes both functions with numbers for their inputs, and sets the proof if they
// differ.
func (q *question) confirm(at *setting, numbers func(variable uint64, t ir.Type) uint64) bool {
	store := prove.NewTerms(proofSeed)
	s := prove.NewSymbols(store)
	looksLikeTerm := false
	s.Numbers = func(x uint64, t ir.Type) uint64 {
		n := numbers(x, t)
		looksLikeTerm = looksLikeTerm || sim.IsSymbol(n)
		return n
	}
	run := func(f Function) (*record, error) {
		s.BeginRun()
		return execute(q.ctx, f, s, at)
	}
	before, err := run(q.before)
	if err != nil || before.undefined() {
		return false
	}
	after, err := run(q.after)
	if err != nil || looksLikeTerm {
		return false
	}
	if d := contradiction(s, before, after); d != "" {
		q.proof = Proof{Outcome: Different, Reason: q.spell(at, numbers) + d, Terms: q.terms}
		return true
	}
	return false
}

// contradiction describes an effect that an execution after a pass must not have, or returns "".
func contradiction(s *prove.Symbols, before, after *record) string {
	for i, e := range before.effects {
		if i >= len(after.effects) || after.effects[i].Name != e.Name {
			return fmt.Sprintf("effect %d is %s before, and %s after", i, e.Name, nameOfEffect(after, i))
		}
		if d := Differs(shown(e), shown(after.effects[i])); d != "" {
			return fmt.Sprintf("%s: %s", e.Name, d)
		}
	}
	switch {
	case after.undefined():
		return "the function after is undefined: " + reasonOf(after.ended)
	case len(after.effects) > len(before.effects):
		return "effect after that is new: " + nameOfEffect(after, len(before.effects))
	case before.ended != nil:
		return ""
	}
	for thread, values := range after.results {
		if len(before.results) == 1 || len(before.results) == len(after.results) {
			if d := Differs(before.results[thread%len(before.results)], values); d != "" {
				return d
			}
		}
	}
	for _, p := range pairs(before.world, after.world) {
		for _, k := range p.elements() {
			want, got := p.number(s, p.before, k), p.number(s, p.after, k)
			if d := Differs([]Value{want}, []Value{got}); d != "" {
				return fmt.Sprintf("%s, element %d: %s", p.name, k, d)
			}
		}
	}
	return ""
}

// spell writes the arguments of a counterexample.
func (q *question) spell(at *setting, numbers func(variable uint64, t ir.Type) uint64) string {
	s := prove.NewSymbols(prove.NewTerms(proofSeed))
	s.Numbers = numbers
	args, err := at.arguments(s, q.before)
	if err != nil {
		return ""
	}
	var parts []string
	for i, a := range q.before.Op.Body().Args() {
		const most = 60
		text := sim.Format(a.Type(), args[i])
		if len(text) > most {
			text = text[:most] + " …"
		}
		if p, ok := at.places[i]; ok && len(at.places) > 1 {
			text += fmt.Sprintf(" at %d of common memory %d", p.at, p.block)
		}
		parts = append(parts, fmt.Sprintf("argument %d = %s", i, text))
	}
	if len(parts) == 0 {
		return ""
	}
	return "with " + strings.Join(parts, ", ") + ": "
}

// fewBits is the number of input bits up to which all values are executed.
const fewBits = 16

// decideAll executes the functions with all inputs if these have few bits.
func (q *question) decideAll() bool {
	bits := 0
	for _, a := range q.before.Op.Body().Args() {
		n, t := int64(1), a.Type()
		switch t := t.(type) {
		case *ir.MemRefType:
			return false
		case ir.ShapedType:
			n, _ = ir.NumElements(t.Shape())
			if !ir.HasStaticShape(t) || n > fewBits {
				return false
			}
		}
		if bits += int(n) * sim.Width(ir.ElementOrSelf(t)); bits > fewBits {
			return false
		}
	}
	reason := q.proof.Reason
	for all := range uint64(1) << bits {
		if q.ctx.Err() != nil {
			return false
		}
		rest := all
		known := map[uint64]uint64{}
		executed := false
		numbers := func(x uint64, t ir.Type) uint64 {
			executed = true
			v, ok := known[x]
			if !ok {
				v = rest & (1<<sim.Width(t) - 1)
				rest >>= sim.Width(t)
				known[x] = v
			}
			return v
		}
		if q.confirm(&setting{}, numbers) {
			return true
		}
		if !q.executes(numbers) || bits > 0 && !executed {
			q.proof = Proof{Outcome: Undecided, Reason: reason, Terms: q.terms}
			return false
		}
	}
	q.proof = Proof{Outcome: Equal, Terms: q.terms}
	return true
}

// executes reports whether both functions can be executed with given numbers, and their effects
// depend on nothing else: no memory, no promise, no function without a body.
func (q *question) executes(numbers func(variable uint64, t ir.Type) uint64) bool {
	for k, f := range []Function{q.before, q.after} {
		s := prove.NewSymbols(prove.NewTerms(proofSeed))
		s.Numbers = numbers
		s.BeginRun()
		r, err := execute(q.ctx, f, s, &setting{})
		if err != nil || len(r.world) > 0 || len(r.defined) > 0 || slices.ContainsFunc(r.results, hasMemRef) {
			return false
		}
		for _, e := range r.effects {
			if strings.HasPrefix(e.Name, fn.CallOp{}.Kind().String()) {
				return false
			}
		}
		if k == 0 && r.undefined() {
			return true
		}
	}
	return true
}

// search looks for inputs with different results: small and extreme numbers, numbers around
// the constants of the functions, extents around them, and shared memory.
func (q *question) search() { q.searchUpTo(searchRuns, 5000, !q.distribution) }

// searchUpTo searches in some executions, with extents up to the largest, and with shared memory or
// without.
func (q *question) searchUpTo(runs int, largest int64, shared bool) {
	rng := rand.New(rand.NewPCG(proofSeed, 11))
	constants := constantsOf(q.before.Op, q.after.Op)
	unknown := unknownExtents(q.before)
	found := q.proof
	for k := range runs {
		if q.ctx.Err() != nil {
			return
		}
		at := &setting{unknown: unknown}
		for range unknown {
			n := int64(rng.IntN(10)) % (largest + 1)
			if len(constants) > 0 && rng.IntN(2) == 0 {
				if c := int64(constants[rng.IntN(len(constants))]) + int64(rng.IntN(3)) - 1; c >= 0 && c <= largest {
					n = c
				}
			}
			at.extents = append(at.extents, n)
		}
		if k%2 == 1 && len(unknown) > 1 && rng.IntN(2) == 0 {
			for i := range at.extents {
				at.extents[i] = at.extents[0]
			}
		}
		if k%3 == 2 && shared {
			at.places = randomPlaces(rng, q.before)
		}
		known := map[uint64]uint64{}
		if q.confirm(at, func(x uint64, t ir.Type) uint64 {
			v, ok := known[x]
			if !ok {
				v = edgeNumber(rng, t, constants)
				known[x] = v
			}
			return v
		}) {
			return
		}
		q.proof = found
	}
}

// searchRuns are the executions that look for a difference.
const searchRuns = 300

// constantsOf lists the integers that are constants of functions.
func constantsOf(ops ...*ir.Operation) (list []uint64) {
	for _, f := range ops {
		ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
			for _, a := range op.AllAttrs() {
				if i, ok := a.Value.(*ir.IntegerAttr); ok && i.Value.Width() <= 64 && !slices.Contains(list, i.Value.Uint64()) {
					list = append(list, i.Value.Uint64())
				}
			}
			return ir.Advance
		})
	}
	return list
}

// edgeNumber returns a number of a type for which functions often differ.
func edgeNumber(rng *rand.Rand, t ir.Type, constants []uint64) uint64 {
	width := sim.Width(t)
	cut := func(v uint64) uint64 { return v << (64 - width) >> (64 - width) }
	if f, ok := t.(*ir.FloatType); ok {
		edges := []float64{0, 1, -1, 2, 0.5, -3, 65504, 1e-40}
		switch k := rng.IntN(16); {
		case k < len(edges):
			return sim.FloatBits(num.FloatFromFloat64(f.Kind, edges[k]))
		case k == 8: // -0
			return sim.FloatBits(num.FloatFromFloat64(f.Kind, 0).Neg())
		case k == 9:
			return cut(^uint64(0) >> 1 >> (64 - width)) // a NaN, or the largest number
		case k < 12:
			if m := fractionBits(f.Kind); m > 0 {
				return cut(1<<(width-1) - 1<<m | uint64(k&1)<<(width-1)) // an infinity
			}
		case k == 12:
			return cut(uint64(1 + rng.IntN(2)))
		}
		return cut(rng.Uint64())
	}
	switch k := rng.IntN(10); {
	case k < 4:
		return cut(uint64(rng.IntN(10)))
	case k == 4:
		return cut(-uint64(1 + rng.IntN(3)))
	case k == 5:
		return cut(1 << (width - 1))
	case k == 6:
		return cut(1<<(width-1) - 1)
	case k == 7 && len(constants) > 0:
		return cut(constants[rng.IntN(len(constants))] + uint64(rng.IntN(3)) - 1)
	case k == 8:
		return cut(1 << rng.IntN(width))
	}
	return cut(rng.Uint64())
}

func fractionBits(k *num.FloatKind) int {
	return map[*num.FloatKind]int{num.F16: 10, num.BF16: 7, num.F32: 23, num.F64: 52}[k]
}

// randomPlaces puts memory arguments of one type in a common memory, or returns nil.
func randomPlaces(rng *rand.Rand, f Function) map[int]place {
	places := map[int]place{}
	size := 0
	for _, i := range mayShare(f) {
		t := f.Op.Body().Arg(i).Type().(*ir.MemRefType)
		if n := sim.ElementBytes(t.Elem); size == 0 || n == size {
			size = n
			places[i] = place{0, rng.IntN(4) * rng.IntN(2)}
		}
	}
	return places
}
