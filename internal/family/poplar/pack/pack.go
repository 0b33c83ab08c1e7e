// Package pack encodes the states of vertices, with their tables and delta arrays, as the
// bytes of tile memory at the start of a program.
//
// It exists because a state holds addresses, which are known only when its tile is
// placed. Package vertex encodes fields; this package resolves the references of a placed
// program to addresses.
package pack

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
	"optc/ir"
)

// States encodes the state of every vertex of a placed program into the bytes of its allocations,
// which replace bytes that were written there before. The error holds an *ir.Diagnostic for each
// field that cannot be encoded. The error code is unresolved for an allocation without address, and
// alloc-size for an allocation whose size differs from its contents; for other codes see
// [vertex.AppendVector].
func States(ctx context.Context, p *program.Program) error {
	for _, t := range p.Tiles {
		if _, err := t.Addresses(); err != nil {
			return err
		}
	}
	var ds []*ir.Diagnostic
	var room []vertex.Operand
	for _, s := range p.Sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, v := range s.Vertices {
			room = slices.Grow(room[:0], len(v.Fields))[:len(v.Fields)]
			clear(room)
			ds = append(ds, state(p, v, room)...)
		}
	}
	return ir.ErrorsOf(ds)
}

// state encodes the state of v. ops has a zero operand for each field.
func state(p *program.Program, v *program.BoundVertex, ops []vertex.Operand) (ds []*ir.Diagnostic) {
	t := p.Tile(v.Tile)
	put := func(alloc int, data []byte) {
		d := &t.Demands[alloc]
		if uint64(len(data)) != d.Size {
			ds = append(ds, v.Op.OpError(poplar.Codes, diag.Errorf("alloc-size", "'%s' takes %d bytes, but got an allocation of %d", d.Name, len(data), d.Size)).
				Note(t.Ops[alloc].Loc(), "the allocation is here"))
			return
		}
		t.Bytes[alloc] = data
	}
	for i, operand := range v.Fields {
		ops[i].Plain = operand.Plain
		if operand.Indirect >= 0 {
			ops[i].Subs, ops[i].Indirect = make([]vertex.Extent, len(operand.Data)), t.Demands[operand.Indirect].Fixed
			for k, x := range operand.Data {
				ops[i].Subs[k] = extent(t, x)
			}
		} else if len(operand.Data) > 0 {
			ops[i].Data = extent(t, operand.Data[0])
		}
	}
	data, errs := v.Class.State.AppendState(slices.Grow([]byte(nil), v.Class.State.Size), &p.Target, ops, func(addr uint64, b []byte) {
		for _, operand := range v.Fields {
			if k := operand.Indirect; k >= 0 && len(b) > 0 && t.Demands[k].Size > 0 && t.Demands[k].Fixed == addr {
				put(k, slices.Clone(b))
				return
			}
		}
	})
	for _, e := range errs {
		ds = append(ds, v.Op.OpError(poplar.Codes, fieldError(v, e)))
	}
	if len(errs) == 0 {
		put(v.State, data)
	}
	return ds
}

// extent resolves the place of elements on a tile.
func extent(t *program.Tile, x program.AllocExtent) vertex.Extent {
	if x.Count == 0 {
		return vertex.Extent{}
	}
	return vertex.Extent{Addr: t.Demands[x.Alloc].Fixed + x.Offset, Count: x.Count}
}

func fieldError(v *program.BoundVertex, e *vertex.FieldError) error {
	d, ok := e.Err.(*diag.Error)
	if !ok {
		return e
	}
	out := *d
	out.Msg = fmt.Sprintf("field '%s' of '%s': %s", e.Name, v.Class.Name, d.Msg)
	return out.Note("vertex %d on tile %d", v.ID, v.Tile)
}
