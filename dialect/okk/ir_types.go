package okk

import (
	"slices"

	"optc/ir"
	"optc/layout/picture"
)

// LocalType is the type of a tensor in local memory: !okk.local<…>, or !okk.matrix<…> for
// a tensor in matrix layout.
type LocalType struct {
	ir.TypeBase
	Tensor   Type
	Auto     bool  // the layout, or the width of the matrix, is still to be chosen
	Resolved bool  // an aligned or compact layout has its strides written down
	Start    int64 // first NPU
}

// SystemType is the type of a tensor in system memory: !okk.sys<…>, or
// !okk.sysmatrix<…> for a row-major matrix.
type SystemType struct {
	ir.TypeBase
	Tensor System // without address and size of the buffer
	Space  string // name of the system memory, "" for the default
}

// Local returns the type of a tensor in local memory that starts at an NPU. It includes
// strides, unless the layout has none.
func Local(c *ir.Context, t Type, start int64) *LocalType {
	return internLocal(c, &LocalType{Tensor: t, Resolved: t.Strides != Dims{} && (t.Layout == Aligned || t.Layout == Compact), Start: start})
}

func internLocal(c *ir.Context, t *LocalType) *LocalType {
	s := ir.Spell(c)
	x := &t.Tensor
	if x.Layout == Matrix {
		s.Str("!okk.matrix<").Int(x.Rows).Str("x").Int(x.Cols).Str("x").Str(x.DType.String()).Str(", w = ")
		if t.Auto {
			s.Str("?")
		} else {
			s.Int(x.Width)
		}
	} else {
		shape(s.Str("!okk.local<"), x.Shape, x.DType, x.Mode)
		switch {
		case t.Auto:
			s.Str(", auto")
		case x.Layout == Strided || t.Resolved:
			s.Str(", ").Str(x.Layout.String()).Str("[").Ints(x.Strides[:]).Str("]")
		default:
			s.Str(", ").Str(x.Layout.String())
		}
	}
	if t.Start != 0 {
		s.Str(", start = ").Int(t.Start)
	}
	if x.Broadcast {
		s.Str(", broadcast")
	}
	return ir.InternType(s.Str(">"), func(b ir.TypeBase) *LocalType {
		own := *t
		own.TypeBase = b
		return &own
	})
}

func shape(s *ir.Spelling, d Dims, t DType, m Mode) {
	for _, n := range d {
		s.Int(n).Str("x")
	}
	s.Str(t.String())
	if m != N1 {
		s.Str(", mode = ").Str(m.String())
	}
}

// SystemOf returns the type of a tensor in a system memory.
func SystemOf(c *ir.Context, t System, space string) *SystemType {
	s := ir.Spell(c)
	if t.isMatrix() {
		s.Str("!okk.sysmatrix<").Int(t.Rows).Str("x").Int(t.Cols).Str("x").Str(t.DType.String()).Str(", row_stride = ").Int(t.RowStride)
	} else {
		shape(s.Str("!okk.sys<"), t.Shape, t.DType, t.Mode)
		if t.Strides == nil {
			s.Str(", continuous")
		} else {
			s.Str(", strides[").Ints(t.Strides[:]).Str("]")
		}
	}
	if space != "" {
		s.Str(", space = ").Str(space)
	}
	return ir.InternType(s.Str(">"), func(b ir.TypeBase) *SystemType { return &SystemType{b, t, space} })
}

// With returns the type with another description of the tensor.
func (t *LocalType) With(x Type) *LocalType { return Local(t.Context(), x, t.Start) }

// Complete returns the type with the parts that may be omitted: the strides of a
// canonical layout. The layout must be known. Errors: see [Type.Geometry].
func (t *LocalType) Complete(m *Machine) (*LocalType, error) {
	g, err := t.Tensor.Geometry(m, t.Start)
	if err != nil {
		return t, err
	}
	x := t.Tensor
	x.Strides = g.Strides
	return t.With(x), nil
}

// At places a tensor of this type at an address. Errors: see [Place], and
// start-attr if the address is in another NPU than the type specifies, stride-mismatch if
// the type has strides that its layout does not have.
func (t *LocalType) At(m *Machine, address int64) (*Tensor, error) {
	if err := t.check(m); err != nil {
		return nil, err
	}
	where, err := m.Split(address)
	if err != nil {
		return nil, err
	}
	if where.NPU != t.Start {
		return nil, startMismatch(t.Start, address, where.NPU)
	}
	return Place(m, t.Tensor, address)
}

// Somewhere places a tensor of this type at the lowest address of its first NPU, for
// the checks that do not depend on the address.
func (t *LocalType) Somewhere(m *Machine) (*Tensor, error) {
	if err := t.check(m); err != nil {
		return nil, err
	}
	return Place(m, t.Tensor, m.Join(t.Start, 0))
}

// check verifies the fields of the type.
func (t *LocalType) check(m *Machine) error {
	g, err := t.Tensor.Geometry(m, t.Start)
	if err != nil || !t.Resolved {
		return err
	}
	declared := g
	declared.Strides = t.Tensor.Strides
	if !declared.Equivalent(g) {
		return strideMismatch(t.Tensor.Strides, t.Tensor.Layout.String()+" layout", g.Strides)
	}
	return nil
}

// dtypeOf returns the element type of a builtin type.
func dtypeOf(t ir.Type) (d DType, ok bool) {
	for d = F32; d <= UI8; d++ {
		if d.IR(t.Context()) == t {
			return d, true
		}
	}
	return d, false
}

func (t DType) isFloat() bool { return t == F32 || t == F16 || t == BF16 }

// Signed reports whether the numbers of the type may be negative.
func (t DType) Signed() bool { return t != UI32 && t != UI16 && t != UI8 }

// IR returns the builtin type of the elements.
func (t DType) IR(c *ir.Context) ir.Type {
	switch t {
	case F32:
		return c.F32()
	case F16:
		return c.F16()
	case BF16:
		return c.BF16()
	}
	sign := ir.Signless
	if !t.Signed() {
		sign = ir.Unsigned
	}
	return c.IntegerOf(int(8*t.Bytes()), sign)
}

func typeDefs() []*ir.TypeDef {
	return []*ir.TypeDef{
		{
			Mnemonic: "local", Summary: "tensor in local memory",
			Description: "Shape (N, C, H, W) in elements, storage mode, layout and first NPU. Strides are in units of the mode: one element, " +
				"or the 2 or 4 that lie side by side. `auto` leaves the layout to okk-assign-layout. A `broadcast` tensor has strides of 0 and is only read.",
			Syntax: "`<` n `x` c `x` h `x` w `x` elem (`,` `mode` `=` (`n1` | `n2` | `n4` | `ic2`))? `,` ((`aligned` | `compact`) list? | `strides` list | `auto`) " +
				"(`,` `start` `=` int)? (`,` `broadcast`)? `>`",
			Examples: []string{
				"!okk.local<2x3x4x5xf32, aligned>", "!okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>",
				"!okk.local<6x5x4x5xi8, mode = n4, aligned>", "!okk.local<1x3x4x5xf32, strides[0, 0, 5, 1], broadcast>", "!okk.local<1x3x4x5xf32, auto>",
			},
			Parse:      parseLocal,
			Implements: []ir.Implementation{picture.Node.By(drawType)},
		},
		{
			Mnemonic: "matrix", Summary: "matrix in local memory",
			Description: "Each row is cut into channels of `w` columns; `?` leaves the width to okk-choose-w.",
			Syntax:      "`<` rows `x` cols `x` elem `,` `w` `=` (int | `?`) (`,` `start` `=` int)? `>`",
			Examples:    []string{"!okk.matrix<2x40xf32, w = 10>", "!okk.matrix<2x40xf32, w = ?, start = 1>"},
			Parse:       parseMatrix,
			Implements:  []ir.Implementation{picture.Node.By(drawType)},
		},
		{
			Mnemonic: "sys", Summary: "tensor in system memory",
			Syntax: "`<` n `x` c `x` h `x` w `x` elem (`,` `mode` `=` (`n1` | `n2` | `n4` | `ic2`))? `,` (`continuous` | `strides` list) " +
				"(`,` `space` `=` name)? `>`",
			Examples: []string{"!okk.sys<2x3x4x5xf32, continuous>", "!okk.sys<2x3x4x5xf32, strides[120, 40, 10, 1], space = l2>"},
			Parse:    parseSystem,
		},
		{
			Mnemonic: "sysmatrix", Summary: "row-major matrix in system memory", Description: "The row stride is in elements.",
			Syntax:   "`<` rows `x` cols `x` elem `,` `row_stride` `=` int (`,` `space` `=` name)? `>`",
			Examples: []string{"!okk.sysmatrix<2x40xf32, row_stride = 40>"},
			Parse:    parseSystemMatrix,
		},
	}
}

// header reads `<` and the extents and element type.
func header(p ir.AsmParser, rank int) (dims []int64, t DType) {
	p.Expect("<")
	pos := p.Pos()
	dims = slices.Clone(p.Dims(false, true))
	if p.Ok() && len(dims) != rank {
		p.ErrorAt(pos, "expected %d extents, but got %d", rank, len(dims))
	}
	pos = p.Pos()
	elem := p.Type()
	if !p.Ok() {
		return
	}
	t, ok := dtypeOf(elem)
	if !ok {
		p.ErrorAt(pos, "expected an element type of f32, i32, ui32, f16, bf16, i16, ui16, i8 or ui8, but got '%s' [%sbad-dtype]", elem, Codes)
	}
	return dims, t
}

// shapedHeader is header for four extents and a storage mode. A comma was read after it.
func shapedHeader(p ir.AsmParser) (d Dims, t DType, m Mode) {
	dims, t := header(p, len(d))
	p.Expect(",")
	if p.AcceptKeyword("mode") {
		p.Expect("=")
		m = Mode(p.OneOf("a storage mode", modes[N1].name, modes[N2].name, modes[N4].name, modes[IC2].name))
		p.Expect(",")
	}
	copy(d[:], dims)
	return d, t, m
}

func parseDims(p ir.AsmParser) (d Dims) {
	pos := p.Pos()
	var list []int64
	p.List("[]", func() { list = append(list, p.Integer()) })
	if p.Ok() && len(list) != len(d) {
		p.ErrorAt(pos, "expected 4 strides, but got %d", len(list))
	}
	copy(d[:], list)
	return d
}

// parseSetting reads `, name = …` and reports whether it comes next; it may only be
// called where nothing else can follow a comma.
func parseSetting(p ir.AsmParser, name string) bool {
	p.Keyword(name)
	p.Expect("=")
	return p.Ok()
}

func parseLocal(p ir.AsmParser) ir.Type {
	t := &LocalType{}
	x := &t.Tensor
	x.Shape, x.DType, x.Mode = shapedHeader(p)
	switch p.OneOf("a layout", "aligned", "compact", "strides", "auto") {
	case 0:
		x.Layout = Aligned
	case 1:
		x.Layout = Compact
	case 2:
		x.Layout = Strided
	case 3:
		t.Auto = true
	}
	if !t.Auto && (x.Layout == Strided || p.Peek("[")) {
		x.Strides = parseDims(p)
		t.Resolved = x.Layout != Strided
	}
	for p.Ok() && p.Accept(",") {
		if p.AcceptKeyword("broadcast") {
			x.Broadcast = true
			break
		}
		if parseSetting(p, "start") {
			t.Start = p.Integer()
		}
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	return internLocal(p.Context(), t)
}

func parseMatrix(p ir.AsmParser) ir.Type {
	dims, elem := header(p, 2)
	p.Expect(",")
	t := &LocalType{Tensor: Type{DType: elem, Layout: Matrix}}
	if parseSetting(p, "w") {
		if t.Auto = p.Accept("?"); !t.Auto {
			t.Tensor.Width = p.Integer()
		}
	}
	if p.Accept(",") && parseSetting(p, "start") {
		t.Start = p.Integer()
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	t.Tensor.Rows, t.Tensor.Cols = dims[0], dims[1]
	return internLocal(p.Context(), t)
}

// space reads (`,` `space` `=` name)? `>`.
func space(p ir.AsmParser) (name string) {
	if p.Accept(",") && parseSetting(p, "space") {
		name = p.AnyKeyword("the name of a system memory")
	}
	p.Expect(">")
	return name
}

func parseSystem(p ir.AsmParser) ir.Type {
	var t System
	t.Shape, t.DType, t.Mode = shapedHeader(p)
	if p.OneOf("a layout", "continuous", "strides") == 1 {
		d := parseDims(p)
		t.Strides = &d
	}
	where := space(p)
	if !p.Ok() {
		return nil
	}
	return SystemOf(p.Context(), t, where)
}

func parseSystemMatrix(p ir.AsmParser) ir.Type {
	dims, elem := header(p, 2)
	p.Expect(",")
	t := System{DType: elem}
	if parseSetting(p, "row_stride") {
		t.RowStride = p.Integer()
	}
	where := space(p)
	if !p.Ok() {
		return nil
	}
	t.Rows, t.Cols = dims[0], dims[1]
	return SystemOf(p.Context(), t, where)
}

// Constraints of operands and results.
var (
	localConstraint  = &ir.TypeConstraint{Summary: "tensor in local memory", Check: ir.IsType[*LocalType]}
	systemConstraint = &ir.TypeConstraint{Summary: "tensor in system memory", Check: ir.IsType[*SystemType]}
	tensorConstraint = &ir.TypeConstraint{Summary: "tensor in local or system memory", Check: func(t ir.Type) bool {
		return ir.IsType[*LocalType](t) || ir.IsType[*SystemType](t)
	}}
)
