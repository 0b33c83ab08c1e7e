package validate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

const (
	// mostTrials bounds the trials of a function that takes few steps.
	mostTrials = 48
	// enoughWork is the number of steps and elements after which a function is not tried again.
	enoughWork = 1 << 13
	// mostExtent bounds the constants of a function that are tried as extents.
	mostExtent = 256
)

// trials chooses the inputs for comparing a function. The first trial has random numbers, separate
// memory and extents of 16. The other trials include edge cases: 0, 1, −1, powers of two, extremes,
// infinities, NaN, denormals, and the constants of the function with their neighbours, which are
// also used as extents. In every second trial, arguments of the same element type share memory
// unless an attribute excludes it.
type trials struct {
	ints    []int64   // constants of the function and their neighbours, ascending
	floats  []float64 // constants of the function
	sizes   []int64   // extents to try
	largest int64     // largest extent in the types of the function
	simple  bool      // the function has no loop, so that every index ends
	shares  bool      // arguments may share memory
	plain   uint64    // the trials that have random numbers as the first has, a bit each
}

// newTrials reads the constants of functions.
func newTrials(shares bool, functions ...Function) *trials {
	t := &trials{simple: true, shares: shares}
	known := map[int64]bool{}
	add := func(n int64) {
		for _, n := range []int64{n - 1, n, n + 1} {
			known[n] = true
		}
	}
	extents := func(typ ir.Type) {
		if shaped, ok := typ.(ir.ShapedType); ok {
			for _, n := range shaped.Shape() {
				if n != ir.Dynamic {
					add(n)
					t.largest = max(t.largest, n)
				}
			}
		}
	}
	for _, f := range functions {
		ir.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
			t.simple = t.simple && (op == f.Op || op.NumRegions() == 0) && op.NumSuccessors() == 0
			if ir.Is[arith.ConstantOp](op) {
				t.addConstant(ir.As[arith.ConstantOp](op).Value(), add)
			}
			for _, v := range op.Results() {
				extents(v.Type())
			}
			return ir.Advance
		})
		for _, a := range f.Op.Body().Args() {
			extents(a.Type())
		}
	}
	for n := range known {
		t.ints = append(t.ints, n)
	}
	slices.Sort(t.ints)
	t.sizes = []int64{0, 1, 2, 3}
	for _, n := range t.ints {
		if n > 3 && n <= mostExtent {
			t.sizes = append(t.sizes, n)
		}
	}
	return t
}

// addConstant adds a number, or the number that all elements of a dense constant have.
func (t *trials) addConstant(value ir.Attribute, add func(n int64)) {
	switch v := value.(type) {
	case *ir.IntegerAttr:
		add(v.Int64())
	case *ir.FloatAttr:
		t.floats = append(t.floats, v.Value.Float64())
	case *ir.DenseAttr:
		if v.Splat && v.Strings == nil {
			t.addConstant(v.ElementAttr(0), add)
		}
	}
}

// random returns the source of the inputs of a trial.
func (t *trials) random(trial uint64) *Random {
	r := NewRandom(trial)
	if trial == 0 || t.plain>>trial&1 == 1 {
		return r
	}
	chosen := int(trial) - 1
	systematic := trial%3 == 1
	var same map[ir.Type]uint64 // one value for all numbers of a type
	if trial%8 == 7 {
		same = map[ir.Type]uint64{}
	}
	r.edge = func(typ ir.Type, scalar bool) (uint64, bool) {
		if scalar && same != nil {
			if bits, ok := same[typ]; ok {
				return bits, true
			}
		}
		if f, ok := typ.(*ir.FloatType); ok && !scalar && trial >= runs {
			return floatBits(f, exactFloats[r.IntN(len(exactFloats))]), true
		}
		if !(scalar && systematic) && r.IntN(3) == 0 {
			return 0, false
		}
		at := r.IntN(1 << 20)
		if scalar && systematic {
			at = chosen / 3
			chosen += 3 * (1 + len(t.ints)/2) // the next argument has another edge
		}
		if f, ok := typ.(*ir.FloatType); ok && !scalar {
			return floatBits(f, exactFloats[at%len(exactFloats)]), true
		}
		bits := t.edge(r, typ, at)
		if scalar && same != nil {
			same[typ] = bits
		}
		return bits, true
	}
	size := t.sizes[int(trial/2)%len(t.sizes)]
	if trial%4 == 1 {
		size = dynamicExtent
	}
	r.extent = func() int64 {
		if trial%4 == 3 && r.IntN(2) == 0 {
			return t.sizes[r.IntN(len(t.sizes))]
		}
		return size
	}
	if t.shares && trial%2 == 0 {
		r.shared = map[ir.Type]*sim.MemRef{}
	}
	return r
}

// edge returns one of the numbers of a type that transformations often get wrong. Indices are so
// far from the limits of 64 bits that sums of them do not overflow.
func (t *trials) edge(r *Random, typ ir.Type, at int) uint64 {
	if f, ok := typ.(*ir.FloatType); ok {
		all := len(floatEdges) + len(t.floats)
		switch at %= all + 3; {
		case at < len(floatEdges):
			return floatBits(f, floatEdges[at])
		case at < all:
			return floatBits(f, t.floats[at-len(floatEdges)])
		}
		tiny := uint64(1 + r.IntN(3)) // the smallest numbers, which are denormal if the type has denormals
		return tiny | r.Uint64()&1<<(f.Kind.Bits-1)
	}
	width := ir.IntWidth(typ)
	list := []int64{0, 1, -1, 2, -2, math.MinInt64 >> (64 - width), math.MaxInt64 >> (64 - width), 1 << (width / 2), -1 << (width / 2)}
	if _, index := typ.(*ir.IndexType); index {
		list = []int64{0, 1, 2, 3, -1}
		if t.largest > 0 {
			list = append(list, r.Int64N(t.largest+1), r.Int64N(t.largest+1))
		}
		if t.simple {
			list = append(list, 1<<32, 1<<32+1, 1<<31, -1<<31)
		}
	} else {
		power := int64(1) << r.IntN(width)
		list = append(list, power, power-1, -power)
	}
	if at %= len(list) + len(t.ints); at < len(list) {
		return uint64(list[at])
	}
	return uint64(t.ints[at-len(list)])
}

// floatEdges are numbers at the limits of the formats, and at the limits of exact integers.
var floatEdges = []float64{
	0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 0.5, 2, -2, 3, 0.1,
	math.MaxFloat32, -math.MaxFloat32, 1 << 24, 1<<24 + 1, 1 << 31, -1 << 31, 1<<31 + 1, 1 << 32, 1 << 63,
	0x1p-126, -0x1p-126, 0x1p-127, 0x1p-149, -0x1p-149, 65504, 65520, 0x1p-14, 0x1p-24, math.MaxFloat64, 0x1p-1022, 0x1p-1074, 88.8, -104, 1 + 0x1p-23,
}

// exactFloats are the edges of elements whose sums are equal in any order: lowerings of sums may
// change the order.
var exactFloats = []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, 0.5, math.NaN(), math.Inf(1), math.Inf(-1)}

func floatBits(f *ir.FloatType, x float64) uint64 {
	_, bits := num.FloatFromFloat64(f.Kind, x).Bits()
	return bits
}

// tally counts the trials of a function or of a program.
type tally struct {
	tried, compared int
	limited         int   // trials that the simulator could not execute, or that exceed its limits
	undefined       int   // trials whose behaviour was undefined before the pass
	why             error // reason of the first trial that was not compared, preferably of one that reached a limit
}

// notCompared counts a trial that was not compared.
func (t *tally) notCompared(err error) {
	if isLimit(err) || err == errUnconfirmed {
		if t.limited++; t.limited == 1 {
			t.why = err
		}
		return
	}
	if t.undefined++; t.why == nil {
		t.why = err
	}
}

// isLimit reports whether an execution ended because of the simulator, not of the program.
func isLimit(err error) bool { return notExecuted(err) || diag.CodeOf(err) == "steps" }

// reasons returns, in parentheses, why trials were not compared.
func (t *tally) reasons() string {
	var list []string
	switch {
	case t.limited > 0 && diag.CodeOf(t.why) == "steps":
		list = append(list, fmt.Sprintf("%d exceeded the steps", t.limited))
	case t.limited > 0:
		list = append(list, fmt.Sprintf("%d cannot be executed", t.limited))
	}
	if t.undefined > 0 {
		list = append(list, fmt.Sprintf("%d had undefined behaviour before", t.undefined))
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// call runs a function with the inputs of a trial. The work is the number of steps of a single
// thread plus the number of elements of the arguments.
func (t *trials) call(ctx context.Context, f Function, trial uint64) (o *Observation, work int64, err error) {
	if err := checkThreads(f); err != nil {
		return nil, 0, err
	}
	r := t.random(trial)
	args, err := r.Arguments(f)
	if err != nil {
		return nil, r.taken, err
	}
	switch o, err = f.Run(ctx, args); {
	case o != nil:
		return o, r.taken + o.steps, nil
	case diag.CodeOf(err) == "steps":
		return nil, r.taken + f.Limits.MaxSteps, err
	}
	return nil, r.taken, err
}
