package all_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/view"
	"optc/ir"
	"optc/parser"
)

var (
	operationType = reflect.TypeFor[*ir.Operation]()
	kindType      = reflect.TypeFor[ir.Kind]()
)

// TestAccessors calls every accessor of every kind on an operation whose parts are all
// different: an accessor is named after an operand or result group, an attribute, a
// region or a successor of the definition, and must return that part.
func TestAccessors(t *testing.T) {
	t.Parallel()
	for _, d := range all.Dialects() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			c := ir.NewContext(all.Dialects()...)
			for _, def := range c.Dialect(d.Name).Definitions().Ops {
				checkAccessors(t, c, def)
			}
		})
	}
}

func checkAccessors(t *testing.T, c *ir.Context, def *ir.OpDef) {
	kind := reflect.ValueOf(def.Kind)
	for i := range kind.NumMethod() {
		name, method := kind.Type().Method(i).Name, kind.Method(i)
		if general, ok := kindType.MethodByName(name); ok && general.Type.NumIn() == 2 {
			continue
		}
		if m := method.Type(); m.NumIn() != 1 || m.NumOut() != 1 || m.In(0) != operationType {
			continue
		}
		op := filled(c, def)
		if problem := checkPart(c, op, name, method); problem != "" {
			t.Errorf("%s: %s %s", def.Name(), name, problem)
		}
	}
	checkLists(t, def, kind)
}

// checkLists checks that a list of indices has the operands and the static entries of its
// name.
func checkLists(t *testing.T, def *ir.OpDef, kind reflect.Value) {
	if kind.Kind() != reflect.Struct {
		return
	}
	for i := range kind.NumField() {
		field := kind.Type().Field(i)
		if field.Anonymous {
			checkLists(t, def, kind.Field(i))
			continue
		}
		l, ok := kind.Field(i).Interface().(view.List)
		if ok && (!named(field.Name, def.Operands[l.Group].Name) || l.Attr != "static_"+def.Operands[l.Group].Name || def.AttrIndex(l.Attr) < 0) {
			t.Errorf("%s: %s is the list of other operands or another attribute", def.Name(), field.Name)
		}
	}
}

// checkPart returns the fault of the accessor with the given name, or "".
func checkPart(c *ir.Context, op *ir.Operation, name string, method reflect.Value) string {
	def := op.Def()
	get := func() any { return method.Call([]reflect.Value{reflect.ValueOf(op)})[0].Interface() }
	for g := range def.Operands {
		if named(name, def.Operands[g].Name) {
			return compare(get(), op.OperandGroup(g))
		}
	}
	for g := range def.Results {
		if named(name, def.Results[g].Name) {
			return compare(get(), op.ResultGroup(g))
		}
	}
	for i := range def.Regions {
		if named(name, def.Regions[i].Name) {
			if get() != any(op.Region(i)) {
				return "is not the region of that name"
			}
			return ""
		}
	}
	for i := range def.Successors {
		if named(name, def.Successors[i].Name) {
			if get() != any(op.Successor(i)) {
				return "is not the successor of that name"
			}
			return ""
		}
	}
	for i := range def.Attrs {
		if named(name, def.Attrs[i].Name) {
			return checkAttr(c, def, def.Attrs[i].Name, method)
		}
	}
	if method.Type().Out(0) == reflect.TypeFor[view.Mixed]() {
		return "" // several lists
	}
	return "is named like nothing of the definition"
}

// checkAttr reports whether the accessor depends only on the named attribute.
func checkAttr(c *ir.Context, def *ir.OpDef, name string, method reflect.Value) string {
	call := func(op *ir.Operation) (result any, ok bool) {
		defer func() {
			if recover() != nil { // an attribute of a class that the accessor does not expect
				ok = false
			}
		}()
		return method.Call([]reflect.Value{reflect.ValueOf(op)})[0].Interface(), true
	}
	blank := filled
	if method.Type().Out(0) == reflect.TypeFor[ir.Mixed]() {
		blank = withoutOptional // an operand may replace the attribute
	}
	empty, mayLack := call(blank(c, def))
	for _, a := range samples(c, def) {
		op := blank(c, def)
		op.SetAttr(name, a)
		if got, ok := call(op); ok && !(mayLack && reflect.DeepEqual(got, empty)) {
			others := blank(c, def)
			for i := range def.Attrs {
				if def.Attrs[i].Name != name {
					others.SetAttr(def.Attrs[i].Name, a)
				}
			}
			if got, ok := call(others); ok && !(mayLack && reflect.DeepEqual(got, empty)) {
				return "depends on another attribute"
			}
			return ""
		}
	}
	return fmt.Sprintf("does not depend on the attribute '%s'", name)
}

// filled returns an operation with two values for every variadic group and no
// attributes but the sizes of the groups.
func filled(c *ir.Context, def *ir.OpDef) *ir.Operation { return fill(c, def, 1) }

// withoutOptional is filled without optional operands and results.
func withoutOptional(c *ir.Context, def *ir.OpDef) *ir.Operation { return fill(c, def, 0) }

func fill(c *ir.Context, def *ir.OpDef, optional int) *ir.Operation {
	st := &ir.OpState{Def: def, NumRegions: len(def.Regions)}
	block := &ir.Block{}
	var operands, results []int
	for i := range def.Operands {
		n := size(def.Operands[i].Kind, optional)
		for range n {
			st.Operands = append(st.Operands, block.AddArg(c.Index(), ir.Location{}))
		}
		operands = append(operands, n)
	}
	for i := range def.Results {
		n := size(def.Results[i].Kind, optional)
		for range n {
			st.ResultTypes = append(st.ResultTypes, c.Index())
		}
		results = append(results, n)
	}
	for range def.Successors {
		st.Successors = append(st.Successors, &ir.Block{})
	}
	if def.Traits&ir.AttrSizedOperandSegments != 0 {
		st.SetSegments(c, operands...)
	}
	if def.Traits&ir.AttrSizedResultSegments != 0 {
		st.SetResultSegments(c, results...)
	}
	op := new(ir.Arena).NewOperation(st)
	for r := range op.Regions() {
		b := ir.NewBlock([]ir.Type{c.Index(), c.Index(), c.Index()}, nil)
		r.Append(b)
	}
	return op
}

func size(k ir.Arity, optional int) int {
	switch k {
	case ir.Variadic:
		return 2
	case ir.Optional:
		return optional
	}
	return 1
}

// samples returns attributes of the classes that definitions require: builtin attributes,
// and the examples of the dialect.
func samples(c *ir.Context, def *ir.OpDef) (list []ir.Attribute) {
	texts := []string{
		"unit", `"sample"`, "3 : i64", "3 : i32", "3 : index", "true", "2.0 : f32", "f32", "memref<4xf32>", "[3, 4]", `["sample"]`, "[f32]", "[[3, 4]]",
		"array<i64: 3, 4>", "array<i32: 3, 4>", "array<i1: true>", "@sample", "[@sample]", "{sample = 3}", "[{sample = 3}]",
		"affine_map<(d0) -> (d0 + 3)>", "[affine_map<(d0) -> (d0 + 3)>]", "affine_set<(d0) : (d0 - 3 == 0)>",
		"dense<3> : vector<2xi64>", "dense<3> : vector<2xi32>", "dense<3> : tensor<2xi64>", "() -> f32",
	}
	for _, d := range []string{"arith", "iree_gpu", def.Dialect()} {
		for _, a := range c.Dialect(d).Definitions().Attrs {
			for _, e := range a.Examples {
				texts = append(texts, e, "["+e+"]")
			}
		}
		for _, t := range c.Dialect(d).Definitions().Types {
			texts = append(texts, t.Examples...)
		}
	}
	for _, text := range texts {
		if a, err := parser.ParseAttr(c, text, nil, nil); err == nil {
			list = append(list, a)
		}
	}
	return list
}

// compare reports whether an accessor returned the values of a group, or their uses.
func compare(got any, want []*ir.Value) string {
	var values []*ir.Value
	switch got := got.(type) {
	case *ir.Value:
		values = []*ir.Value{got}
	case []*ir.Value:
		values = got
	case *ir.OpOperand:
		values = []*ir.Value{got.Value()}
	case []*ir.OpOperand:
		for _, u := range got {
			values = append(values, u.Value())
		}
	default:
		return ""
	}
	if !slices.Equal(values, want) {
		return "does not return the values of that name"
	}
	return ""
}

// named reports whether an accessor's name is the name of a part in Go spelling:
// permutation_map, PermutationMap. Accessors of uses end in Mutable; accessors of
// attributes end in Attr where an ir.Kind has a method or field with that name.
func named(accessor, part string) bool {
	if name, ok := strings.CutSuffix(accessor, "Attr"); ok && (name == "Kind" || name == "Is") {
		accessor = name
	}
	return part != "" && strings.EqualFold(strings.TrimSuffix(accessor, "Mutable"), strings.ReplaceAll(part, "_", ""))
}
