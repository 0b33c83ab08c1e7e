package spell

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout"
	"optc/layout/axes"
)

// randomModes returns a layout of a memory; see [layouttest.Modes].
func randomModes(rng *rand.Rand) (modes []layout.Dim) {
	for _, digits := range layouttest.Modes(rng) {
		mode := layout.Dim{Size: 1}
		for _, g := range digits {
			mode.Size *= g.Size
			mode.Digits = append(mode.Digits, layout.Digit(g))
		}
		modes = append(modes, mode)
	}
	return modes
}

func buildModes(t *testing.T, modes []layout.Dim) *layout.Map {
	t.Helper()
	m, err := layout.OfModes(axes.Pair{}, modes)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// cellsOf lists the cells of the elements.
func cellsOf(m *layout.Map) (list []int64) {
	for i := range m.Count() {
		at, _ := m.LocateIndex(i)
		list = append(list, at.Offset)
	}
	return list
}

// TestLeftInverses: a layout followed by its left inverse finds the first element of each cell.
func TestLeftInverses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 2))
	refused := 0
	for range 10 * *layouttest.Layouts {
		m := buildModes(t, randomModes(rng))
		inverse, err := LeftInverse(m)
		if d, _ := m.Digits(); err != nil && d.Base.Offset > 0 {
			refused++ // reversed digits that leave out cells
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", Modes(m.Modes()), err)
		}
		checkRightInverse(t, m)
		first := map[int64]int64{}
		for i, cell := range cellsOf(m) {
			if _, shared := first[cell]; !shared {
				first[cell] = int64(i)
			}
			if at, ok := inverse.LocateIndex(cell); !ok || at.Offset != first[cell] {
				t.Fatalf("%s: cell %d comes back as element %d, want %d", Modes(m.Modes()), cell, at.Offset, first[cell])
			}
		}
	}
	if refused > 5**layouttest.Layouts {
		t.Errorf("%d of %d layouts have no left inverse", refused, 10**layouttest.Layouts)
	}
}

// checkRightInverse: the right inverse finds an element in each of the first cells.
func checkRightInverse(t *testing.T, m *layout.Map) {
	t.Helper()
	inverse, err := RightInverse(m)
	if err != nil {
		t.Fatal(err)
	}
	for cell, element := range cellsOf(inverse) {
		if at, ok := m.LocateIndex(element); !ok || at.Offset != int64(cell) {
			t.Fatalf("%s: element %d of the right inverse is in cell %d, not in cell %d", Modes(m.Modes()), element, at.Offset, cell)
		}
	}
}

// TestQuotients: the quotient of a product is the grid, and multiplying a quotient by its divisor gives the copies.
func TestQuotients(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 3))
	products, refused := 0, 0
	for range 10 * *layouttest.Layouts {
		part, grid := buildModes(t, randomModes(rng)), buildModes(t, randomModes(rng))
		if whole, err := Product(part, grid); err == nil {
			products++
			again, err := Quotient(whole, part)
			if err != nil {
				t.Fatalf("(%s) / (%s), for %s: %v", Modes(whole.Modes()), Modes(part.Modes()), Modes(grid.Modes()), err)
			}
			if !slices.Equal(cellsOf(again), cellsOf(grid)) {
				t.Fatalf("(%s) / (%s) = %s, want %s", Modes(whole.Modes()), Modes(part.Modes()), Modes(again.Modes()), Modes(grid.Modes()))
			}
		}
		// A part of the first digits may be a copy.
		digits := slices.Concat(part.Modes()[0].Digits)
		head := layout.Dim{Size: 1}
		for _, g := range digits[:1+rng.IntN(len(digits))] {
			head.Size *= g.Size
			head.Digits = append(head.Digits, g)
		}
		copied := buildModes(t, []layout.Dim{head})
		quotient, err := Quotient(part, copied)
		if err != nil {
			refused++
			continue
		}
		whole, err := Product(copied, quotient)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(cellsOf(whole), cellsOf(part)) {
			t.Fatalf("(%s) / (%s) = %s, the product of which is %s", Modes(part.Modes()), Modes(copied.Modes()), Modes(quotient.Modes()), Modes(whole.Modes()))
		}
	}
	t.Logf("%d products; %d of %d quotients refused", products, refused, 10**layouttest.Layouts)
	if products < *layouttest.Layouts || refused > 8**layouttest.Layouts {
		t.Errorf("%d products, %d quotients refused", products, refused)
	}
}

// TestFunctionsCountDigits: the functions of layouts allocate as much for 4096x4096 elements as for 64x64.
func TestFunctionsCountDigits(t *testing.T) {
	for _, name := range []string{
		"compose(%, (32,4):(4,1))", "divide(%, 4:2)", "product(%, 6:1)", "quotient(product(%, 6:1), %)", "complement(%, 99999)", "inverse(%)", "right_inverse(%)",
		"coalesce(%)", "kernel(%)", "image(%)",
	} {
		var allocated [2]float64
		for i, text := range []string{"(64,(8,8)):(64,(1,8))", "(4096,(64,64)):(4096,(1,64))"} {
			allocated[i] = testing.AllocsPerRun(3, func() {
				m, err := EvalCuTe(strings.ReplaceAll(name, "%", text))
				if err != nil {
					t.Fatal(err)
				}
				m.Collides()
				m.Extent(0)
			})
		}
		if allocated[1] > allocated[0]+16 {
			t.Errorf("%s: %v allocations for 64x64, and %v for 4096x4096", name, allocated[0], allocated[1])
		}
	}
}
