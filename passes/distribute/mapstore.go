package distribute

import (
	"optc/dialect/arith"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/affine"
)

// distributeMapStore stores each tile of a thread's part, in one of the threads that hold
// it. The region gets the indices of an element in its tile, and adds the indices at
// which the tile begins.
//
//	iree_linalg_ext.map_store %v into %m { ^bb0(%i: index, %j: index): … }, batch [2,1], thread [8,8], element [1,2]
//	→ scf.if %first_copy {
//	    %x = vector.extract %part[0, 0, 0, 0] : vector<1x2xf32>
//	    iree_linalg_ext.map_store %x into %m { ^bb0(%a: index, %b: index):
//	      %i = arith.addi %a, %row … %j = arith.addi %b, %column … } … }
func distributeMapStore(d *distributor, op *ir.Operation, sig signature) {
	l := sig.operands[0]
	mapStore := op.Typed().(ireelinalgext.MapStoring)
	s, cond, ok := d.writeOnce(op, mapStore.Output(), l)
	if !ok {
		return
	}
	ids := d.ids(s)
	guard := scf.NewIf(d.rw, cond)
	then := d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.partOf(mapStore.Input(), l)
	dims := dimsOf(affine.Identity(l.Rank()))
	for _, at := range tiles(l) {
		d.rw.AtEnd(then)
		begin := d.indices(at, s, ids, dims, d.zeros(l.Rank()))
		d.storeTile(op, d.extractTile(part, l, at), begin)
	}
	d.rw.AtEnd(then)
	scf.NewYield(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
}

// storeTile builds a store like op of a tile, which begins at the given indices.
func (d *distributor) storeTile(op *ir.Operation, tile *ir.Value, begin []*ir.Value) {
	store := d.rw.Like(op, []*ir.Value{tile, op.Typed().(ireelinalgext.MapStoring).Output()}, []ir.Type{})
	body := op.Body()
	types := make([]ir.Type, len(begin))
	for i, v := range begin {
		types[i] = v.Type()
	}
	inner := d.rw.NewBlock(store.Region(0), types, op.Loc())
	m := &ir.Mapping{}
	for i, v := range begin {
		m.Map(body.Arg(i), arith.NewAddI(d.rw, inner.Arg(i), v).Result())
	}
	for o := range body.Ops() {
		d.rw.Clone(o, m)
	}
}
