package okk

import (
	"fmt"
	"strconv"
	"strings"

	"optc/diag"
	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// MachineAttr is #okk.machine<…>: a machine, written as a name and the figures that
// differ from the named machine's.
type MachineAttr struct {
	ir.AttrBase
	Machine Machine
}

// The grammar of the body of a machine attribute.
//
//	Machine = Word ("," Setting)* .
//	Setting = Word "=" Integer .

type machineText struct {
	Name     string        `parser:"@Word"`
	Settings []settingText `parser:"(',' @@)*"`
}

type settingText struct {
	Field string `parser:"@Word '='"`
	Value string `parser:"@Integer"`
}

var machineGrammar = parser.NewGrammar(Codes, &grammar.Of[machineText]{
	What: "machine", Code: "machine-bad", Start: "the name of a machine", Words: map[string]string{"SettingText": "a field"},
})

// machine returns the machine that the text describes. The error code is machine-bad.
func (t *machineText) machine() (Machine, error) {
	m, err := LookupMachine(t.Name)
	named := err == nil
	if !named {
		m = CustomMachine(t.Name)
	}
	given := map[string]bool{}
	for _, s := range t.Settings {
		v, parseErr := strconv.ParseInt(s.Value, 0, 64)
		if parseErr != nil {
			return m, diag.Errorf("machine-bad", "machine field %s = %s is too large", s.Field, s.Value)
		}
		if given[s.Field] {
			return m, diag.Errorf("machine-bad", "machine field %s is given twice", s.Field)
		}
		given[s.Field] = true
		if err := m.Set(s.Field, v); err != nil {
			return m, err
		}
	}
	for _, f := range machineFields {
		switch {
		case named || given[f.name] || !f.required:
		case len(t.Settings) == 0:
			return m, err // only the name is wrong
		default:
			return m, diag.Errorf("machine-bad", "machine '%s' is not known, so it needs the field %s", t.Name, f.name)
		}
	}
	return m, m.Check()
}

// Retarget returns a chip's machine, or the module's own machine, with the fields that it
// overrides, if that is already of this chip. Fields that are overridden for another chip cannot be
// carried over. The error code is target-fit.
func Retarget(module *ir.Operation, chip Machine) (Machine, error) {
	old := ir.Get[*MachineAttr](module, MachineAttrName)
	if old == nil {
		return chip, nil
	}
	if old.Machine.Name == chip.Name {
		return old.Machine, nil
	}
	base, err := LookupMachine(old.Machine.Name)
	if err != nil {
		return chip, nil // a machine of the file, which has all its fields there
	}
	var texts []string
	known := base.Fields()
	for i, f := range old.Machine.Fields() {
		if f.Value != known[i].Value {
			texts = append(texts, fmt.Sprintf("%s = %d", f.Name, f.Value))
		}
	}
	if texts == nil {
		return chip, nil
	}
	return Machine{}, diag.Errorf("target-fit", "the file overrides fields of %s, which cannot be carried over to %s: %s", old.Machine.Name, chip.Name, strings.Join(texts, ", ")).
		Note("name the chip that the file names, or change the machine in the file")
}

// MachineOf returns the attribute of a machine.
func MachineOf(c *ir.Context, m Machine) *MachineAttr {
	s := ir.Spell(c).Str("#okk.machine<").Str(m.Name)
	base, err := LookupMachine(m.Name)
	if err != nil {
		base = CustomMachine(m.Name)
	}
	known := base.Fields()
	for i, f := range m.Fields() {
		if f.Value != known[i].Value {
			s.Str(", ").Str(f.Name).Str(" = ").Int(f.Value)
		}
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *MachineAttr { return &MachineAttr{b, m} })
}

func attrDefs() []*ir.AttrDef {
	return []*ir.AttrDef{{
		Mnemonic: "machine",
		Summary:  "description of a chip",
		Description: "Names a chip and overrides single figures of it. A machine of another name needs npus, npu_bytes, align and " +
			"banks; it has all storage modes and element types, and the rules of its compute operations are not known, so " +
			"that nothing is computed on it. The module carries one as its attribute okk.machine.",
		Syntax:   "`<` name (`,` field `=` integer)* `>`",
		Examples: []string{"#okk.machine<bm1684>", "#okk.machine<bm1684, npus = 32>", "#okk.machine<mine, npus = 3, npu_bytes = 3072, align = 32, banks = 4>"},
		Parse: func(p ir.AsmParser) ir.Attribute {
			parsed, pos := machineGrammar.ParseBody(p)
			if parsed == nil {
				return nil
			}
			m, err := parsed.machine()
			if err != nil {
				machineGrammar.Report(p, pos, err)
				return nil
			}
			return MachineOf(p.Context(), m)
		},
	}}
}

// Constraints of inherent attributes that also define the attribute's syntax in an
// assembly format.
var (
	integerAttr = written(ir.I64Attr, func(p ir.AsmParser) ir.Attribute { return p.Context().I64Attr(p.Integer()) }, printWithoutType)
	// numberAttr is an integer or float with its type.
	numberAttr = &ir.AttrConstraint{Summary: "number", Check: func(a ir.Attribute) bool {
		return ir.IsAttr[*ir.FloatAttr](a) || ir.IsAttr[*ir.IntegerAttr](a)
	}}
)

// written returns a constraint like c for attributes with a special syntax.
func written(c *ir.AttrConstraint, parse func(ir.AsmParser) ir.Attribute, print func(*ir.Printer, ir.Attribute)) *ir.AttrConstraint {
	own := *c
	own.Parse, own.Print = parse, print
	return &own
}

func printWithoutType(p *ir.Printer, a ir.Attribute) { p.AttrWithoutType(a) }

// word declares a unit attribute, written as its name: (`name` $name^)?.
func word(name, doc string) ir.PropDef {
	return ir.PropDef{Name: name, Type: ir.UnitConstraint, Optional: true, Doc: doc}
}

// optionalInt declares an optional number; Go code reads absent if it is not given.
func optionalInt(name string, absent int, doc string) ir.PropDef {
	return ir.PropDef{Name: name, Type: integerAttr, Optional: true, Absent: absent, Doc: doc}
}

// optional declares an attribute that may be absent.
func optional(name string, t *ir.AttrConstraint, doc string) ir.PropDef {
	return ir.PropDef{Name: name, Type: t, Optional: true, Doc: doc}
}

// Names of attributes that several operations have.
const (
	addressAttr   = "address"
	valueAttr     = "value"
	nameAttr      = "name"
	kindAttr      = "kind"
	scalarAttr    = "scalar"
	reversedAttr  = "reversed"
	constantsAttr = "constants"
	resultAddAttr = "result_add"
	rangeAttr     = "range"
)

func intAttr(op *ir.Operation, name string) int64 { return ir.IntOr(op.Attr(name), 0) }

func intsAttr(op *ir.Operation, name string) []int64 {
	list, _ := ir.ReadInt64s(op.Attr(name))
	return list
}
