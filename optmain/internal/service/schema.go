package service

import (
	"encoding/json"
	"maps"
	"reflect"
)

// jsonSchema is the schema of a type, of the draft 2020-12.
type jsonSchema struct {
	Type        string                 `json:"type,omitempty"`
	Description string                 `json:"description,omitempty"`
	Encoding    string                 `json:"contentEncoding,omitempty"`
	Properties  map[string]*jsonSchema `json:"properties,omitempty"`
	Values      *jsonSchema            `json:"additionalProperties,omitempty"`
	Items       *jsonSchema            `json:"items,omitempty"`
	Required    []string               `json:"required,omitempty"`
	Ref         string                 `json:"$ref,omitempty"`
}

var rawMessage = reflect.TypeFor[json.RawMessage]()

// schemaOf returns the schema of a type. A struct that contains itself refers to the root.
func schemaOf(t reflect.Type) *jsonSchema { return schemaIn(t, nil) }

func schemaIn(t reflect.Type, within []reflect.Type) *jsonSchema {
	switch {
	case t == rawMessage:
		return &jsonSchema{}
	case t.Kind() == reflect.Pointer:
		return schemaIn(t.Elem(), within)
	}
	switch t.Kind() {
	case reflect.String:
		return &jsonSchema{Type: "string"}
	case reflect.Bool:
		return &jsonSchema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &jsonSchema{Type: "integer"}
	case reflect.Float64:
		return &jsonSchema{Type: "number"}
	case reflect.Map:
		return &jsonSchema{Type: "object", Values: schemaIn(t.Elem(), within)}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return &jsonSchema{Type: "string", Encoding: "base64"}
		}
		return &jsonSchema{Type: "array", Items: schemaIn(t.Elem(), within)}
	}
	for _, outer := range within {
		if outer == t {
			return &jsonSchema{Type: "object", Description: "as the one that contains it"}
		}
	}
	s := &jsonSchema{Type: "object", Properties: map[string]*jsonSchema{}}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name, optional := jsonName(f)
		of := schemaIn(f.Type, append(within, t))
		of.Description = f.Tag.Get("doc")
		s.Properties[name] = of
		if !optional {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

// brief returns the schema without the members of diagnostics, which are the same for all methods and most of the bytes.
func (s *jsonSchema) brief() *jsonSchema {
	d := s.Properties["diagnostics"]
	if d == nil {
		return s
	}
	short := *s
	short.Properties = maps.Clone(s.Properties)
	short.Properties["diagnostics"] = &jsonSchema{Type: "array", Description: d.Description, Items: &jsonSchema{Type: "object"}}
	return &short
}

// Schema is the description of all methods as JSON: for each the title, and the JSON schemas of
// its parameters and of its result.
func Schema() []byte {
	type described struct {
		Title  string      `json:"title"`
		Params *jsonSchema `json:"params"`
		Result *jsonSchema `json:"result"`
	}
	all := map[string]described{}
	for _, m := range Methods() {
		all[m.Name] = described{Title: m.Title, Params: schemaOf(m.Params), Result: schemaOf(m.Result)}
	}
	data, err := json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"methods": all,
	}, "", "  ")
	if err != nil {
		panic(err) // a type of this package has no JSON
	}
	return append(data, '\n')
}
