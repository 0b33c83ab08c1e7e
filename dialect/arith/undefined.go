package arith

import (
	"fmt"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// ErrZeroDivisor and ErrQuotient are the undefined behaviours of divisions.
var (
	ErrZeroDivisor = diag.Errorf("division", "division by zero")
	ErrQuotient    = diag.Errorf("division", "the quotient does not fit: the smallest number is divided by -1")
)

// undefined lists the operands for which operations of arith have no defined result.
func undefined() (rows []sim.Undefined) {
	add := func(k ir.OpKind, when, example string, arguments []string, llvm sim.LLVMBehaviour, stops *diag.Error, holds func(op *ir.Operation, a, b num.Int) bool) {
		result := arguments[0][len(arguments[0])-len("i32"):]
		rows = append(rows, sim.Undefined{
			Op: k, When: when, Stops: stops, Holds: holds, Example: fmt.Sprintf("%%r = %s %s : %s", k.Kind(), example, result),
			Arguments: arguments, Result: result, LLVM: llvm,
		})
	}
	const least, most = "-2147483648 : i32", "2147483647 : i32"
	for _, k := range []struct {
		op       ir.OpKind
		name     string
		overflow func(a, b num.Int) (num.Int, num.Overflow)
		signed   []string // operands for which the signed result does not fit
		unsigned []string
	}{
		{op: AddIOp{}, name: "add", overflow: num.Int.AddOverflow, signed: []string{most, "1 : i32"}, unsigned: []string{"-1 : i32", "1 : i32"}},
		{op: SubIOp{}, name: "sub", overflow: num.Int.SubOverflow, signed: []string{least, "1 : i32"}, unsigned: []string{"0 : i32", "1 : i32"}},
		{op: MulIOp{}, name: "mul", overflow: num.Int.MulOverflow, signed: []string{most, "2 : i32"}, unsigned: []string{"-1 : i32", "2 : i32"}},
	} {
		add(k.op, "nsw is set and the signed result does not fit", "%a, %b overflow<nsw>", k.signed, sim.LLVMBehaviour{Text: k.name + " nsw: poison"}, nil,
			func(op *ir.Operation, a, b num.Int) bool {
				_, o := k.overflow(a, b)
				return o.Signed && OverflowFlags(op)&NSW != 0
			})
		add(k.op, "nuw is set and the unsigned result does not fit", "%a, %b overflow<nuw>", k.unsigned, sim.LLVMBehaviour{Text: k.name + " nuw: poison"}, nil,
			func(op *ir.Operation, a, b num.Int) bool {
				_, o := k.overflow(a, b)
				return o.Unsigned && OverflowFlags(op)&NUW != 0
			})
	}
	for _, k := range []struct {
		op    ir.OpKind
		name  string
		shift func(a, by num.Int) (num.Int, bool)
	}{
		{op: ShLIOp{}, name: "shl", shift: num.Int.Shl},
		{op: ShRSIOp{}, name: "ashr", shift: num.Int.ShrSigned},
		{op: ShRUIOp{}, name: "lshr", shift: num.Int.ShrUnsigned},
	} {
		add(k.op, "the number of bits is not below the width", "%a, %b", []string{"1 : i32", "32 : i32"}, sim.LLVMBehaviour{Text: k.name + ": poison", Folds: true}, nil,
			func(_ *ir.Operation, a, by num.Int) bool {
				_, ok := k.shift(a, by)
				return !ok
			})
	}
	shifted := func(back func(a, by num.Int) (num.Int, bool), flag Overflow) func(op *ir.Operation, a, by num.Int) bool {
		return func(op *ir.Operation, a, by num.Int) bool {
			v, _ := a.Shl(by)
			restored, _ := back(v, by)
			return OverflowFlags(op)&flag != 0 && !restored.Equal(a)
		}
	}
	add(ShLIOp{}, "nsw is set and a bit other than the sign is shifted out", "%a, %b overflow<nsw>", []string{most, "1 : i32"}, sim.LLVMBehaviour{Text: "shl nsw: poison"}, nil, shifted(num.Int.ShrSigned, NSW))
	add(ShLIOp{}, "nuw is set and a bit other than 0 is shifted out", "%a, %b overflow<nuw>", []string{"-1 : i32", "1 : i32"}, sim.LLVMBehaviour{Text: "shl nuw: poison"}, nil, shifted(num.Int.ShrUnsigned, NUW))
	for _, k := range []struct {
		op    ir.OpKind
		name  string
		shift func(a, by num.Int) (num.Int, bool)
	}{
		{op: ShRSIOp{}, name: "ashr", shift: num.Int.ShrSigned},
		{op: ShRUIOp{}, name: "lshr", shift: num.Int.ShrUnsigned},
	} {
		add(k.op, "exact is set and a bit other than 0 is shifted out", "%a, %b exact", []string{"3 : i32", "1 : i32"}, sim.LLVMBehaviour{Text: k.name + " exact: poison"}, nil,
			func(op *ir.Operation, a, by num.Int) bool {
				v, _ := k.shift(a, by)
				back, _ := v.Shl(by)
				return IsExact(op) && !back.Equal(a)
			})
	}
	for _, k := range []struct {
		op     ir.OpKind
		llvm   string
		signed bool
		exact  bool // the operation may have the flag
	}{
		{op: DivSIOp{}, llvm: "sdiv", signed: true, exact: true}, {op: DivUIOp{}, llvm: "udiv", exact: true},
		{op: RemSIOp{}, llvm: "srem", signed: true}, {op: RemUIOp{}, llvm: "urem"},
		{op: CeilDivSIOp{}, llvm: "sdiv", signed: true}, {op: CeilDivUIOp{}, llvm: "udiv"}, {op: FloorDivSIOp{}, llvm: "sdiv", signed: true},
	} {
		add(k.op, "the divisor is 0", "%a, %b", []string{"7 : i32", "0 : i32"}, sim.LLVMBehaviour{Text: k.llvm + ": undefined behaviour", Folds: true, Traps: true}, ErrZeroDivisor,
			func(_ *ir.Operation, _, b num.Int) bool { return b.IsZero() })
		if k.signed {
			add(k.op, "the smallest number is divided by -1", "%a, %b", []string{least, "-1 : i32"}, sim.LLVMBehaviour{Text: k.llvm + ": undefined behaviour", Folds: true, Traps: true}, ErrQuotient,
				func(_ *ir.Operation, a, b num.Int) bool { return a.IsMinSigned() && b.IsAllOnes() })
		}
		if k.exact {
			divide := map[bool]func(a, b num.Int) (num.Int, bool){true: num.Int.RemSigned, false: num.Int.RemUnsigned}[k.signed]
			add(k.op, "exact is set and there is a remainder", "%a, %b exact", []string{"7 : i32", "2 : i32"}, sim.LLVMBehaviour{Text: k.llvm + " exact: poison"}, nil,
				func(op *ir.Operation, a, b num.Int) bool {
					rest, _ := divide(a, b)
					return IsExact(op) && !rest.IsZero()
				})
		}
	}
	return append(rows, undefinedCasts()...)
}

// undefinedCasts are the rows of conversions and of operations on floats; these operations test
// their conditions themselves.
func undefinedCasts() []sim.Undefined {
	return []sim.Undefined{
		{Op: TruncIOp{}, When: "nsw is set and the signed number does not fit", Example: "%r = arith.trunci %a overflow<nsw> : i32 to i8", Arguments: []string{"128 : i32"}, Result: "i8",
			LLVM: sim.LLVMBehaviour{Text: "trunc nsw: poison"}},
		{Op: TruncIOp{}, When: "nuw is set and the unsigned number does not fit", Example: "%r = arith.trunci %a overflow<nuw> : i32 to i8", Arguments: []string{"256 : i32"}, Result: "i8",
			LLVM: sim.LLVMBehaviour{Text: "trunc nuw: poison"}},
		{Op: FPToSIOp{}, When: "the number, rounded towards 0, does not fit, or is a NaN", Example: "%r = arith.fptosi %a : f32 to i8", Arguments: []string{"128.0 : f32"}, Result: "i8",
			LLVM: sim.LLVMBehaviour{Text: "fptosi: poison", Folds: true}},
		{Op: FPToUIOp{}, When: "the number, rounded towards 0, does not fit, or is a NaN", Example: "%r = arith.fptoui %a : f32 to i8", Arguments: []string{"-1.0 : f32"}, Result: "i8",
			LLVM: sim.LLVMBehaviour{Text: "fptoui: poison", Folds: true}},
		{Op: AddFOp{}, When: "nnan is set and an operand or the result is a NaN; so for every operation with flags of fast math", Example: "%r = arith.addf %a, %b fastmath<nnan> : f32",
			Arguments: []string{"0x7FC00000 : f32", "1.0 : f32"}, Result: "f32", LLVM: sim.LLVMBehaviour{Text: "fadd nnan: poison"}},
		{Op: AddFOp{}, When: "ninf is set and an operand or the result is an infinity; so for every operation with flags of fast math", Example: "%r = arith.addf %a, %b fastmath<ninf> : f32",
			Arguments: []string{"3.0e38 : f32", "3.0e38 : f32"}, Result: "f32", LLVM: sim.LLVMBehaviour{Text: "fadd ninf: poison"}},
	}
}
