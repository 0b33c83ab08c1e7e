package index

import (
	"fmt"

	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of index compute, with indices of 64 bits.
func meaning() ir.Meaning {
	t := sim.Table{
		ConstantOp{}.Kind():     runConstant,
		BoolConstantOp{}.Kind(): runConstant,
		SizeOfOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Int(wide))
			return nil
		},
		CmpOp{}.Kind(): sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
			p, n := ir.Cast[CmpOp](op).Pred(), in[0]
			return func(x, r []uint64) error {
				r[0] = sim.BoolBits(p.Holds(n.Int(x[0]), n.Int(x[1])))
				return nil
			}
		}),
		CastSOp{}.Kind(): runCast(num.Int.SignExtend),
		CastUOp{}.Kind(): runCast(num.Int.ZeroExtend),
	}
	rows := undefined()
	for i := range binaries {
		f := binaries[i].f
		t[binaries[i].kind.Kind()] = sim.CheckedBinary(sim.UndefinedOf(rows, binaries[i].kind), func(a, b num.Int) num.Int {
			r, _ := f(a, b)
			return r
		})
	}
	return &sim.Meanings{Table: t, Undefined: rows}
}

func runConstant(f *sim.Frame, in *sim.Instr) error {
	v, err := sim.ValueOf(in.Op.Attr("value"))
	f.Set(in, 0, v)
	return err
}

func runCast(extend func(v num.Int, width int) num.Int) sim.Func {
	return sim.Elementwise(func(op *ir.Operation, in, out []sim.Number) sim.Compute {
		n, to := in[0], out[0]
		return func(x, r []uint64) error {
			v := n.Int(x[0])
			if to.Width > v.Width() {
				v = extend(v, to.Width)
			} else {
				v = v.Truncate(to.Width)
			}
			r[0] = to.Bits(v)
			return nil
		}
	})
}

// undefined lists the operands for which operations of index have no defined result.
func undefined() (rows []sim.Undefined) {
	add := func(k ir.OpKind, when string, arguments []string, llvm sim.LLVMBehaviour, stops *diag.Error, holds func(op *ir.Operation, a, b num.Int) bool) {
		rows = append(rows, sim.Undefined{
			Op: k, When: when, Stops: stops, Holds: holds, Example: fmt.Sprintf("%%r = %s %%a, %%b", k.Kind()),
			Arguments: arguments, Result: "index", LLVM: llvm,
		})
	}
	for _, k := range []struct {
		op     ir.OpKind
		llvm   string
		signed bool
	}{
		{DivSOp{}, "sdiv", true}, {DivUOp{}, "udiv", false}, {RemSOp{}, "srem", true}, {RemUOp{}, "urem", false},
		{CeilDivSOp{}, "sdiv", true}, {CeilDivUOp{}, "udiv", false}, {FloorDivSOp{}, "sdiv", true},
	} {
		behaviour := sim.LLVMBehaviour{Text: k.llvm + ": undefined behaviour", Folds: true, Traps: true}
		add(k.op, "the divisor is 0", []string{"7 : index", "0 : index"}, behaviour, arith.ErrZeroDivisor,
			func(_ *ir.Operation, _, b num.Int) bool { return b.IsZero() })
		if k.signed {
			behaviour.Folds = k.op != ir.OpKind(CeilDivSOp{}) // only the quotient for operands of unlike signs is poison
			add(k.op, "the smallest number is divided by -1", []string{"-9223372036854775808 : index", "-1 : index"}, behaviour, arith.ErrQuotient,
				func(_ *ir.Operation, a, b num.Int) bool { return a.IsMinSigned() && b.IsAllOnes() })
		}
	}
	for _, k := range []struct {
		op    ir.OpKind
		name  string
		shift func(a, by num.Int) (num.Int, bool)
	}{
		{ShlOp{}, "shl", num.Int.Shl}, {ShrSOp{}, "ashr", num.Int.ShrSigned}, {ShrUOp{}, "lshr", num.Int.ShrUnsigned},
	} {
		add(k.op, "the number of bits is not below the width", []string{"1 : index", "64 : index"}, sim.LLVMBehaviour{Text: k.name + ": poison", Folds: true}, nil,
			func(_ *ir.Operation, a, by num.Int) bool {
				_, ok := k.shift(a, by)
				return !ok
			})
	}
	return rows
}
