package spelling

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/layout/spell"
)

// mistake is an error at a place of a text.
type mistake struct {
	at  int // offset in the text
	msg string
}

func (m *mistake) Error() string { return m.msg }

// Located returns an error about a text of a layout at the place of the mistake, or at the beginning of the text.
func Located(text string, err error) error {
	if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
		return d
	}
	offset, _ := spell.MistakeAt(text, err)
	start := ir.At(&ir.Source{Name: text, Text: text}, offset)
	if m := (*mistake)(nil); errors.As(err, &m) {
		return ir.Errorf(ir.At(&ir.Source{Name: text, Text: text}, m.at), "%s", m.msg)
	}
	if e := (*diag.Error)(nil); errors.As(err, &e) {
		d := ir.Errorf(start, "%s", e.Msg).WithCode(e.Code)
		for _, n := range e.Notes {
			d.Note(start, "%s", n)
		}
		return d
	}
	return ir.Errorf(start, "%v", err)
}

// reader reads the parameters of an attribute: numbers, words, lists, and fields 'name = value'.
type reader struct {
	text string
	at   int
	from int // offset of text in the text of the attribute
}

// newReader returns a reader of the text between '<' and '>' after the name of an attribute or a type.
func newReader(text string) (*reader, error) {
	from := strings.IndexByte(text, '<')
	if from < 0 || !strings.HasSuffix(text, ">") {
		return nil, fmt.Errorf("expected '<' and '>' around the parameters of '%s'", text)
	}
	return &reader{text: text[from+1 : len(text)-1], from: from + 1}, nil
}

func (r *reader) skipSpace() {
	for r.at < len(r.text) && strings.ContainsRune(" \t\n", rune(r.text[r.at])) {
		r.at++
	}
}

// take skips a text; ok is false if it does not follow.
func (r *reader) take(text string) (ok bool) {
	r.skipSpace()
	if ok = strings.HasPrefix(r.text[r.at:], text); ok {
		r.at += len(text)
	}
	return ok
}

// expected returns an error that names the expected text and the text that follows instead.
func (r *reader) expected(what string) error {
	r.skipSpace()
	if r.at == len(r.text) {
		return r.mistakeAt(r.at, "expected %s before the end", what)
	}
	end := r.at
	for end < len(r.text) && (isLetter(r.text[end]) || r.text[end] == '-') {
		end++
	}
	return r.mistakeAt(r.at, "expected %s, but got '%s'", what, r.text[r.at:max(end, r.at+1)])
}

// mistakeAt returns an error at an offset of the reader's text.
func (r *reader) mistakeAt(at int, format string, args ...any) error {
	return &mistake{at: r.from + at, msg: fmt.Sprintf(format, args...)}
}

// end returns an error if more text follows.
func (r *reader) end() error {
	if r.skipSpace(); r.at < len(r.text) {
		return r.expected("the end")
	}
	return nil
}

// run returns the longest sequence of accepted characters.
func (r *reader) run(accept func(c byte) bool) string {
	r.skipSpace()
	from := r.at
	for r.at < len(r.text) && accept(r.text[r.at]) {
		r.at++
	}
	return r.text[from:r.at]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) }

// maxNumber bounds the numbers of a spelling, so that products of several do not overflow.
const maxNumber = 1 << 24

// number reads a number from 0 to maxNumber.
func (r *reader) number() (int64, error) {
	from := r.at
	text := r.run(isDigit)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > maxNumber {
		r.at = from
		return 0, r.expected(fmt.Sprintf("a number from 0 to %d", maxNumber))
	}
	return n, nil
}

// value is a number, a word, a list or members with names.
type value struct {
	at      int // offset in the text of the attribute
	number  int64
	word    string
	list    []value
	isList  bool
	members map[string]value
}

// brackets are the texts around a list, and between its entries.
type brackets struct{ open, close string }

var square, round = brackets{"[", "]"}, brackets{"(", ")"}

// value reads a value whose lists are in the given brackets.
func (r *reader) value(b brackets) (v value, err error) {
	r.skipSpace()
	v.at = r.from + r.at
	if r.take(b.open) {
		v.isList = true
		if r.take(b.close) {
			return v, nil
		}
		for {
			entry, err := r.value(b)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, entry)
			if r.take(b.close) {
				return v, nil
			}
			if !r.take(",") {
				return v, r.expected("',' or '" + b.close + "'")
			}
		}
	}
	switch {
	case strings.HasPrefix(r.text[r.at:], "#"):
		v.word = r.attribute()
		return v, nil
	case r.take("{"):
		f, err := r.fields("these members", "}", "register", "lane", "warp", "block")
		v.members = f.by
		return v, err
	}
	if r.at < len(r.text) && !isDigit(r.text[r.at]) {
		if v.word = r.run(isLetter); v.word == "" {
			return v, r.expected(fmt.Sprintf("a number from 0 to %d, a word or '%s'", maxNumber, b.open))
		}
		return v, nil
	}
	v.number, err = r.number()
	return v, err
}

// attribute returns the text of an attribute, with its parameters.
func (r *reader) attribute() string {
	from := r.at
	r.at++
	r.run(func(c byte) bool { return isLetter(c) || c == '.' })
	depth := 0
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 && r.text[r.at] != '>' {
			break
		}
		if r.at++; depth == 0 {
			break
		}
	}
	return r.text[from:r.at]
}

// numbers returns the entries of a list of numbers.
func (v value) numbers() (list []int64, ok bool) {
	list = []int64{}
	for _, entry := range v.list {
		if entry.isList || entry.word != "" || entry.members != nil {
			return nil, false
		}
		list = append(list, entry.number)
	}
	return list, v.isList
}

// fields are the parameters of an attribute by their names.
type fields struct {
	of    string // the attribute
	names []string
	by    map[string]value
}

// fields reads 'name = value' separated by commas up to the text stop. Only the given names may occur.
func (r *reader) fields(of, stop string, names ...string) (f fields, err error) {
	f = fields{of: of, names: names, by: map[string]value{}}
	for first := true; ; first = false {
		if r.skipSpace(); stop == "" && r.at == len(r.text) || stop != "" && r.take(stop) {
			return f, nil
		}
		if !first && !r.take(",") {
			return f, r.expected("','")
		}
		r.skipSpace()
		at := r.at
		name := r.run(isLetter)
		if !slices.Contains(names, name) {
			return f, r.mistakeAt(at, "expected %s as the name of a parameter of %s, but got '%s'%s", strings.Join(names, ", "), of, name, diag.DidYouMean(name, names))
		}
		if !r.take("=") {
			return f, r.expected("'='")
		}
		if f.by[name], err = r.value(square); err != nil {
			return f, err
		}
	}
}

// has reports whether a parameter is given.
func (f fields) has(name string) bool {
	_, ok := f.by[name]
	return ok
}

// mistakeOf returns an error at the value of a parameter.
func (f fields) mistakeOf(name, format string, args ...any) error {
	return &mistake{at: f.by[name].at, msg: fmt.Sprintf(format, args...)}
}

// numbers returns a list of numbers that are not below least; rank is the number of entries, or -1 for any.
func (f fields) numbers(name string, rank int, least int64) ([]int64, error) {
	v, ok := f.by[name]
	if !ok {
		return nil, fmt.Errorf("%s has no parameter '%s'", f.of, name)
	}
	list, ok := v.numbers()
	if !ok || rank >= 0 && len(list) != rank {
		if rank < 0 {
			return nil, f.mistakeOf(name, "expected a list of numbers as '%s' of %s", name, f.of)
		}
		return nil, f.mistakeOf(name, "expected a list of %d numbers as '%s' of %s", rank, name, f.of)
	}
	for i, n := range list {
		if n < least {
			return nil, &mistake{at: v.list[i].at, msg: fmt.Sprintf("expected numbers of at least %d as '%s' of %s, but got %d", least, name, f.of, n)}
		}
	}
	return list, nil
}

// number returns a number of at least least.
func (f fields) number(name string, least int64) (int64, error) {
	v, ok := f.by[name]
	if !ok {
		return 0, fmt.Errorf("%s has no parameter '%s'", f.of, name)
	}
	if v.isList || v.word != "" || v.members != nil || v.number < least {
		return 0, f.mistakeOf(name, "expected a number of at least %d as '%s' of %s", least, name, f.of)
	}
	return v.number, nil
}

// attribute returns the text of an attribute that is a parameter.
func (f fields) attribute(name string) (string, error) {
	v, ok := f.by[name]
	switch {
	case !ok:
		return "", fmt.Errorf("%s has no parameter '%s'", f.of, name)
	case !strings.HasPrefix(v.word, "#"):
		return "", f.mistakeOf(name, "expected an attribute as '%s' of %s", name, f.of)
	case !strings.Contains(v.word, "<"):
		return "", f.mistakeOf(name, "the text does not say which layout '%s' is; write the layout in its place", v.word)
	}
	return v.word, nil
}

// flag returns whether a parameter is true; it is false if it is not given.
func (f fields) flag(name string) (bool, error) {
	v, ok := f.by[name]
	if ok && v.word != "true" && v.word != "false" {
		return false, f.mistakeOf(name, "expected true or false as '%s' of %s", name, f.of)
	}
	return v.word == "true", nil
}

// order returns a permutation of rank dimensions, the fastest first.
func (f fields) order(name string, rank int) ([]int, error) {
	list, err := f.numbers(name, rank, 0)
	if err != nil {
		return nil, err
	}
	order, seen := make([]int, rank), make([]bool, rank)
	for i, d := range list {
		if d >= int64(rank) || seen[d] {
			return nil, f.mistakeOf(name, "expected each of the %d dimensions once as '%s' of %s", rank, name, f.of)
		}
		order[i], seen[d] = int(d), true
	}
	return order, nil
}

// spellList writes numbers as "[1, 2]".
func spellList[T int | int64](list []T) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.FormatInt(int64(n), 10)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
