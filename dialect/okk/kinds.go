package okk

import "optc/ir"

// The operations. Accessors are named like the operands, results and attributes of the
// definitions. Setters go through a rewriter.
var (
	KernelKind            = kernelKind{"okk.kernel"}
	SysBufferKind         = sysBufferKind{"okk.sys_buffer"}
	AllocKind             = allocKind{"okk.alloc"}
	DeallocKind           = tensorKind{"okk.dealloc"}
	ParallelKind  ir.Kind = "okk.parallel"

	LoadKind    = moveKind{"okk.load"}
	StoreKind   = moveKind{"okk.store"}
	CopyKind    = moveKind{"okk.copy"}
	SysCopyKind = moveKind{"okk.sys_copy"}
	FillKind    = fillKind{"okk.fill"}
	SetKind     = fillKind{"okk.set"}
	PackKind    = packKind{"okk.pack"}
	UnpackKind  = moveKind{"okk.unpack"}

	ViewKind      = viewKind{"okk.view"}
	SliceKind     = sliceKind{viewKind{"okk.slice"}}
	BroadcastKind = viewKind{"okk.broadcast"}
	BitcastKind   = viewKind{"okk.bitcast"}

	EltwiseKind    = eltwiseKind{"okk.eltwise"}
	SelectKind     = selectKind{"okk.select"}
	FunctionKind   = functionKind{"okk.function"}
	BiasKind       = perChannelKind{"okk.bias"}
	ScaleKind      = perChannelKind{"okk.scale"}
	ScaleBiasKind  = scaleBiasKind{"okk.scale_bias"}
	Conv2DKind     = convKind{"okk.conv2d"}
	DepthwiseKind  = convKind{"okk.depthwise2d"}
	PoolKind       = poolKind{"okk.pool2d"}
	MatmulKind     = matmulKind{"okk.matmul"}
	FixedPointKind = fixedPointKind{"okk.fixed_point"}
	Int8ToFP32Kind = int8Kind{"okk.int8_to_fp32"}
	ComputeKind    = computeKind{"okk.compute"}
	YieldKind      = yieldKind{"okk.yield"}

	AssertAtKind     = assertAtKind{tensorKind{"okk.assert_at"}}
	AssertLayoutKind = assertLayoutKind{tensorKind{"okk.assert_layout"}}
	AssertByteKind   = assertByteKind{tensorKind{"okk.assert_byte"}}
)

// Names of attributes that several operations have.
const (
	addressAttr = "address"
	valueAttr   = "value"
	nameAttr    = "name"
)

func intAttr(op *ir.Operation, name string) int64 { return ir.IntOr(op.Attr(name), 0) }

func intsAttr(op *ir.Operation, name string) []int64 {
	list, _ := ir.ReadInt64s(op.Attr(name))
	return list
}

func strAttr(op *ir.Operation, name string) string {
	if s := ir.Get[*ir.StringAttr](op, name); s != nil {
		return s.Value
	}
	return ""
}

// set changes an attribute of an operation in place.
func set(rw *ir.Rewriter, op *ir.Operation, name string, a ir.Attribute) {
	rw.Modify(op, func() { op.SetAttr(name, a) })
}

// SetAddress sets the address of the tensor that an operation defines.
func SetAddress(rw *ir.Rewriter, op *ir.Operation, address int64) {
	set(rw, op, addressAttr, rw.Context().I64Attr(address))
}

// SetType changes the type of a tensor, in place.
func SetType(rw *ir.Rewriter, v *ir.Value, t ir.Type) {
	rw.Modify(v.DefiningOp(), func() { v.SetType(t) })
}

type kernelKind struct{ ir.OldKind }

func (kernelKind) SymName(op *ir.Operation) string  { return strAttr(op, "sym_name") }
func (kernelKind) Body(op *ir.Operation) *ir.Region { return op.Region(0) }

type sysBufferKind struct{ ir.OldKind }

func (sysBufferKind) Name(op *ir.Operation) string { return strAttr(op, nameAttr) }
func (sysBufferKind) Value(op *ir.Operation) *ir.DenseAttr {
	return ir.Get[*ir.DenseAttr](op, valueAttr)
}
func (sysBufferKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// BufferBytes returns the size of the buffer that okk.sys_buffer makes, which is at least
// the span of its tensor.
func BufferBytes(op *ir.Operation) int64 {
	return ir.IntOr(op.Attr("bytes"), op.Result(0).Type().(*SystemType).Tensor.Span())
}

type allocKind struct{ ir.OldKind }

func (allocKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// tensorKind is the kind of an operation on a single tensor.
type tensorKind struct{ ir.OldKind }

func (tensorKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }

// moveKind moves the elements of one tensor to another.
type moveKind struct{ ir.OldKind }

func (moveKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (moveKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(1) }

// SetSource makes the operation read another tensor.
func (moveKind) SetSource(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Modify(op, func() { op.SetOperand(0, v) })
}

type packKind struct{ ir.OldKind }

func (packKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (packKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(1) }

// Fill returns the byte that dummies get.
func (packKind) Fill(op *ir.Operation) int64 { return intAttr(op, "fill") }

type fillKind struct{ ir.OldKind }

func (fillKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (fillKind) Value(op *ir.Operation) ir.Attribute    { return op.Attr(valueAttr) }

// viewKind shows a tensor in another way.
type viewKind struct{ ir.OldKind }

func (viewKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (viewKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// SetSource makes the operation a view of another tensor.
func (viewKind) SetSource(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Modify(op, func() { op.SetOperand(0, v) })
}

type sliceKind struct{ viewKind }

func (sliceKind) Offsets(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

// SliceOffsets returns the coordinate at which the part of okk.slice begins: numbers and
// values, in elements.
func SliceOffsets(op *ir.Operation) []ir.Mixed { return op.MixedList(staticOffsets, 1) }

func (k sliceKind) setOffsets(op *ir.Operation, offsets []ir.Mixed) {
	static, values := ir.SplitMixed(offsets)
	op.SetOperands(append([]*ir.Value{k.Source(op)}, values...))
	op.SetAttr(staticOffsets, op.Attr(staticOffsets).Context().DenseI64Array(static))
}

// Build shows the part of a tensor that begins at constant offsets.
func (k sliceKind) Build(b ir.OpBuilder, source *ir.Value, offsets []int64, t ir.Type) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: []*ir.Value{source}, ResultTypes: []ir.Type{t}}
	st.SetProp(staticOffsets, b.Context().DenseI64Array(offsets))
	return k.CreateValue(b, st)
}

const staticOffsets = "static_offsets"

// eltwiseKind computes each element from the elements at the same place.
type eltwiseKind struct{ ir.OldKind }

func (eltwiseKind) KindAttr(op *ir.Operation) string       { return strAttr(op, kindAttr) }
func (eltwiseKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (eltwiseKind) Sources(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }
func (eltwiseKind) Scalar(op *ir.Operation) ir.Attribute   { return op.Attr(scalarAttr) }
func (eltwiseKind) Reversed(op *ir.Operation) bool         { return op.Attr(reversedAttr) != nil }

const (
	kindAttr     = "kind"
	scalarAttr   = "scalar"
	reversedAttr = "reversed"
)

type selectKind struct{ ir.OldKind }

func (selectKind) Predicate(op *ir.Operation) string      { return strAttr(op, "predicate") }
func (selectKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (selectKind) Sources(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }

// Constants returns the four choices, left, right, then and else: a number, or a unit
// attribute if a source is used for it. The last one may be missing.
func (selectKind) Constants(op *ir.Operation) []ir.Attribute {
	return ir.Get[*ir.ArrayAttr](op, constantsAttr).Elems
}

const constantsAttr = "constants"

type functionKind struct{ ir.OldKind }

func (functionKind) KindAttr(op *ir.Operation) string       { return strAttr(op, kindAttr) }
func (functionKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (functionKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (functionKind) Work(op *ir.Operation) *ir.Value        { return op.OptionalOperand(2) }

// Series returns the number of terms of the series, or 0 if it is not given.
func (functionKind) Series(op *ir.Operation) int64 { return intAttr(op, "series") }

type perChannelKind struct{ ir.OldKind }

func (perChannelKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (perChannelKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (perChannelKind) Numbers(op *ir.Operation) *ir.Value     { return op.Operand(2) }

type scaleBiasKind struct{ ir.OldKind }

func (scaleBiasKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (scaleBiasKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (scaleBiasKind) Scale(op *ir.Operation) *ir.Value       { return op.Operand(2) }
func (scaleBiasKind) Bias(op *ir.Operation) *ir.Value        { return op.Operand(3) }

// convKind is a convolution; a depthwise convolution never adds to its result.
type convKind struct{ ir.OldKind }

func (convKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (convKind) Input(op *ir.Operation) *ir.Value       { return op.Operand(1) }
func (convKind) Weight(op *ir.Operation) *ir.Value      { return op.Operand(2) }
func (convKind) Bias(op *ir.Operation) *ir.Value        { return op.OptionalOperand(3) }

type poolKind struct{ ir.OldKind }

func (poolKind) KindAttr(op *ir.Operation) string       { return strAttr(op, kindAttr) }
func (poolKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (poolKind) Input(op *ir.Operation) *ir.Value       { return op.Operand(1) }

type matmulKind struct{ ir.OldKind }

func (matmulKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (matmulKind) Left(op *ir.Operation) *ir.Value        { return op.Operand(1) }
func (matmulKind) Right(op *ir.Operation) *ir.Value       { return op.Operand(2) }
func (matmulKind) Bias(op *ir.Operation) *ir.Value        { return op.OptionalOperand(3) }

// ResultAdd reports whether an operation adds its result to the contents of the
// destination.
func ResultAdd(op *ir.Operation) bool { return op.Attr(resultAddAttr) != nil }

const resultAddAttr = "result_add"

type fixedPointKind struct{ ir.OldKind }

func (fixedPointKind) KindAttr(op *ir.Operation) string       { return strAttr(op, kindAttr) }
func (fixedPointKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (fixedPointKind) Sources(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }
func (fixedPointKind) Scalar(op *ir.Operation) ir.Attribute   { return op.Attr(scalarAttr) }
func (fixedPointKind) Reversed(op *ir.Operation) bool         { return op.Attr(reversedAttr) != nil }
func (fixedPointKind) Lshift(op *ir.Operation) int64          { return intAttr(op, "lshift") }
func (fixedPointKind) Rshift(op *ir.Operation) int64          { return intAttr(op, "rshift") }

type int8Kind struct{ ir.OldKind }

func (int8Kind) Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (int8Kind) Source(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (int8Kind) Work(op *ir.Operation) *ir.Value        { return op.Operand(2) }

type computeKind struct{ ir.OldKind }

func (computeKind) Callee(op *ir.Operation) string            { return strAttr(op, "callee") }
func (computeKind) Destinations(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (computeKind) Sources(op *ir.Operation) []*ir.Value      { return op.OperandGroup(1) }
func (computeKind) Body(op *ir.Operation) *ir.Region          { return op.Region(0) }
func (computeKind) Aligned(op *ir.Operation) bool             { return op.Attr("aligned") != nil }
func (computeKind) SameStart(op *ir.Operation) bool           { return op.Attr("same_start") != nil }
func (computeKind) FirstNPU(op *ir.Operation) bool            { return op.Attr("first_npu") != nil }

type yieldKind struct{ ir.OldKind }

func (yieldKind) Values(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

type assertAtKind struct{ tensorKind }

func (assertAtKind) At(op *ir.Operation) []int64   { return intsAttr(op, "at") }
func (assertAtKind) NPU(op *ir.Operation) int64    { return intAttr(op, "npu") }
func (assertAtKind) Offset(op *ir.Operation) int64 { return intAttr(op, "offset") }

type assertLayoutKind struct{ tensorKind }

// Strides returns the expected strides, nil if any will do.
func (assertLayoutKind) Strides(op *ir.Operation) []int64 { return intsAttr(op, "strides") }

// Rows returns the expected number of block rows, -1 if any will do.
func (assertLayoutKind) Rows(op *ir.Operation) int64 { return ir.IntOr(op.Attr("rows"), -1) }

// Reserved returns the expected bytes per NPU, -1 if any will do.
func (assertLayoutKind) Reserved(op *ir.Operation) int64 { return ir.IntOr(op.Attr("reserved"), -1) }

type assertByteKind struct{ tensorKind }

func (assertByteKind) NPU(op *ir.Operation) int64    { return intAttr(op, "npu") }
func (assertByteKind) Offset(op *ir.Operation) int64 { return intAttr(op, "offset") }
func (assertByteKind) Class(op *ir.Operation) string { return strAttr(op, "class") }
func (assertByteKind) At(op *ir.Operation) []int64   { return intsAttr(op, "at") }
func (assertByteKind) Byte(op *ir.Operation) int64   { return intAttr(op, "byte") }
