package fn

import (
	"slices"

	"optc/ir"
	"optc/sim"
)

// DictArray accepts arrays of dictionaries: the attributes of the arguments or
// results of a function or call.
var DictArray = &ir.AttrConstraint{
	Summary: "Array of dictionary attributes",
	Stores:  ir.ArrayConstraint.Check,
	Check: ir.IsArrayOf(func(a ir.Attribute) bool {
		_, ok := a.(*ir.DictAttr)
		return ok
	}),
}

func function() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "func.func",
		Summary: "function",
		Description: `A named region. Operations inside do not use values defined outside. A function
without a body is a declaration of a function that is defined elsewhere; it is not
public. Attributes of arguments, results and the function itself have a dialect
prefix.`,
		Attrs: []ir.PropDef{
			{Name: argAttrs, Type: DictArray, Optional: true},
			{Name: functionType, Type: ir.FunctionTypeAttr},
			{Name: noInline, Type: ir.UnitConstraint, Optional: true},
			{Name: resAttrs, Type: DictArray, Optional: true},
			{Name: symName, Type: ir.SymbolNameAttr},
			{Name: symVisibility, Type: ir.StrAttr, Optional: true},
		},
		Regions:        []ir.RegionDef{{Name: "body"}},
		Traits:         ir.Symbol | ir.IsolatedFromAbove | ir.AffineScope | ir.AutomaticAllocationScope,
		DefaultDialect: "func",
		Form: "(`public` | `private` | `nested`)? $sym_name `(` (argument, …)? `)` (`->` results)? attr-dict-with-keyword $body?\n" +
			"argument ::= (%name `:`)? type attributes?\n" +
			"results ::= type | `(` type attributes?, … `)`",
		Parse:  Parse,
		Print:  Print,
		Verify: Verify,
		Interfaces: ir.Interfaces{Callable: &ir.Callable{
			Declared: true,
			Region: func(op *ir.Operation) *ir.Region {
				if IsDeclaration(op) {
					return nil
				}
				return ir.Cast[FuncOp](op).Body()
			},
			Type: TypeOf,
		}},
		Examples: []string{
			`func.func private @abort(i32 {llvm.noundef}, f32) -> (f64 {x.name = 0 : i64})`,
			`func.func @count(%x: i64) -> (i64, i64) attributes {test.fruit = "banana"} {
  return %x, %x : i64, i64
}`,
		},
	}
}

func returnOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "func.return",
		New:     []string{"operands..."},
		Summary: "return from a function",
		Description: `Ends the execution of the enclosing func.func. The operands
have the number and the types of the function's results.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{FuncOp{}}},
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
		Verify:      verifyReturn,
	}
}

func verifyReturn(op *ir.Operation) *ir.Diagnostic {
	f := op.Parent()
	results := TypeOf(f).Results
	if op.NumOperands() != len(results) {
		return op.Errorf("has %d operands, but enclosing function (@%s) returns %d", op.NumOperands(), ir.SymbolName(f), len(results))
	}
	for i, t := range results {
		if got := op.Operand(i).Type(); got != t {
			return op.PlainErrorf("type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s", i, got, t, ir.SymbolName(f))
		}
	}
	return nil
}

func call() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "func.call",
		New:     []string{"callee", "results", "operands..."},
		Summary: "call of a function",
		Description: `Calls a function of the same symbol scope. Operands and results have the types
of the function.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands:   []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: argAttrs, Type: DictArray, Optional: true},
			{Name: callee, Type: ir.FlatSymbolAttr},
			{Name: noInline, Type: ir.UnitConstraint, Optional: true},
			{Name: resAttrs, Type: DictArray, Optional: true},
		},
		Assembly: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
		Interfaces: ir.Interfaces{
			SymbolUser: verifyCall,
			Call: &ir.Call{
				Callee: ir.Method(CallOp.Callee),
				Args:   (*ir.Operation).OperandList,
			},
		},
		Examples: []string{`func.func private @add(f32, f32) -> f32
func.func @f(%x: f32) -> f32 {
  %0 = call @add(%x, %x) : (f32, f32) -> f32
  return %0 : f32
}`},
	}
}

// verifyCall checks that the callee is a function with the types of the call.
func verifyCall(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	ref := ir.Cast[CallOp](op).Callee()
	f := tables.LookupFrom(op, ref)
	if !ir.Is[FuncOp](f) {
		return op.Errorf("'%s' does not reference a valid function", ref.Root).SuggestNote(ref.Root, tables.Visible(op, FuncOp{}))
	}
	t := TypeOf(f)
	if len(t.Inputs) != op.NumOperands() {
		return op.Errorf("incorrect number of operands for callee").
			HintNote(f.Loc(), "'%s' takes %d operands, but the call has %d", ref.Root, len(t.Inputs), op.NumOperands())
	}
	for i, want := range t.Inputs {
		if got := op.Operand(i).Type(); got != want {
			return op.Errorf("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", want, got, i)
		}
	}
	if len(t.Results) != op.NumResults() {
		return op.Errorf("incorrect number of results for callee").
			HintNote(f.Loc(), "'%s' returns %d, but the call has %d", ref.Root, len(t.Results), op.NumResults())
	}
	for i, want := range t.Results {
		if op.Result(i).Type() != want {
			return op.Errorf("result type mismatch at index %d", i).
				Note(op.Loc(), "      op result types: %s", quoted(op.ResultTypes())).
				Note(op.Loc(), "function result types: %s", quoted(t.Results))
		}
	}
	return nil
}

// quoted lists types as they appear in messages: 'i32', 'f32'.
func quoted(ts []ir.Type) string {
	var b []byte
	for i, t := range ts {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(b, '\''), t.String()...), '\'')
	}
	return string(b)
}

func callIndirect() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "func.call_indirect",
		Summary:     "call of a function value",
		Description: `Calls the function that is the value of a function type.`,
		Operands: []ir.ValueDef{
			{Name: callee, Type: &ir.TypeConstraint{Summary: "function type", Check: ir.AnyFunctionType.Check}},
			{Name: "callee_operands", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: argAttrs, Type: DictArray, Optional: true},
			{Name: resAttrs, Type: DictArray, Optional: true},
		},
		Constraints: []ir.Constraint{
			ir.Predicate{Sentence: "callee input types match argument types", Holds: func(op *ir.Operation) bool {
				return slices.Equal(calledType(op).Inputs, op.OperandTypes()[1:])
			}},
			ir.Predicate{Sentence: "callee result types match result types", Holds: func(op *ir.Operation) bool {
				return slices.Equal(calledType(op).Results, op.ResultTypes())
			}},
		},
		Parse:    parseCallIndirect,
		Assembly: "$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
		Patterns: []*ir.Pattern{{Name: "call-constant", Root: CallIndirectOp{}, Rewrite: callConstant}},
		Interfaces: ir.Interfaces{Call: &ir.Call{
			Callee: func(*ir.Operation) *ir.SymbolRefAttr { return nil },
			Args:   ir.Method(CallIndirectOp.CalleeOperands),
		}},
		Examples: []string{`func.func @f(%f: (f32, f32) -> f32, %x: f32) -> f32 {
  %0 = call_indirect %f(%x, %x) : (f32, f32) -> f32
  return %0 : f32
}`},
	}
}

func calledType(op *ir.Operation) *ir.FunctionType {
	return ir.Cast[CallIndirectOp](op).Callee().Type().(*ir.FunctionType)
}

// parseCallIndirect reads the form in Assembly; the types of the arguments follow from
// the type of the callee.
func parseCallIndirect(p ir.OpParser, st *ir.OpState) {
	f := p.Operand()
	pos := p.Pos()
	args := p.Operands("()")
	p.AttrDict(st)
	p.Expect(":")
	ft, ok := ir.ParseTypeOf[*ir.FunctionType](p, p.Pos(), "builtin.function")
	if !ok {
		return
	}
	p.Resolve(st, ft, f)
	p.ResolveAll(st, args, ft.Inputs, pos+1)
	st.ResultTypes = append(st.ResultTypes, ft.Results...)
}

// callConstant makes the call of a known function direct.
//
//	%f = constant @g : (i32) -> i32
//	%r = call_indirect %f(%x) : (i32) -> i32    →  %r = call @g(%x) : (i32) -> i32
func callConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	callIndirect := ir.Cast[CallIndirectOp](op)
	ref, ok := ir.ConstantValue(callIndirect.Callee()).(*ir.SymbolRefAttr)
	if !ok {
		return false
	}
	rw.Replace(op, NewCall(rw, ref, op.ResultTypes(), callIndirect.CalleeOperands()...).Operation().ResultList()...)
	return true
}

func constant() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "func.constant",
		Summary:     "a function as a value",
		Description: `The function that a symbol refers to, as a value for func.call_indirect.`,
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs:       []ir.PropDef{{Name: symbol, Type: ir.FlatSymbolAttr}},
		Traits:      ir.ConstantLike | ir.Pure,
		Assembly:    "attr-dict $value `:` type(results)",
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) { set(ir.Cast[ConstantOp](op).Result(), "f") },
		Interfaces:  ir.Interfaces{SymbolUser: verifyConstant},
		Examples: []string{`func.func private @g(f32) -> i32
func.func @f() -> ((f32) -> i32) {
  %f = constant @g : (f32) -> i32
  return %f : (f32) -> i32
}`},
	}
}

func verifyConstant(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	constant := ir.Cast[ConstantOp](op)
	ref := constant.Value()
	f := tables.LookupFrom(op, ref)
	if !ir.Is[FuncOp](f) {
		return op.Errorf("reference to undefined function '%s'", ref.Root)
	}
	if ir.Type(TypeOf(f)) != constant.Result().Type() {
		return op.Errorf("reference to function with mismatched type")
	}
	return nil
}
