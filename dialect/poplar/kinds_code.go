package poplar

import "optc/ir"

// Operations in the code of vertices: conversions, and the operations of supervisors.
var (
	StartKind         = startKind{"poplar.start"}
	JoinKind  ir.Kind = "poplar.join"

	ConvertKind     = convertKind{"poplar.convert"}
	FromQuarterKind = fromQuarterKind{"poplar.from_quarter"}
	ToQuarterKind   = toQuarterKind{"poplar.to_quarter"}
)

type convertKind struct{ ir.OldKind }

func (convertKind) Value(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (convertKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

type fromQuarterKind struct{ ir.OldKind }

func (fromQuarterKind) Quarter(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (fromQuarterKind) Metadata(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (fromQuarterKind) Result(op *ir.Operation) *ir.Value   { return op.Result(0) }

type toQuarterKind struct{ ir.OldKind }

func (toQuarterKind) Value(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (toQuarterKind) Metadata(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (toQuarterKind) Quarter(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (toQuarterKind) Saturate(op *ir.Operation) bool      { return op.Attr("saturate") != nil }

type startKind struct{ ir.OldKind }

func (startKind) Vertex(op *ir.Operation) string      { return symbolOf(op, "vertex") }
func (startKind) Fields(op *ir.Operation) []*ir.Value { return op.OperandList() }
