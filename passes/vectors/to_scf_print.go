package vectors

import (
	"math/bits"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
)

// printElements replaces vector.print of a vector by loops that print elements and punctuation.
//
//	vector.print %v : vector<4xf32>
//	→ vector.print punctuation <open>
//	  scf.for %i = %c0 to %c4 step %c1 {
//	    %x = vector.extract %v[%i] : f32 from vector<4xf32>
//	    vector.print %x : f32 punctuation <no_punctuation>
//	    %more = arith.cmpi ult, %i, %c3 : index
//	    scf.if %more {
//	      vector.print punctuation <comma>
//	    }
//	  }
//	  vector.print punctuation <close>
//	  vector.print
func printElements(op *ir.Operation, rw *ir.Rewriter) bool {
	print := ir.Cast[vector.PrintOp](op)
	v := print.Source()
	if v == nil {
		return false
	}
	t, ok := v.Type().(*ir.VectorType)
	if !ok || len(t.Dims) > 1 && t.AnyScalable() {
		return false
	}
	v = widened(rw, v)
	t = v.Type().(*ir.VectorType)
	shape := t.Dims
	if len(shape) == 0 {
		shape = []int64{1}
	}
	if len(t.Dims) != 1 {
		n := int64(1)
		for _, d := range shape {
			n *= d
		}
		v = vector.NewShapeCast(rw, ir.Vector([]int64{n}, t.Elem), v).Result()
	}
	var after *ir.Operation // the first closing parenthesis
	var loops []*ir.Value
	for d, n := range shape {
		lower, upper, step := arith.ConstantIndex(rw, 0), arith.ConstantIndex(rw, n), arith.ConstantIndex(rw, 1)
		if d < len(t.Dims) && t.IsScalable(d) {
			scale := vector.NewVScale(rw).Res()
			upper = arith.NewMulI(rw, upper, scale).Result()
		}
		last := arith.NewSubI(rw, upper, step).Result()
		punctuate(rw, vector.Open)
		loop := scf.NewFor(rw, lower, upper, step, nil)
		body := &ir.Block{}
		i := body.AddArg(lower.Type(), rw.Loc)
		loop.Region().Append(body)
		end := punctuate(rw, vector.Close)
		if after == nil {
			after = end
		}
		loops = append(loops, i)
		rw.AtStart(body)
		scf.NewYield(rw)
		rw.AtStart(body)
		more := arith.NewCmpI(rw, arith.ULT, i, last).Result()
		region := &ir.Region{}
		fill(rw, region, nil, func([]*ir.Value) []*ir.Value {
			punctuate(rw, vector.Comma)
			return nil
		})
		ir.Build[scf.IfOp](rw, &ir.OpState{Operands: []*ir.Value{more}, ResultTypes: []ir.Type{}, Regions: []*ir.Region{region, {}}})
		rw.AtStart(body)
	}
	var flat *ir.Value
	stride := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		by := arith.ConstantIndex(rw, stride)
		at := arith.NewMulI(rw, by, loops[d]).Result()
		if flat != nil {
			at = arith.NewAddI(rw, flat, at).Result()
		}
		flat = at
		stride *= shape[d]
	}
	element := vector.NewPrint(rw, vector.NewExtractAt(rw, v, flat).Result())
	element.SetPunctuation(vector.NoPunctuation)
	rw.After(after)
	punctuate(rw, print.Punctuation())
	rw.Erase(op)
	return true
}

// punctuate prints only punctuation.
func punctuate(rw *ir.Rewriter, p vector.Punctuation) *ir.Operation {
	op := vector.NewPrint(rw, nil)
	op.SetPunctuation(p)
	return op.Operation()
}

// widened extends integers to a width that is a power of two and at least 8.
func widened(rw *ir.Rewriter, v *ir.Value) *ir.Value {
	t := v.Type().(*ir.VectorType)
	elem, ok := t.Elem.(*ir.IntegerType)
	if !ok {
		return v
	}
	c := rw.Context()
	of := func(e ir.Type) *ir.VectorType {
		scalable := make([]bool, len(t.Dims))
		for d := range scalable {
			scalable[d] = t.IsScalable(d)
		}
		return ir.ScalableVector(t.Dims, scalable, e)
	}
	width := max(8, 1<<bits.Len(uint(elem.Width-1)))
	v = vector.NewBitcast(rw, of(c.Integer(elem.Width)), v).Result()
	if width != elem.Width {
		if elem.Width == 1 || elem.Signedness == ir.Unsigned {
			v = arith.NewExtUI(rw, of(c.Integer(width)), v).Out()
		} else {
			v = arith.NewExtSI(rw, of(c.Integer(width)), v).Out()
		}
	}
	return vector.NewBitcast(rw, of(c.IntegerOf(width, elem.Signedness)), v).Result()
}
