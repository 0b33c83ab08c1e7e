package lower

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// A record is a struct type whose values are written field by field: all fields are
// exported, have a name in a tag and no option but omitempty, and the type does not
// marshal itself. Package encoding/json makes the whole text of a value three times before
// it returns it, and the steps of a large program have hundreds of megabytes of text.
type record []recordField

type recordField struct {
	index     int
	name      string
	omitEmpty bool
}

var (
	records     sync.Map // reflect.Type → *record, nil for a type that is none
	marshalers  = reflect.TypeFor[json.Marshaler]()
	textMarshal = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()
)

// recordOf returns the fields of a struct type; nil if it is no record.
func recordOf(t reflect.Type) *record {
	if r, ok := records.Load(t); ok {
		return r.(*record)
	}
	r := new(record)
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "" || name == "-" || option != "" && option != "omitempty" {
			r = nil
			break
		}
		*r = append(*r, recordField{i, name, option != ""})
	}
	if marshals(t) {
		r = nil
	}
	records.Store(t, r)
	return r
}

// marshals reports whether a type, or a pointer to it, makes its own text.
func marshals(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(marshalers) || p.Implements(textMarshal)
}

// reflected writes a value as encoding/json does.
func (w *jsonWriter) reflected(v reflect.Value) {
	if v.IsValid() && v.Type().Name() != "" && v.Kind() != reflect.Struct && v.Type().PkgPath() != "" && marshals(v.Type()) {
		w.b = append(w.b, indented(v.Interface(), w.depth)...)
		return
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
		return
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.b = strconv.AppendUint(w.b, v.Uint(), 10)
		return
	case reflect.Bool:
		w.b = strconv.AppendBool(w.b, v.Bool())
		return
	case reflect.String:
		w.text(v.String())
		return
	case reflect.Pointer:
		if !v.IsNil() && !v.Type().Implements(marshalers) && !v.Type().Implements(textMarshal) {
			w.reflected(v.Elem())
			return
		}
	case reflect.Slice:
		if !v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8 {
			w.open('[')
			for i := range v.Len() {
				w.element()
				w.reflected(v.Index(i))
			}
			w.close(']')
			return
		}
	case reflect.Struct:
		if recordOf(v.Type()) != nil {
			w.open('{')
			w.fields(v)
			w.close('}')
			return
		}
	case reflect.Invalid:
		w.b = append(w.b, "null"...)
		return
	}
	w.b = append(w.b, indented(v.Interface(), w.depth)...)
}

// fields writes the fields of a record as members of the open object.
func (w *jsonWriter) fields(v reflect.Value) {
	for _, f := range *recordOf(v.Type()) {
		if x := v.Field(f.index); !f.omitEmpty || !empty(x) {
			w.key(f.name)
			w.reflected(x)
		}
	}
}

// empty reports whether omitempty omits a value.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
