package arith_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"optc/internal/num"
	"optc/ir"
	"optc/sim"
)

// fastMathFlags allow other results than the simulator computes.
var fastMathFlags = regexp.MustCompile(` fastmath<[a-z,]*>`)

// execute runs @f with random arguments and returns what it gives to test.use.
func execute(t *testing.T, m *ir.Operation, seed uint64) (used []sim.Value, err error) {
	t.Helper()
	table := sim.Default()
	table["test.use"] = func(f *sim.Frame, in *sim.Instr) error {
		used = f.Args(in)
		return nil
	}
	r := rand.New(rand.NewPCG(seed, 2))
	entry := m.Body().Front().Body()
	args := make([]sim.Value, entry.NumArgs())
	for i := range args {
		args[i] = randomValue(r, entry.Arg(i).Type())
	}
	_, err = sim.New(m, table).Call("f", args...)
	return used, err
}

func randomValue(r *rand.Rand, t ir.Type) sim.Value {
	s, shaped := t.(ir.ShapedType)
	if !shaped {
		return sim.Int(randomBits(r, t))
	}
	v := sim.VectorLike(s)
	for i := range v.Elems {
		v.Elems[i] = randomBits(r, v.Elem)
	}
	return sim.Value{Ref: v}
}

// randomBits prefers small numbers, so that comparisons and divisions differ.
func randomBits(r *rand.Rand, t ir.Type) uint64 {
	width := 64
	switch t := t.(type) {
	case *ir.IntegerType:
		width = t.Width
	case *ir.FloatType:
		width = t.Kind.Bits
	}
	bits := r.Uint64()
	if r.IntN(2) == 0 {
		bits = uint64(r.IntN(8) - 3)
	}
	return bits << (64 - width) >> (64 - width)
}

// refines tells whether after may stand for before, a value of type t: it is
// equal, a NaN for a NaN, or anything where before was poison.
func refines(t ir.Type, before, after sim.Value) bool {
	if before.IsPoison() {
		return true
	}
	b, a := before.Vector(), after.Vector()
	if b == nil {
		return !after.IsPoison() && sameBits(t, before.Bits, after.Bits)
	}
	for i := range b.Elems {
		if !b.IsUndef(i) && (a == nil || a.IsUndef(i) || !sameBits(b.Elem, a.Elems[i], b.Elems[i])) {
			return false
		}
	}
	return true
}

func sameBits(t ir.Type, a, b uint64) bool {
	if f, ok := t.(*ir.FloatType); ok {
		return a == b || num.FloatFromBits(f.Kind, 0, a).IsNaN() && num.FloatFromBits(f.Kind, 0, b).IsNaN()
	}
	return a == b
}

// TestCanonicalizeKeepsMeaning runs random modules before and after
// canonicalization.
func TestCanonicalizeKeepsMeaning(t *testing.T) {
	t.Parallel()
	ran := 0
	for seed := range uint64(*modules) * 10 {
		text := fastMathFlags.ReplaceAllString(module(*firstSeed+seed, 20, narrowInts, true), "")
		c, m := parse(t, text)
		before, err := execute(t, m, seed)
		if err != nil {
			continue // undefined behaviour
		}
		ran++
		canonicalize(t, c, m)
		after, err := execute(t, m, seed)
		if err != nil {
			t.Fatalf("seed %d: %v after canonicalization of\n%s", seed, err, text)
		}
		for i := range before {
			et := m.Body().Front().Body().Back().Prev().Operand(i).Type()
			if !refines(et, before[i], after[i]) {
				t.Fatalf("seed %d: operand %d of test.use was %s and is %s after canonicalization of\n%s",
					seed, i, sim.Format(et, before[i]), sim.Format(et, after[i]), text)
			}
		}
	}
	if ran < *modules {
		t.Errorf("only %d modules ran without undefined behaviour", ran)
	}
}
