package lower

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"optc/ir"
)

// Format names the version of the manifest of a family.
func (f *Family) Format() string { return f.Name + "-images/2" }

// manifest describes a program as JSON: the format; the header of its family; for each memory its
// units with their allocations, the number of unused bytes, and number and CRC-32 of the written
// bytes; the details of its family; the variables with the places of their elements; and the
// digests of the other files. Keys that name units have the names of the memory: "tiles" and
// "tile".
func (p *Program) manifest(files []digest) []byte {
	w := &jsonWriter{}
	p.writeManifest(w, files)
	return w.b
}

// describedBy reports whether a text is the manifest of a program.
func (p *Program) describedBy(text []byte, files []digest) bool {
	w := &jsonWriter{expected: text, compares: true}
	p.writeManifest(w, files)
	return w.equal()
}

// passManifest writes the manifest piece by piece.
func (p *Program) passManifest(to io.Writer, files []digest) error {
	w := &jsonWriter{out: to}
	p.writeManifest(w, files)
	if w.err == nil {
		_, w.err = to.Write(w.b)
	}
	return w.err
}

func (p *Program) writeManifest(w *jsonWriter, files []digest) {
	w.open('{')
	w.key("format")
	w.value(p.Family.Format())
	w.members(p.Header)
	for _, m := range p.Memories {
		w.key(m.Unit.Many)
		w.open('[')
		for _, u := range p.Units {
			if u.Memory == m {
				w.unit(u)
			}
		}
		w.close(']')
	}
	w.members(p.Details)
	w.key("variables")
	w.open('[')
	for _, v := range p.Variables {
		w.variable(v)
	}
	w.close(']')
	w.key("files")
	w.value(files)
	w.close('}')
	w.b = append(w.b, '\n')
}

func (w *jsonWriter) unit(u *Unit) {
	w.element()
	w.open('{')
	w.number(u.Memory.Unit.One, uint64(u.Number))
	w.key("allocs")
	w.open('[')
	for i := range u.Allocs {
		a := &u.Allocs[i]
		w.element()
		w.open('{')
		w.key("name")
		w.value(a.Name)
		w.key("kind")
		w.value(a.Kind)
		w.number("address", a.Addr)
		w.number("size", a.Size)
		w.number("align", a.Align)
		for _, c := range u.Memory.Columns {
			w.key(c.Name)
			w.value(c.Of(a))
		}
		w.key("written")
		w.value(a.Written)
		w.close('}')
	}
	w.close(']')
	w.number("unused", u.Unused())
	w.number("written", u.Chunks.Written())
	w.key("crc32")
	w.value(fmt.Sprintf("%08x", u.Chunks.CRC32()))
	w.close('}')
}

func (w *jsonWriter) variable(v *HostVariable) {
	w.element()
	w.open('{')
	w.key("name")
	w.value(v.Name)
	w.key("type")
	w.value(v.Type)
	w.key("shape")
	w.open('[')
	for _, n := range v.Shape {
		w.element()
		if n == ir.Dynamic {
			n = -1
		}
		w.value(int(n))
	}
	w.close(']')
	w.key("runs")
	w.open('[')
	for _, r := range v.Runs {
		w.element()
		w.open('{')
		w.number("begin", uint64(r.Begin))
		w.number("end", uint64(r.End))
		w.number(r.Memory.Unit.One, uint64(r.Unit))
		w.number("address", r.Addr)
		w.close('}')
	}
	w.close(']')
	w.close('}')
}

// difference describes the first difference of two JSON texts, both of them valid,
// or returns "".
func difference(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	return differing("", decoded(want), decoded(got))
}

func decoded(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil // told by Open
	}
	return v
}

func differing(path string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("expected an object in %s", path)
		}
		for _, key := range slices.Sorted(maps.Keys(w)) {
			inner := key
			if path != "" {
				inner = path + "." + key
			}
			if _, ok := g[key]; !ok {
				return fmt.Sprintf("expected %s, which is missing", inner)
			}
			if d := differing(inner, w[key], g[key]); d != "" {
				return d
			}
		}
		for _, key := range slices.Sorted(maps.Keys(g)) {
			if _, ok := w[key]; !ok {
				return fmt.Sprintf("expected no '%s'", key)
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("expected %d entries in %s", len(w), path)
		}
		for i := range w {
			if d := differing(fmt.Sprintf("%s[%d]", path, i), w[i], g[i]); d != "" {
				return d
			}
		}
		return ""
	}
	switch got.(type) {
	case map[string]any, []any:
		return fmt.Sprintf("expected %s to be %v", path, want)
	}
	if want != got {
		return fmt.Sprintf("expected %s to be %v, but got %v", path, want, got)
	}
	return ""
}
