package optmain

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestStudioAnswers: every example of the page for layouts has an answer that satisfies the schema, and steps, and mistakes are told with
// their place.
func TestStudioAnswers(t *testing.T) {
	t.Parallel()
	dir, schema := t.TempDir(), readSchema(t, "../docs/formats/studio.schema.json")
	ask := func(want int, args ...string) (s studio) {
		t.Helper()
		code, stdout, stderr := in(dir, append([]string{"layout", "--format=studio"}, args...)...)
		if code != want {
			t.Fatalf("%q: exit code %d\n%s%s", args, code, stdout[:min(len(stdout), 500)], stderr)
		}
		satisfies(t, schema, strings.Join(args, " "), []byte(stdout))
		if err := json.Unmarshal([]byte(stdout), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	samples := ask(0).Samples
	products := 0
	for _, x := range samples {
		args := []string{}
		for name, value := range map[string]string{"element": x.Element, "shape": x.Shape, "target": x.Target} {
			if value != "" {
				args = append(args, "--"+name+"="+value)
			}
		}
		args = append(args, "--", x.A)
		if x.B != "" {
			args = append(args, x.B)
		}
		s := ask(0, args...)
		if len(s.Pictures) == 0 || len(s.Fields[0].Sliders) == 0 && !strings.Contains(x.A, "mma_layout") {
			t.Errorf("%s: %d pictures, %d sliders", x.Title, len(s.Pictures), len(s.Fields[0].Sliders))
		}
		if s.Product != nil {
			products++
		}
		if len(s.Steps) > 0 {
			last := s.Steps[len(s.Steps)-1]
			if step := ask(0, append([]string{"--step=" + last.Name}, args...)...).Step; step == nil || len(step.Panels) != 3 {
				t.Errorf("%s: no picture of %s", x.Title, last.Name)
			}
		}
	}
	if products < 6 {
		t.Errorf("only %d examples are matrix products", products)
	}
	s := ask(1, "--", "8:1", "(8,8")
	if f := s.Fields[1]; f.Error == "" || f.At != 4 || s.Fields[0].Error != "" {
		t.Errorf("the mistake is told as %+v", f)
	}
	for want, args := range map[string][]string{
		"there is no step 'write=9'; did you mean":            {"--step=write=9", "--shape=16", "(4,4):(4,1)", "(4,4):(1,4)"},
		"the change has no steps: every thread keeps":         {"--step=write=0", "--shape=16", "(4,4):(4,1)", "(4,4):(4,1)"},
		"flag '--step' is for a change from one layout":       {"--step=write=0", "8:1"},
		"is a layout of memory, but flag '--step' takes":      {"--step=write=0", "(8,8)", "(8,8)"},
		"flag '--step' is for GPUs, but ipu2 is none":         {"--step=write=0", "--target=ipu2", "(8,8)", "(8,8)"},
		"the layouts describe vectors of different shapes, 8": {"#iree_map.pack_layout<((2, 4)) : ((0, 1))>", "#iree_map.pack_layout<((2, 8)) : ((0, 1))>"},
	} {
		if got := ask(1, args...).Error; !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", args, got, want)
		}
	}
}
