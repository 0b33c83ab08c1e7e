package vector_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/vector"
	"optc/ir"
)

// reductionText returns a function @f that reduces a vector of small numbers along some
// dimensions, under a mask of bits that are on and off.
func reductionText(shape, reduced []int, kind, elem string, masked bool) string {
	n := 1
	var kept []int
	for d, size := range shape {
		n *= size
		if !slices.Contains(reduced, d) {
			kept = append(kept, size)
		}
	}
	typ := func(dims []int, elem string) string {
		if len(dims) == 0 {
			return elem
		}
		return "vector<" + strings.ReplaceAll(strings.Trim(fmt.Sprint(dims), "[]"), " ", "x") + "x" + elem + ">"
	}
	var values, bits []string
	for i := range n {
		values = append(values, fmt.Sprint((3*i*i+2)%11-5))
		bits = append(bits, fmt.Sprint((i*i+1)%3 != 0))
	}
	list := func(vs []string) string { return strings.Join(vs, ", ") }
	zero := "dense<7>"
	if len(kept) == 0 {
		zero = "7"
	}
	source, dest, mask := typ(shape, elem), typ(kept, elem), typ(shape, "i1")
	op := fmt.Sprintf("vector.multi_reduction <%s>, %%x, %%a [%s] : %s to %s", kind, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(reduced), "[]")), ", "), source, dest)
	if masked {
		op = "vector.mask %k { " + op + " } : " + mask + " -> " + dest
	}
	return fmt.Sprintf(`func.func @f() -> %[1]s {
  %%flat = arith.constant dense<[%[2]s]> : vector<%[3]dx%[4]s>
  %%x = vector.shape_cast %%flat : vector<%[3]dx%[4]s> to %[5]s
  %%bits = arith.constant dense<[%[6]s]> : vector<%[3]dxi1>
  %%k = vector.shape_cast %%bits : vector<%[3]dxi1> to %[7]s
  %%a = arith.constant %[8]s : %[1]s
  %%r = %[9]s
  return %%r : %[1]s
}
`, dest, list(values), n, elem, source, list(bits), mask, zero, op)
}

// Both strategies leave no reduction of several dimensions and compute the same as the
// reduction, along every choice of dimensions.
func TestMultiReductionLowering(t *testing.T) {
	t.Parallel()
	for _, shape := range [][]int{{3}, {1}, {2, 3}, {3, 1}, {2, 3, 2}, {1, 3, 1}, {2, 3, 1, 2}} {
		for chosen := 1; chosen < 1<<len(shape); chosen++ {
			var reduced []int
			for d := range shape {
				if chosen>>d&1 == 1 {
					reduced = append(reduced, d)
				}
			}
			for _, kind := range []string{"add", "mul", "minsi", "maxui", "xor"} {
				for _, masked := range []bool{false, true} {
					checkLowering(t, reductionStrategies, "multi_reduction", reductionText(shape, reduced, kind, "i16", masked))
				}
			}
		}
	}
}

var reductionStrategies = [][]*ir.Pattern{
	vector.MultiReductionLowering(vector.InnerParallel), vector.MultiReductionLowering(vector.InnerReduction),
}
