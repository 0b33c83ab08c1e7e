package ranges

import (
	"math"

	"optc/ir"
)

// Analysis has the intervals of values. They are found in one walk over the operations: a value
// that is carried around a loop, or comes from another block, is assumed to have any value.
type Analysis struct{ intervals map[*ir.Value]Interval }

// Analyze finds the intervals of the values in root, whose operations must verify. It returns
// early, with fewer intervals, if ended is not nil and returns true.
func Analyze(root *ir.Operation, ended func() bool) *Analysis {
	a := &Analysis{map[*ir.Value]Interval{}}
	if ended == nil {
		ended = func() bool { return false }
	}
	a.visit(root, ended)
	return a
}

func (a *Analysis) visit(op *ir.Operation, ended func() bool) {
	rule, ok := Inference.Of(op)
	if ok && rule.Arguments != nil {
		rule.Arguments(op, a)
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				if ended() {
					return
				}
				a.visit(inner, ended)
			}
		}
	}
	if ok && rule.Results != nil {
		rule.Results(op, a)
	}
}

// Known returns the interval of a value; ok is false if every value of its type is possible, or
// its type has no intervals.
func (a *Analysis) Known(v *ir.Value) (r Interval, ok bool) {
	full, ok := Full(v.Type())
	if !ok {
		return r, false
	}
	r = a.Of(v)
	return r, r != full
}

// Of implements Values.
func (a *Analysis) Of(v *ir.Value) Interval {
	if r, ok := a.intervals[v]; ok {
		return r
	}
	full, isInteger := Full(v.Type())
	if !isInteger {
		return Interval{math.MinInt64, math.MaxInt64}
	}
	if n, ok := ir.ConstantInt(v); ok && full == Bit {
		return Single(int64(n.Uint64() & 1))
	} else if ok {
		return Single(n.Int64())
	}
	return full
}

// Signed implements Values.
func (a *Analysis) Signed(v *ir.Value) Interval {
	r := a.Of(v)
	if full, ok := Full(v.Type()); ok && full == Bit {
		return Interval{-r.Hi, -r.Lo}
	}
	return r
}

// Set implements Values.
func (a *Analysis) Set(v *ir.Value, r Interval) {
	if _, ok := Full(v.Type()); ok {
		a.intervals[v] = r
	}
}
