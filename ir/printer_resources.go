package ir

import (
	"encoding/binary"
	"slices"
)

// ResourceSection is a named group of entries of the external_resources section
// of a file, which tools keep for one another.
type ResourceSection struct {
	Name    string
	Entries []ResourceEntry
}

// ResourceEntry is one `key: value` of a section. Value is the text of the value:
// a quoted string, true, false, or a quoted blob, "0x…".
type ResourceEntry struct{ Key, Value string }

// appendHex appends two capital hexadecimal digits for every byte.
func appendHex(dst, raw []byte) []byte {
	const digits = "0123456789ABCDEF"
	at := len(dst)
	dst = slices.Grow(dst, 2*len(raw))[:at+2*len(raw)]
	for i, b := range raw {
		dst[at+2*i], dst[at+2*i+1] = digits[b>>4], digits[b&15]
	}
	return dst
}

// blob returns the text of the resource: its alignment as 32 bits and its data.
func (r *Resource) blob() string {
	dst := append(make([]byte, 0, 2*len(r.Data)+12), "\"0x"...)
	dst = appendHex(dst, binary.LittleEndian.AppendUint32(nil, r.Align))
	return string(append(appendHex(dst, r.Data), '"'))
}

// resourceKeys collects the keys that were printed, in order, each once.
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

// resourceSections writes {-# … #-} with the blobs that the printed operation
// refers to and the external sections.
func (p *Printer) resourceSections() {
	builtin := ResourceSection{Name: Builtin.Name}
	for _, key := range p.resources.order {
		if r := p.ctx.Resources.Get(key); r != nil && r.Data != nil {
			builtin.Entries = append(builtin.Entries, ResourceEntry{key, r.blob()})
		}
	}
	text := p.resourceGroup("dialect_resources", []ResourceSection{builtin})
	external := p.resourceGroup("external_resources", p.opts.External)
	if text != "" && external != "" {
		text += ",\n"
	}
	if len(builtin.Entries) == 0 && !slices.ContainsFunc(p.opts.External, func(s ResourceSection) bool { return len(s.Entries) > 0 }) {
		return
	}
	// Upstream writes the braces also when all entries are elided.
	p.Str("\n{-#\n").Str(text).Str(external).Str("\n#-}\n")
}

// resourceGroup returns the text of one group of sections, "" when it is empty.
func (p *Printer) resourceGroup(name string, sections []ResourceSection) string {
	var buf []byte
	for _, s := range sections {
		first := true
		for _, e := range s.Entries {
			if limit := p.opts.ElideResources; limit != nil && len(e.Value) > *limit {
				continue
			}
			switch {
			case !first:
				buf = append(buf, ",\n"...)
			case buf == nil:
				buf = append(buf, "  "+name+": {\n    "+s.Name+": {\n"...)
			default:
				buf = append(buf, ",\n    "+s.Name+": {\n"...)
			}
			first = false
			buf = append(AppendKeywordOrString(append(buf, "      "...), e.Key), ": "...)
			buf = append(buf, e.Value...)
		}
		if !first {
			buf = append(buf, "\n    }"...)
		}
	}
	if buf == nil {
		return ""
	}
	return string(buf) + "\n  }"
}
