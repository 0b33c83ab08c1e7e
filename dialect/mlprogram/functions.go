package mlprogram

import (
	fn "optc/dialect/func"
	"optc/ir"
)

// callable adds to d what all definitions of functions have.
func callable(d *ir.OpDef) *ir.OpDef {
	d.Attrs = []ir.PropDef{
		{Name: "sym_name", Type: ir.SymbolNameAttr},
		{Name: "function_type", Type: ir.FunctionTypeAttr},
		{Name: "arg_attrs", Type: fn.DictArray, Optional: true},
		{Name: "res_attrs", Type: fn.DictArray, Optional: true},
		{Name: "sym_visibility", Type: ir.StrAttr, Optional: true},
	}
	d.Regions = []ir.RegionDef{{Name: "body"}}
	d.Traits |= ir.Symbol | ir.IsolatedFromAbove
	d.Form = "(`public` | `private` | `nested`)? $sym_name `(` (argument, …)? `)` (`->` results)? attr-dict-with-keyword $body?\n" +
		"argument ::= (%name `:`)? type attributes?\n" +
		"results ::= type | `(` type attributes?, … `)`"
	d.Parse, d.Print, d.Verify = fn.Parse, fn.Print, fn.Verify
	d.Interfaces.Callable = &ir.Callable{
		Declared: true,
		Region: func(op *ir.Operation) *ir.Region {
			if fn.IsDeclaration(op) {
				return nil
			}
			return op.Region(0)
		},
		Type: fn.TypeOf,
	}
	return d
}

func function() *ir.OpDef {
	return callable(&ir.OpDef{
		Kind:        "ml_program.func",
		Summary:     "function with statements",
		Description: "A function whose operations have an order. It ends with ml_program.return.",
		Examples: []string{`ml_program.func @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  ml_program.return %0 : i32
}`},
	})
}

func subgraph() *ir.OpDef {
	return callable(&ir.OpDef{
		Kind:        "ml_program.subgraph",
		Summary:     "function with a graph",
		Description: "A function of one block. An operation comes after those that compute its operands, and there is no other order. It ends with ml_program.output.",
		Traits:      ir.GraphRegion | ir.SingleBlock,
		Examples: []string{`ml_program.subgraph @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  ml_program.output %0 : i32
}`},
	})
}

// leaves is the definition of the operation at the end of a function, which verb describes in messages.
func leaves(kind ir.Kind, of ir.OpKind, noun, verb string) *ir.OpDef {
	return &ir.OpDef{
		Kind:        kind,
		New:         []string{"operands..."},
		Summary:     "results of a function",
		Description: "Ends " + string(of.Kind()) + ". The operands have the number and the types of its results.",
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{of}},
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			f := op.Parent()
			results := fn.TypeOf(f).Results
			if op.NumOperands() != len(results) {
				return op.Errorf("has %d operands, but enclosing function (@%s) %s %d", op.NumOperands(), ir.SymbolName(f), verb, len(results))
			}
			for i, t := range results {
				if got := op.Operand(i).Type(); got != t {
					return op.PlainErrorf("type of %s operand %d ('%s') doesn't match function result type ('%s') in function @%s",
						noun, i, got, t, ir.SymbolName(f))
				}
			}
			return nil
		},
	}
}

func returnOp() *ir.OpDef { return leaves("ml_program.return", FuncOp{}, "return", "returns") }

func output() *ir.OpDef { return leaves("ml_program.output", SubgraphOp{}, "output", "outputs") }
