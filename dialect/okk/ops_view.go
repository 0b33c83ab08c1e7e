package okk

import "optc/ir"

func viewOps() []*ir.OpDef {
	view := func(kind ir.OpKind, summary, description, assembly, example string, t *ir.TypeConstraint, shows func(op *ir.Operation) View) *ir.OpDef {
		return &ir.OpDef{
			Kind: kind.Kind(), Summary: summary, Description: description,
			Operands: []ir.ValueDef{{Name: "source", Type: t}},
			Results:  []ir.ValueDef{{Name: "result", Type: t}},
			Attrs:    []ir.PropDef{optional(addressAttr, integerAttr, "address of the first element, which okk-allocate writes down")},
			Traits:   ir.Pure,
			Assembly: "$source" + assembly + " (`at` $address^)? attr-dict `:` type($source) `to` type($result)",
			Verify:   verifyView, Implements: []ir.Implementation{Views.By(shows)},
			Examples: []string{"okk.kernel @k {\n" + example + "\n}"},
		}
	}
	slice := view(SliceOp{}, "part of a tensor",
		"The part begins at the offsets, in elements, and has the extents of the result; it keeps the strides. Offsets are numbers or "+
			"depend on the indices of loops and on parameters, as do the extents that the type of the result leaves open.", "",
		"  %t = okk.alloc : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1>\n"+
			"  %u = okk.slice %t[1, 3, 0, 0] : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1> to !okk.local<1x6x4x5xf32, strides[96, 32, 5, 1]>", tensorConstraint,
		func(op *ir.Operation) View { return View{Part: true, Offsets: SliceOffsets(op)} })
	slice.Operands = append(slice.Operands, ir.VariadicIndex("offsets"), ir.VariadicIndex("sizes"))
	slice.Traits |= ir.AttrSizedOperandSegments
	slice.Assembly = "$source `` custom<DynamicIndexList>($offsets, $static_offsets) (`sizes` `` `(` $sizes^ `)`)? (`at` $address^)? attr-dict `:` type($source) `to` type($result)"
	slice.Attrs = append(slice.Attrs, ir.PropDef{Name: staticOffsets, Type: ir.DenseI64ArrayAttr})
	slice.New = []string{"source", "offsets", "sizes", "result"}
	slice.Fold = foldSlice
	slice.Custom = map[string]ir.CustomDirective{"DynamicIndexList": ir.DynamicIndexList}
	broadcast := view(BroadcastOp{}, "repeat a tensor along N, H or W",
		"Extents of 1 grow; their strides are 0. The result is only read. C cannot grow: channels lie in different NPUs.", "",
		"  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>\n  %u = okk.broadcast %t : !okk.local<1x3x4x5xf32, aligned> to !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>", localConstraint,
		func(*ir.Operation) View { return View{Repeats: true} })
	broadcast.Operands = append(broadcast.Operands, ir.VariadicIndex("sizes"))
	broadcast.Assembly = "$source (`sizes` `` `(` $sizes^ `)`)? (`at` $address^)? attr-dict `:` type($source) `to` type($result)"
	permute := view(PermuteOp{}, "a tensor with its dimensions in another order",
		"Dimension i of the result is dimension order[i] of the source, with its stride: [0, 2, 1, 3] exchanges C and H. In local memory C stays, because channels "+
			"lie in different NPUs.", "",
		"  %x = okk.sys_buffer \"x\" : !okk.sys<2x3x4x5xf32, continuous>\n  %y = okk.permute %x [0, 2, 1, 3] : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<2x4x3x5xf32, strides[60, 5, 20, 1]>\n"+
			"  %t = okk.alloc : !okk.local<2x3x4x5xf32, compact>\n  %u = okk.permute %t [3, 1, 2, 0] : !okk.local<2x3x4x5xf32, compact> to !okk.local<5x3x4x2xf32, strides[1, 20, 5, 20]>", tensorConstraint,
		func(op *ir.Operation) View { return View{Order: ir.Cast[PermuteOp](op).Order()} })
	permute.Attrs = append(permute.Attrs, ir.PropDef{Name: "order", Type: ir.DenseI64ArrayAttr})
	permute.Assembly = "$source $order (`at` $address^)? attr-dict `:` type($source) `to` type($result)"
	restride := view(RestrideOp{}, "a tensor of system memory with other extents and strides",
		"The first element of the result is element `from` of the source, 0 if it is not given. The others follow by the strides of the result, which may be 0, and are "+
			"elements of the source. The source has no gaps. A copy reads elements that appear several times, and does not write them.", "",
		"  %x = okk.sys_buffer \"x\" : !okk.sys<1x1x3x8xf32, continuous>\n  %y = okk.restride %x from 8 : !okk.sys<1x1x3x8xf32, continuous> to !okk.sys<1x5x2x8xf32, strides[0, 0, 8, 1]>\n"+
			"  %z = okk.restride %x : !okk.sys<1x1x3x8xf32, continuous> to !okk.sysmatrix<6x4xf32, row_stride = 4>", systemConstraint,
		func(op *ir.Operation) View { return View{Strided: true, First: ir.Cast[RestrideOp](op).From()} })
	restride.Attrs = append(restride.Attrs, ir.PropDef{Name: "from", Type: integerAttr, Optional: true, Absent: 0})
	restride.Assembly = "$source (`from` $from^)? (`at` $address^)? attr-dict `:` type($source) `to` type($result)"
	same := func(*ir.Operation) View { return View{} }
	return []*ir.OpDef{
		view(ViewOp{}, "the same bytes under another shape or layout",
			"Every element keeps its address and its number in row-major order; a matrix may be viewed as a tensor and vice versa, in local and in system memory.", "",
			"  %t = okk.alloc : !okk.matrix<2x40xf32, w = 10>\n  %u = okk.view %t : !okk.matrix<2x40xf32, w = 10> to !okk.local<2x4x1x10xf32, aligned>\n"+
				"  %x = okk.sys_buffer \"x\" : !okk.sysmatrix<8x6xf32, row_stride = 6>\n  %y = okk.view %x : !okk.sysmatrix<8x6xf32, row_stride = 6> to !okk.sys<1x8x1x6xf32, continuous>", tensorConstraint, same),
		slice,
		broadcast,
		permute,
		restride,
		view(BitcastOp{}, "the same bytes with another element type",
			"An element is shown as several smaller ones along W, or units of a packed mode are shown as elements of 32 bits, which needs a batch "+
				"size without dummies. The opposite directions are allowed too.", "",
			"  %t = okk.alloc : !okk.local<8x5x4x5xi8, mode = n4, aligned>\n  %u = okk.bitcast %t : !okk.local<8x5x4x5xi8, mode = n4, aligned> to !okk.local<2x5x4x5xi32, aligned>", localConstraint, same),
	}
}

// foldSlice replaces offsets that are constants by numbers.
//
//	%c4 = arith.constant 4 : index
//	okk.slice %t[%c4, 0, 0, 0]   →   okk.slice %t[4, 0, 0, 0]
func foldSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	offsets := SliceOffsets(op)
	if !ir.FoldMixed(offsets, 0) {
		return ir.FoldResult{}
	}
	static, values := ir.SplitMixed(offsets)
	slice := ir.Cast[SliceOp](op)
	op.SetOperandGroup(1, values)
	slice.SetStaticOffsets(static)
	return ir.FoldInPlace()
}

const staticOffsets = "static_offsets"

// SliceOffsets returns the coordinate at which the part of okk.slice begins: numbers and
// values, in elements.
func SliceOffsets(op *ir.Operation) []ir.Mixed { return ir.Cast[SliceOp](op).MixedOffsets() }
