package okk

import (
	"math/bits"
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
	Sizes
	// AnyStart is set for parts whose first NPU depends on an offset.
	AnyStart bool
}

// SystemType is the type of a tensor in system memory: !okk.sys<…>, or
// !okk.sysmatrix<…> for a row-major matrix.
type SystemType struct {
	ir.TypeBase
	Tensor System // without address and size of the buffer
	Space  string // name of the system memory, "" for the default
	Sizes
}

// Sizes specifies the parts of a type that are known only when the parameters of the kernel
// are. The shape of such a type is the largest one.
type Sizes struct {
	Open    Axes // dimensions whose extents are values
	Follows bool // the strides are the strides of the tensor of which this is a part
}

// Axes is a set of dimensions, bit 1<<d for dimension d of the logical shape.
type Axes uint8

// Has reports whether the set contains dimension d.
func (a Axes) Has(d int) bool { return a>>d&1 != 0 }

// Count is the number of dimensions in the set.
func (a Axes) Count() int { return bits.OnesCount8(uint8(a)) }

// spell writes an extent, or a question mark for a dimension of the set.
func (a Axes) spell(s *ir.Spelling, d int, n int64) {
	if a.Has(d) {
		s.Str("?x")
	} else {
		s.Int(n).Str("x")
	}
}

// spellMax writes the largest extents of the dimensions of the set.
func (a Axes) spellMax(s *ir.Spelling, shape []int64) {
	if a == 0 {
		return
	}
	var list []int64
	for d, n := range shape {
		if a.Has(d) {
			list = append(list, n)
		}
	}
	s.Str(", max = [").Ints(list).Str("]")
}

// known reports whether a type depends on no parameter.
func (z Sizes) known() bool { return z.Open == 0 && !z.Follows }

// Local returns the type of a tensor in local memory that starts at an NPU. It includes
// strides, unless the layout has none.
func Local(c *ir.Context, t Type, start int64) *LocalType {
	return internLocal(c, &LocalType{Tensor: t, Resolved: t.Strides != Dims{} && (t.Layout == Aligned || t.Layout == Compact), Start: start})
}

func internLocal(c *ir.Context, t *LocalType) *LocalType {
	s := ir.Spell(c)
	x := &t.Tensor
	if x.Layout == Matrix {
		extents(s.Str("!okk.matrix<"), x.LogicalShape(), x.DType, t.Open)
		s.Str(", w = ")
		if t.Auto {
			s.Str("?")
		} else {
			s.Int(x.Width)
		}
	} else {
		shape(s.Str("!okk.local<"), x.Shape, x.DType, x.Mode, t.Open)
		switch {
		case t.Auto:
			s.Str(", auto")
		case t.Follows:
			s.Str(", strided")
		case x.Layout == Strided || t.Resolved:
			s.Str(", ").Str(x.Layout.String()).Str("[").Ints(x.Strides[:]).Str("]")
		default:
			s.Str(", ").Str(x.Layout.String())
		}
	}
	switch {
	case t.AnyStart:
		s.Str(", start = ?")
	case t.Start != 0:
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

// extents spells a shape with the type of the elements, and the largest numbers of open extents.
func extents(s *ir.Spelling, shape []int64, t DType, open Axes) {
	for d, n := range shape {
		open.spell(s, d, n)
	}
	s.Str(t.String())
	open.spellMax(s, shape)
}

func shape(s *ir.Spelling, shape Dims, t DType, m Mode, open Axes) {
	extents(s, shape[:], t, open)
	if m != N1 {
		s.Str(", mode = ").Str(m.String())
	}
}

// SystemOf returns the type of a tensor in a system memory.
func SystemOf(c *ir.Context, t System, space string) *SystemType {
	return OpenSystemOf(c, t, space, Sizes{})
}

// OpenSystemOf returns the type of a tensor in a system memory whose sizes may depend on
// parameters.
func OpenSystemOf(c *ir.Context, t System, space string, z Sizes) *SystemType {
	s := ir.Spell(c)
	if t.isMatrix() {
		extents(s.Str("!okk.sysmatrix<"), t.LogicalShape(), t.DType, z.Open)
		s.Str(", row_stride = ")
		if z.Follows {
			s.Str("?")
		} else {
			s.Int(t.RowStride)
		}
	} else {
		shape(s.Str("!okk.sys<"), t.Shape, t.DType, t.Mode, z.Open)
		switch {
		case z.Follows:
			s.Str(", strided")
		case t.Strides == nil:
			s.Str(", continuous")
		default:
			s.Str(", strides[").Ints(t.Strides[:]).Str("]")
		}
	}
	if space != "" {
		s.Str(", space = ").Str(space)
	}
	return ir.InternType(s.Str(">"), func(b ir.TypeBase) *SystemType { return &SystemType{TypeBase: b, Tensor: t, Space: space, Sizes: z} })
}

// With returns the type with another description of the tensor.
func (t *LocalType) With(x Type) *LocalType {
	if t.Open == 0 && !t.AnyStart {
		return Local(t.Context(), x, t.Start)
	}
	x.Strides = Dims{} // which depend on the sizes
	return internLocal(t.Context(), &LocalType{Tensor: x, Start: t.Start, Sizes: Sizes{Open: t.Open}, AnyStart: t.AnyStart})
}

// Part returns the type of a part whose strides are the strides of the whole tensor. It begins at
// an NPU, or at any one.
func (t *LocalType) Part(start int64, anyStart, broadcast bool) *LocalType {
	x := t.Tensor
	x.Layout, x.Strides, x.Broadcast = Strided, Dims{}, broadcast
	part := &LocalType{Tensor: x, Start: start, Sizes: Sizes{Open: t.Open, Follows: true}, AnyStart: anyStart || t.AnyStart}
	if part.AnyStart {
		part.Start = 0
	}
	return internLocal(t.Context(), part)
}

// Parted returns the type of a part: with the extents of a shape, some of them open.
func (t *LocalType) Parted(shape []int64, open Axes) *LocalType {
	own := *t
	own.Open = open
	if x := &own.Tensor; x.Layout == Matrix {
		x.Rows, x.Cols = shape[0], shape[1]
	} else {
		copy(x.Shape[:], shape)
	}
	return internLocal(t.Context(), &own)
}

// Parted returns the type of a part of a buffer with the extents of a shape, some of them open.
// It has the strides of the buffer.
func (t *SystemType) Parted(shape []int64, open Axes) *SystemType {
	x := t.Tensor.Sized(shape)
	if !x.isMatrix() {
		strides := t.Tensor.UnitStrides()
		x.Strides = &strides
		if gapless := ContinuousStrides(x.Shape); t.Tensor.Strides == nil && gapless == strides {
			x.Strides = nil
		}
	}
	return OpenSystemOf(t.Context(), x, t.Space, Sizes{Open: open})
}

// Sized returns the type with the extents of a shape, none of which is open.
func (t *LocalType) Sized(shape []int64) *LocalType {
	own := *t
	own.Open = 0
	if x := &own.Tensor; x.Layout == Matrix {
		x.Rows, x.Cols = shape[0], shape[1]
		x.Width = min(x.Width, x.Cols)
	} else {
		copy(x.Shape[:], shape)
	}
	return internLocal(t.Context(), &own)
}

// AutoOf returns the type with a layout that is still to be chosen.
func AutoOf(t *LocalType) *LocalType {
	own := *t
	own.Auto, own.Follows, own.AnyStart, own.Resolved = true, false, false, false
	return internLocal(t.Context(), &own)
}

// Sized returns the tensor with the extents of a shape.
func (s System) Sized(shape []int64) System {
	if s.isMatrix() {
		s.Rows, s.Cols = shape[0], shape[1]
		return s
	}
	copy(s.Shape[:], shape)
	return s
}

// Settled reports whether shape, layout and first NPU of the type are known.
func (t *LocalType) Settled() bool { return !t.Auto && t.known() && !t.AnyStart }

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
				"or the 2 or 4 that lie side by side. `auto` leaves the layout to okk-assign-layout. A `broadcast` tensor has strides of 0 and is only read. " +
				"In a kernel with parameters an extent may be `?`: it is a value, and `max` lists the largest extents of these dimensions in order. A `strided` tensor " +
				"is a part that has the strides of the whole; its first NPU is `?` if it depends on an offset.",
			Syntax: "`<` n `x` c `x` h `x` w `x` elem (`,` `max` `=` list)? (`,` `mode` `=` (`n1` | `n2` | `n4` | `ic2`))? `,` " +
				"((`aligned` | `compact`) list? | `strides` list | `strided` | `auto`) (`,` `start` `=` (int | `?`))? (`,` `broadcast`)? `>`",
			Examples: []string{
				"!okk.local<?x3x4x?xf32, max = [2, 5], aligned>", "!okk.local<1x?x4x5xf32, max = [6], strided, start = ?>",
				"!okk.local<2x3x4x5xf32, aligned>", "!okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>",
				"!okk.local<6x5x4x5xi8, mode = n4, aligned>", "!okk.local<1x3x4x5xf32, strides[0, 0, 5, 1], broadcast>", "!okk.local<1x3x4x5xf32, auto>",
			},
			Parse:      parseLocal,
			Implements: []ir.Implementation{picture.Node.By(drawType), picture.Places.By(placeTensor)},
		},
		{
			Mnemonic: "matrix", Summary: "matrix in local memory",
			Description: "Each row is cut into channels of `w` columns; `?` leaves the width to okk-choose-w. A matrix with fewer columns than `w` has a single channel.",
			Syntax:      "`<` rows `x` cols `x` elem (`,` `max` `=` list)? `,` `w` `=` (int | `?`) (`,` `start` `=` int)? `>`",
			Examples:    []string{"!okk.matrix<2x40xf32, w = 10>", "!okk.matrix<2x40xf32, w = ?, start = 1>", "!okk.matrix<?x?xf32, max = [8, 40], w = 10>"},
			Parse:       parseMatrix,
			Implements:  []ir.Implementation{picture.Node.By(drawType), picture.Places.By(placeTensor)},
		},
		{
			Mnemonic: "sys", Summary: "tensor in system memory",
			Syntax: "`<` n `x` c `x` h `x` w `x` elem (`,` `max` `=` list)? (`,` `mode` `=` (`n1` | `n2` | `n4` | `ic2`))? `,` (`continuous` | `strides` list | `strided`) " +
				"(`,` `space` `=` name)? `>`",
			Examples:   []string{"!okk.sys<?x3x4x?xf32, max = [8, 32], continuous>", "!okk.sys<2x3x4x5xf32, continuous>", "!okk.sys<2x3x4x5xf32, strides[120, 40, 10, 1], space = l2>"},
			Parse:      parseSystem,
			Implements: []ir.Implementation{picture.Node.By(drawSystemType), picture.Places.By(placeSystem)},
		},
		{
			Mnemonic: "sysmatrix", Summary: "row-major matrix in system memory", Description: "The row stride is in elements; `?` is the number of columns of the whole buffer.",
			Syntax:     "`<` rows `x` cols `x` elem (`,` `max` `=` list)? `,` `row_stride` `=` (int | `?`) (`,` `space` `=` name)? `>`",
			Examples:   []string{"!okk.sysmatrix<2x40xf32, row_stride = 40>", "!okk.sysmatrix<?x?xf32, max = [8, 40], row_stride = ?>"},
			Parse:      parseSystemMatrix,
			Implements: []ir.Implementation{picture.Node.By(drawSystemType), picture.Places.By(placeSystem)},
		},
	}
}

// header reads `<` and the extents, the element type and the largest extents of open
// dimensions, and the comma before what follows, which after names.
func header(p ir.AsmParser, rank int, after string) (dims []int64, t DType, open Axes) {
	p.Expect("<")
	pos := p.Pos()
	dims = slices.Clone(p.Dims(true, true))
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
	if p.Ok() && !p.Accept(",") {
		p.ErrorAt(p.Pos(), "expected ',' and %s", after)
	}
	for d, n := range dims {
		if n == ir.Dynamic {
			open |= 1 << d
		}
	}
	if open == 0 {
		return dims, t, open
	}
	p.Keyword("max")
	p.Expect("=")
	pos = p.Pos()
	var most []int64
	p.List("[]", func() { most = append(most, p.Integer()) })
	if p.Ok() && len(most) != open.Count() {
		p.ErrorAt(pos, "expected %d largest extents, one for each '?', but got %d", open.Count(), len(most))
	}
	p.Expect(",")
	if !p.Ok() {
		return
	}
	for d := range dims {
		if open.Has(d) {
			dims[d], most = most[0], most[1:]
		}
	}
	return dims, t, open
}

// shapedHeader is header for four extents and a storage mode. A comma was read after it.
func shapedHeader(p ir.AsmParser, after string) (d Dims, t DType, m Mode, open Axes) {
	dims, t, open := header(p, len(d), after)
	pos := p.Pos()
	if p.AcceptKeyword("mode") {
		p.Expect("=")
		m = Mode(p.OneOf("a storage mode", modes[N1].name, modes[N2].name, modes[N4].name, modes[IC2].name))
		p.Expect(",")
	}
	if p.Ok() && m != N1 && open != 0 {
		p.ErrorAt(pos, "expected mode n1 for a tensor with open extents, but got %s [%sbad-mode]", m, Codes)
	}
	copy(d[:], dims)
	return d, t, m, open
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
	x.Shape, x.DType, x.Mode, t.Open = shapedHeader(p, "a layout, such as auto")
	switch p.OneOf("a layout", "aligned", "compact", "strides", "auto", "strided") {
	case 0:
		x.Layout = Aligned
	case 1:
		x.Layout = Compact
	case 2:
		x.Layout = Strided
	case 3:
		t.Auto = true
	case 4:
		x.Layout, t.Follows = Strided, true
	}
	if !t.Auto && !t.Follows && t.Open == 0 && (x.Layout == Strided || p.Peek("[")) {
		x.Strides = parseDims(p)
		t.Resolved = x.Layout != Strided
	}
	for p.Ok() && p.Accept(",") {
		if p.AcceptKeyword("broadcast") {
			x.Broadcast = true
			break
		}
		if parseSetting(p, "start") {
			if t.AnyStart = p.Accept("?"); !t.AnyStart {
				t.Start = p.Integer()
			}
		}
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	return internLocal(p.Context(), t)
}

func parseMatrix(p ir.AsmParser) ir.Type {
	dims, elem, open := header(p, 2, "the width 'w'")
	t := &LocalType{Tensor: Type{DType: elem, Layout: Matrix}, Sizes: Sizes{Open: open}}
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
	var z Sizes
	t.Shape, t.DType, t.Mode, z.Open = shapedHeader(p, "a layout, such as continuous")
	switch p.OneOf("a layout", "continuous", "strides", "strided") {
	case 1:
		d := parseDims(p)
		t.Strides = &d
	case 2:
		z.Follows = true
	}
	where := space(p)
	if !p.Ok() {
		return nil
	}
	return OpenSystemOf(p.Context(), t, where, z)
}

func parseSystemMatrix(p ir.AsmParser) ir.Type {
	dims, elem, open := header(p, 2, "row_stride")
	z := Sizes{Open: open}
	t := System{DType: elem}
	if parseSetting(p, "row_stride") {
		if z.Follows = p.Accept("?"); !z.Follows {
			t.RowStride = p.Integer()
		}
	}
	where := space(p)
	if !p.Ok() {
		return nil
	}
	t.Rows, t.Cols = dims[0], dims[1]
	if z.Follows {
		t.RowStride = t.Cols
	}
	return OpenSystemOf(p.Context(), t, where, z)
}

// Constraints of operands and results.
var (
	localConstraint  = &ir.TypeConstraint{Summary: "tensor in local memory", Check: ir.IsType[*LocalType]}
	systemConstraint = &ir.TypeConstraint{Summary: "tensor in system memory", Check: ir.IsType[*SystemType]}
	tensorConstraint = &ir.TypeConstraint{Summary: "tensor in local or system memory", Check: func(t ir.Type) bool {
		return ir.IsType[*LocalType](t) || ir.IsType[*SystemType](t)
	}}
)
