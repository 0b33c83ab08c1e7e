package codelet_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/internal/family/poplar/codelet"
	"optc/ir"
	"optc/parser"
)

// A class is written as C++.
func ExampleCPP() {
	const text = `poplar.vertex @"demo::Copy<half>" worker external {
  poplar.field @src : !poplar.in<vec<f16, ONE_PTR, align 8>>
  poplar.field @n : ui16 = 4
}`
	var problems ir.Diagnostics
	module, err := parser.Parse(context.Background(), all.Context(), &ir.Source{Name: "copy.mlir", Text: text}, &problems)
	if err != nil {
		fmt.Print(problems.String())
		return
	}
	fmt.Printf("%s%s", codelet.CPP(module, &problems), problems.String())
	// Output:
	// #include <poplar/HalfFloat.hpp>
	// #include <poplar/Vertex.hpp>
	//
	// using namespace poplar;
	//
	// static constexpr auto ONE_PTR = VectorLayout::ONE_PTR;
	//
	// namespace demo {
	//
	// template <class> class Copy;
	//
	// template <> class Copy<half> : public Vertex {
	// public:
	//   static const bool isExternalCodelet = true;
	//   Input<Vector<half, ONE_PTR, 8>> src;
	//   unsigned short n = 4;
	//   void compute();
	// };
	//
	// } // namespace demo
}
