package change

// LaneAccess is an access by which the lanes of the first subgroup together write or read a buffer.
type LaneAccess struct {
	Registers []int64   // registers of each lane, in the order of the cells
	Lanes     []int64   // lanes that take part
	Cells     []int64   // first cell of each of the lanes
	Served    []Service // services of the banks for the access
}

// LaneAccesses lists the accesses of a side, in the order in which a thread makes them: the writes for side Before, the reads for
// side After.
func (b *Buffer) LaneAccesses(t Traffic, side Side) (list []LaneAccess) {
	width := b.Write.Width
	if side == After {
		width = b.Read.Width
	}
	terms, lanes := b.termsOf(side), b.activeLanes(t, side)
	for _, a := range b.accesses(width, side) {
		addresses := b.addresses(t, terms, lanes, a.At)
		x := LaneAccess{Registers: a.Registers, Lanes: lanes, Cells: make([]int64, len(lanes)), Served: t.Banks.Serve(Request{Side: side, Lanes: lanes, Addresses: addresses, Width: width * t.Element})}
		for i, at := range addresses {
			x.Cells[i] = at / t.Element
		}
		list = append(list, x)
	}
	return list
}
