package linalg

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

const (
	outerPerm = "outer_dims_perm"
	innerPos  = "inner_dims_pos"
)

var (
	packTiles   = view.List{Attr: "static_inner_tiles", Group: 3, Word: "inner tile"}
	unpackTiles = view.List{Attr: "static_inner_tiles", Group: 2, Word: "inner tile"}
)

// relayout completes the definition of pack or unpack.
func relayout(d *ir.OpDef, tiles view.List, padding string) *ir.OpDef {
	ranked := func(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: ir.AnyRankedTensor} }
	d.Operands = append([]ir.ValueDef{ranked("source"), ranked("dest")}, d.Operands...)
	d.Operands = append(d.Operands, ir.VariadicIndex("inner_tiles"))
	d.Results = []ir.ValueDef{ranked("result")}
	d.Attrs = []ir.PropDef{
		{Name: outerPerm, Type: ir.DenseI64ArrayAttr, Optional: true, Default: func(c *ir.Context) ir.Attribute { return c.DenseI64Array(nil) }, Go: ir.GoSharedI64},
		{Name: innerPos, Type: ir.DenseI64ArrayAttr, Go: ir.GoSharedI64},
		tiles.Prop(),
	}
	d.New = ir.ByHand
	d.Traits |= ir.NoMemoryEffect
	d.Interfaces.DestStyle = &ir.DestStyle{Inits: initAt(1)}
	d.Constraints = []ir.Constraint{ir.TypesMatchWith{
		Sentence: "result type matches type of dest", From: "dest", To: "result", Transform: func(t ir.Type) ir.Type { return t },
	}}
	d.Assembly = "$source " + padding + "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos " +
		"`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)"
	d.Custom = view.IndexLists
	return d
}

func pack() *ir.OpDef {
	d := relayout(&ir.OpDef{
		Kind: "linalg.pack", Summary: "tiles of a tensor, stored one after the other",
		Description: `Divides the dimensions inner_dims_pos of the source into tiles of inner_tiles elements. The
last dimensions of the result run inside of a tile. The first are the numbers of tiles and the
dimensions without tiles, permuted by outer_dims_perm. An incomplete tile is filled with the
padding value, and needs one.`,
		Operands:     []ir.ValueDef{{Name: "padding_value", Type: ir.AnyType, Kind: ir.Optional}},
		Traits:       ir.AttrSizedOperandSegments,
		ResultNames:  ir.NameResult("pack"),
		Speculatable: speculatePack,
		Patterns:     packPatterns,
		Examples: []string{`func.func @f(%x: tensor<128x256xf32>, %y: tensor<16x8x8x32xf32>) -> tensor<16x8x8x32xf32> {
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %y : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return %0 : tensor<16x8x8x32xf32>
}`},
	}, packTiles, "(`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? ")
	d.Verify = func(op *ir.Operation) *ir.Diagnostic {
		packOp := ir.Cast[PackOp](op)
		source, dest := packOp.Source().Type().(*ir.TensorType), packOp.Dest().Type().(*ir.TensorType)
		if diag := verifyRelayout(op, packTiles, source, dest); diag != nil {
			return diag
		}
		if v := packOp.PaddingValue(); v != nil {
			if v.Type() != source.Elem {
				return op.Errorf("expected padding_value has '%s' but got: '%s'", source.Elem, v.Type())
			}
		} else if needsPadding(packOp) {
			return op.Errorf("invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set")
		}
		return nil
	}
	return d
}

func unpack() *ir.OpDef {
	d := relayout(&ir.OpDef{
		Kind: "linalg.unpack", Summary: "the tensor of which tiles were stored one after the other",
		Description: "The inverse of linalg.pack; elements that padded a tile are dropped.",
		ResultNames: ir.NameResult("unpack"),
		Patterns:    unpackPatterns,
		Speculatable: func(op *ir.Operation) ir.Speculatability {
			if slices.Contains(ir.Cast[UnpackOp](op).StaticInnerTiles(), ir.Dynamic) {
				return ir.NotSpeculatable
			}
			return ir.Speculatable
		},
		Examples: []string{`func.func @f(%x: tensor<16x8x8x32xf32>, %y: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %y : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return %0 : tensor<128x256xf32>
}`},
	}, unpackTiles, "")
	d.Verify = func(op *ir.Operation) *ir.Diagnostic {
		unpackOp := ir.Cast[UnpackOp](op)
		packed, whole := unpackOp.Source().Type().(*ir.TensorType), unpackOp.Dest().Type().(*ir.TensorType)
		return verifyRelayout(op, unpackTiles, whole, packed)
	}
	return d
}

func speculatePack(op *ir.Operation) ir.Speculatability {
	packOp := ir.Cast[PackOp](op)
	if packOp.PaddingValue() != nil {
		return ir.Speculatable
	}
	source, tiles := shapeOf(packOp.Source()), packOp.StaticInnerTiles()
	for i, d := range packOp.InnerDimsPos() {
		if source[d] == ir.Dynamic || tiles[i] == ir.Dynamic {
			return ir.NotSpeculatable
		}
	}
	return ir.Speculatable
}

// verifyRelayout follows commonVerifierPackAndUnPackOp: whole is the type without tiles, packed the
// type with them.
func verifyRelayout(op *ir.Operation, list view.List, whole, packed *ir.TensorType) *ir.Diagnostic {
	rank := len(whole.Dims)
	pos, _ := ir.ReadInt64s(op.Attr(innerPos))
	outer, _ := ir.ReadInt64s(op.Attr(outerPerm))
	tiles, static := list.Of(op), list.Static(op)
	if want, got := view.CountDynamic(static), list.NumValues(op); want != got {
		return op.Errorf("mismatch between the number of dynamic inner tiles (%d) and the operands for them (%d)", want, got)
	}
	switch {
	case slices.ContainsFunc(tiles, func(t ir.Mixed) bool { n, ok := t.Constant(); return ok && n == 0 }):
		return op.PlainErrorf("invalid zero tile factor")
	case !validDims(pos, rank):
		return op.PlainErrorf("invalid inner_dims_pos vector")
	case !validDims(outer, rank):
		return op.PlainErrorf("invalid outer_dims_perm vector")
	case len(outer) != 0 && len(outer) != rank:
		return op.PlainErrorf("outer_dims_perm must be a permutation or empty")
	case len(tiles) > rank:
		return op.PlainErrorf("tiling factors must be less than or equal to the input rank for pack or output rank for unpack")
	case len(tiles) != len(pos):
		return op.PlainErrorf("tiling factors must equal the number of dimensions to tile")
	case len(packed.Dims) != rank+len(tiles):
		return op.PlainErrorf("packed rank != (unpacked rank + num tiling factors), got %d != %d", len(packed.Dims), rank+len(tiles))
	case !slices.Equal(packed.Dims[rank:], static):
		return op.PlainErrorf("mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type")
	}
	want := packedShape(whole.Dims, static, pos, outer)
	for i, n := range want[:rank] {
		if got := packed.Dims[i]; got != ir.Dynamic && n != ir.Dynamic && got != n {
			return op.PlainErrorf("expected '%s' for the packed domain value, got '%s'", ir.Tensor(want, whole.Elem, nil), packed)
		}
	}
	return nil
}

// needsPadding reports whether some tile of pack is known to be incomplete.
func needsPadding(op PackOp) bool {
	source, dest := shapeOf(op.Source()), shapeOf(op.Dest())
	numbers := slices.Clone(dest[:len(source)])
	for i, d := range op.OuterDimsPerm() {
		numbers[d] = dest[i]
	}
	tiles := packTiles.Of(op.Operation())
	for i, d := range op.InnerDimsPos() {
		tile, known := tiles[i].Constant()
		if !known {
			tile = numbers[d]
		}
		if source[d] != ir.Dynamic && tile != ir.Dynamic && tile != 0 && source[d]%tile != 0 {
			return true
		}
	}
	return false
}

// validDims reports whether a list has different dimensions below the rank.
func validDims(dims []int64, rank int) bool {
	for i, d := range dims {
		if d < 0 || d >= int64(rank) || slices.Contains(dims[:i], d) {
			return false
		}
	}
	return len(dims) <= rank
}

// packedShape returns the extents of the packed tensor of a shape.
func packedShape(shape, tiles, pos, outer []int64) []int64 {
	numbers := slices.Clone(shape)
	for i, d := range pos {
		switch n := numbers[d]; {
		case n == ir.Dynamic:
		case tiles[i] == ir.Dynamic:
			numbers[d] = ir.Dynamic
		case tiles[i] > 0:
			numbers[d] = (n + tiles[i] - 1) / tiles[i]
		}
	}
	packed := slices.Clone(numbers)
	for i, d := range outer {
		packed[i] = numbers[d]
	}
	return append(packed, tiles...)
}
