package passes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/arith"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// narrow computes sums in f32 instead of f64.
var narrow = &passes.Pass{
	Name: "narrow", Title: "Use f32 instead of f64",
	Run: func(c *passes.Context) (bool, error) {
		cv := &passes.Conversion{
			Legal: func(*ir.Operation) bool { return true },
			Types: func(t ir.Type) ir.Type {
				if t == ir.Type(c.IR.F64()) {
					return c.IR.F32()
				}
				return t
			},
			Rewrites: map[ir.Kind]passes.Rewrite{
				arith.AddFOp{}.Kind(): func(cv *passes.Conversion, op *ir.Operation) {
					xs := cv.Converted(op.OperandList()...)
					cv.Replace(op, arith.NewAddF(cv, xs[0], xs[1]).Result())
				},
			},
		}
		return cv.Run(c), nil
	},
}

func runNarrow(text string) (*ir.Operation, error) {
	c := ir.NewContext(all.Dialects()...)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
	if err == nil {
		err = passes.NewManager(c).Run(context.Background(), passes.On(ir.ModuleOp{}, passes.Use(narrow)), module)
	}
	return module, err
}

// A conversion replaces operations and the types of their values.
func ExampleConversion() {
	module, err := runNarrow(`
		func.func @f(%a: f64, %n: i32) -> f64 {
		  %0 = arith.addf %a, %a : f64
		  %1 = arith.addf %0, %a : f64
		  return %1 : f64
		}`)
	fmt.Print(module)
	fmt.Println(err)
	// Output:
	// module {
	//   func.func @f(%arg0: f32, %arg1: i32) -> f32 {
	//     %0 = arith.addf %arg0, %arg0 : f32
	//     %1 = arith.addf %0, %arg0 : f32
	//     return %1 : f32
	//   }
	// }
	// <nil>
}

// An operation that is left with a type that must not remain is an error that names it.
func TestConversionLeaves(t *testing.T) {
	t.Parallel()
	_, err := runNarrow(`
		func.func @f(%a: f64) -> f64 {
		  %0 = arith.addf %a, %a : f64
		  %1 = arith.constant 1.0 : f64
		  return %1 : f64
		}`)
	const want = "'arith.constant' op is left with a value of type 'f64', which was to become 'f32'"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if _, err := runNarrow("func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}"); err != nil {
		t.Errorf("got %v where nothing is to be converted", err)
	}
}

// An operation is left as it is if it folds to a constant that is not legal.
func TestConversionKeepsWhatFoldsToIllegalConstants(t *testing.T) {
	t.Parallel()
	const text = `func.func @f() -> (index, i32) {
  %0 = index.constant 7
  %1 = index.and %0, %0
  %2 = arith.constant 1 : i32
  return %1, %2 : index, i32
}`
	for _, legal := range []bool{false, true} {
		c := ir.NewContext(all.Dialects()...)
		module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fold := &passes.Pass{Name: "fold", Title: "Fold", Run: func(c *passes.Context) (bool, error) {
			cv := &passes.Conversion{Legal: func(op *ir.Operation) bool { return legal && op.Name() == "index.constant" }}
			return cv.Run(c), nil
		}}
		if err := passes.NewManager(c).Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(fold)), module); err != nil {
			t.Fatal(err)
		}
		if folded := !strings.Contains(module.String(), "index.and"); folded != legal {
			t.Errorf("legal constants %t:\n%s", legal, module)
		}
	}
}
