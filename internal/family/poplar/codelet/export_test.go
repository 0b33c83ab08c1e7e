package codelet

import (
	"context"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// TestExportProblems: classes that cannot be written are reported, and the other classes are
// written.
func TestExportProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, problems, out string
		export                    func(*ir.Operation, ir.Sink) []byte
	}{
		{name: "a member of a class template", text: `
poplar.vertex @"A<int>::B" worker external {}
poplar.vertex @C worker external {}`, problems: "a.mlir:2:1: error: 'poplar.vertex' op 'A<int>::B' is a member of a class template, which has no declaration of its own [poplar.name-form]\n", out: `#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;


class C : public Vertex {
public:
  static const bool isExternalCodelet = true;
  void compute();
};
`, export: CPP},
		{name: "names in capitals", text: `
poplar.vertex @"V<ADD, n::ADD, n::SUB>" worker external {}
poplar.vertex @"V<A, m::n::ADD, 3>" multi external {}`, problems: "", out: `#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;


struct ADD;

enum class n { ADD, SUB };

template <class, auto, auto> class V;

template <> class V<ADD, n::ADD, n::SUB> : public Vertex {
public:
  static const bool isExternalCodelet = true;
  void compute();
};

struct A;

namespace m {

enum class n { ADD };

} // namespace m

template <> class V<A, m::n::ADD, 3> : public MultiVertex {
public:
  static const bool isExternalCodelet = true;
  void compute(unsigned workerId);
};
`, export: CPP},
		{name: "a layout that is not resolved", text: `
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @A worker external {
    poplar.field @x : !poplar.in<vec<f32, COMPACT_PTR>>
  }
  poplar.vertex @"n::C<half>" worker external attributes {symbol = "c"} {
    poplar.field @n : ui16
  }
}`, problems: "a.mlir:4:5: error: 'poplar.field' op layout of 'x' must be resolved before the state is laid out [poplar.unresolved]\n", out: `// n::C<half>, ipu2
#define C_HALF_SYMBOL c
#define C_HALF_STATE_SIZE 2
#define C_HALF_STATE_ALIGN 4
#define C_HALF_N_OFFSET 0
#define C_HALF_N_SIZE 2
`, export: Assembly},
		{name: "no target", text: `
poplar.vertex @A worker external {}
poplar.vertex @B worker external {}`, problems: "a.mlir:2:1: error: 'poplar.vertex' op needs a module attribute poplar.target [poplar.target-missing]; write 'module attributes {poplar.target = #poplar.target<ipu2>}', or name a target on the command line: --target ipu2, or as a pass --poplar-set-target=arch=ipu2\n" +
			"a.mlir:3:1: error: 'poplar.vertex' op needs a module attribute poplar.target [poplar.target-missing]; write 'module attributes {poplar.target = #poplar.target<ipu2>}', or name a target on the command line: --target ipu2, or as a pass --poplar-set-target=arch=ipu2\n", out: "", export: Assembly},
	} {
		module, err := parser.Parse(context.Background(), all.Context(), &ir.Source{Name: "a.mlir", Text: c.text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body := module.Body(); body.Front() == body.Back() {
			module = body.Front()
		}
		var sink ir.Diagnostics
		out := c.export(module, &sink)
		problems := ""
		for _, d := range sink.List() {
			problems += d.Error() + "\n"
		}
		if problems != c.problems || string(out) != c.out {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", c.name, problems, out, c.problems, c.out)
		}
	}
}
