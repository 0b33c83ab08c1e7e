package ireegpu

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// multiplication is a matrix instruction as all executions of its operation need it.
type multiplication struct {
	Product
	acc      ir.Type // element type of the result
	shapes   [2][]int64
	places   [2][]int32     // places of a, row-major, and of b, column-major, by lane and register
	runs     [2][]arith.Run // factors in these places of the products of c's elements, by lane and register
	products arith.Accumulator
}

func newMultiplication(f *sim.Frame, in *sim.Instr, p Product) (*multiplication, error) {
	mul := &multiplication{Product: p, acc: ir.ElementOrSelf(p.D.Type()), shapes: [2][]int64{{p.M, p.K}, {p.N, p.K}}}
	mul.products = arith.AccumulatorOf(f.Machine, mul.acc)
	for operand, v := range []*ir.Value{p.A, p.B, p.C} {
		part, ok := PartOf(p.Family, p.M, p.N, p.K, p.Lanes, mul.acc, operand)
		if !ok || part.Registers() != int64(f.Vector(in, v).Len()) {
			return nil, diag.Errorf("unsupported", "cannot execute this shape of matrix instruction")
		}
		for lane := range p.Lanes {
			for i := range part.Registers() {
				if e := part.Element[1]; p.Family == MMASync && operand == LHS {
					// In mma.sync the outer columns of a precede its outer rows.
					i = (i/e%2*2+i/e/2)*e + i%e
				}
				row, col := part.Position(lane, i)
				switch operand {
				case LHS:
					mul.places[LHS] = append(mul.places[LHS], int32(row*p.K+col))
				case RHS:
					mul.places[RHS] = append(mul.places[RHS], int32(col*p.K+row))
				default:
					mul.runs[LHS] = append(mul.runs[LHS], arith.Run{At: row * p.K, Step: 1})
					mul.runs[RHS] = append(mul.runs[RHS], arith.Run{At: col * p.K, Step: 1})
				}
			}
		}
	}
	return mul, nil
}

// registers holds a lane's operands of a matrix instruction. The registers of the first lane also
// hold the complete matrices, as soon as a lane needs them: with elements of the result's type, and
// b transposed.
type registers struct {
	held  [2]*sim.Vector
	whole *[2]*sim.Vector
}

// Multiply executes a matrix instruction: it reads the elements of a and b from the lanes that hold
// them, and adds products to c in the order of k, each step rounded. product describes the
// operation, or returns the reason why it cannot be executed; it is called once.
func Multiply(f *sim.Frame, in *sim.Instr, product func(op *ir.Operation) (Product, error)) error {
	mul, ok := in.Data.(*multiplication)
	if !ok {
		p, err := product(in.Op)
		if err != nil {
			return err
		}
		if mul, err = newMultiplication(f, in, p); err != nil {
			return err
		}
		in.Data = mul
	}
	var mine sim.Value
	if !f.Met() {
		mine.Ref = &registers{held: [2]*sim.Vector{f.Vector(in, mul.A), f.Vector(in, mul.B)}}
	}
	all, err := f.Meet(in, false, mine)
	if err != nil {
		return err
	}
	lane := f.Thread.Lane()
	first := lane / mul.Lanes * mul.Lanes
	if first+mul.Lanes > int64(len(all)) {
		return diag.Errorf("cluster", "the instruction needs %d lanes, but the subgroup has %d", mul.Lanes, len(all))
	}
	whole, err := mul.assemble(f.Machine, all[first:first+mul.Lanes], first)
	if err != nil {
		return err
	}
	a, b, c := whole[LHS], whole[RHS], f.Vector(in, mul.C)
	held := int64(c.Len())
	left, right := mul.runs[LHS][(lane-first)*held:][:held], mul.runs[RHS][(lane-first)*held:][:held]
	if !sim.Defined(a, b, c) {
		out := c.Clone()
		for i := range left {
			mul.products.AddAny(out, i, a, left[i], b, right[i], mul.K)
		}
		f.SetShaped(in, 0, out)
		return nil
	}
	out := f.CopyVector(in, c)
	for i := range left {
		mul.products.AddProducts(out, arith.Run{At: int64(i)}, a, left[i], b, right[i], mul.K)
	}
	f.SetShaped(in, 0, out)
	return nil
}

// ReadsMatrices is the part Reads of the meanings of a dialect whose operations on vectors are
// matrix instructions.
func ReadsMatrices(table sim.Table) func(op *ir.Operation) bool {
	return func(op *ir.Operation) bool { return table[op.Kind()] != nil }
}

// assemble builds the matrices from the parts that lanes hold; first is the number of the first
// lane.
func (mul *multiplication) assemble(m *sim.Machine, lanes []sim.Value, first int64) (*[2]*sim.Vector, error) {
	if r, ok := lanes[0].Ref.(*registers); ok && r.whole != nil {
		return r.whole, nil
	}
	var whole [2]*sim.Vector
	for lane, l := range lanes {
		r, ok := l.Ref.(*registers)
		if !ok {
			return nil, diag.Errorf("deadlock", "lane %d has ended", first+int64(lane))
		}
		for operand, v := range r.held {
			if whole[operand] == nil {
				whole[operand] = sim.NewVector(mul.shapes[operand], v.Elem)
			}
			out, n := whole[operand], v.Len()
			places := mul.places[operand][lane*n:][:n]
			if sim.AllShort(n, v) && out.Short != nil {
				for i, at := range places {
					out.Short[at] = v.Short[i]
				}
				continue
			}
			for i, at := range places {
				out.Set(int(at), v.At(i))
			}
		}
	}
	for operand, v := range whole {
		whole[operand] = arith.WidenAll(m, v, mul.acc)
	}
	lanes[0].Ref.(*registers).whole = &whole
	return &whole, nil
}
