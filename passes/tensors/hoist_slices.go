package tensors

import (
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// HoistSlicesOptions are the options of HoistSlices.
type HoistSlicesOptions struct {
	FoldIdentitySlices bool `opt:"fold-identity-slices" help:"replace slices with all elements by their tensor"`
}

// HoistSlices is tensor-hoist-slices.
var HoistSlices = &passes.Pass{
	Name:    "tensor-hoist-slices",
	Aliases: []string{"iree-codegen-optimize-tensor-insert-extract-slices"},
	Title:   "Let loops carry slices and vectors instead of tensors",
	Doc: `A loop that reads and writes the same part of a tensor in each iteration carries the part:

    %r = scf.for … iter_args(%t = %init) -> (tensor<8xf32>) {
      %v = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
      %w = arith.addf %v, %x : vector<4xf32>
      %u = vector.transfer_write %w, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
      scf.yield %u : tensor<8xf32>
    }
    →
    %v = vector.transfer_read %init[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %s = scf.for … iter_args(%a = %v) -> (vector<4xf32>) {
      %w = arith.addf %a, %x : vector<4xf32>
      scf.yield %w : vector<4xf32>
    }
    %r = vector.transfer_write %s, %init[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>

The same is done with tensor.extract_slice and tensor.insert_slice. A part that may be outside of its tensor
stays in a loop that may have no iteration. Reads of what was just written, or of a tensor without contents,
become the vector, with masks where they differ.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "scf", "tensor", "ub", "vector"},
	Options:  HoistSlicesOptions{},
	Run:      runHoistSlices,
}

func runHoistSlices(c *passes.Context) (changed bool, err error) {
	patterns := slices.Concat(transferPatterns, c.IR.MustOpDef(tensor.DimOp{}).Patterns, c.IR.MustOpDef(vector.TransferWriteOp{}).Patterns)
	if passes.OptionsOf[HoistSlicesOptions](c).FoldIdentitySlices {
		for _, k := range []ir.OpKind{tensor.ExtractSliceOp{}, tensor.InsertSliceOp{}} {
			patterns = append(patterns, &ir.Pattern{Name: "fold-identity-slice", Root: k, Rewrite: foldIdentitySlice})
		}
	}
	changed = passes.ApplyPatterns(c, patterns)
	rw, hoisted := c.Rewriter(nil), false
	c.WalkPost(c.Op, func(op *ir.Operation) ir.WalkResult {
		if loop := ir.As[scf.ForOp](op); loop.Ok() {
			hoisted = hoistParts(loop, rw) || hoisted
		}
		return ir.Advance
	})
	if hoisted {
		passes.ApplyPatterns(c, patterns)
	}
	return changed || hoisted, nil
}

func foldIdentitySlice(op *ir.Operation, rw *ir.Rewriter) bool {
	whole := wholeOf(op.ResultList()[0])
	if whole == nil {
		return false
	}
	rw.Replace(op, whole)
	return true
}

// part is a part of a tensor that a loop reads and writes in each iteration.
type part struct {
	reads []*ir.Operation
	write *ir.Operation
	value *ir.Value // the written part
}

// hoistParts makes a loop carry the parts of its tensors.
func hoistParts(loop scf.ForOp, rw *ir.Rewriter) (changed bool) {
	for i := range loop.InitArgs() {
		for { // a part may itself have a part
			p := findPart(loop, i)
			if p == nil {
				break
			}
			p.hoist(loop, i, rw)
			changed = true
		}
	}
	return changed
}

// findPart returns the part of carried tensor i, nil if the loop uses the tensor in another way.
func findPart(loop scf.ForOp, i int) *part {
	body := loop.Operation().Body()
	carried, yielded := body.Arg(1+i), body.Back().Operand(i)
	if _, ok := carried.Type().(*ir.TensorType); !ok || !yielded.HasOneUse() {
		return nil
	}
	write := yielded.DefiningOp()
	if write == nil || write.Block() != body {
		return nil
	}
	p := &part{write: write}
	var value, base *ir.OpOperand
	switch insert, transfer := ir.As[tensor.InsertSliceOp](write), ir.As[vector.TransferWriteOp](write); {
	case insert.Ok():
		value, base = insert.SourceMutable(), insert.DestMutable()
	case transfer.Ok() && !slices.Contains(transfer.InBounds(), false):
		value, base = transfer.ValueToStoreMutable(), transfer.BaseMutable()
	default:
		return nil
	}
	if p.value = value.Value(); base.Value() != carried || !invariantBut(write, body, value, base) {
		return nil
	}
	for u := carried.FirstUse(); u != nil; u = u.Next() {
		op := u.Owner()
		if op == write {
			continue
		}
		if op.Block() != body || !p.isReadBy(op, u) || !invariantBut(op, body, u) {
			return nil
		}
		p.reads = append(p.reads, op)
	}
	if len(p.reads) == 0 || !isEntered(loop) && !isInside(p.reads[0]) {
		return nil
	}
	return p
}

// isEntered reports whether a loop has at least one iteration.
func isEntered(loop scf.ForOp) bool {
	lower, hasLower := (ir.Mixed{Value: loop.LowerBound()}).Constant()
	upper, hasUpper := (ir.Mixed{Value: loop.UpperBound()}).Constant()
	return hasLower && hasUpper && lower < upper
}

// isInside reports whether a read is known to be inside of its tensor, so that it may also be done
// before a loop without iterations.
func isInside(read *ir.Operation) bool {
	t, isTransfer := vector.AsTransfer(read)
	slice := ir.As[tensor.ExtractSliceOp](read)
	var source *ir.Value
	if isTransfer {
		source = t.Base()
	} else {
		source = slice.Source()
	}
	base := source.Type().(ir.ShapedType).Shape()
	fits := func(d int, first ir.Mixed, size, stride int64) bool {
		at, ok := first.Constant()
		return ok && at >= 0 && base[d] != ir.Dynamic && at+(size-1)*stride < base[d]
	}
	if !isTransfer {
		l := slice.Lists()
		for d := range base {
			size, sized := l.Sizes[d].Constant()
			stride, strided := l.Strides[d].Constant()
			if !sized || !strided || stride < 0 || !fits(d, l.Offsets[d], max(size, 1), stride) {
				return false
			}
		}
		return true
	}
	sizes := ones(len(base))
	for r, e := range t.Map().Results {
		if d, ok := e.IsDim(); ok {
			sizes[d] = t.VectorType().Dims[r]
		}
	}
	for d, v := range t.Indices() {
		if !fits(d, ir.Mixed{Value: v}, sizes[d], 1) {
			return false
		}
	}
	return true
}

// isReadBy reports whether op reads exactly the part; tensor is its use of the tensor.
func (p *part) isReadBy(op *ir.Operation, tensorUse *ir.OpOperand) bool {
	if extract, insert := ir.As[tensor.ExtractSliceOp](op), ir.As[tensor.InsertSliceOp](p.write); extract.Ok() && insert.Ok() {
		a, b := extract.Lists(), insert.Lists()
		same := func(x, y []ir.Mixed) bool { return slices.EqualFunc(x, y, ir.SameMixed) }
		return extract.Result().Type() == insert.Source().Type() && same(a.Offsets, b.Offsets) && same(a.Sizes, b.Sizes) && same(a.Strides, b.Strides)
	}
	read, isRead := vector.AsTransfer(op)
	write, isWrite := vector.AsTransfer(p.write)
	if !isRead || !isWrite || !read.IsRead() || leavesBase(read) || !sameBox(read, write) || !sameMask(read.Mask(), write.Mask()) {
		return false
	}
	if len(p.reads) > 0 && read.Mask() != nil {
		first, _ := vector.AsTransfer(p.reads[0])
		return first.Padding() == read.Padding()
	}
	return tensorUse == ir.Cast[vector.TransferReadOp](op).BaseMutable()
}

// invariantBut reports whether all operands of an operation but some can be computed before the loop.
func invariantBut(op *ir.Operation, body *ir.Block, but ...*ir.OpOperand) bool {
	for i := range op.NumOperands() {
		u := op.OpOperand(i)
		if !slices.Contains(but, u) && !isInvariant(u.Value(), body, nil) {
			return false
		}
	}
	return true
}

// deepestInvariant is the number of operations that are moved out of a loop to compute an operand.
const deepestInvariant = 4

// isInvariant reports whether a value is computed outside of a body, or by pure operations that can be
// moved before its loop. If move is set, it calls it for these, in order.
func isInvariant(v *ir.Value, body *ir.Block, move func(*ir.Operation)) bool {
	return invariant(v, body, move, 0)
}

func invariant(v *ir.Value, body *ir.Block, move func(*ir.Operation), depth int) bool {
	if v.ParentBlock() != body {
		return true
	}
	op := v.DefiningOp()
	if op == nil || depth == deepestInvariant || op.NumRegions() > 0 || !ir.IsPure(op) {
		return false
	}
	for _, w := range op.Operands() {
		if !invariant(w, body, move, depth+1) {
			return false
		}
	}
	if move != nil {
		move(op)
	}
	return true
}

// hoist makes a loop carry the part of tensor i.
func (p *part) hoist(loop scf.ForOp, i int, rw *ir.Rewriter) {
	op := loop.Operation()
	body, init := op.Body(), loop.InitArgs()[i]
	for _, o := range append([]*ir.Operation{p.write}, p.reads...) {
		for _, v := range o.Operands() {
			if v != p.value {
				isInvariant(v, body, func(o *ir.Operation) { o.MoveBefore(op) })
			}
		}
	}
	rw.Before(op).Loc = p.reads[0].Loc()
	var m ir.Mapping
	m.Map(body.Arg(1+i), init)
	start := rw.Clone(p.reads[0], &m).Result(0)

	next := p.value
	if read, ok := vector.AsTransfer(p.reads[0]); ok {
		rw.Before(body.Back()).Loc = p.write.Loc()
		next = padded(rw, read, next)
	}
	rw.After(op).Loc = p.write.Loc()
	m = ir.Mapping{}
	m.Map(body.Arg(1+i), init)
	write := rw.Clone(p.write, &m)
	result := op.Result(i)
	rw.ReplaceUses(result, write.Result(0))
	for k := range write.NumOperands() {
		if write.Operand(k) == p.value {
			write.OpOperand(k).Set(result)
		}
	}
	carried := body.Arg(1 + i)
	for _, read := range p.reads {
		rw.ReplaceUses(read.Result(0), carried)
		rw.Erase(read)
	}
	rw.Modify(op, func() {
		body.Back().OpOperand(i).Set(next)
		loop.InitArgMutable(i).Set(start)
		carried.SetType(start.Type())
		result.SetType(start.Type())
	})
	rw.Erase(p.write)
}
