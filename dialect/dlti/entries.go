package dlti

import (
	"strconv"

	"optc/ir"
)

// EntryAttr is #dlti.dl_entry<key, value>, written key = value in lists.
type EntryAttr struct {
	ir.AttrBase
	Type  ir.Type // the key, or nil
	Name  string  // the key if Type is nil
	Value ir.Attribute
}

// EntryOf returns the entry of a type, or of a name if t is nil.
func EntryOf(c *ir.Context, t ir.Type, name string, value ir.Attribute) *EntryAttr {
	s := ir.Spell(c).Str("#dlti.dl_entry<").Node(keyOf(c, t, name)).Str(", ").Node(value).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *EntryAttr { return &EntryAttr{AttrBase: b, Type: t, Name: name, Value: value} })
}

func keyOf(c *ir.Context, t ir.Type, name string) ir.Node {
	if t != nil {
		return t
	}
	return c.Str(name)
}

// key returns the key as it is written.
func (e *EntryAttr) key() string {
	if e.Type != nil {
		return e.Type.String()
	}
	return strconv.Quote(e.Name)
}

var entryDef = &ir.AttrDef{
	Mnemonic: "dl_entry", Summary: "fact about a type, or with a name",
	Syntax:   `"<" (type | string) "," attribute ">"`,
	Examples: []string{`#dlti.dl_entry<"dlti.endianness", "big">`, "#dlti.dl_entry<i32, dense<32> : vector<2xi64>>"},
	Parse:    parseSingle,
}

func parseSingle(p ir.AsmParser) ir.Attribute {
	p.Expect("<")
	pos, name := p.Pos(), ""
	t := p.OptionalType()
	if p.Ok() && t == nil {
		var named bool
		if name, named = p.OptionalString(); !named {
			p.ErrorAt(pos, "expected a type or a quoted string")
			return nil
		}
	}
	p.Expect(",")
	value := p.Attr(nil)
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	return EntryOf(p.Context(), t, name, value)
}

// Lists of entries.
type (
	// SpecAttr is #dlti.dl_spec<key = value, …>: how data is laid out inside of an operation.
	SpecAttr struct {
		ir.AttrBase
		Entries []*EntryAttr
	}
	// MapAttr is #dlti.map<key = value, …>: facts of any kind, also maps.
	MapAttr struct {
		ir.AttrBase
		Entries []*EntryAttr
	}
	// DeviceAttr is #dlti.target_device_spec<"name" = value, …>: facts about one device.
	DeviceAttr struct {
		ir.AttrBase
		Entries []*EntryAttr
	}
	// SystemAttr is #dlti.target_system_spec<"device" = #dlti.target_device_spec<…>, …>: the devices of a target.
	SystemAttr struct {
		ir.AttrBase
		Entries []*EntryAttr
	}
)

var specDef = listDef(list{
	mnemonic: "dl_spec", summary: "layout of data", types: true,
	example: `#dlti.dl_spec<index = 32, i64 = dense<[32, 64]> : vector<2xi64>, "dlti.endianness" = "little">`,
	intern: func(s *ir.Spelling, es []*EntryAttr) ir.Attribute {
		return ir.InternAttr(s, func(b ir.AttrBase) *SpecAttr { return &SpecAttr{b, es} })
	},
	check: checkKeys,
})

var mapDef = listDef(list{
	mnemonic: "map", summary: "facts by key", types: true,
	example: `#dlti.map<"cache" = #dlti.map<"L1" = 65536 : i32>, i8 = "scalar">`,
	intern: func(s *ir.Spelling, es []*EntryAttr) ir.Attribute {
		return ir.InternAttr(s, func(b ir.AttrBase) *MapAttr { return &MapAttr{b, es} })
	},
	check: checkKeys,
})

var deviceDef = listDef(list{
	mnemonic: "target_device_spec", summary: "facts about a device",
	example: `#dlti.target_device_spec<"max_vector_op_width" = 64 : ui32>`,
	intern: func(s *ir.Spelling, es []*EntryAttr) ir.Attribute {
		return ir.InternAttr(s, func(b ir.AttrBase) *DeviceAttr { return &DeviceAttr{b, es} })
	},
	check: func(fault fault, entries []*EntryAttr) bool {
		return hasEntries(fault, entries) && checkDevice(fault, entries)
	},
})

var systemDef = listDef(list{
	mnemonic: "target_system_spec", summary: "devices of a target",
	example: `#dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : ui32>>`,
	intern: func(s *ir.Spelling, es []*EntryAttr) ir.Attribute {
		return ir.InternAttr(s, func(b ir.AttrBase) *SystemAttr { return &SystemAttr{b, es} })
	},
	check: checkSystem,
})

// list describes an attribute that holds entries.
type list struct {
	mnemonic, summary, example string
	types                      bool // keys may be types
	intern                     func(s *ir.Spelling, entries []*EntryAttr) ir.Attribute
	check                      func(fault fault, entries []*EntryAttr) bool
}

// fault reports an error of a list, and returns false.
type fault func(format string, args ...any) bool

func listDef(l list) *ir.AttrDef {
	key := "string"
	if l.types {
		key = "(type | string)"
	}
	return &ir.AttrDef{
		Mnemonic: l.mnemonic, Summary: l.summary, Examples: []string{l.example},
		Syntax: `"<" (entry ("," entry)*)? ">"; entry ::= ` + key + ` "=" attribute | #dlti.dl_entry<…>`,
		Parse:  l.parse,
	}
}

func (l *list) parse(p ir.AsmParser) ir.Attribute {
	name := p.Pos() - len(l.mnemonic) // the place of upstream's errors
	var entries []*EntryAttr
	p.List("<>", func() {
		if e := l.parseEntry(p); e != nil {
			entries = append(entries, e)
		}
	})
	fault := func(format string, args ...any) bool {
		p.ErrorAt(name, format, args...)
		return false
	}
	if !p.Ok() || !l.check(fault, entries) {
		return nil
	}
	c := p.Context()
	s := ir.Spell(c).Str("#dlti." + l.mnemonic + "<")
	for i, e := range entries {
		if i > 0 {
			s.Str(", ")
		}
		s.Node(keyOf(c, e.Type, e.Name)).Str(" = ").Node(e.Value)
	}
	return l.intern(s.Str(">"), entries)
}

// parseEntry reads key = value, or an attribute that is an entry.
func (l *list) parseEntry(p ir.AsmParser) *EntryAttr {
	pos := p.Pos()
	var t ir.Type
	if l.types {
		t = p.OptionalType()
	}
	name, named := "", false
	if t == nil {
		name, named = p.OptionalString()
	}
	if t == nil && !named {
		a := p.Attr(nil)
		e, is := a.(*EntryAttr)
		if p.Ok() && !is {
			p.ErrorAt(pos, "invalid kind of attribute specified")
		}
		return e
	}
	p.Expect("=")
	value := p.Attr(nil)
	if !p.Ok() {
		return nil
	}
	return EntryOf(p.Context(), t, name, value)
}

// checkKeys reports names that are empty and keys that occur twice.
func checkKeys(fault fault, entries []*EntryAttr) bool {
	seen := map[string]bool{}
	for _, e := range entries {
		k := e.key()
		switch {
		case e.Type == nil && e.Name == "":
			return fault("empty string as DLTI key is not allowed")
		case seen[k]:
			return fault("repeated DLTI key: %s", k)
		}
		seen[k] = true
	}
	return true
}

func hasEntries(fault fault, entries []*EntryAttr) bool {
	return len(entries) > 0 || fault("no DLTI entries provided")
}

func checkDevice(fault fault, entries []*EntryAttr) bool {
	for _, e := range entries {
		if e.Type != nil {
			return fault("type as DLTI key is not allowed")
		}
	}
	return checkKeys(fault, entries)
}

func checkSystem(fault fault, entries []*EntryAttr) bool {
	if !hasEntries(fault, entries) {
		return false
	}
	seen := map[string]bool{}
	for _, e := range entries {
		_, isDevice := e.Value.(*DeviceAttr)
		switch {
		case e.Type != nil:
			return fault("non-string key of DLTI system spec")
		case !isDevice:
			return fault("value associated with key %s is not a DLTI device spec", e.key())
		case seen[e.Name]:
			return fault("repeated device ID in dlti.target_system_spec: %s", e.key())
		}
		seen[e.Name] = true
	}
	return true
}

// PointerAttr is #dlti.function_pointer_alignment<64, function_dependent = false>: addresses of functions are multiples of
// that many bits, which must be below 2^63; function_dependent means that the alignment may depend on the function.
type PointerAttr struct {
	ir.AttrBase
	Alignment uint64
	Dependent bool
}

var pointerDef = &ir.AttrDef{
	Mnemonic: "function_pointer_alignment", Summary: "alignment of addresses of functions",
	Syntax:   `"<" integer "," "function_dependent" "=" ("true" | "false") ">"`,
	Examples: []string{"#dlti.function_pointer_alignment<64, function_dependent = false>"},
	Parse:    parsePointer,
}

func parsePointer(p ir.AsmParser) ir.Attribute {
	// parameter reads a number; after an error it reports which parameter was expected.
	parameter := func(name, kind string, fits func(v int64) bool) int64 {
		pos := p.Pos()
		v := p.Integer()
		if p.Ok() && !fits(v) {
			p.ErrorAt(pos, "integer value too large")
		}
		p.AlsoErrorAt(p.Pos(), "failed to parse DLTI_FunctionPointerAlignmentAttr parameter '%s' which is to be a `%s`", name, kind)
		return v
	}
	p.Expect("<")
	var a PointerAttr
	if p.Ok() {
		a.Alignment = uint64(parameter("alignment", "uint64_t", func(v int64) bool { return v >= 0 }))
	}
	p.Expect(",")
	p.Keyword("function_dependent")
	p.Expect("=")
	if p.Ok() {
		a.Dependent = parameter("function_dependent", "bool", func(v int64) bool { return v == 0 || v == 1 }) == 1
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	s := ir.Spell(p.Context()).Str("#dlti.function_pointer_alignment<" + strconv.FormatUint(a.Alignment, 10) + ", function_dependent = " +
		strconv.FormatBool(a.Dependent) + ">")
	return ir.InternAttr(s, func(b ir.AttrBase) *PointerAttr {
		a.AttrBase = b
		return &a
	})
}
