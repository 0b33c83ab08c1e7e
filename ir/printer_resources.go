package ir

import (
	"encoding/binary"
	"slices"

	"optc/num"
)

// ResourceSection is a named group of entries of the external_resources section of a
// file, in which tools store data for each other.
type ResourceSection struct {
	Name    string
	Entries []ResourceEntry
}

// ResourceEntry is a `key: value` of a section. Value is the text of the value: a quoted
// string, true, false, or a quoted blob, "0x…".
type ResourceEntry struct{ Key, Value string }

// blob prints a resource: its alignment as 32 bits and its data.
func (p *Printer) blob(r *Resource) {
	p.Str("\"0x")
	p.buf = num.AppendHex(p.buf, binary.LittleEndian.AppendUint32(nil, r.Align))
	for part := range slices.Chunk(r.Data, pieceBytes/2) {
		p.buf = num.AppendHex(p.buf, part)
		p.flush()
	}
	p.Str("\"")
}

// blobBytes is the number of bytes that blob prints.
func (r *Resource) blobBytes() int { return len("\"0x01000000\"") + 2*len(r.Data) }

// resourceKeys collects the keys that were printed, in order, without repetition.
type resourceKeys struct {
	order []string
	seen  map[string]bool
}

func (k *resourceKeys) add(key string) {
	if k.seen[key] {
		return
	}
	if k.seen == nil {
		k.seen = map[string]bool{}
	}
	k.seen[key] = true
	k.order = append(k.order, key)
}

func (k *resourceKeys) merge(other resourceKeys) {
	for _, key := range other.order {
		k.add(key)
	}
}

// printedSection is a section of resources, and printedEntry one of its entries.
type printedSection struct {
	name    string
	entries []printedEntry
}

type printedEntry struct {
	key   string
	bytes int // bytes of its text
	print func()
}

// resourceSections writes {-# … #-} with the blobs that the printed operation
// refers to and the external sections.
func (p *Printer) resourceSections() {
	builtin := printedSection{name: Builtin.Name}
	for _, key := range p.resources.order {
		if r := p.ctx.Resources.Get(key); r != nil && r.Data != nil {
			builtin.entries = append(builtin.entries, printedEntry{key, r.blobBytes(), func() { p.blob(r) }})
		}
	}
	given := len(builtin.entries)
	var external []printedSection
	for _, s := range p.opts.External {
		section := printedSection{name: s.Name}
		for _, e := range s.Entries {
			section.entries = append(section.entries, printedEntry{e.Key, len(e.Value), func() { p.Str(e.Value) }})
		}
		external = append(external, section)
		given += len(section.entries)
	}
	if given == 0 {
		return
	}
	// Upstream writes the braces also when all entries are elided.
	p.Str("\n{-#\n")
	some := p.resourceGroup("dialect_resources", []printedSection{builtin}, false)
	p.resourceGroup("external_resources", external, some)
	p.Str("\n#-}\n")
}

// resourceGroup writes a group of sections, possibly after another group. printed reports
// whether there was an entry to write.
func (p *Printer) resourceGroup(name string, sections []printedSection, behind bool) (printed bool) {
	for _, s := range sections {
		first := true
		for _, e := range s.entries {
			if limit := p.opts.ElideResources; limit != nil && e.bytes > *limit {
				continue
			}
			switch {
			case !first:
				p.Str(",\n")
			case printed:
				p.Str(",\n    " + s.name + ": {\n")
			default:
				if behind {
					p.Str(",\n")
				}
				p.Str("  " + name + ": {\n    " + s.name + ": {\n")
			}
			first, printed = false, true
			p.buf = append(AppendKeywordOrString(append(p.buf, "      "...), e.key), ": "...)
			e.print()
		}
		if !first {
			p.Str("\n    }")
		}
	}
	if printed {
		p.Str("\n  }")
	}
	return printed
}
