package spell

import (
	"slices"

	"optc/layout"
	"optc/layout/axes"
)

// Symbolic is a layout in CuTe's spelling whose shapes and strides are terms: it represents the layouts of all values of the
// symbols. A function of symbolic layouts has a result if facts about the terms decide each of its steps: which term divides
// another, and which is at most as large as another. So a result holds for all values.
//
//	divide((m,16n):(16n,1), 4:m)  =  (4,(m,4n)):(1,(16n,4))     tiles of 4 columns
type Symbolic struct {
	modes [][]digit
}

// Symbols returns the letters that occur in the layout.
func (l *Symbolic) Symbols() string {
	var all []byte
	for _, g := range l.flat() {
		all = append(all, g.size.Symbols+g.stride.Symbols...)
	}
	slices.Sort(all)
	return string(slices.Compact(all))
}

// At returns the layout where symbols have values.
func (l *Symbolic) At(value func(symbol rune) int64) (*layout.Map, error) {
	modes := make([]layout.Dim, len(l.modes))
	for i, mode := range l.modes {
		modes[i].Size = 1
		for _, g := range mode {
			n := g.size.at(value)
			modes[i].Size *= n
			modes[i].Digits = append(modes[i].Digits, layout.Digit{Size: n, Offset: g.stride.at(value)})
		}
	}
	return layout.OfModes(axes.Pair{}, modes)
}
