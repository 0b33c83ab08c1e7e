package vertex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStackUsage(t *testing.T) {
	t.Parallel()
	own := func(name string, n int, calls ...string) Function {
		return Function{Name: name, Own: Bytes(n), Calls: calls}
	}
	total := func(name string, n int, calls ...string) Function {
		return Function{Name: name, Total: Bytes(n), Calls: calls}
	}
	for _, c := range []struct {
		name     string
		funcs    []Function
		want     map[string]int
		problems []string
	}{
		{name: "largest callee", funcs: []Function{own("f", 16, "g", "h"), own("g", 8), own("h", 24)},
			want: map[string]int{"f": 40, "g": 8, "h": 24}, problems: nil},
		{name: "total hides callees", funcs: []Function{own("f", 16, "g"), total("g", 100, "k"), own("k", 1000)},
			want: map[string]int{"f": 116, "g": 100, "k": 1000}, problems: nil},
		{name: "recursion", funcs: []Function{own("f", 8, "f")}, want: map[string]int{},
			problems: []string{"f: recursion f → f needs a total stack declaration [stack-recursion]"}},
		{name: "recursion with a total", funcs: []Function{total("f", 512, "f")}, want: map[string]int{"f": 512}},
		{name: "pointers", funcs: []Function{{Name: "f", Own: Bytes(8), HasIndirect: true, Indirect: []string{"g", "h"}}, own("g", 40), own("h", 16)},
			want: map[string]int{"f": 48, "g": 40, "h": 16}, problems: nil},
		{name: "pointers undeclared", funcs: []Function{{Name: "f", Own: Bytes(8), HasIndirect: true}}, want: map[string]int{},
			problems: []string{"f: f calls through pointers; declare the targets [stack-indirect]"}},
		{name: "total excuses undeclared pointers", funcs: []Function{{Name: "f", Total: Bytes(64), HasIndirect: true}},
			want: map[string]int{"f": 64}},
		{name: "long cycle, and its caller", funcs: []Function{own("a", 1, "f"), own("f", 8, "g"), own("g", 8, "h"), own("h", 8, "f"), own("b", 4)},
			want: map[string]int{"b": 4}, problems: []string{"f: recursion f → g → h → f needs a total stack declaration [stack-recursion]"}},
		{name: "cycle cut by a total", funcs: []Function{own("f", 8, "g"), total("g", 100, "f")},
			want: map[string]int{"f": 108, "g": 100}},
		{name: "two cycles", funcs: []Function{own("f", 8, "g", "f"), own("g", 8, "f")}, want: map[string]int{},
			problems: []string{"f: recursion f → g → f", "f: recursion f → f"}},
		{name: "cycle through a pointer", funcs: []Function{{Name: "f", Own: Bytes(8), HasIndirect: true, Indirect: []string{"f"}}}, want: map[string]int{},
			problems: []string{"f: recursion f → f"}},
		{name: "unknown", funcs: []Function{own("f", 8, "x"), {Name: "g"}}, want: map[string]int{},
			problems: []string{"x: no stack size for external function x [stack-unknown]", "g: no stack size for external function g [stack-unknown]"}},
		{name: "unknown is reported once", funcs: []Function{own("f", 8, "x"), own("g", 8, "x")}, want: map[string]int{},
			problems: []string{"x: no stack size for external function x [stack-unknown]"}},
		{name: "both", funcs: []Function{{Name: "f", Own: Bytes(8), Total: Bytes(8)}}, want: map[string]int{},
			problems: []string{"f: both own and total stack declared for f [stack-both]"}},
		{name: "negative", funcs: []Function{{Name: "f", Own: Bytes(-8)}, total("g", -1), own("h", 0)}, want: map[string]int{"h": 0},
			problems: []string{"f: stack size of f is negative [stack-negative]", "g: stack size of g is negative [stack-negative]"}},
		{name: "wrapper", funcs: []Function{own("__runCodelet_demo__Blend___half", 0, "compute"), own("compute", 24, "helper"), own("helper", 8)},
			want: map[string]int{"__runCodelet_demo__Blend___half": 32, "compute": 32, "helper": 8}, problems: nil},
	} {
		usage, problems := StackUsage(c.funcs)
		if diff := cmp.Diff(c.want, usage); diff != "" {
			t.Errorf("%s: usage (-want +got)\n%s", c.name, diff)
		}
		if len(problems) != len(c.problems) {
			t.Errorf("%s: problems %v, want %v", c.name, problems, c.problems)
			continue
		}
		for i, p := range problems {
			if got := p.Function + ": " + p.Error(); !strings.HasPrefix(got, c.problems[i]) {
				t.Errorf("%s: problem %s, want %s", c.name, got, c.problems[i])
			}
		}
	}
}

// Shared callees are visited once: a ladder of calls has 2^n paths.
func TestStackUsageIsLinear(t *testing.T) {
	t.Parallel()
	const n = 2000
	var funcs []Function
	for i := range n {
		next := fmt.Sprint(i + 1)
		funcs = append(funcs, Function{Name: fmt.Sprint(i), Own: Bytes(1), Calls: []string{next, next}})
	}
	funcs = append(funcs, Function{Name: fmt.Sprint(n), Own: Bytes(1)})
	if usage, problems := StackUsage(funcs); usage["0"] != n+1 || problems != nil {
		t.Errorf("usage %d, problems %v; want %d", usage["0"], problems, n+1)
	}
}

func TestWorkerStack(t *testing.T) {
	t.Parallel()
	usage := map[string]int{"f": 32, "g": 41}
	for _, c := range []struct {
		entries []string
		want    int
	}{{nil, 0}, {[]string{"f"}, 32}, {[]string{"f", "g"}, 48}} {
		if got := WorkerStack(usage, c.entries); got != c.want {
			t.Errorf("%v: %d bytes, want %d", c.entries, got, c.want)
		}
	}
}
