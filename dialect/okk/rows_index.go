package okk

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// indexSet are the types of indices of rows.
const indexSet = DTypeSet(1<<I32 | 1<<UI32)

// indexedRows declare the gather and the scatter of rows by the copy engine (tpu_gdma_h_gather_S2L and its likes in
// tpu_kernel.h).
func indexedRows() []*Row {
	columns := func(destination, source, indices string) []Column {
		return []Column{
			{Name: "destination", Memory: tensorConstraint, Access: ir.Write, Shape: destination},
			{Name: "source", Memory: tensorConstraint, Access: ir.Read, Shape: source},
			{Name: "indices", Memory: tensorConstraint, Access: ir.Read, Shape: indices, Types: indexSet},
		}
	}
	const table, some, list = "!okk.sys<1x3x40x5xf32, continuous>", "!okk.local<1x3x6x5xf32, aligned>", "!okk.sys<1x3x6x1xui32, continuous>"
	example := func(operation string) []string {
		return []string{"okk.kernel @k {\n  %x = okk.sys_buffer \"x\" : " + table + "\n  %i = okk.sys_buffer \"i\" : " + list + "\n  %t = okk.alloc : " + some + "\n  " + operation + "\n}"}
	}
	const where = " The operands are in local or system memory, with neighbours along W. An index outside of the tensor stops a run. BM1684 has no such operation."
	gather := &Row{
		Kind: "okk.gather_rows", GoName: "GatherRows", Summary: "rows of each channel by a list of indices, by the copy engine",
		Description: "Row (0, c, r) of the destination is row (0, c, indices[0, c, r, 0]) of the source." + where,
		OpClass:     OpClass{Name: "gather_rows", ShapeRule: "(1, C, R, W) from (1, C, A, W) and indices (1, C, R, 1)", Operands: columns("1CRW", "1CAW", "1CR1")},
		Examples:    example("okk.gather_rows %t, %x, %i : " + some + ", " + table + ", " + list), Range: sourceRange,
	}
	scatter := &Row{
		Kind: "okk.scatter_rows", GoName: "ScatterRows", Summary: "rows of each channel to places of a list, by the copy engine",
		Description: "Row (0, c, a) of the source is stored as row (0, c, indices[0, c, a, 0]) of the destination, whose other rows stay. The last one counts if indices are equal." + where,
		OpClass:     OpClass{Name: "scatter_rows", ShapeRule: "(1, C, R, W) from (1, C, A, W) and indices (1, C, A, 1)", Operands: columns("1CRW", "1CAW", "1CA1")},
		Examples:    example("okk.scatter_rows %x, %t, %i : " + table + ", " + some + ", " + list), Range: scatteredRange,
		Adds: func(*ir.Operation) bool { return true },
	}
	for _, r := range []*Row{gather, scatter} {
		r.Assembly, r.Check, r.Engine = assemblyOf(r.Operands), r.checkIndexed, CopyEngine
		scatters := r == scatter
		r.Compute = func(_ *Arithmetic, _ *ir.Operation, args []*Elements) error { return moveRows(args, scatters) }
	}
	return []*Row{gather, scatter}
}

// checkIndexed checks the operands of a gather or scatter of rows.
func (r *Row) checkIndexed(op *ir.Operation) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	if m.Interface != TPUKernel || !m.Rules {
		return Diagnose(op, unknownOn(m, r.Name))
	}
	values := Tensors(op)
	sides, tensors, shapes, placed := make([]side, len(values)), make([]Operand, len(values)), make([][]int64, len(values)), make([]bool, len(values))
	for i, v := range values {
		if _, open := Extents(v.Type()); open != 0 {
			return problem(op, "open-sizes", "expected extents that are numbers, but got %s", v.Type())
		}
		x, known, err := operand(m, v)
		if err != nil {
			return Diagnose(op, operandError(i, err), values...)
		}
		if x == nil {
			return nil
		}
		tensors[i], sides[i], placed[i] = x, x.side(), known
		shapes[i] = sides[i].shape
		switch {
		case sides[i].matrix || sides[i].mode != N1:
			return problem(op, "bad-mode", "expected a tensor of mode n1 as operand #%d, but got %s", i, v.Type())
		case !sides[i].hasRows():
			return problem(op, "dma-w-stride", "the copy engine needs W stride 1, but operand #%d has %d", i, sides[i].wStride)
		}
	}
	switch to, from, index := sides[0].dtype, sides[1].dtype, sides[2].dtype; {
	case to != from:
		return problem(op, "dtype-mismatch", "expected elements of one type, but got %s from %s", to, from)
	case !indexSet.Has(index):
		return problem(op, "dtype-mismatch", "expected indices of %s, but got %s", indexSet, index)
	case !r.shapesFit(shapes):
		return problem(op, "shape-mismatch", "expected %s, but got %s from %s and indices %s", r.ShapeRule, spellList(shapes[0]), spellList(shapes[1]), spellList(shapes[2]))
	}
	if err := checkWrite(tensors[0].Units()); err != nil {
		return Diagnose(op, err)
	}
	for i, x := range tensors[1:] {
		if where, shared := sharedBytes(tensors[0], x); shared && placed[0] && placed[i+1] {
			return problem(op, "operand-overlap", "destination '%s' and operand #%d '%s' share %s", NameOf(values[0]), i+1, NameOf(values[i+1]), where)
		}
	}
	return nil
}

// sharedBytes reports whether two operands share bytes, and where.
func sharedBytes(x, y Operand) (where string, shared bool) {
	switch x := x.(type) {
	case *Tensor:
		if y, local := y.(*Tensor); local {
			b, found := x.Shared(y)
			return b.String(), found
		}
	case System:
		if y, system := y.(System); system {
			lo, hi, found := x.Shared(y)
			return SystemRange(lo, hi), found
		}
	}
	return "", false
}

// moveRows computes gathers and scatters of rows. The error code is value-range for an index outside of the tensor.
func moveRows(args []*Elements, scatters bool) error {
	dst, src, list := args[0], args[1], args[2]
	limit := src.Shape[2]
	if scatters {
		limit = dst.Shape[2]
	}
	channels, count, width := list.Shape[1], list.Shape[2], dst.Shape[3]
	for i, v := range list.Bits {
		if v >= uint64(limit) {
			return diag.Errorf("value-range", "index (%s) is %d, but there are %d rows", num.JoinInts(list.At(i)), integer(list.DType, v), limit)
		}
	}
	for c := range channels {
		for r := range count {
			from, to := c*src.Shape[2]+int64(list.Bits[c*count+r]), c*dst.Shape[2]+r
			if scatters {
				from, to = c*src.Shape[2]+r, c*dst.Shape[2]+int64(list.Bits[c*count+r])
			}
			copy(dst.Bits[to*width:(to+1)*width], slices.Clone(src.Bits[from*width:(from+1)*width]))
		}
	}
	return nil
}
