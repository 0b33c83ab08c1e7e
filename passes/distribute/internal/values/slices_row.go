package values

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/flow"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// distributeHeldRow extracts a row at a computed position if a thread does not hold all rows: each lane takes, from
// its own registers, the row that they hold at the position, and gets its elements of the row from the lane that
// holds them.
//
//	vector.extract %v[%i] : vector<64xf32> from vector<8x64xf32>, batch [2, 1], thread [4, 8], element [1, 8]
//	→ %d:2 = affine.delinearize_index %i into (2, 4)
//	  %row = vector.extract %part[%d#0]
//	  gpu.shuffle idx %row[k], %lane, 32        // for each element; %lane has the digit %d#1 along dimension 0
func distributeHeldRow(d core.Distributor, op *ir.Operation) {
	extract, base := ir.Cast[vector.ExtractOp](op), d.Common()
	source, result := extract.Source(), extract.Result()
	s, rank := layouts.SliceOf(op), len(threadcode.VectorShape(result))
	row := d.Layout(source).Project(s.Leading(rank))
	if !d.Agree([]flow.Layout{d.Layout(result)}, []flow.Layout{row}) || !base.Exchanges(op) {
		return
	}
	position := extract.MixedPosition()
	dims, err := d.Distribution(source).Dims(base.Subgroup)
	if err != nil {
		d.Leave("is not distributed: threads cannot tell from %s which of them holds the row", d.Distribution(source).Stripped())
		return
	}
	dims = dims[:len(position)]
	lanes := base.Chip.Lanes(base.Subgroup)
	if why := noRowShuffles(base, dims, ir.ElementOrSelf(result.Type()), lanes); why != "" {
		convertForRow(d, op, s, row)
		return
	}
	v := d.InOrder(source)
	held := vector.NewExtractAt(base.RW, v, registersAt(base, dims, position)...).Result()
	n, _ := ir.NumElements(threadcode.VectorShape(held))
	flat, elements := base.ShapeCast(held, []int64{n}), make([]*ir.Value, n)
	base.Explain(op, "takes %s: lanes get the row from the lanes that hold it", diag.Counted(n, "shuffle"))
	lane := laneAt(base, dims, position, lanes)
	for k := range elements {
		x := vector.NewExtract(base.RW, flat, int64(k)).Result()
		elements[k] = exchange.ShuffleAmong(base, lanes, gpu.ShuffleIdx, x, lane)
	}
	d.Replace(d.AsPart(base.VectorOf(elements, threadcode.VectorShape(held)), result))
}

// noRowShuffles returns the reason why lanes cannot get a row from other lanes, which differ in digits of the given dimensions,
// or "".
func noRowShuffles(d *core.Nested, dims []layout.Dim, elem ir.Type, lanes int64) string {
	span := int64(1)
	for _, dim := range dims {
		for _, g := range dim.Digits {
			if g.Unit == 0 || g.Size == 1 {
				continue
			}
			if lanes%(g.Unit*g.Size) != 0 {
				return "the rows are in several subgroups"
			}
			span = max(span, g.Unit*g.Size)
		}
	}
	return exchange.NoShuffles(d, elem, span)
}

// convertForRow converts the source to a layout in which threads hold all rows, and extracts the row there.
func convertForRow(d core.Distributor, op *ir.Operation, s layouts.Slice, row flow.Layout) {
	extract, rw := ir.Cast[vector.ExtractOp](op), d.Rewriter()
	source := extract.Source()
	l := d.Layout(source)
	whole := s.Source(l, threadcode.VectorShape(source), row.Rank())
	converted := vectorext.NewToLayout(rw, source, whole.Attribute())
	d.Enqueue(converted.Operation(), []flow.Layout{l}, []flow.Layout{whole})
	operands := append([]*ir.Value{converted.Output()}, extract.DynamicPosition()...)
	taken := rw.Like(op, operands, []ir.Type{extract.Result().Type()})
	d.Enqueue(taken, []flow.Layout{whole}, []flow.Layout{row})
	rw.Replace(op, taken.Result(0))
}

// registersAt returns the place of a position in the part of the threads that hold it, along each dimension.
func registersAt(d *core.Nested, dims []layout.Dim, position []ir.Mixed) (registers []*ir.Value) {
	for i, at := range position {
		local := ir.Mixed{}
		factor := int64(1)
		eachDigit(d, dims[i], at, func(g layout.Digit, digit ir.Mixed) {
			if g.Unit == 0 {
				local = d.PlusTimes(local, digit, factor)
				factor *= g.Size
			}
		})
		registers = append(registers, d.ValueOf(local))
	}
	return registers
}

// laneAt builds the lane that differs from the own lane in the digits of some dimensions, which it has at a position.
func laneAt(d *core.Nested, dims []layout.Dim, position []ir.Mixed, lanes int64) *ir.Value {
	holder, own := ir.Mixed{}, []layout.Digit{}
	for i, at := range position {
		eachDigit(d, dims[i], at, func(g layout.Digit, digit ir.Mixed) {
			if g.Unit > 0 {
				holder = d.PlusTimes(holder, digit, g.Unit)
				own = append(own, layout.Digit{Size: g.Size, Unit: g.Unit, Offset: g.Unit})
			}
		})
	}
	lane := d.ThreadSum([]layout.Digit{{Size: lanes, Unit: 1, Offset: 1}}, false)
	lane = arith.NewSubI(d.RW, lane, d.ThreadSum(own, false)).Result()
	lane = arith.NewAddI(d.RW, lane, d.ValueOf(holder)).Result()
	return arith.NewIndexCast(d.RW, d.RW.Context().I32(), lane).Out()
}

// eachDigit calls visit with each digit of a dimension, the lowest first, and its value at a position.
func eachDigit(d *core.Nested, dim layout.Dim, at ir.Mixed, visit func(g layout.Digit, digit ir.Mixed)) {
	var values []*ir.Value
	if at.Value != nil {
		values = d.Delinearize(at.Value, dim.Sizes(), true)
	}
	number := at.Const
	for k, g := range dim.Digits {
		digit := ir.Mixed{Const: number % g.Size}
		if at.Value != nil {
			digit = ir.Mixed{Value: values[len(values)-1-k]}
		}
		number /= g.Size
		visit(g, digit)
	}
}
