package passes

import (
	"errors"
	"fmt"
	"reflect"

	"optc/ir"
)

// Check returns the faults of the registry, joined, or nil: names that are missing
// or taken, passes that do nothing, options that no text can set. Every error in it
// is an *ir.Fault.
func (r *Registry) Check() error {
	var faults []error
	fault := func(of, format string, args ...any) {
		faults = append(faults, &ir.Fault{Of: of, Msg: fmt.Sprintf(format, args...)})
	}
	seen := map[string]bool{}
	name := func(of, n string) {
		switch {
		case n == "":
			fault(of, "expected a name")
		case seen[n]:
			fault(of, "the name is taken by another pass or pipeline")
		}
		seen[n] = true
	}
	for _, p := range r.Passes {
		of := "pass '" + p.Name + "'"
		name(of, p.Name)
		for _, n := range p.Aliases {
			name(of, n)
		}
		if p.Run == nil {
			fault(of, "the function Run is missing")
		}
		checkOptions(p.Options, func(format string, args ...any) { fault(of, format, args...) })
		stats := map[string]bool{}
		for _, s := range p.Stats {
			if stats[s.Name] {
				fault(of, "there are two statistics named '%s'", s.Name)
			}
			stats[s.Name] = true
		}
	}
	for _, p := range r.Pipelines {
		of := "pipeline '" + p.Name + "'"
		name(of, p.Name)
		checkOptions(p.Options, func(format string, args ...any) { fault(of, format, args...) })
		if p.Build == nil {
			fault(of, "the function Build is missing")
			continue
		}
		for _, o := range p.Orders {
			if !o.kept(p.DefaultSteps()) {
				fault(of, "expected %s before %s: %s", o.Before.Name, o.After.Name, o.Reason)
			}
		}
	}
	return errors.Join(faults...)
}

// checkOptions checks a struct of options, see Option.
func checkOptions(options any, fault func(format string, args ...any)) {
	if options == nil {
		return
	}
	t := reflect.TypeOf(options)
	if t.Kind() != reflect.Struct {
		fault("expected Options to be a struct, but got %s", t)
		return
	}
	seen := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		switch n := f.Tag.Get("opt"); {
		case n == "":
			fault("field '%s' of the options has no tag 'opt'", f.Name)
		case seen[n]:
			fault("there are two options named '%s'", n)
		case !f.IsExported():
			fault("field '%s' of the options is not exported", f.Name)
		case !hasSyntax(f.Type):
			fault("option '%s' has type %s, which has no syntax", n, f.Type)
		default:
			seen[n] = true
		}
	}
}

// hasSyntax reports whether parseValue reads values of a type.
func hasSyntax(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[OptionValue]()) {
		return true
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.String:
		return true
	case reflect.Slice:
		return hasSyntax(t.Elem())
	}
	return false
}
