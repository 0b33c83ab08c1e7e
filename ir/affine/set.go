package affine

import "slices"

// IntegerSet is the set of points for which each constraint is 0 (where EqFlags is
// true) or at least 0.
type IntegerSet struct {
	NumDims, NumSymbols int
	Constraints         []Expr
	EqFlags             []bool // an entry for each constraint
}

// NumInputs returns the number of dimensions and symbols.
func (s IntegerSet) NumInputs() int { return s.NumDims + s.NumSymbols }

// Equal reports whether both sets have equal inputs and constraints.
func (s IntegerSet) Equal(o IntegerSet) bool {
	return s.NumDims == o.NumDims && s.NumSymbols == o.NumSymbols &&
		slices.EqualFunc(s.Constraints, o.Constraints, Expr.Equal) && slices.Equal(s.EqFlags, o.EqFlags)
}

// EmptySet returns the canonical set without points, `1 == 0`, of the given inputs.
func EmptySet(numDims, numSymbols int) IntegerSet {
	return IntegerSet{NumDims: numDims, NumSymbols: numSymbols, Constraints: []Expr{Const(1)}, EqFlags: []bool{true}}
}

// IsEmptySet reports whether s is the canonical set without points. Other sets may also
// contain no points.
func (s IntegerSet) IsEmptySet() bool { return s.Equal(EmptySet(s.NumDims, s.NumSymbols)) }

// ReplaceDimsAndSymbols replaces dimensions and symbols in the constraints and sets
// the numbers of inputs.
func (s IntegerSet) ReplaceDimsAndSymbols(dims, symbols []Expr, numDims, numSymbols int) IntegerSet {
	return IntegerSet{NumDims: numDims, NumSymbols: numSymbols,
		Constraints: s.asMap().ReplaceDimsAndSymbols(dims, symbols, numDims, numSymbols).Results, EqFlags: s.EqFlags}
}

func (s IntegerSet) asMap() Map { return NewMap(s.NumDims, s.NumSymbols, s.Constraints...) }

// Simplify simplifies each constraint. Constraints that always hold are dropped; if a
// constraint never holds, the result is EmptySet.
func (s IntegerSet) Simplify() IntegerSet {
	out := IntegerSet{NumDims: s.NumDims, NumSymbols: s.NumSymbols}
	for i, e := range s.asMap().Simplify().Results {
		if v, ok := e.IsConst(); ok {
			if v == 0 || v > 0 && !s.EqFlags[i] {
				continue
			}
			return EmptySet(s.NumDims, s.NumSymbols)
		}
		out.Constraints = append(out.Constraints, e)
		out.EqFlags = append(out.EqFlags, s.EqFlags[i])
	}
	return out
}

// Contains reports whether the point is in the set. Errors: see Expr.Eval.
func (s IntegerSet) Contains(dims, symbols []int64) (bool, error) {
	for i, e := range s.Constraints {
		v, err := e.Eval(dims, symbols)
		if err != nil {
			return false, err
		}
		if v < 0 || v > 0 && s.EqFlags[i] {
			return false, nil
		}
	}
	return true, nil
}
