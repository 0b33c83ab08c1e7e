package okk

import (
	"fmt"
	"testing"
)

// TestMachineBounds checks the figures of a machine at their bounds, and the errors
// beyond them.
func TestMachineBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field string
		value int64
		want  string
	}{
		{"npus", 0, "machine field npus = 0 must be in [1, 2^31] [machine-bad]"},
		{"npus", 1, ""},
		{"npus", 1 << 31, ""},
		{"npus", 1<<31 + 1, "machine field npus = 2147483649 must be in [1, 2^31] [machine-bad]"},
		{"align", 4, "machine field align = 4 must be a multiple of 8 in [8, 2^31] [machine-bad]"},
		{"align", 12, "machine field align = 12 must be a multiple of 8 in [8, 2^31] [machine-bad]"},
		{"align", 8, ""},
		{"align", 1 << 32, "machine field align = 4294967296 must be a multiple of 8 in [8, 2^31] [machine-bad]"},
		{"align", 1 << 31, "machine field npu_bytes = 1024 must be a multiple of align [machine-bad]"},
		{"banks", 0, "machine field banks = 0 must be at least 1 [machine-bad]"},
		{"banks", 1, ""},
		{"banks", 3, "machine field npu_bytes = 1024 must be a multiple of banks [machine-bad]"},
		{"npu_bytes", 0, "machine field npu_bytes = 0 must be in [1, 2^31] [machine-bad]"},
		{"npu_bytes", 128, ""},
		{"npu_bytes", 1 << 31, ""},
		{"npu_bytes", 1<<31 + 1024, "machine field npu_bytes = 2147484672 must be in [1, 2^31] [machine-bad]"},
		{"npu_bytes", 1000, "machine field npu_bytes = 1000 must be a multiple of align [machine-bad]"},
		{"base", -1, "machine field base = -1 must not be negative [machine-bad]"},
		{"base", 0, ""},
		{"batch_max", 0, "machine field batch_max = 0 must be at least 1 [machine-bad]"},
		{"batch_max", 1, ""},
		{"dim_max", 0, "machine field dim_max = 0 must be at least 1 [machine-bad]"},
		{"dim_max", 1, ""},
		{"chan_max", 0, "machine field chan_max = 0 must be at least 1 [machine-bad]"},
		{"chan_max", 1, ""},
		{"matrix_cols_max", 0, "machine field matrix_cols_max = 0 must be at least 1 [machine-bad]"},
		{"matrix_cols_max", 1, ""},
		{"npu", 1, "unknown machine field 'npu'; did you mean 'npus'? [machine-bad]"},
	} {
		m, err := LookupMachine("toy4")
		if err != nil {
			t.Fatal(err)
		}
		if err = m.Set(c.field, c.value); err == nil {
			err = m.Check()
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s = %d: %s, want %s", c.field, c.value, got, c.want)
		}
	}
	spaces := func(list ...Space) error {
		m, _ := LookupMachine("toy4")
		m.Spaces = list
		return m.Check()
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{spaces(Space{"a", 0, 16}, Space{"b", 16, 1}), ""},
		{spaces(Space{"b", 15, 1}, Space{"a", 0, 16}), "spaces a and b overlap [machine-bad]"},
		{spaces(Space{"a", 0, 0}), "space a must lie in [0, 2^63) and have at least 1 byte [machine-bad]"},
		{spaces(Space{"a", -1, 4}), "space a must lie in [0, 2^63) and have at least 1 byte [machine-bad]"},
		{spaces(Space{"a", 1, 1<<63 - 1}), "space a must lie in [0, 2^63) and have at least 1 byte [machine-bad]"},
		{spaces(Space{"a", 1, 1<<63 - 2}), ""},
	} {
		if got := fmt.Sprint(c.err); got != c.want && (c.want != "" || c.err != nil) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
