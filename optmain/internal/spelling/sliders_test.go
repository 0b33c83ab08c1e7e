package spelling

import (
	"slices"
	"strings"
	"testing"
)

// TestSliders: each text of a slider describes a layout, in every spelling whose text has numbers, and steps follow sizes.
func TestSliders(t *testing.T) {
	t.Parallel()
	for _, s := range Table {
		o := Options{Context: newContext()}
		sliders := Sliders(s.Sample, o)
		if len(sliders) == 0 && !strings.Contains(s.Name, "mma_layout") {
			t.Errorf("%s has no slider", s.Sample)
		}
		for _, x := range sliders {
			if !slices.ContainsFunc(x.Choices, func(c SliderChoice) bool { return c.Value == x.Value && c.Text == s.Sample }) {
				t.Errorf("%s: %s has not its value", s.Sample, x.Name)
			}
			for _, c := range x.Choices {
				if _, err := Read(c.Text, o); err != nil {
					t.Errorf("%s, %s: %v", c.Text, x.Name, err)
				}
			}
		}
	}
	for _, test := range []struct {
		text, name string
		value      int64
		want       string
	}{
		{text: "(4,8):(8,1)", name: "extent 1", value: 16, want: "(4,16):(16,1)"},
		{text: "(_4,_8):(_8,_1)", name: "extent 1", value: 16, want: "(_4,_16):(_16,_1)"},
		{text: "Swizzle<2,0,2> o 0 o (4,4):(4,1)", name: "Swizzle 0", value: 1, want: "Swizzle<1,0,2> o 0 o (4,4):(4,1)"},
		{
			text:  "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>",
			name:  "thread_tile 1",
			value: 16,
			want:  "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [16, 1]>",
		},
	} {
		got := ""
		for _, s := range Sliders(test.text, Options{Context: newContext()}) {
			for _, c := range s.Choices {
				if s.Name == test.name && c.Value == test.value {
					got = c.Text
				}
			}
		}
		if got != test.want {
			t.Errorf("%s, %s = %d: got %q", test.text, test.name, test.value, got)
		}
	}
}
