package affine

import (
	"slices"

	"optc/num"
)

// Map computes a list of results from dimensions and symbols. The zero Map is `() -> ()`.
// Maps are values; Results is never modified after construction.
type Map struct {
	NumDims, NumSymbols int
	Results             []Expr
}

// NewMap returns the map with these results; its dimensions are numbered below numDims and its
// symbols below numSymbols.
func NewMap(numDims, numSymbols int, results ...Expr) Map {
	return Map{NumDims: numDims, NumSymbols: numSymbols, Results: results}
}

// Constant returns `() -> (v)`.
func Constant(v int64) Map { return NewMap(0, 0, Const(v)) }

// Identity returns `(d0, …) -> (d0, …)` with n dimensions.
func Identity(n int) Map { return NewMap(n, 0, Dims(n)...) }

// SymbolIdentity returns `()[s0, …] -> (s0, …)` with n symbols.
func SymbolIdentity(n int) Map { return NewMap(0, n, Symbols(n)...) }

// MinorIdentity returns the map of dims dimensions to the last results of them; results
// is at most dims.
//
//	MinorIdentity(3, 2) = (d0, d1, d2) -> (d1, d2)
func MinorIdentity(dims, results int) Map {
	return NewMap(dims, 0, sequence(KindDim, dims-results, results)...)
}

// WithResults returns the map with the same inputs and other results.
func (m Map) WithResults(results []Expr) Map {
	return Map{NumDims: m.NumDims, NumSymbols: m.NumSymbols, Results: results}
}

// NumInputs returns the number of dimensions and symbols.
func (m Map) NumInputs() int { return m.NumDims + m.NumSymbols }

// Equal reports whether both maps have equal inputs and results.
func (m Map) Equal(o Map) bool {
	return m.NumDims == o.NumDims && m.NumSymbols == o.NumSymbols && slices.EqualFunc(m.Results, o.Results, Expr.Equal)
}

// IsIdentity reports whether the results are the dimensions in order.
func (m Map) IsIdentity() bool { return m.NumDims == len(m.Results) && m.isSuffix(KindDim, 0) }

// IsSymbolIdentity reports whether the results are the symbols in order.
func (m Map) IsSymbolIdentity() bool {
	return m.NumSymbols == len(m.Results) && m.isSuffix(KindSymbol, 0)
}

// IsMinorIdentity reports whether m, without symbols, selects its last dimensions
// in order.
func (m Map) IsMinorIdentity() bool {
	return m.NumSymbols == 0 && m.NumDims >= len(m.Results) && m.isSuffix(KindDim, m.NumDims-len(m.Results))
}

// isSuffix reports whether the results are leaves of a kind with consecutive positions
// that begin with first.
func (m Map) isSuffix(k ExprKind, first int) bool {
	for i, e := range m.Results {
		if p, ok := e.position(k); !ok || p != first+i {
			return false
		}
	}
	return true
}

// IsMinorIdentityWithBroadcasting reports whether m is a minor identity in which some
// results may be the constant 0, and returns the positions of these results.
func (m Map) IsMinorIdentityWithBroadcasting() (broadcast []int, ok bool) {
	first := m.NumDims - len(m.Results)
	if first < 0 {
		return nil, false
	}
	for i, e := range m.Results {
		if e.isConstOf(0) {
			broadcast = append(broadcast, i)
		} else if d, isDim := e.IsDim(); !isDim || d != first+i {
			return nil, false
		}
	}
	return broadcast, true
}

// BroadcastResults returns the positions of the results that are the constant 0.
func (m Map) BroadcastResults() []int {
	var at []int
	for i, e := range m.Results {
		if e.isConstOf(0) {
			at = append(at, i)
		}
	}
	return at
}

// IsPermutationOfMinorIdentityWithBroadcasting reports whether some permutation of the results
// makes m a minor identity with broadcasting, and returns for each result its position after such a
// permutation; if there are more results than dimensions, the additional positions come first.
//
//	(d0, d1, d2) -> (0, d1)      has the permutation [1, 0]: (d1, 0)
//	(d0, d1) -> (d1, 0, 0, d0)   has the permutation [3, 0, 1, 2]: (0, 0, d0, d1)
//	(d0, d1, d2) -> (d0, 0)      has none
func (m Map) IsPermutationOfMinorIdentityWithBroadcasting() (perm []int, ok bool) {
	shift := len(m.Results) - m.NumInputs() // place of dimension 0 among the results, if it were selected
	perm = make([]int, len(m.Results))
	taken := make([]bool, max(m.NumInputs(), len(m.Results)))
	for i, e := range m.Results {
		if d, isDim := e.IsDim(); isDim && d+shift >= 0 {
			perm[i] = d + shift
			taken[perm[i]] = true
		} else if !e.isConstOf(0) {
			return nil, false
		}
	}
	free := 0 // there are at least as many places as results
	for _, i := range m.BroadcastResults() {
		for taken[free] {
			free++
		}
		perm[i] = free
		free++
	}
	return perm, true
}

// IsProjectedPermutation reports whether every result is a different dimension and there
// are no symbols; allowZero admits results that are the constant 0, if there are no more
// results than dimensions.
func (m Map) IsProjectedPermutation(allowZero bool) bool {
	if m.NumSymbols > 0 || len(m.Results) > m.NumDims {
		return false
	}
	seen := make([]bool, m.NumDims)
	for _, e := range m.Results {
		if d, ok := e.IsDim(); ok {
			if seen[d] {
				return false
			}
			seen[d] = true
		} else if !allowZero || !e.isConstOf(0) {
			return false
		}
	}
	return true
}

// IsPermutation reports whether the results are all dimensions, without repetition.
func (m Map) IsPermutation() bool {
	return m.NumDims == len(m.Results) && m.IsProjectedPermutation(false)
}

// IsConstant reports whether all results are constants.
func (m Map) IsConstant() bool {
	return !slices.ContainsFunc(m.Results, func(e Expr) bool { return e.n.kind != KindConst })
}

// SingleConstant returns the result of a map whose only result is a constant.
func (m Map) SingleConstant() (v int64, ok bool) {
	if len(m.Results) != 1 {
		return 0, false
	}
	return m.Results[0].IsConst()
}

// IsFunctionOfDim reports whether dimension i occurs in a result.
func (m Map) IsFunctionOfDim(i int) bool {
	return slices.ContainsFunc(m.Results, func(e Expr) bool { return e.IsFunctionOfDim(i) })
}

// IsFunctionOfSymbol reports whether symbol i occurs in a result.
func (m Map) IsFunctionOfSymbol(i int) bool {
	return slices.ContainsFunc(m.Results, func(e Expr) bool { return e.IsFunctionOfSymbol(i) })
}

// DimPosition returns the dimension that result i is.
func (m Map) DimPosition(i int) (dim int, ok bool) { return m.Results[i].IsDim() }

// ResultDims returns, for each result, the number of the dimension that it is, or -1 when
// it is another expression.
func (m Map) ResultDims() []int {
	dims := make([]int, len(m.Results))
	for i, e := range m.Results {
		dims[i] = -1
		if d, ok := e.IsDim(); ok {
			dims[i] = d
		}
	}
	return dims
}

// ResultPosition returns the first result that equals the dimension dim.
func (m Map) ResultPosition(dim int) (result int, ok bool) {
	i := slices.IndexFunc(m.Results, func(e Expr) bool { d, ok := e.IsDim(); return ok && d == dim })
	return i, i >= 0
}

// LargestKnownDivisor returns the largest integer known to divide every result; 0 when
// every result is 0 or there is none.
func (m Map) LargestKnownDivisor() int64 {
	d := int64(0)
	for _, e := range m.Results {
		d = num.GCD(d, e.LargestKnownDivisor())
	}
	return d
}

// Eval returns the values of the results for the given dimensions and symbols. Errors:
// see Expr.Eval.
func (m Map) Eval(dims, symbols []int64) ([]int64, error) {
	values := make([]int64, len(m.Results))
	for i, e := range m.Results {
		v, err := e.Eval(dims, symbols)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}
