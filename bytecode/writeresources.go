package bytecode

import (
	"encoding/binary"

	"optc/ir"
	"optc/parser"
)

// writeResources writes the resources of other tools and the resources to which
// attributes refer.
func (w *writer) writeResources(out *buffer) {
	body, offsets := &buffer{}, &buffer{}
	offsets.varint(uint64(len(w.opts.External)))
	for _, s := range w.opts.External {
		offsets.varint(w.str(s.Name))
		offsets.varint(uint64(len(s.Entries)))
		for _, e := range s.Entries {
			w.writeExternal(offsets, body, e)
		}
	}
	if len(w.resources) > 0 {
		offsets.varint(uint64(w.known[ir.Builtin.Name]))
		offsets.varint(uint64(len(w.resources)))
		for _, key := range w.resources {
			w.writeEntry(offsets, body, key, resourceBlob, func() {
				if r := w.ctx.Resources.Get(key); r != nil && r.Data != nil {
					body.aligned(r.Align, r.Data)
				}
			})
		}
	}
	out.section(resourceOffsetSection, offsets)
	out.section(resourceSection, body)
}

// writeEntry writes an entry whose contents value appends to the body.
func (w *writer) writeEntry(offsets, body *buffer, key string, kind byte, value func()) {
	from := len(body.data)
	if !w.opts.ElideResources {
		value()
	}
	offsets.varint(w.str(key))
	offsets.varint(uint64(len(body.data) - from))
	offsets.byte(kind)
}

// aligned appends bytes at a multiple of an alignment, preceded by both.
func (b *buffer) aligned(alignment uint32, raw []byte) {
	b.varint(uint64(alignment))
	b.varint(uint64(len(raw)))
	b.pad(int(alignment))
	b.bytes(raw)
}

// writeExternal writes an entry of another tool, whose value is text.
func (w *writer) writeExternal(offsets, body *buffer, e ir.ResourceEntry) {
	entry, err := parser.NewFragments(w.ctx, nil).Resource(e.Key, e.Value)
	if err != nil {
		w.fail("resource '%s': %v", e.Key, err)
		return
	}
	switch entry.Kind {
	case parser.ResourceBool:
		w.writeEntry(offsets, body, e.Key, resourceBool, func() { body.bool(entry.Bool) })
	case parser.ResourceBlob:
		w.writeEntry(offsets, body, e.Key, resourceBlob, func() { body.aligned(binary.LittleEndian.Uint32(entry.Blob), entry.Blob[4:]) })
	default:
		w.writeEntry(offsets, body, e.Key, resourceString, func() { body.varint(w.str(entry.Text)) })
	}
}
