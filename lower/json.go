package lower

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// jsonWriter appends JSON with a member per line, indented as json.MarshalIndent does
// with one space. That package cannot write keys that are known only together with the
// program.
type jsonWriter struct {
	b     []byte
	depth int
	// A writer that compares keeps only the end of its text: the text before is a beginning of
	// another text, of which the rest is expected.
	compares bool
	expected []byte
	differs  bool
}

// compare compares all of the text but its last byte, which decides how the text goes on.
func (w *jsonWriter) compare() {
	if n := len(w.b) - 1; w.compares && n > 0 {
		w.differs = w.differs || !bytes.HasPrefix(w.expected, w.b[:n])
		w.expected = w.expected[min(n, len(w.expected)):]
		w.b = append(w.b[:0], w.b[n])
	}
}

// equal reports whether the whole text is the expected text.
func (w *jsonWriter) equal() bool { return !w.differs && bytes.Equal(w.expected, w.b) }

func (w *jsonWriter) open(c byte) {
	w.b = append(w.b, c)
	w.depth++
}

func (w *jsonWriter) close(c byte) {
	w.depth--
	if last := w.b[len(w.b)-1]; last != '{' && last != '[' {
		w.line()
	}
	w.b = append(w.b, c)
}

func (w *jsonWriter) line() {
	w.b = append(w.b, '\n')
	for n := w.depth; n > 0; n -= len(spaces) {
		w.b = append(w.b, spaces[:min(n, len(spaces))]...)
	}
}

const spaces = "        "

// element begins an element of an array.
func (w *jsonWriter) element() {
	if last := w.b[len(w.b)-1]; last != '{' && last != '[' {
		w.b = append(w.b, ',')
	}
	w.line()
}

func (w *jsonWriter) key(name string) {
	w.element()
	w.b = append(strconv.AppendQuote(w.b, name), ": "...)
}

func (w *jsonWriter) number(name string, n uint64) {
	w.key(name)
	w.b = strconv.AppendUint(w.b, n, 10)
}

func (w *jsonWriter) value(v any) {
	switch v := v.(type) {
	case int:
		w.b = strconv.AppendInt(w.b, int64(v), 10)
	case string:
		w.text(v)
	case bool:
		w.b = strconv.AppendBool(w.b, v)
	case []int:
		w.open('[')
		for _, n := range v {
			w.element()
			w.value(n)
		}
		w.close(']')
	default:
		w.b = append(w.b, indented(v, w.depth)...)
	}
}

// text writes a string.
func (w *jsonWriter) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte("\"\\<>&", c) >= 0 { // to be escaped
			w.b = append(w.b, indented(s, w.depth)...)
			return
		}
	}
	w.b = append(append(append(w.b, '"'), s...), '"')
}

// members writes the fields of a struct as members of the open object.
func (w *jsonWriter) members(v any) {
	if v == nil {
		return
	}
	text := indented(v, w.depth-1)
	if inner := bytes.TrimRight(text[1:len(text)-1], " \n"); len(inner) > 0 {
		w.b = append(append(w.b, ','), inner...)
	}
}

func indented(v any, depth int) []byte {
	text, err := json.MarshalIndent(v, string(bytes.Repeat([]byte{' '}, depth)), " ")
	if err != nil {
		panic("lower: a manifest holds only plain values: " + err.Error())
	}
	return text
}
