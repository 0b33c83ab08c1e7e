package access

import (
	"optc/dialect/arith"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
)

// MapStore stores each tile of a thread's part, from only one of the threads that hold it. The
// region gets the indices of an element within its tile, and adds the indices at which the tile
// begins.
//
//	iree_linalg_ext.map_store %v into %m { ^bb0(%i: index, %j: index): … }, batch [2,1], thread [8,8], element [1,2]
//	→ scf.if %first_copy {
//	    %x = vector.extract %part[0, 0, 0, 0] : vector<1x2xf32>
//	    iree_linalg_ext.map_store %x into %m { ^bb0(%a: index, %b: index):
//	      %i = arith.addi %a, %row … %j = arith.addi %b, %column … } … }
func MapStore(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	l := sig.Operands[0]
	mapStore := op.Typed().(ireelinalgext.MapStoring)
	s, cond, ok := writeOnce(d, op, mapStore.Output(), l)
	if !ok {
		return
	}
	ids := d.IDs(s)
	guard := scf.NewIf(d.RW, cond)
	then := d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.PartOf(mapStore.Input(), l)
	dims := core.IteratorsOf(affine.Identity(l.Rank()))
	for _, at := range tiles(l) {
		d.RW.AtEnd(then)
		begin := indices(d, at, s, ids, dims, d.Zeros(l.Rank()))
		storeTile(d, op, extractTile(d, part, l, at), begin)
	}
	d.RW.AtEnd(then)
	scf.NewYield(d.RW)
	d.RW.Before(op)
	d.RW.Erase(op)
}

// storeTile builds a store like op of a tile, which begins at the given indices.
func storeTile(d *core.Nested, op *ir.Operation, tile *ir.Value, begin []*ir.Value) {
	store := d.RW.Like(op, []*ir.Value{tile, op.Typed().(ireelinalgext.MapStoring).Output()}, []ir.Type{})
	body := op.Body()
	types := make([]ir.Type, len(begin))
	for i, v := range begin {
		types[i] = v.Type()
	}
	inner := d.RW.NewBlock(store.Region(0), types, op.Loc())
	m := &ir.Mapping{}
	for i, v := range begin {
		m.Map(body.Arg(i), arith.NewAddI(d.RW, inner.Arg(i), v).Result())
	}
	for o := range body.Ops() {
		d.RW.Clone(o, m)
	}
}
