package values

import (
	"math"
	"strconv"
	"strings"

	"optc/internal/tool/explore"
	"optc/num"
	"optc/sim"
)

// Bounds for the data of a value on a page: bytes of its text, and cells of its map on each side.
const (
	mostShown = 2000
	mostSide  = 64
)

// Describe returns the description of the array that a page shows.
func (a *Array) Describe() explore.Value {
	n := len(a.Written)
	v := explore.Value{Name: a.Name, Type: a.Elem.String(), Count: n, Undefined: n - a.numWritten(), Map: a.heatMap()}
	if len(a.Shape) > 0 {
		v.Type = strings.ReplaceAll(num.JoinInts(a.Shape), ", ", "x") + "x" + v.Type
	}
	v.Text = sim.FormatStart(a.Shape, a.Elem, a.Data, a.Written, mostShown+1)
	if len(v.Text) > mostShown {
		v.Text = v.Text[:mostShown] + "…"
	}
	lo, hi, sum, finite := math.Inf(1), math.Inf(-1), 0.0, 0
	number := a.numbers()
	for i, w := range a.Written {
		switch x := number(i); {
		case !w, math.IsInf(x, 0):
		case math.IsNaN(x):
			v.NaNs++
		default:
			lo, hi, sum, finite = min(lo, x), max(hi, x), sum+x, finite+1
		}
	}
	if finite > 0 {
		v.Min, v.Max, v.Mean = rounded(lo), rounded(hi), rounded(sum/float64(finite))
	}
	return v
}

// heatMap returns the array as a grid: rows of its last dimension, or of 32 elements if it has
// one dimension. Large arrays have cells of several elements. A number has no map.
func (a *Array) heatMap() *explore.HeatMap {
	n := len(a.Written)
	if n < 2 {
		return nil
	}
	columns := int(a.Shape[len(a.Shape)-1])
	if len(a.Shape) == 1 {
		columns = min(n, max(mostSide/2, int(math.Ceil(math.Sqrt(float64(n))))))
	}
	rows := (n + columns - 1) / columns
	m := &explore.HeatMap{Tall: (rows + mostSide - 1) / mostSide, Wide: (columns + mostSide - 1) / mostSide}
	m.Rows, m.Columns = (rows+m.Tall-1)/m.Tall, (columns+m.Wide-1)/m.Wide
	sums, counts := make([]float64, m.Rows*m.Columns), make([]int, m.Rows*m.Columns)
	number := a.numbers()
	for i, w := range a.Written {
		if x := number(i); w && !math.IsNaN(x) && !math.IsInf(x, 0) {
			cell := i/columns/m.Tall*m.Columns + i%columns/m.Wide
			sums[cell] += x
			counts[cell]++
		}
	}
	m.Cells = make([]*float64, len(sums))
	for i, n := range counts {
		if n > 0 {
			m.Cells[i] = rounded(sums[i] / float64(n))
		}
	}
	return m
}

// rounded returns a number rounded to seven digits, as many as a page shows.
func rounded(x float64) *float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 7, 64), 64)
	return &x
}
