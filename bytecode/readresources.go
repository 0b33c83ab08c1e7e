package bytecode

import (
	"encoding/binary"

	"optc/ir"
	"optc/parser"
)

// readResources reads the resources: first the resources that other tools have stored,
// then the resources of dialects, which attributes refer to by number.
func (r *reader) readResources(c *cursor) {
	data := r.sections[resourceSection]
	if data == nil {
		c.fail("there is no section of resources")
		return
	}
	for range c.count("groups of resources") {
		section := r.str(c)
		r.resourceGroup(c, data, func(e parser.ResourceEntry, align uint32) {
			if e.Kind == parser.ResourceBlob {
				if e.Blob == nil {
					return
				}
				e.Blob = append(binary.LittleEndian.AppendUint32(nil, align), e.Blob...)
			}
			if r.opts.External != nil {
				r.opts.External(section, e)
			}
		})
	}
	r.byKey = map[string]*ir.Resource{}
	for c.err == nil && c.left() > 0 {
		at := c.pos
		i := c.index(len(r.dialects), "dialect")
		if c.err != nil {
			return
		}
		if r.dialects[i] != ir.Builtin.Name {
			c.failAt(at, "resources of dialect '%s' are not supported", r.dialects[i])
			return
		}
		r.resourceGroup(c, data, func(e parser.ResourceEntry, align uint32) {
			if e.Kind != parser.ResourceBlob || r.byKey[e.Key] != nil {
				c.fail("expected resource '%s' to be there once, with bytes", e.Key)
				return
			}
			res := r.ctx.Resources.Declare(e.Key)
			res.Align, res.Data = align, e.Blob
			r.byKey[e.Key] = res
			r.resources = append(r.resources, res)
		})
	}
	if data.err != nil {
		c.err = data.err
	}
}

// resourceGroup reads the entries of a group and passes them on. An entry of no
// bytes has no value: Blob is nil.
func (r *reader) resourceGroup(c, data *cursor, add func(e parser.ResourceEntry, align uint32)) {
	for range c.count("resources") {
		e := parser.ResourceEntry{Key: r.str(c)}
		raw := data.take(c.varint(), "bytes of resource")
		at := c.pos
		kind := c.byte()
		if c.err != nil || data.err != nil {
			return
		}
		value := cursor{data: data.data[:data.pos], pos: data.pos - len(raw)}
		var align uint32
		switch kind {
		case resourceBlob:
			e.Kind = parser.ResourceBlob
			if len(raw) > 0 {
				alignment, size := value.varint(), value.varint()
				value.align(max(1, alignment))
				align, e.Blob = uint32(alignment), value.take(size, "bytes of resource")
			}
		case resourceBool:
			e.Kind = parser.ResourceBool
			e.Bool = len(raw) > 0 && value.byte() != 0
		case resourceString:
			if len(raw) > 0 {
				e.Text = r.str(&value)
			}
		default:
			c.failAt(at, "resource of kind %d", kind)
			return
		}
		if value.err == nil && value.left() > 0 {
			value.fail("%d bytes behind the end of the resource", value.left())
		}
		if data.err = value.err; data.err != nil {
			return
		}
		if kind == resourceBlob || len(raw) > 0 {
			add(e, align)
		}
	}
}
