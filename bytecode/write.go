package bytecode

import (
	"fmt"
	"hash/maphash"
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
	w := &writer{ctx: ctx, opts: opts, seed: maphash.MakeSeed()}
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

	seed maphash.Seed

	queue []ref // references of the encoding that is being written

	strings      []string
	stringIDs    refTable
	properties   []byte // all of them
	propertyEnds []int
	propertyIDs  refTable

	values *valueNumbers     // numbers of the values in the enclosing isolated operation
	blocks map[*ir.Block]int // position of each block in its region, for regions with several blocks
}

func (w *writer) hashString(s string) uint32 { return uint32(maphash.String(w.seed, s)) }

// str returns the number of a string.
func (w *writer) str(s string) uint64 {
	hash := w.hashString(s)
	id, ok := w.stringIDs.find(hash, func(id ref) bool { return w.strings[id] == s })
	if !ok {
		id = ref(len(w.strings))
		w.stringIDs.add(hash, id)
		w.strings = append(roomFor(w.strings, 1), s)
	}
	return uint64(id)
}

func (w *writer) writeStrings(out *buffer) {
	size := 0
	for _, s := range w.strings {
		size += len(s) + 1
	}
	body := &buffer{data: make([]byte, 0, size+3*len(w.strings)+16)}
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
func (w *writer) groups(body *buffer, list []ref, one func(n *numbered)) {
	for len(list) > 0 {
		dialect := w.at(list[0]).dialect
		n := 1
		for n < len(list) && w.at(list[n]).dialect == dialect {
			n++
		}
		body.varint(uint64(dialect))
		body.varint(uint64(n))
		for _, r := range list[:n] {
			one(w.at(r))
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
	w.groups(body, w.opList, func(n *numbered) {
		def := w.opNames[n.from].def
		_, name := splitName(def.Name())
		if w.opts.Version < nativeProperties {
			body.varint(w.str(name))
		} else {
			body.flagged(w.str(name), def.Registered())
		}
	})
	out.section(dialectSection, body)
}

func (w *writer) writeNodes(out *buffer) {
	body, offsets := &buffer{}, &buffer{}
	e := encoder{buffer: body, w: w}
	offsets.varint(uint64(len(w.attrList)))
	offsets.varint(uint64(len(w.typeList)))
	one := func(encode func(e encoder, n ir.Node) bool) func(n *numbered) {
		return func(n *numbered) {
			from, custom := len(body.data), true
			if n.node == nil {
				w.encodePlace(body, w.placeList[n.from])
			} else {
				w.queue = w.nodeRefs[n.from:]
				if custom = encode(e, n.node); !custom {
					body.bytes(bytesOf(n.node.String()))
					body.byte(0)
				}
			}
			offsets.flagged(uint64(len(body.data)-from), custom)
		}
	}
	w.groups(offsets, w.attrList, one(w.encodeAttr))
	w.groups(offsets, w.typeList, one(w.encodeType))
	out.section(nodeOffsetSection, offsets)
	out.section(nodeSection, body)
}

func (w *writer) writePropertiesSection(out *buffer) {
	body := &buffer{}
	body.varint(uint64(len(w.propertyEnds)))
	for id := range w.propertyEnds {
		p := w.property(ref(id))
		body.varint(uint64(len(p)))
		body.bytes(p)
	}
	out.section(propertiesSection, body)
}
