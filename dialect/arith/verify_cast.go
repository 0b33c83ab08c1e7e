package arith

import "optc/ir"

// bitWidth returns the width of an integer or float, or of the elements of a
// shaped type; 0 for anything else.
func bitWidth(t ir.Type) int {
	switch t := ir.ElementOrSelf(t).(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Kind.Bits
	}
	return 0
}

func verifyWidening(op *ir.Operation) *ir.Diagnostic {
	return verifyCast(bitWidth(op.Result(0).Type()) > bitWidth(input(op).Type()))(op)
}

func verifyNarrowing(op *ir.Operation) *ir.Diagnostic {
	return verifyCast(bitWidth(op.Result(0).Type()) < bitWidth(input(op).Type()))(op)
}

// verifyIndexCast requires index on exactly one side.
func verifyIndexCast(op *ir.Operation) *ir.Diagnostic {
	in, out := ir.ElementOrSelf(input(op).Type()), ir.ElementOrSelf(op.Result(0).Type())
	return verifyCast(ir.IsType[*ir.IndexType](in) != ir.IsType[*ir.IndexType](out))(op)
}

func verifyBitcast(op *ir.Operation) *ir.Diagnostic {
	return verifyCast(bitWidth(input(op).Type()) == bitWidth(op.Result(0).Type()))(op)
}

// scaledShapes requires value and result to have compatible shapes, and widths for which
// fits holds.
func scaledShapes(fits func(a, b int) bool) func(op *ir.Operation) *ir.Diagnostic {
	return func(op *ir.Operation) *ir.Diagnostic {
		in, out := input(op).Type(), op.Result(0).Type()
		return verifyCast(ir.CompatibleShape(in, out) && fits(bitWidth(in), bitWidth(out)))(op)
	}
}

// verifyCast returns a check that requires fits, equal encodings of tensors and
// compatible shapes (CastInterfaces.cpp, ArithOps.cpp).
func verifyCast(fits bool) func(op *ir.Operation) *ir.Diagnostic {
	return func(op *ir.Operation) *ir.Diagnostic {
		if fits && sameEncoding(input(op).Type(), op.Result(0).Type()) {
			return nil
		}
		types, plural := "", ""
		for i, t := range op.OperandTypes() {
			if i > 0 {
				types, plural = types+", ", "s"
			}
			types += "'" + t.String() + "'"
		}
		return op.Errorf("operand type%s %s and result type '%s' are cast incompatible", plural, types, op.Result(0).Type())
	}
}

func sameEncoding(a, b ir.Type) bool {
	s, ok := a.(*ir.TensorType)
	t, ok2 := b.(*ir.TensorType)
	return !ok || !ok2 || s.Encoding == t.Encoding
}
