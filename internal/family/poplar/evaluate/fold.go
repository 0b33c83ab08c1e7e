package evaluate

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/integers"
	"optc/num"
)

// functions are the functions of two integers that have a result for all of them, and partial
// those that have none for some.
var (
	functions = map[integers.Function]func(x, y num.Int) num.Int{
		integers.Add: num.Int.Add, integers.Sub: num.Int.Sub, integers.Mul: num.Int.Mul,
		integers.And: num.Int.And, integers.Or: num.Int.Or, integers.Xor: num.Int.Xor,
		integers.MinS: num.Int.MinSigned, integers.MaxS: num.Int.MaxSigned, integers.MinU: num.Int.MinUnsigned, integers.MaxU: num.Int.MaxUnsigned,
	}
	partial = map[integers.Function]func(x, y num.Int) (num.Int, bool){
		integers.DivS: num.Int.DivSigned, integers.DivU: num.Int.DivUnsigned, integers.RemS: num.Int.RemSigned, integers.RemU: num.Int.RemUnsigned,
		integers.FloorDivS: num.Int.FloorDivSigned, integers.CeilDivS: num.Int.CeilDivSigned, integers.CeilDivU: num.Int.CeilDivUnsigned,
		integers.Shl: num.Int.Shl, integers.ShrS: num.Int.ShrSigned, integers.ShrU: num.Int.ShrUnsigned,
	}
)

// applied computes a function or a comparison of two numbers. Loops compute many of them;
// attributes, which a context keeps, would take most of the time and memory.
func applied(op *ir.Operation, number poplar.NumberOf) (int64, bool) {
	if op.NumOperands() != 2 {
		return 0, false
	}
	f := integers.FunctionOf(op)
	compare := ir.As[arith.CmpIOp](op)
	if f == integers.None && !compare.Ok() {
		return 0, false
	}
	var x [2]num.Int
	for k, v := range op.Operands() {
		n, known := number(v)
		if !known || !IsNumber(v.Type()) {
			return 0, false
		}
		x[k] = num.IntFromInt64(ir.IntWidth(v.Type()), n)
	}
	var result num.Int
	ok := true
	switch {
	case compare.Ok():
		result = num.IntFromBool(compare.Predicate().Holds(x[0], x[1]))
	case functions[f] != nil:
		result = functions[f](x[0], x[1])
	case partial[f] != nil:
		result, ok = partial[f](x[0], x[1])
	default:
		return 0, false
	}
	return result.Int64(), ok
}

// Fold computes result i of an operation whose operands are known numbers or constants.
func Fold(op *ir.Operation, i int, number poplar.NumberOf) (int64, bool) {
	if n, ok := applied(op, number); ok {
		return n, true
	}
	a := ir.ConstantOf(op)
	if a == nil && op.Def().Fold != nil {
		operands := make([]ir.Attribute, op.NumOperands())
		for k, v := range op.Operands() {
			if n, known := number(v); known {
				operands[k] = v.Type().Context().Int(v.Type(), n)
			} else if operands[k] = ir.ConstantOf(v.DefiningOp()); operands[k] == nil {
				return 0, false
			}
		}
		f := op.Def().Fold(op, operands)
		if i < len(f.Results) {
			if v := f.Results[i].Value; v != nil {
				return number(v)
			}
			a = f.Results[i].Attr
		}
	}
	n, ok := a.(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return n.Int64(), true
}

// CheckNumber returns an error if an operation on known numbers has no result: it reads outside of
// a table, divides by zero, or shifts by at least the width of the number. The error code is
// index-value.
func CheckNumber(op *ir.Operation, number poplar.NumberOf) error {
	if f, of := integers.Of(op); partial[f] != nil {
		x, known := number(of[0])
		y, also := number(of[1])
		if _, ok := applied(op, number); known && also && !ok {
			return diag.Errorf("index-value", "has no result for %d and %d", x, y)
		}
	}
	extract := ir.As[tensor.ExtractOp](op)
	if !extract.Ok() {
		return nil
	}
	dims := extract.Tensor().Type().(*ir.TensorType).Dims
	for d, v := range extract.Indices() {
		if n, known := number(v); known && dims[d] != ir.Dynamic && (n < 0 || n >= dims[d]) {
			return diag.Errorf("index-value", "index %d is outside of a table of %d numbers", n, dims[d])
		}
	}
	return nil
}
