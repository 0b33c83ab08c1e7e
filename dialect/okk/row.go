package okk

import (
	"slices"
	"strings"

	"optc/ir"
)

// Row declares an operation on tensors: everything that the verifier, the tiler, the simulator,
// the profile and the exporter know about it. The definition of the operation is made from its
// row, and passes ask an operation for it: [Rows].
//
//	&Row{
//		Kind: "okk.scale", Summary: "multiply by a number per channel", …
//		OpClass: OpClass{Name: "scale", SameStart: true, Operands: []Column{
//			{Name: "destination", Access: ir.Write},
//			{Name: "source", Access: ir.Read},
//			{Name: "numbers", Access: ir.Read, Shape: "1C11", Layouts: compact},
//		}},
//		Divide:  "NCH",
//		Compute: func(a *Arithmetic, op *ir.Operation, args []*Elements) error { … },
//		Calls:   map[string]Caller{OKKernel: …},
//	}
type Row struct {
	Kind                         ir.Kind
	GoName, Summary, Description string
	Attrs                        []ir.PropDef
	Assembly                     string
	Custom                       map[string]ir.CustomDirective
	Regions                      []ir.RegionDef
	Traits                       ir.Traits // beside the traits of all rows
	Examples                     []string

	// OpClass holds the operands, the destination first, with the rules that the hardware has for them.
	OpClass
	// Form adapts the rules to the attributes of an operation, which has a column for each operand.
	Form func(op *ir.Operation, c *OpClass)
	// Machine adapts the rules to a machine, and reports what the machine does not have. The error code is
	// unknown-rules.
	Machine func(m *Machine, op *ir.Operation, c *OpClass) error
	// Functions are the functions that the attribute kind names.
	Functions []Function
	// Adds reports whether an operation reads its destination; nil if it never does.
	Adds func(op *ir.Operation) bool
	// CheckAttrs checks the attributes of an operation.
	CheckAttrs func(op *ir.Operation) *ir.Diagnostic
	// Check replaces the check of operands by the rules above, for operations that have other rules.
	Check func(op *ir.Operation) *ir.Diagnostic

	Engine   Engine
	Movement Movement
	// AnyAddress is set if the operation is as fast with operands whose addresses are not aligned.
	AnyAddress bool
	// Divide lists the extents along which the work may be divided. Rows and columns of a window (P and Q)
	// need the rows and columns of the input that the window reaches. Sum lists the extents over which
	// results are added up: the parts of such a division are added to the destination, by the attribute
	// result_add, and all but the last one leave out the operand that Last names, such as a bias.
	Divide, Sum, Last string
	// SumStep is the number of products of which the parts of a sum have multiples; 0 for parts of any size. WholeSum returns
	// why the sums of an operation cannot be divided; "" if they can.
	SumStep  func(m *Machine) int64
	WholeSum func(op *ir.Operation) string

	// Compute computes the elements of the destination, args[0]. It is nil for operations
	// that move elements, and for okk.compute, whose region computes.
	Compute func(a *Arithmetic, op *ir.Operation, args []*Elements) error
	// Range returns the range of the result. args holds the range of the destination before the operation, and then the
	// ranges of the sources. Range is nil if nothing is known of the result.
	Range func(a *ranges, op *ir.Operation, args []Range) Range
	// Calls holds the call of the chip's library by the name of the library. Movements by the copy
	// engine, which may be several calls, have none.
	Calls map[string]Caller
}

// Rows is the interface of the operations that have a row.
var Rows = ir.NewInterface[*Row]("operation on tensors of a TPU")

// RowOf returns the row of an operation, or nil.
func RowOf(op *ir.Operation) *Row {
	row, _ := Rows.Of(op)
	return row
}

// Engine is a part of the machine that executes operations.
type Engine uint8

const (
	ComputeEngine Engine = iota
	CopyEngine
)

func (e Engine) String() string { return [...]string{"compute engine", "copy engine"}[e] }

// Movement is the way in which an operation moves elements without computing.
type Movement uint8

const (
	NoMovement Movement = iota
	Copies              // whole units, to the same coordinates
	Fills               // with a number
	Packs               // elements from mode N1 into units
	Unpacks             // elements of units into mode N1
)

// Repacks reports whether an operation changes the mode of a tensor.
func (m Movement) Repacks() bool { return m == Packs || m == Unpacks }

// Column declares an operand of an operation.
type Column struct {
	Name   string
	Arity  ir.Arity
	Memory *ir.TypeConstraint // local memory if nil
	// Access is the use of the operand by the operation. A written operand other than the destination
	// is a work buffer, whose contents are undefined afterwards; work buffers are last.
	Access ir.EffectKinds
	// Shape has a letter for each extent: equal letters are equal extents, 1 is the number. Without it
	// the operand has the shape of the destination.
	Shape   string
	Types   DTypeSet  // 0 for any
	Mode    ModeRule  // any if 0
	Layouts LayoutSet // that the operation accepts; 0 for any strides
	// Chosen is set if a layout that is still to be chosen becomes compact, though others are accepted.
	Chosen LayoutSet
	// AtStart is set if the operand starts at the NPU of the destination.
	AtStart bool
	// WholeUnits is set if the address is a multiple of the bytes of a unit.
	WholeUnits bool
}

// LayoutSet is a set of layouts, bit 1<<l for layout l.
type LayoutSet uint8

const (
	aligned = LayoutSet(1 << Aligned)
	compact = LayoutSet(1 << Compact)
	matrix  = LayoutSet(1 << Matrix)
)

// list returns the layouts of the set.
func (s LayoutSet) list() (list []Layout) {
	for l := Aligned; l <= Strided; l++ {
		if s>>l&1 != 0 {
			list = append(list, l)
		}
	}
	return list
}

// String lists the layouts of the set: "aligned or compact".
func (s LayoutSet) String() string {
	var names []string
	for _, l := range s.list() {
		names = append(names, l.String())
	}
	return strings.Join(names, " or ")
}

// Only returns the layout of a set that has a single one.
func (s LayoutSet) Only() (l Layout, ok bool) {
	if list := s.list(); len(list) == 1 {
		return list[0], true
	}
	return 0, false
}

// ModeRule is the storage mode in which an operand has to be.
type ModeRule uint8

const (
	AnyMode    ModeRule = iota
	InN1                // one element per unit
	InIC2               // pairs of input channels, on a machine that has this mode
	PackedMode          // units of 32 bits, on a machine that has these modes
)

// def returns the definition of the operation.
func (r *Row) def() *ir.OpDef {
	d := &ir.OpDef{
		Kind: r.Kind, GoName: r.GoName, Summary: r.Summary, Description: r.Description, Attrs: r.Attrs, Regions: r.Regions,
		Traits: r.Traits | ir.HasEffects, Assembly: r.Assembly, Custom: r.Custom, Examples: r.Examples,
		Verify: r.verify, Implements: []ir.Implementation{Rows.By(r)},
	}
	for _, c := range r.Operands {
		memory := c.Memory
		if memory == nil {
			memory = localConstraint
		}
		d.Operands = append(d.Operands, ir.ValueDef{Name: c.Name, Type: memory, Kind: c.Arity, Effects: c.Access})
		d.New = append(d.New, c.Name)
	}
	if r.Sliding() {
		r.edges(d)
	} else {
		d.New = nil
	}
	if r.Adds != nil || r.Functions != nil {
		d.Effects = r.effects
	}
	return d
}

// effects returns the effects that depend on attributes: whether the destination is read, and which
// operands are work buffers of the function.
func (r *Row) effects(op *ir.Operation) (list []ir.Effect) {
	if r.ReadsDestination(op) {
		list = append(list, ir.Effect{Kind: ir.Read, Value: op.Operand(0)})
	}
	if f := r.Function(op); f != nil && f.Tables == nil && op.NumOperands() == 1+f.Sources {
		for _, v := range op.OperandList()[op.NumOperands()-f.Works:] {
			list = append(list, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return list
}

// Function returns the function that an operation names; nil if there are no functions or none of
// that name.
func (r *Row) Function(op *ir.Operation) *Function {
	if r.Functions == nil {
		return nil
	}
	return FunctionOf(r.Functions, ir.ReadString(op.Attr(kindAttr)))
}

// ReadsDestination reports whether an operation needs the contents of its destination.
func (r *Row) ReadsDestination(op *ir.Operation) bool {
	if f := r.Function(op); f != nil {
		return f.ReadsDestination
	}
	return r.Adds != nil && r.Adds(op)
}

// Works returns the number of operands at the end that are work buffers.
func (r *Row) Works(op *ir.Operation) (n int) {
	if f := r.Function(op); f != nil && f.Works > 0 {
		return f.Works
	}
	for i, c := range r.Operands {
		if i > 0 && r.Movement == NoMovement && c.Access == ir.Write && op.NumOperands() > i {
			n++
		}
	}
	return n
}

// Of returns the rules for the operands of an operation, with a column for each.
func (r *Row) Of(op *ir.Operation) OpClass {
	c := r.OpClass
	c.Operands = make([]Column, len(Tensors(op)))
	for i := range c.Operands {
		c.Operands[i] = r.column(i)
		c.Operands[i].Arity = ir.Single
	}
	if r.Sliding() {
		w := WindowOf(op)
		c.Window = &w
	}
	if r.Form != nil {
		r.Form(op, &c)
	}
	return c
}

// Sliding reports whether rows and columns of the destination follow from a window that slides over
// rows and columns of the input: the extents P and Q from H and W.
func (c OpClass) Sliding() bool { return strings.HasSuffix(c.Operands[0].Shape, "PQ") }

// Alike reports whether all operands have the shape of the destination.
func (c OpClass) Alike() bool {
	return !slices.ContainsFunc(c.Operands, func(o Column) bool { return o.Shape != "" })
}

// Letters returns the extents of an operand. Operands without rules are tensors (N, C, H, W).
func (c OpClass) Letters(i int) string {
	if s := c.column(i).Shape; s != "" {
		return s
	}
	if s := c.Operands[0].Shape; s != "" {
		return s
	}
	return "NCHW"
}

// Products returns the number of products, or other results, that make an element of the destination:
// the product of the extents that the destination lacks.
func (r *Row) Products(op *ir.Operation) int64 {
	operands := Tensors(op)
	shapes := make([][]int64, len(operands))
	for i, v := range operands {
		shapes[i] = shapeOf(v.Type())
	}
	return r.Of(op).Products(shapes)
}

// Products returns the number of products that make an element of the destination, for operands of certain
// shapes.
func (c OpClass) Products(shapes [][]int64) int64 {
	kept := c.Letters(0)
	if c.Sliding() {
		kept += "HW" // over which the window slides
	}
	product := int64(1)
	for letter, n := range c.bind(shapes) {
		if n > 0 && !strings.Contains(kept, string(rune(letter))) {
			product *= n
		}
	}
	return product
}

// RequiredLayout returns the layout in which an operation takes its operand i; required is false
// if it takes any strides.
func RequiredLayout(op *ir.Operation, i int) (l Layout, required bool) {
	if r := RowOf(op); r != nil {
		return r.Of(op).Operands[i].Layouts.Only()
	}
	return 0, false
}

// CompactOperands returns the operands whose layout is compact when it is chosen: numbers per
// channel, and weights.
func CompactOperands(op *ir.Operation) (list []*ir.Value) {
	r := RowOf(op)
	if r == nil {
		return nil
	}
	for i, v := range Tensors(op) {
		if c := r.column(i); c.Layouts == compact || c.Chosen == compact {
			list = append(list, v)
		}
	}
	return list
}
