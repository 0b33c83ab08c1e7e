package opgen

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"optc/ir"
)

// constructor collects the parts of the constructor of an operation.
type constructor struct {
	*writer
	params  []param
	given   map[string]string // Go names of the parameters by part
	mayLack map[string]bool   // attributes that are absent if their parameter is zero
	like    map[string]string // operands whose types are the types of results
	builder string            // name of the builder parameter
}

type param struct{ name, typ string }

// construct writes the constructor of an operation.
func (w *writer) construct() error {
	def := w.def
	if def.New != nil && len(def.New) == 0 {
		return nil
	}
	c := &constructor{writer: w, given: map[string]string{}, mayLack: map[string]bool{}, like: map[string]string{}}
	for _, entry := range c.parameters() {
		if err := c.parameter(entry); err != nil {
			return err
		}
	}
	c.builder = "b"
	if slices.ContainsFunc(c.params, func(p param) bool { return p.name == "b" }) {
		c.builder = "builder"
	}
	return c.write()
}

// parameters returns New, or the default if New is nil.
func (c *constructor) parameters() (names []string) {
	if c.def.New != nil {
		return c.def.New
	}
	if !infers(c.def) {
		for i := range c.def.Results {
			if c.def.Results[i].Kind != ir.Optional {
				names = append(names, c.def.Results[i].Name)
			}
		}
	}
	for i := range c.def.Operands {
		names = append(names, c.def.Operands[i].Name)
	}
	for i := range c.def.Attrs {
		if a := &c.def.Attrs[i]; !a.Optional && a.Default == nil && c.valuesOf(a) < 0 {
			names = append(names, a.Name)
		}
	}
	for i := range c.def.Regions {
		if c.def.Regions[i].Variadic {
			names = append(names, c.def.Regions[i].Name)
		}
	}
	for i := range c.def.Successors {
		names = append(names, c.def.Successors[i].Name)
	}
	return names
}

// infers reports whether the types of the results follow from the definition.
func infers(def *ir.OpDef) bool {
	switch {
	case def.Infer != nil || len(def.Results) == 0, def.Traits&ir.FirstAttrDerivedResultType != 0:
		return true
	case def.Traits&ir.SameOperandsAndResultType != 0 && len(def.Operands) > 0:
		return true
	}
	return !slices.ContainsFunc(def.Results, func(r ir.ValueDef) bool {
		return r.Kind != ir.Single || (r.Type == nil || r.Type.Build == nil) && !matched(def, r.Name)
	})
}

// matched reports whether a constraint equates the type of a result with other types.
func matched(def *ir.OpDef, result string) bool {
	known := func(name string) bool { return def.OperandIndex(name) >= 0 || def.AttrIndex(name) >= 0 }
	return slices.ContainsFunc(def.Constraints, func(c ir.Constraint) bool {
		switch c := c.(type) {
		case ir.AllTypesMatch:
			return slices.Contains(c, result) && slices.ContainsFunc(c, known)
		case ir.TypesMatchWith:
			return c.To == result && known(c.From)
		}
		return false
	})
}

func (c *constructor) parameter(entry string) error {
	part, mayLack := strings.CutSuffix(entry, "?")
	part, variadic := strings.CutSuffix(part, "...")
	if result, operands, ok := strings.Cut(part, "="); ok {
		if c.def.ResultIndex(result) < 0 || c.def.OperandIndex(operands) < 0 {
			return fmt.Errorf("option New has %q, which are no result and operand", entry)
		}
		c.like[result] = operands
		return nil
	}
	name, typ, err := c.describe(part)
	if err != nil {
		return err
	}
	if variadic {
		typ = "..." + strings.TrimPrefix(typ, "[]")
	}
	if _, taken := c.imports[name]; taken || name == "ir" {
		name += "Value"
	}
	c.params = append(c.params, param{name, typ})
	c.given[part] = name
	c.mayLack[part] = mayLack
	return nil
}

// describe returns the name and the type of the parameter for a part.
func (c *constructor) describe(part string) (name, typ string, err error) {
	value := "*" + c.ir("Value")
	name = parameterName(part)
	if g := c.def.OperandIndex(part); g >= 0 {
		if c.staticOf(g) >= 0 {
			return parameterName(strings.TrimPrefix(part, "dynamic")), "[]" + c.ir("Mixed"), nil
		}
		if c.def.Operands[g].Kind == ir.Variadic {
			value = "[]" + value
		}
		return name, value, nil
	}
	if i := c.def.AttrIndex(part); i >= 0 {
		a := &c.def.Attrs[i]
		return name, c.typeName(formOf(a).Type), nil
	}
	if g := c.def.ResultIndex(part); g >= 0 {
		if c.def.Results[g].Kind == ir.Variadic {
			return strings.TrimSuffix(name, "s") + "Types", "[]" + c.ir("Type"), nil
		}
		return name + "Type", c.ir("Type"), nil
	}
	if c.def.RegionIndex(part) >= 0 {
		return name, "int", nil
	}
	if i := c.def.SuccessorIndex(part); i >= 0 {
		typ = "*" + c.ir("Block")
		if c.def.Successors[i].Variadic {
			typ = "[]" + typ
		}
		return name, typ, nil
	}
	return "", "", fmt.Errorf("option New has %q, which is no part of the operation", part)
}

// write writes the constructor.
func (c *constructor) write() error {
	name := "New" + goName(c.def)
	var list strings.Builder
	fmt.Fprintf(&list, "%s %s", c.builder, c.ir("OpBuilder"))
	for i, p := range c.params {
		if i+1 < len(c.params) && c.params[i+1].typ == p.typ {
			fmt.Fprintf(&list, ", %s", p.name)
		} else {
			fmt.Fprintf(&list, ", %s %s", p.name, p.typ)
		}
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	c.printf("\n// %s builds %s.\nfunc %s(%s) %s {\n%s}\n", name, c.def.Name(), name, list.String(), c.typ, body)
	return nil
}

func (c *constructor) body() (string, error) {
	var before, after strings.Builder
	fields := []string{}
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, name+": "+value)
		}
	}
	add("Operands", c.operands(&before, &after))
	results, err := c.resultTypes()
	if err != nil {
		return "", err
	}
	add("ResultTypes", results)
	props, err := c.props(&after)
	if err != nil {
		return "", err
	}
	add("Props", props)
	add("Successors", c.successors())
	for i := range c.def.Regions {
		if r := &c.def.Regions[i]; r.Variadic && c.given[r.Name] != "" {
			add("NumRegions", fmt.Sprintf("%d + %s", i, c.given[r.Name]))
		}
	}
	state := "&" + c.ir("OpState") + "{" + strings.Join(fields, ", ") + "}"
	build := fmt.Sprintf("%s[%s](%s, ", c.ir("Build"), c.typ, c.builder)
	end := "return " + build + state + ")\n"
	if after.Len() > 0 {
		before.WriteString("st := " + state + "\n")
		end = "return " + build + "st)\n"
	}
	if c.def.Traits&ir.NoTerminator != 0 && len(c.def.Regions) > 0 {
		end = "op := " + strings.TrimPrefix(end, "return ")
		for i := range c.def.Regions {
			end += fmt.Sprintf("op.Operation().Region(%d).Append(&%s{})\n", i, c.ir("Block"))
		}
		end += "return op\n"
	}
	return before.String() + after.String() + end, nil
}

func (c *constructor) context() string { return c.builder + ".Context()" }

// operands returns the list of the operands, and writes code for the number of operands
// in each group.
func (c *constructor) operands(before, after *strings.Builder) string {
	var chunks, singles, sizes []string
	flush := func() {
		if len(singles) > 0 {
			chunks = append(chunks, "[]*"+c.ir("Value")+"{"+strings.Join(singles, ", ")+"}")
			singles = nil
		}
	}
	variadic, optional := 0, 0
	for g := range c.def.Operands {
		v := &c.def.Operands[g]
		name := c.given[v.Name]
		switch {
		case v.Kind == ir.Single:
			singles = append(singles, name)
			sizes = append(sizes, "1")
		case name == "":
			sizes = append(sizes, "0")
		case v.Kind == ir.Optional:
			flush()
			optional++
			chunks = append(chunks, c.irCall("Present", name))
			sizes = append(sizes, c.irCall("Count", name))
		default:
			flush()
			variadic++
			if i := c.staticOf(g); i >= 0 {
				static, values := "static"+upperFirst(name), name+"Values"
				fmt.Fprintf(before, "%s, %s := %s\n", static, values, c.irCall("SplitMixed", name))
				name = values
			}
			chunks = append(chunks, name)
			sizes = append(sizes, "len("+name+")")
		}
	}
	flush()
	if c.def.Traits&ir.AttrSizedOperandSegments != 0 {
		fmt.Fprintf(after, "st.SetPropAt(%d, %s)\n", len(c.def.Attrs), c.irCall("SegmentAttr", c.context()+", []int{"+strings.Join(sizes, ", ")+"}"))
	}
	switch {
	case len(chunks) == 0:
		return ""
	case len(chunks) == 1:
		return chunks[0]
	case len(chunks) == 2 && optional == 0 && strings.HasSuffix(chunks[0], "}"):
		return "append(" + chunks[0] + ", " + chunks[1] + "...)"
	}
	return c.qualified("slices", "slices", "Concat") + "(" + strings.Join(chunks, ", ") + ")"
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// resultTypes returns the list of the types of the results, or "" if they are inferred.
func (c *constructor) resultTypes() (string, error) {
	var chunks, singles []string
	types := "[]" + c.ir("Type")
	flush := func() {
		if len(singles) > 0 {
			chunks = append(chunks, types+"{"+strings.Join(singles, ", ")+"}")
			singles = nil
		}
	}
	for g := range c.def.Results {
		r := &c.def.Results[g]
		name, operands := c.given[r.Name], c.given[c.like[r.Name]]
		switch {
		case name == "" && operands == "":
		case r.Kind != ir.Variadic && operands != "":
			singles = append(singles, operands+".Type()")
		case r.Kind == ir.Single:
			singles = append(singles, name)
		case operands != "":
			flush()
			chunks = append(chunks, c.irCall("TypesOf", operands))
		case r.Kind == ir.Optional:
			flush()
			chunks = append(chunks, c.irCall("PresentTypes", name))
		default:
			flush()
			chunks = append(chunks, name)
		}
	}
	flush()
	switch {
	case len(chunks) == 0 && !infers(c.def) && slices.ContainsFunc(c.def.Results, func(r ir.ValueDef) bool { return r.Kind == ir.Single }):
		return "", fmt.Errorf("option New lacks the types of the results, which do not follow from the definition")
	case len(chunks) == 0:
		return "", nil
	case len(chunks) == 1:
		return chunks[0], nil
	}
	return c.qualified("slices", "slices", "Concat") + "(" + strings.Join(chunks, ", ") + ")", nil
}

// props returns the list of the attributes that are always given, and writes code that sets the
// other attributes.
func (c *constructor) props(after *strings.Builder) (string, error) {
	var list []string
	for i := range c.def.Attrs {
		a := &c.def.Attrs[i]
		form := formOf(a)
		name := c.given[a.Name]
		if g := c.valuesOf(a); g >= 0 && c.given[c.def.Operands[g].Name] != "" {
			name = "static" + upperFirst(c.given[c.def.Operands[g].Name])
		}
		if name == "" {
			continue
		}
		value := func(v string) (string, error) {
			if form.Make == nil {
				return v, nil
			}
			make, err := c.funcName(form.Make, form.Type)
			return call(make, c.context(), v), err
		}
		v := name
		isVariadic := slices.ContainsFunc(c.params, func(p param) bool {
			return p.name == name && strings.HasPrefix(p.typ, "...") && form.Type.Kind() != reflect.Slice
		})
		if isVariadic {
			v = "v"
		}
		made, err := value(v)
		if err != nil {
			return "", err
		}
		switch {
		case isVariadic && c.mayLack[a.Name]:
			fmt.Fprintf(after, "for _, v := range %s {\nif %s {\nst.SetPropAt(%d, %s)\n}\n}\n", name, notZero("v", form.Type), i, made)
		case isVariadic:
			fmt.Fprintf(after, "for _, v := range %s {\nst.SetPropAt(%d, %s)\n}\n", name, i, made)
		case c.mayLack[a.Name] || mayBeNil(form.Type) && (a.Optional || a.Default != nil):
			fmt.Fprintf(after, "if %s {\nst.SetPropAt(%d, %s)\n}\n", notZero(name, form.Type), i, made)
		default:
			for len(list) < i {
				list = append(list, "nil")
			}
			list = append(list, made)
		}
	}
	if len(list) == 0 {
		return "", nil
	}
	return "[]" + c.ir("Attribute") + "{" + strings.Join(list, ", ") + "}", nil
}

// mayBeNil reports whether a parameter with a type may be nil for an absent attribute.
func mayBeNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Pointer, reflect.Slice, reflect.Interface:
		return true
	}
	return false
}

// notZero returns the condition that a parameter is not zero.
func notZero(name string, t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return name
	case reflect.String:
		return name + ` != ""`
	case reflect.Pointer, reflect.Slice, reflect.Interface:
		return name + " != nil"
	}
	return name + " != 0"
}

func (c *constructor) successors() string {
	var singles []string
	rest := ""
	for i := range c.def.Successors {
		s := &c.def.Successors[i]
		if s.Variadic {
			rest = c.given[s.Name]
		} else {
			singles = append(singles, c.given[s.Name])
		}
	}
	list := "[]*" + c.ir("Block") + "{" + strings.Join(singles, ", ") + "}"
	switch {
	case len(singles) == 0:
		return rest
	case rest == "":
		return list
	}
	return "append(" + list + ", " + rest + "...)"
}
