package lower

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// jsonWriter appends JSON with a member per line, indented as json.MarshalIndent does
// with one space. That package cannot write keys that are known only together with the
// program.
type jsonWriter struct {
	b     []byte
	depth int
	// A comparing writer keeps only the end of its text: the text before it equals the beginning of
	// another text, whose rest is expected next.
	compares bool
	expected []byte
	differs  bool
	// So does a writer with an output, which has received the text before.
	out io.Writer
	err error // error of the output
}

// jsonPiece is the length in bytes at which text is compared or passed on.
const jsonPiece = 64 << 10

// pass compares or passes on all of a long text but its last byte, which decides how the
// text goes on.
func (w *jsonWriter) pass() {
	n := len(w.b) - 1
	switch {
	case n < jsonPiece:
		return
	case w.compares:
		w.differs = w.differs || !bytes.HasPrefix(w.expected, w.b[:n])
		w.expected = w.expected[min(n, len(w.expected)):]
	case w.out == nil:
		return
	case w.err == nil:
		_, w.err = w.out.Write(w.b[:n])
	}
	w.b = append(w.b[:0], w.b[n])
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
	w.pass()
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
		w.reflected(reflect.ValueOf(v))
	}
}

// text writes a string.
func (w *jsonWriter) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte("\"\\<>&", c) >= 0 { // characters to be escaped
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
	if s := reflect.Indirect(reflect.ValueOf(v)); s.Kind() == reflect.Struct && recordOf(s.Type()) != nil {
		w.fields(s)
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
