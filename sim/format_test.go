package sim_test

import (
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// TestFormatFloats: the numbers of a row have one style, however many digits they need, and read back as the same numbers.
func TestFormatFloats(t *testing.T) {
	t.Parallel()
	c := all.Context()
	for _, test := range []struct {
		elem ir.Type
		bits uint64
		want string
	}{
		{elem: c.F32(), bits: 0x3f800000, want: "1.000000e+00"},
		{elem: c.F32(), bits: 0x4996B438, want: "1.234567e+06"},
		{elem: c.F32(), bits: 0x4C000001, want: "3.3554436e+07"},
		{elem: c.F32(), bits: 0x58635fa9, want: "1.000000e+15"},
		{elem: c.F32(), bits: 0x7FC00000, want: "0x7FC00000"},
		{elem: c.F64(), bits: 0x3FB999999999999A, want: "1.000000e-01"},
		{elem: c.F64(), bits: 0x3FD5555555555555, want: "3.333333333333333e-01"},
	} {
		if got := sim.Format(test.elem, sim.Int(test.bits)); got != test.want {
			t.Errorf("%#x as %s: got %s, want %s", test.bits, test.elem, got, test.want)
		}
	}
}
