package gpu

import (
	"strconv"

	"optc/dialect/internal/word"
	"optc/ir"
	"optc/ir/affine"
)

type (
	// MaskAttr is #gpu.mask<5>: it selects which of 64 processors take part.
	MaskAttr struct {
		ir.AttrBase
		Mask uint64
	}
	// LoopDimMapAttr is #gpu.loop_dim_map<processor = …, map = …, bound = …>: it maps a
	// loop of scf.parallel to a dimension of gpu.launch.
	LoopDimMapAttr struct {
		ir.AttrBase
		Processor  string
		Map, Bound affine.Map
	}
)

// IsDeviceMask marks the attribute as a selection of processors (scf.DeviceMask).
func (*MaskAttr) IsDeviceMask() {}

var maskDef = &ir.AttrDef{
	Mnemonic: "mask", Summary: "selection of processors for a mapping", Syntax: `"<" integer ">"`,
	Examples: []string{"#gpu.mask<5>", "#gpu.mask<18446744073709551615>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		p.Expect("<")
		c := p.Context()
		a, _ := p.Attr(c.IntegerOf(64, ir.Unsigned)).(*ir.IntegerAttr)
		p.Expect(">")
		if !p.Ok() || a == nil {
			return nil
		}
		mask := uint64(a.Int64())
		s := ir.Spell(c).Str("#gpu.mask<").Str(strconv.FormatUint(mask, 10)).Str(">")
		return ir.InternAttr(s, func(b ir.AttrBase) *MaskAttr { return &MaskAttr{b, mask} })
	},
}

var processors = &word.Set{Class: "::mlir::gpu::Processor", Words: []string{"block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"}}

var loopDimMapDef = &ir.AttrDef{
	Mnemonic: "loop_dim_map", Summary: "mapping of a parallel loop to a hardware dimension",
	Description: `processor is the hardware dimension. map computes the loop's index from the
hardware id, bound computes the extent of the dimension from the loop's extent.`,
	Syntax:   `"<" "processor" "=" processor "," "map" "=" affine-map "," "bound" "=" affine-map ">"`,
	Examples: []string{"#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0 + 2)>"},
	Parse:    parseLoopDimMap,
}

func parseLoopDimMap(p ir.AsmParser) ir.Attribute {
	var processor int
	var m, bound affine.Map
	p.Expect("<")
	fields := structParser{p: p}
	fields.required("processor", func() { processor, _ = processors.Read(p) })
	fields.required("map", func() { m = p.AffineMap() })
	fields.required("bound", func() { bound = p.AffineMap() })
	fields.parse()
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	word := processors.Words[processor]
	s := ir.Spell(p.Context()).Str("#gpu.loop_dim_map<processor = ").Str(word).
		Str(", map = ").Bytes(m.AppendText).Str(", bound = ").Bytes(bound.AppendText).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *LoopDimMapAttr {
		return &LoopDimMapAttr{AttrBase: b, Processor: word, Map: m,
			Bound: bound}
	})
}

// structParser reads `name = value` pairs in any order, as the struct directive
// of attribute formats does.
type structParser struct {
	p      ir.AsmParser
	fields []structField
}

type structField struct {
	name     string
	optional bool
	value    func()
	seen     bool
}

func (s *structParser) required(name string, value func()) {
	s.fields = append(s.fields, structField{name: name, value: value})
}

func (s *structParser) optional(name string, value func()) {
	s.fields = append(s.fields, structField{name: name, value: value, optional: true})
}

// missing reports whether a required field was not read yet.
func (s *structParser) missing() bool {
	for i := range s.fields {
		if !s.fields[i].seen && !s.fields[i].optional {
			return true
		}
	}
	return false
}

func (s *structParser) parse() {
	for p := s.p; p.Ok(); {
		pos := p.Pos()
		word := p.AnyKeyword("parameter name")
		if !p.Ok() {
			return
		}
		p.Expect("=")
		if !s.field(word) {
			p.ErrorAt(pos, "duplicate or unknown struct parameter name: %s", word)
			return
		}
		if s.missing() {
			p.Expect(",")
		} else if !p.Accept(",") {
			return
		}
	}
}

// field reads the value of the named field, if it was not read before.
func (s *structParser) field(name string) bool {
	for i := range s.fields {
		if f := &s.fields[i]; f.name == name && !f.seen {
			f.seen = true
			f.value()
			return true
		}
	}
	return false
}
