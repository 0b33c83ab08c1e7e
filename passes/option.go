package passes

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
)

// Option describes an option of a pass, which is a field of its options struct.
//
// The field's tags are `opt:"max-iterations"`, the spelling, `help:"…"`, and, for strings
// with a fixed set of values, `values:"disabled,normal"`. The field's type is bool, an
// integer type, string, a slice of these, or a type with OptionValue. The value in
// Pass.Options is the default.
type Option struct {
	Name    string
	Help    string
	Kind    string   // "bool", "int", "uint", "string", "value,…"; for help
	Values  []string // values of an enumeration
	Default string   // as text

	index int
}

// OptionValue is implemented by pointers to option types with their own syntax.
type OptionValue interface {
	ParseOption(r *Registry, text string) error
	String() string
}

// OptionList lists the options of the pass by name.
func (p *Pass) OptionList() []Option { return optionsOf(p.Options) }

// OptionList lists the options of the pipeline by name.
func (p *NamedPipeline) OptionList() []Option { return optionsOf(p.Options) }

func optionsOf(options any) []Option {
	if options == nil {
		return nil
	}
	v := reflect.ValueOf(options)
	t := v.Type()
	var list []Option
	for i := range t.NumField() {
		f := t.Field(i)
		o := Option{Name: f.Tag.Get("opt"), Help: f.Tag.Get("help"), index: i}
		if vs := f.Tag.Get("values"); vs != "" {
			o.Values = strings.Split(vs, ",")
		}
		o.Kind = optionKind(f.Type, o.Values)
		o.Default = formatValue(v.Field(i))
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func optionKind(t reflect.Type, values []string) string {
	switch {
	case values != nil:
		return strings.Join(values, "|")
	case reflect.PointerTo(t).Implements(reflect.TypeFor[OptionValue]()):
		return "value"
	}
	switch t.Kind() {
	case reflect.Slice:
		return optionKind(t.Elem(), nil) + ",…"
	case reflect.Int, reflect.Int64:
		return "int"
	case reflect.Uint, reflect.Uint64, reflect.Uint32:
		return "uint"
	}
	return t.Kind().String()
}

// formatOptions renders options as name=value by name. An empty list is printed as only its
// separator, as upstream prints it.
func formatOptions(options any) string {
	v := reflect.ValueOf(options).Elem()
	var parts []string
	for _, o := range optionsOf(v.Interface()) {
		f := v.Field(o.index)
		if f.Kind() == reflect.Slice && f.Len() == 0 {
			parts = append(parts, "")
			continue
		}
		parts = append(parts, o.Name+"="+formatValue(f))
	}
	return strings.Join(parts, " ")
}

func formatValue(v reflect.Value) string {
	if v.CanAddr() {
		if s, ok := v.Addr().Interface().(OptionValue); ok {
			return "{" + s.String() + "}"
		}
	}
	switch v.Kind() {
	case reflect.Slice:
		var elems []string
		for i := range v.Len() {
			elems = append(elems, formatValue(v.Index(i)))
		}
		return "{" + strings.Join(elems, ",") + "}"
	case reflect.String:
		if strings.ContainsAny(v.String(), " \t\n,{}()'\"") {
			return wrapValue(v.String())
		}
	}
	return fmt.Sprint(v.Interface())
}

// wrapValue is the inverse of unwrap: it adds braces, or quotes if the text does not allow braces.
func wrapValue(text string) string {
	braces := "{" + text + "}"
	switch {
	case balanced(braces+" ", 0) == len(braces): // the first brace closes only at the end
		return braces
	case !strings.Contains(text, "'"):
		return "'" + text + "'"
	}
	return "\"" + text + "\""
}

// setOption gives the option of that name in the struct that options points to
// the value that text spells.
func setOption(r *Registry, options any, pass, name, text string) error {
	if options == nil {
		return diag.Errorf("pipeline-option", "'%s' has no options, but got '%s'", pass, name)
	}
	v := reflect.ValueOf(options).Elem()
	list := optionsOf(v.Interface())
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = o.Name
		if o.Name != name {
			continue
		}
		if err := parseValue(r, v.Field(o.index), text, o.Values); err != nil {
			return diag.Errorf("pipeline-option", "option '%s' of '%s' %v", name, pass, err)
		}
		return nil
	}
	meant := diag.DidYouMean(name, names)
	if meant.Meant == "" && len(names) == 1 {
		return diag.Errorf("pipeline-option", "'%s' has no option '%s', only '%s': write '%s=<value>'", pass, name, names[0], names[0])
	}
	if meant.Meant == "" {
		return diag.Errorf("pipeline-option", "'%s' has no option '%s'; its options: %s", pass, name, strings.Join(names, ", "))
	}
	return diag.Errorf("pipeline-option", "'%s' has no option '%s'%s", pass, name, meant)
}

func parseValue(r *Registry, v reflect.Value, text string, values []string) error {
	if s, ok := v.Addr().Interface().(OptionValue); ok {
		return s.ParseOption(r, unwrap(text))
	}
	expected := func(what string) error { return fmt.Errorf("expects %s, but got '%s'", what, text) }
	switch v.Kind() {
	case reflect.Bool:
		switch text {
		case "", "true", "TRUE", "True", "1":
			v.SetBool(true)
		case "false", "FALSE", "False", "0":
			v.SetBool(false)
		default:
			return expected("true or false")
		}
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			return expected("an integer")
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(text, 0, v.Type().Bits())
		if err != nil {
			return expected("a non-negative integer")
		}
		v.SetUint(n)
	case reflect.String:
		text = unwrap(text)
		if values != nil && !slices.Contains(values, text) {
			return fmt.Errorf("expects one of %s, but got '%s'%s",
				strings.Join(values, ", "), text, diag.DidYouMean(text, values))
		}
		v.SetString(text)
	case reflect.Slice:
		elems := splitTopLevel(unwrap(text))
		list := reflect.MakeSlice(v.Type(), len(elems), len(elems))
		for i, e := range elems {
			if err := parseValue(r, list.Index(i), e, values); err != nil {
				if len(elems) == 1 && v.Type().Elem().Kind() == reflect.Int64 {
					return expected("integers separated by commas")
				}
				return err
			}
		}
		v.Set(list)
	default:
		panic("passes: option field of unsupported type " + v.Type().String())
	}
	return nil
}

// unwrap removes a pair of braces or quotes around the whole text.
func unwrap(text string) string {
	if n := len(text); n >= 2 {
		switch {
		case text[0] == '{' && text[n-1] == '}' && balanced(text, 0) == n,
			text[0] == '"' && text[n-1] == '"', text[0] == '\'' && text[n-1] == '\'':
			return text[1 : n-1]
		}
	}
	return text
}

// splitTopLevel splits at commas that are in no brackets and no quotes.
func splitTopLevel(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var parts []string
	lo := 0
	for i := 0; i < len(text); {
		if text[i] == ',' {
			parts = append(parts, strings.TrimSpace(text[lo:i]))
			i++
			lo = i
			continue
		}
		i = balanced(text, i)
	}
	return append(parts, strings.TrimSpace(text[lo:]))
}

// balanced returns the offset after the character at i, or, if it is a bracket or a
// quote, after its end; len(text) if it is never closed.
func balanced(text string, i int) int {
	switch c := text[i]; c {
	case '"', '\'':
		if n := strings.IndexByte(text[i+1:], c); n >= 0 {
			return i + n + 2
		}
		return len(text)
	case '{', '(', '[':
		end := map[byte]byte{'{': '}', '(': ')', '[': ']'}[c]
		for i++; i < len(text); {
			if text[i] == end {
				return i + 1
			}
			i = balanced(text, i)
		}
		return len(text)
	}
	return i + 1
}
