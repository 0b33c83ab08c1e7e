package vectorext

import (
	"fmt"
	"slices"
	"strings"

	"optc/layout"
)

// CuTe writes a layout as CuTe writes the layouts of threads and values: a map from (thread,
// register) to the number of the element, counted along the first dimension first. Digits are
// written from the lowest one.
//
//	16x8 elements over 32 threads: ((4,8),(2,2)):((32,1),(16,8))
func CuTe(l Distribution) (string, error) {
	m, _, ok := Together(l, l, max(l.WorkgroupThreads(1), 1), 1, MostThreads)
	if !ok {
		return "", fmt.Errorf("threads cannot tell their parts of '%s' apart, or there are more than %d", l, MostThreads)
	}
	perm := make([]int, m.Rank())
	for d := range perm {
		perm[d] = len(perm) - 1 - d
	}
	columns, err := m.Transpose(perm)
	if err != nil {
		return "", err
	}
	inverse, ok := columns.Inverse()
	if !ok {
		return "", fmt.Errorf("'%s' has elements in no thread", l)
	}
	d, _ := inverse.Digits()
	var shapes, strides []string
	for _, dim := range d.Dims {
		shape, stride := spellDigits(dim.Digits)
		shapes, strides = append(shapes, shape), append(strides, stride)
	}
	return fmt.Sprintf("(%s):(%s)", strings.Join(shapes, ","), strings.Join(strides, ",")), nil
}

// spellDigits writes the sizes and the steps of digits, neighbours joined.
func spellDigits(digits []layout.Digit) (shape, stride string) {
	joined := []layout.Digit{}
	for _, g := range digits {
		if n := len(joined); n > 0 && joined[n-1].Offset*joined[n-1].Size == g.Offset {
			joined[n-1].Size *= g.Size
		} else if g.Size > 1 {
			joined = append(joined, g)
		}
	}
	if len(joined) == 0 {
		joined = []layout.Digit{{Size: 1}}
	}
	sizes, steps := make([]int64, len(joined)), make([]int64, len(joined))
	for i, g := range joined {
		sizes[i], steps[i] = g.Size, g.Offset
	}
	spell := func(list []int64) string {
		if len(list) == 1 {
			return fmt.Sprint(list[0])
		}
		return "(" + join(slices.Clone(list), ",") + ")"
	}
	return spell(sizes), spell(steps)
}
