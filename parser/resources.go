package parser

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"optc/ir"
	"optc/num"
)

// ResourceEntry is an entry of an external_resources section.
type ResourceEntry struct {
	Key  string
	Kind ResourceKind
	Bool bool   // for ResourceBool
	Text string // for ResourceString
	Blob []byte // for ResourceBlob, including the alignment in the first 4 bytes
}

// ResourceKind is the kind of value that a resource entry holds.
type ResourceKind uint8

const (
	ResourceString ResourceKind = iota
	ResourceBool
	ResourceBlob
)

// Value is the text of the entry's value.
func (e ResourceEntry) Value() string {
	switch e.Kind {
	case ResourceBool:
		return strconv.FormatBool(e.Bool)
	case ResourceBlob:
		return fmt.Sprintf(`"0x%X"`, e.Blob)
	}
	return string(ir.AppendQuoted(nil, e.Text))
}

// resourceAttr parses dense_resource<key> : type.
func (p *constantParser) resourceAttr(t ir.Type) ir.Attribute {
	pos := p.tok.lo
	p.next()
	p.expect(tokLess, "expected '<' after 'dense_resource'")
	r := p.resourceKey()
	p.expect(tokGreater, "expected '>'")
	if t == nil {
		pos = p.tok.lo
		p.expect(tokColon, "expected ':'")
		t = p.parseType()
	}
	if p.failed {
		return nil
	}
	st, ok := t.(ir.ShapedType)
	if !ok {
		p.errorAt(pos, "`dense_resource` expected a shaped type")
		return nil
	}
	return p.ctx.Resource(r.Key, st)
}

// resourceKey parses the key of a resource and declares it at its first
// occurrence in the source.
func (p *constantParser) resourceKey() *ir.Resource {
	key, ok := p.OptionalKeywordOrString()
	if !ok {
		p.error("expected identifier key for 'resource' entry")
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.resources[key]
	if r == nil {
		if p.resources == nil {
			p.resources = map[string]*ir.Resource{}
		}
		r = p.ctx.Resources.Declare(key)
		p.resources[key] = r
	}
	return r
}

// resourceBlob decodes a string of hex digits that begins with an alignment of 4 bytes.
func (p *constantParser) resourceBlob(key string, tok token) (blob []byte, ok bool) {
	if tok.kind == tokString {
		blob, ok = p.hexBytes(tok)
	}
	if !ok {
		p.errorAt(tok.lo, "expected hex string blob for key '"+key+"'")
		return nil, false
	}
	if len(blob) < 4 {
		p.errorAt(tok.lo, "expected hex string blob for key '"+key+"' to encode alignment in first 4 bytes")
		return nil, false
	}
	if a := binary.LittleEndian.Uint32(blob); bits.OnesCount32(a) > 1 {
		p.errorAt(tok.lo, "expected hex string blob for key '"+key+"' to encode alignment in first 4 bytes, but got non-power-of-2 value: "+num.JoinInts([]int64{int64(a)}))
		return nil, false
	}
	return blob, true
}

// resourceEntry decodes the value of an entry: a bool, a string of hex digits or another
// string.
func (p *constantParser) resourceEntry(key string, tok token) ResourceEntry {
	e := ResourceEntry{Key: key}
	word := p.text[tok.lo:tok.hi]
	switch {
	case tok.kind == tokWord && (word == "true" || word == "false"):
		e.Kind, e.Bool = ResourceBool, word == "true"
	case tok.kind != tokString:
		p.errorAt(tok.lo, "expected string value for key '"+key+"'")
	case strings.HasPrefix(word, `"0x`):
		e.Kind = ResourceBlob
		e.Blob, _ = p.resourceBlob(key, tok)
	default:
		e.Text = unquote(word)
	}
	return e
}
