package spell

import (
	"math/bits"
	"strings"
	"testing"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// TestFunctionsRefuse: arguments that functions of layouts refuse, with the message.
func TestFunctionsRefuse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"compose(1073741823:1, (32768,32768):(32768,1))", "expected cells inside [0, 1073741823), but cells [0, 1073741824) are in use"},
		{"slice((4,8):(8,1), (1,0), (4,2))", "slice [1, 5) leaves mode 0 of extent 4"},
		{"slice((4,8):(8,1), 1, (2,2))", "expected an offset and an extent for each of the 2 modes, but got 1 and 2"},
		{"(2147483647,2147483646,2147483645):(1,2,3)", "expected extents whose product is below 2^62, but got (2147483647,2147483646,2147483645)"},
	} {
		if _, err := EvalCuTe(test.text); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
}

// TestFunctionsKeepAxes: the results of functions are places along the axes of the layout.
func TestFunctionsKeepAxes(t *testing.T) {
	rows := axes.Pair{Unit: axes.Unit, Cell: axes.Row}
	memory := flatLayout(t, 4, 2).On(rows)
	for name, m := range map[string]*layout.Map{
		"complement": diag.Must(Complement(memory, 64)),
		"product":    diag.Must(Product(memory, diag.Must(Kernel(memory)))),
		"image":      diag.Must(Cells(memory)),
	} {
		if got := m.Axes(); got != rows {
			t.Errorf("%s: places are along %v and %v, want %v and %v", name, got.Unit, got.Cell, rows.Unit, rows.Cell)
		}
	}
}

// flatLayout returns the layout with a mode for each pair of a size and a stride.
func flatLayout(t testing.TB, pairs ...int64) *layout.Map {
	t.Helper()
	var modes []layout.Dim
	for i := 0; i < len(pairs); i += 2 {
		modes = append(modes, layout.Dim{Size: pairs[i], Digits: []layout.Digit{{Size: pairs[i], Offset: pairs[i+1]}}})
	}
	m, err := layout.OfModes(axes.Pair{}, modes)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestResultsOfAnySize: the functions find the same results for layouts of any size, and the memory that they allocate grows at most
// with the square of the number of digits.
func TestResultsOfAnySize(t *testing.T) {
	of := func(pairs ...int64) *layout.Map { return flatLayout(t, pairs...) }
	flat := func(m *layout.Map) *layout.Map { return diag.Must(m.Reshape([]int64{m.Count()})) }
	same := func(a, b *layout.Map) bool { return diag.Must(flat(a).Equal(flat(b))) }
	isIdentity := func(m, inverse *layout.Map) bool {
		return same(diag.Must(flat(m).Compose(flat(inverse))), of(m.Count(), 1))
	}
	columns := func(n int64) *layout.Map { return of(n, 1, n, n) }
	repeated := func(n int64) *layout.Map { return of(n, 1, 3, 0, n, n) }
	rotated := func(n int64) *layout.Map {
		return diag.Must(layout.New(layout.Digits{Units: 1, Width: 1, Dims: []layout.Dim{{Size: n, Digits: []layout.Digit{{Size: n, Unit: 0, Offset: n}}}, {Size: n, Digits: []layout.Digit{{Size: n, Unit: 0, Offset: 1}}}},
			Turns: []layout.Turn{{At: layout.DigitRef{Dim: 1, Digit: 0}, By: layout.DigitRef{Dim: 0, Digit: 0}, Factor: 1}}}))
	}
	sizes := []int64{64, 4096, 1 << 15, 1 << 20}
	for name, op := range map[string]func(n int64) bool{
		"left inverse":  func(n int64) bool { return isIdentity(columns(n), diag.Must(LeftInverse(columns(n)))) },
		"left, turned":  func(n int64) bool { return isIdentity(rotated(n), diag.Must(LeftInverse(rotated(n)))) },
		"right inverse": func(n int64) bool { return isIdentity(diag.Must(RightInverse(columns(n))), columns(n)) },
		"complement":    func(n int64) bool { return same(diag.Must(Complement(of(n, 4), n*n)), of(4, 1, n/4, 4*n)) },
		"divide":        func(n int64) bool { return same(diag.Must(Divide(columns(n), of(n, n))), of(n, n, n, 1)) },
		"product":       func(n int64) bool { return same(diag.Must(Product(of(2, n), columns(n))), of(2, n, n, 1, n, 2*n)) },
		"quotient": func(n int64) bool {
			part := of(2, 1, n, 2)
			return same(diag.Must(Quotient(diag.Must(Product(part, columns(n))), part)), columns(n))
		},
		"kernel":   func(n int64) bool { return same(diag.Must(Kernel(repeated(n))), of(3, n)) },
		"image":    func(n int64) bool { return same(diag.Must(Cells(repeated(n))), of(n*n, 1)) },
		"coalesce": func(n int64) bool { return same(diag.Must(Coalesce(columns(n))), of(n*n, 1)) },
	} {
		var allocated []float64
		for _, n := range sizes {
			if !op(n) {
				t.Errorf("%s: a wrong result for %d times %[2]d elements", name, n)
				continue
			}
			allocated = append(allocated, testing.AllocsPerRun(3, func() { op(n) }))
		}
		for i, n := range allocated {
			digits := float64(bits.Len64(uint64(sizes[i]))) / float64(bits.Len64(uint64(sizes[0])))
			if n > allocated[0]*digits*digits {
				t.Errorf("%s: %v allocations for %v rows", name, allocated, sizes)
				break
			}
		}
	}
}
