package service

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"optc/diag"
)

// Method is a request that a client can make. Params and Result are the types of structs whose
// fields have the tags json and doc; they feed the decoder, the schema, the tools of the model
// context protocol, and the reference.
type Method struct {
	Name   string
	Title  string // its effect, in one line
	Params reflect.Type
	Result reflect.Type

	call func(ctx context.Context, s *Service, params json.RawMessage) (any, error)
}

// declare makes a method of a function, which gets its own folder. Params that are not
// valid for P are an *InvalidParams.
func declare[P, R any](name, title string, f func(sh *shell, p *P) (*R, error)) *Method {
	return &Method{
		Name: name, Title: title, Params: reflect.TypeFor[P](), Result: reflect.TypeFor[R](),
		call: func(ctx context.Context, s *Service, raw json.RawMessage) (any, error) {
			p := new(P)
			if err := decode(raw, p); err != nil {
				return nil, err
			}
			sh, err := s.shell(ctx)
			if err != nil {
				return nil, err
			}
			defer sh.close()
			return f(sh, p)
		},
	}
}

// InvalidParams is an error of the client.
type InvalidParams struct{ msg string }

func (e *InvalidParams) Error() string { return e.msg }

func invalid(format string, args ...any) error {
	return &InvalidParams{fmt.Sprintf(format, args...)}
}

// decode reads the parameters of a method. Unknown fields, and fields that are missing, are
// errors.
func decode(raw json.RawMessage, p any) error {
	if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	v := reflect.ValueOf(p).Elem()
	if err := d.Decode(p); err != nil {
		msg := strings.TrimPrefix(err.Error(), "json: ")
		if name, ok := strings.CutPrefix(msg, "unknown field "); ok {
			var names []string
			for _, f := range reflect.VisibleFields(v.Type()) {
				if field, _ := jsonName(f); field != "" {
					names = append(names, field)
				}
			}
			msg += diag.DidYouMean(strings.Trim(name, `"`), names).String()
		}
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
			// Structs that are embedded are part of the path, but not of the JSON.
			path := slices.DeleteFunc(strings.Split(wrong.Field, "."), func(part string) bool { return part != "" && part[0] >= 'A' && part[0] <= 'Z' })
			spelled, _ := spell(wrong.Type)
			msg = fmt.Sprintf("expected the parameter '%s' to be of type %s, but got %s", strings.Join(path, "."), cmp.Or(spelled, "object"), wrong.Value)
		}
		return invalid("%s", msg)
	}
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, optional := jsonName(f)
		if !f.Anonymous && !optional && v.FieldByIndex(f.Index).IsZero() {
			return invalid("expected the parameter '%s': %s", name, f.Tag.Get("doc"))
		}
	}
	return nil
}

// jsonName returns the name of a field, and whether it may be absent.
func jsonName(f reflect.StructField) (name string, optional bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, strings.Contains(options, "omitempty")
}
