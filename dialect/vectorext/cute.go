package vectorext

import (
	"fmt"

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
	return layout.SpellCuTe(d.Dims), nil
}
