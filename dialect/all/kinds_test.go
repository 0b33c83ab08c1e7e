package all_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
)

// Accessors of kinds are named like what they return, and return it: operands of
// the group of that name, as values or as uses, attributes, results or regions.
func TestAccessors(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(all.Dialects()...)
	operation := reflect.TypeFor[*ir.Operation]()
	checked := 0
	for _, d := range all.Dialects() {
		for _, def := range d.Definitions().Ops {
			kind := reflect.ValueOf(def.Kind)
			if kind.Kind() != reflect.Struct {
				continue
			}
			op := sample(c, def)
			for i := range kind.NumMethod() {
				m, f := kind.Type().Method(i), kind.Method(i)
				if _, isKind := reflect.TypeFor[ir.Kind]().MethodByName(m.Name); isKind || f.Type().NumIn() != 1 || f.Type().In(0) != operation {
					continue
				}
				checked++
				if problem := checkAccessor(def, op, m.Name, f); problem != "" {
					t.Errorf("%s.%s: %s", def.Name(), m.Name, problem)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d accessors", checked)
	}
}

// sample builds an operation with one operand in every group.
func sample(c *ir.Context, def *ir.OpDef) *ir.Operation {
	b := ir.NewBuilder(c)
	st := &ir.OpState{Def: def, ResultTypes: []ir.Type{}, NumRegions: len(def.Regions)}
	sizes := make([]int, len(def.Operands))
	for i := range def.Operands {
		st.Operands = append(st.Operands, b.Value(ir.Kind("arith.constant"), nil, []ir.Type{c.Index()}, ir.NamedAttr{Name: "value", Value: c.IndexAttr(int64(i))}))
		sizes[i] = 1
	}
	for range def.Results {
		st.ResultTypes = append(st.ResultTypes, c.Index())
	}
	if def.Traits&ir.AttrSizedOperandSegments != 0 {
		st.SetSegments(c, sizes...)
	}
	return b.Create(st)
}

func checkAccessor(def *ir.OpDef, op *ir.Operation, name string, f reflect.Value) string {
	is := func(other string) bool {
		return strings.EqualFold(strings.TrimSuffix(name, "Mutable"), strings.ReplaceAll(other, "_", ""))
	}
	call := func() any { return f.Call([]reflect.Value{reflect.ValueOf(op)})[0].Interface() }
	if g := slices.IndexFunc(def.Operands, func(v ir.ValueDef) bool { return is(v.Name) }); g >= 0 {
		want := op.Operand(g)
		var got *ir.Value
		switch r := call().(type) {
		case *ir.Value:
			got = r
		case []*ir.Value:
			got = r[0]
		case *ir.OpOperand:
			got = r.Value()
		case []*ir.OpOperand:
			got = r[0].Value()
		}
		if got != want {
			return "returns another operand"
		}
		return ""
	}
	if g := slices.IndexFunc(def.Results, func(v ir.ValueDef) bool { return is(v.Name) }); g >= 0 {
		if got, ok := call().(*ir.Value); ok && got != op.Result(g) {
			return "returns another result"
		}
		return ""
	}
	if g := slices.IndexFunc(def.Regions, func(r ir.RegionDef) bool { return is(r.Name) }); g >= 0 {
		if call() != any(op.Region(g)) {
			return "returns another region"
		}
		return ""
	}
	if slices.ContainsFunc(def.AttrNames(), is) {
		return ""
	}
	return "is named like nothing of the definition"
}
