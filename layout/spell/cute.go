package spell

import (
	"strings"

	"optc/layout"
)

// CuTe's layouts are maps with one unit whose dimensions, the modes, are written in reverse: the
// first mode is the fastest. A mode has digits, the lowest first. Strides may be negative; the cells of a layout are
// counted from its lowest cell.

// Modes writes modes as CuTe writes them, as in "((4,8),2):((32,1),16)". A single mode of several digits is a
// tuple of one entry, "((4,8)):((8,1))", since "(4,8):(8,1)" has two modes.
func Modes(modes []layout.Dim) string { return termsOf(modes).String() }

// termsOf returns modes as shapes and strides.
func termsOf(modes []layout.Dim) *Symbolic {
	l := &Symbolic{modes: make([][]digit, len(modes))}
	for i, mode := range modes {
		for _, g := range mode.Digits {
			l.modes[i] = append(l.modes[i], digit{number(g.Size), number(g.Offset)})
		}
	}
	return l
}

// spellTuple writes a tuple; a tuple of one entry is the entry.
func spellTuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ",") + ")"
}

// CuTe writes a map with one unit as CuTe does; ok is false if shapes and strides do not describe the map.
func CuTe(m *layout.Map) (text string, ok bool) {
	if m.Irregular() != nil {
		return "", false
	}
	return Modes(m.Modes()), true
}
