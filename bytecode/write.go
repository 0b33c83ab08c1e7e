package bytecode

import (
	"fmt"
	"slices"

	"optc/ir"
)

// WriteOptions changes how Write works.
type WriteOptions struct {
	// Version of the format, from MinVersion to MaxVersion.
	Version int
	// External are the resources of other tools, which are written as well.
	External []ir.ResourceSection
	// ElideResources writes resources without their contents.
	ElideResources bool
}

// Write returns an operation, usually a module, as bytecode. An error names the part of
// the operation that the version of the format cannot hold.
func Write(ctx *ir.Context, root *ir.Operation, opts WriteOptions) ([]byte, error) {
	if opts.Version < MinVersion || opts.Version > MaxVersion {
		return nil, fmt.Errorf("unsupported version requested %d, must be in range [%d, %d]", opts.Version, MinVersion, MaxVersion)
	}
	w := &writer{ctx: ctx, opts: opts, orders: map[*ir.OpDef][]int{}, stringIDs: map[string]uint64{}, propertyIDs: map[string]uint64{}}
	w.numberAll(root)
	out := &buffer{data: []byte(Magic)}
	out.varint(uint64(opts.Version))
	out.bytes([]byte("optc\x00"))
	w.writeDialects(out)
	w.writeNodes(out)
	w.writeIR(out, root)
	w.writeResources(out)
	w.writeStrings(out)
	if opts.Version >= nativeProperties {
		w.writePropertiesSection(out)
	}
	if w.err != nil {
		return nil, w.err
	}
	return out.data, nil
}

// writer holds the parts of a file.
type writer struct {
	ctx  *ir.Context
	opts WriteOptions
	err  error // the first one
	numbering
	scratch buffer

	strings     []string
	stringIDs   map[string]uint64
	properties  [][]byte
	propertyIDs map[string]uint64
	orders      map[*ir.OpDef][]int // see writer.order

	values *valueNumbers     // numbers of the values in the enclosing isolated operation
	blocks map[*ir.Block]int // position of each block in its region, for regions with several blocks
}

// str returns the number of a string.
func (w *writer) str(s string) uint64 {
	i, ok := w.stringIDs[s]
	if !ok {
		i = uint64(len(w.strings))
		w.stringIDs[s] = i
		w.strings = append(w.strings, s)
	}
	return i
}

func (w *writer) writeStrings(out *buffer) {
	body := &buffer{}
	body.varint(uint64(len(w.strings)))
	for _, s := range slices.Backward(w.strings) {
		body.varint(uint64(len(s) + 1))
	}
	for _, s := range w.strings {
		body.data = append(append(body.data, s...), 0)
	}
	out.section(stringSection, body)
}

// groups writes consecutive entries of the same dialect as a group, preceded by the dialect and the
// number of entries.
func groups(body *buffer, list []*numbered, one func(n *numbered)) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].dialect == list[0].dialect {
			n++
		}
		body.varint(uint64(list[0].dialect))
		body.varint(uint64(n))
		for _, x := range list[:n] {
			one(x)
		}
		list = list[n:]
	}
}

func (w *writer) writeDialects(out *buffer) {
	body := &buffer{}
	body.varint(uint64(len(w.dialects)))
	for _, d := range w.dialects {
		if w.opts.Version < dialectVersions {
			body.varint(w.str(d))
		} else {
			body.flagged(w.str(d), false)
		}
	}
	if w.opts.Version >= elidedArgLocations {
		body.varint(uint64(len(w.opList)))
	}
	groups(body, w.opList, func(n *numbered) {
		_, name := splitName(n.op.Name())
		if w.opts.Version < nativeProperties {
			body.varint(w.str(name))
		} else {
			body.flagged(w.str(name), n.op.Registered())
		}
	})
	out.section(dialectSection, body)
}

func (w *writer) writeNodes(out *buffer) {
	body, offsets := &buffer{}, &buffer{}
	e := encoder{buffer: body, w: w}
	offsets.varint(uint64(len(w.attrList)))
	offsets.varint(uint64(len(w.typeList)))
	one := func(n *numbered) {
		from := len(body.data)
		var custom bool
		var text string
		switch {
		case n.attr != nil:
			if custom = w.encodeAttr(e, n.attr); !custom {
				text = n.attr.String()
			}
		case n.typ != nil:
			if custom = w.encodeType(e, n.typ); !custom {
				text = n.typ.String()
			}
		default:
			custom = true
			w.encodePlace(e, n.place)
		}
		if !custom {
			body.data = append(append(body.data, text...), 0)
		}
		offsets.flagged(uint64(len(body.data)-from), custom)
	}
	groups(offsets, w.attrList, one)
	groups(offsets, w.typeList, one)
	out.section(nodeOffsetSection, offsets)
	out.section(nodeSection, body)
}

func (w *writer) writePropertiesSection(out *buffer) {
	body := &buffer{}
	body.varint(uint64(len(w.properties)))
	for _, p := range w.properties {
		body.varint(uint64(len(p)))
		body.bytes(p)
	}
	out.section(propertiesSection, body)
}
