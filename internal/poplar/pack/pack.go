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
	"optc/internal/poplar/program"
	"optc/ir"
)

// States encodes the state of every vertex of a placed program into the bytes of its
// allocations, which replace bytes that were written there before. The error holds an
// *ir.Diagnostic for each field that cannot be encoded. Code unresolved for an allocation
// without address, alloc-size for an allocation whose size differs from its contents; for
// others see [vertex.AppendVector].
func States(ctx context.Context, p *program.Program) error {
	for _, t := range p.Tiles {
		if _, err := t.Addresses(); err != nil {
			return err
		}
	}
	var ds []*ir.Diagnostic
	for _, s := range p.Sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, v := range s.Vertices {
			ds = append(ds, state(p, v)...)
		}
	}
	return ir.ErrorsOf(ds)
}

func state(p *program.Program, v *program.BoundVertex) (ds []*ir.Diagnostic) {
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
	ops := make([]vertex.Operand, len(v.Fields))
	for i, operand := range v.Fields {
		ops[i].Plain = operand.Plain
		extents := make([]vertex.Extent, len(operand.Data))
		for k, x := range operand.Data {
			if x.Count > 0 {
				extents[k] = vertex.Extent{Addr: p.Address(x.Ref), Count: x.Count}
			}
		}
		if operand.Indirect >= 0 {
			ops[i].Subs, ops[i].Indirect = extents, t.Demands[operand.Indirect].Fixed
		} else if len(extents) > 0 {
			ops[i].Data = extents[0]
		}
	}
	data, errs := v.Class.State.AppendState(nil, &p.Target, ops, func(addr uint64, b []byte) {
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

func fieldError(v *program.BoundVertex, e *vertex.FieldError) error {
	d, ok := e.Err.(*diag.Error)
	if !ok {
		return e
	}
	out := *d
	out.Msg = fmt.Sprintf("field '%s' of '%s': %s", e.Name, v.Class.Name, d.Msg)
	return out.Note("vertex %d on tile %d", v.ID, v.Tile)
}
