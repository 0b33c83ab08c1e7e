package conformance

import (
	"testing"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	parts := split("a.mlir", "// -----\nx\n// -----  \n\n// -----\ny\nz\n")
	if len(parts) != 2 || parts[0].Name != "a.mlir:2" || parts[0].Text != "x\n" || parts[1].Name != "a.mlir:6" || parts[1].Text != "y\nz\n" {
		t.Errorf("got %+v", parts)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for generic, want := range map[string]bool{
		`"func.func"() <{a = #arith.fastmath<none>}> : (!gpu.async.token) -> ()`: true,
		`"llvm.fence"() : () -> ()`:                           false,
		`"func.return"(%0) : (!llvm.ptr) -> ()`:               false,
		`"func.return"(%0) {x = "linalg.fill"} : (i32) -> ()`: true,
	} {
		if got := (&Part{Generic: generic}).Within(Upstream); got != want {
			t.Errorf("%s: got %v", generic, got)
		}
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ want, got, kind string }{
		{"%0 = a.b %x\n}", "%0 = a.b %x\n\"c.d\"()\n}", `surplus ["c.d"], lacking []`},
		{"a.b %x", "a.b %y", "first in a.b"},
		{"a.b", "c.d", `surplus ["c.d"], lacking ["a.b"]`},
	} {
		if kind := classify(test.want, test.got); kind != test.kind {
			t.Errorf("got %s, want %s", kind, test.kind)
		}
	}
}

func TestRandomModuleIsRepeatable(t *testing.T) {
	t.Parallel()
	module := randomModule(3, 25)
	if randomModule(3, 25) != module || randomModule(4, 25) == module {
		t.Error("a seed must give one module, another seed another one")
	}
}
