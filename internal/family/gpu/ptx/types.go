package ptx

import (
	"optc/ir"
	"optc/num"
)

// number is the type of numbers in registers.
type number struct {
	class   class
	float   string // "f32", or "" for integers
	width   int    // bits
	isIndex bool
}

// numberOf returns the type of the elements of a type; ok is false for types that no register holds.
// Floats that no chip computes with, such as 8-bit floats, are treated as integers with the same
// bits.
func numberOf(t ir.Type) (n number, ok bool) {
	t = ir.ElementOrSelf(t)
	if ir.IsType[*ir.IndexType](t) {
		return number{class: double, width: 64, isIndex: true}, true
	}
	if f, isFloat := t.(*ir.FloatType); isFloat {
		switch f.Kind {
		case num.F64:
			return number{class: double, float: "f64", width: 64}, true
		case num.F32:
			return number{class: word, float: "f32", width: 32}, true
		case num.F16:
			return number{class: half, float: "f16", width: 16}, true
		case num.BF16:
			return number{class: half, float: "bf16", width: 16}, true
		}
		return number{class: word, width: 8}, ir.ElementBytes(t) == 1
	}
	switch n := ir.IntWidth(t); n {
	case 1:
		return number{class: predicate, width: 1}, true
	case 8, 16, 32:
		return number{class: word, width: n}, true
	case 64:
		return number{class: double, width: 64}, true
	}
	return n, false
}

// name is the type's name in the tables of instructions: the float type itself, or, for an integer,
// the width of its registers.
func (n number) name() string {
	switch {
	case n.float != "":
		return n.float
	case n.class == predicate:
		return "pred"
	case n.class == double:
		return "64"
	}
	return "32"
}

// bytes returns the size of a number in memory.
func (n number) bytes() int64 { return int64(max(8, n.width) / 8) }

// input returns the first operand of an operation.
func input(op *ir.Operation) *ir.Value {
	for _, v := range op.Operands() {
		return v
	}
	return nil
}
