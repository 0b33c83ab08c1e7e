package okk

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Attributes of the operations that only TPUKernel has.
const (
	startAttr = "start"
	stepAttr  = "step"
	axisAttr  = "axis"
	shiftAttr = "shift"
)

// Axes of okk.arange.
const (
	alongC = "c"
	alongW = "w"
)

// onlyTPU is the table of calls of an operation that only TPUKernel has.
func onlyTPU(call Caller) map[string]Caller { return map[string]Caller{TPUKernel: call} }

// spreadRows declare the operations that move elements between lanes, number them, and gather and scatter them
// (declarations in tpu_kernel.h).
func spreadRows() []*Row {
	const t, one = "!okk.local<2x5x3x4xf32, aligned>", "!okk.local<2x1x3x4xf32, aligned>"
	const index, table = "!okk.local<1x6x1x1xui16, compact>", "!okk.local<1x5x1x40xf16, aligned>"
	const picked = "!okk.local<1x5x1x6xf16, aligned>"
	numbers := func(name string, access ir.EffectKinds, shape string) Column {
		return Column{Name: name, Access: access, Shape: shape, Mode: InN1, Layouts: aligned}
	}
	list := func(name, shape string, layouts LayoutSet) Column {
		return Column{Name: name, Access: ir.Read, Shape: shape, Types: 1<<UI8 | 1<<UI16, Mode: InN1, Layouts: layouts}
	}
	allocated := func(lines ...string) string {
		text := "okk.kernel @k {\n"
		for i, l := range lines[:len(lines)-1] {
			text += fmt.Sprintf("  %%%c = okk.alloc : %s\n", 'a'+i, l)
		}
		return text + "  " + lines[len(lines)-1] + "\n}"
	}
	indexed := func(kind, goName, summary, description string, columns []Column, rule, function string, scatters bool, example string) *Row {
		each := strings.HasPrefix(function, "batch")
		r := &Row{
			Kind: ir.Kind("okk." + kind), GoName: goName, Summary: summary, Description: description, Assembly: assemblyOf(columns),
			OpClass: OpClass{Name: kind, ShapeRule: rule, Operands: columns},
			Engine:  ComputeEngine, Divide: "C", Calls: onlyTPU(func(op *ir.Operation) Call {
				list := append(eachOperand(op, addressArg), shapeArg(0), extentArg(1, 3), typeArg(op, 0), typeArg(op, 2))
				if each {
					list = append(list, flagArg(false))
				}
				return Call{"tpu_bdc_" + function, list}
			}),
			CheckAttrs: checkMoved, Examples: []string{example},
		}
		r.Compute = func(_ *Arithmetic, _ *ir.Operation, args []*Elements) error {
			return pickElements(args, scatters, each)
		}
		r.Range = sourceRange
		if scatters {
			r.Adds, r.Range = func(*ir.Operation) bool { return true }, scatteredRange
		}
		return r
	}
	return []*Row{
		{
			Kind: "okk.spread", Summary: "copy of a channel to the channels of other lanes",
			Description: "The only channel of the source, in the first lane, is copied to a channel in each of the first lanes.",
			Assembly:    assemblyOf([]Column{{Name: "destination"}, {Name: "source"}}),
			OpClass: OpClass{Name: "spread", ShapeRule: "(N, C, H, W) from (N, 1, H, W), C at most the number of lanes", FirstNPU: true, SameStart: true, SameType: true, InPlace: false,
				Operands: []Column{numbers("destination", ir.Write, "NCHW"), numbers("source", ir.Read, "N1HW")}},
			CheckAttrs: func(op *ir.Operation) *ir.Diagnostic { return checkLanes(op, 0) },
			Engine:     ComputeEngine, Divide: "NH", Compute: broadcastChannel, Range: sourceRange,
			Calls: onlyTPU(func(op *ir.Operation) Call {
				return Call{"tpu_bdc_npu_bcast", append(eachOperand(op, addressArg), shapeArg(0), typeArg(op, 0))}
			}),
			Examples: []string{allocated(t, one, "okk.spread %a, %b : "+t+", "+one)},
		},
		{
			Kind: "okk.transpose", Summary: "exchange of channels and columns",
			Description: "Element (n, c, 0, w) of the destination is element (n, w, 0, c) of the source.",
			Assembly:    assemblyOf([]Column{{Name: "destination"}, {Name: "source"}}),
			OpClass: OpClass{Name: "transpose", ShapeRule: "(N, C, 1, W) from (N, W, 1, C)", FirstNPU: true, SameStart: true, SameType: true,
				Operands: []Column{numbers("destination", ir.Write, "NC1W"), numbers("source", ir.Read, "NW1C")}},
			Engine: ComputeEngine, Divide: "N", Compute: exchangeChannels, Range: sourceRange,
			Calls: onlyTPU(func(op *ir.Operation) Call {
				return Call{"tpu_bdc_cw_trans", append(eachOperand(op, addressArg), shapeArg(0), typeArg(op, 0))}
			}),
			Examples: []string{allocated("!okk.local<1x5x1x70xf32, aligned>", "!okk.local<1x70x1x5xf32, aligned>",
				"okk.transpose %a, %b : !okk.local<1x5x1x70xf32, aligned>, !okk.local<1x70x1x5xf32, aligned>")},
		},
		{
			Kind: "okk.arange", GoName: "Arange", Summary: "integers at equal distances",
			Description: "The integers start, start + step, …: along `w`, in each lane again, with a channel for each lane; or along `c`, in a compact tensor.",
			Attrs:       []ir.PropDef{{Name: axisAttr, Type: ir.StrEnum("axis", alongC, alongW)}, optionalInt(startAttr, 0, "the first integer"), optionalInt(stepAttr, 1, "the distance")},
			Assembly:    "$axis $destination (`start` $start^)? (`step` $step^)? attr-dict `:` type($destination)",
			OpClass: OpClass{Name: "arange", ShapeRule: "(1, C, 1, W)", FirstNPU: true,
				Operands: []Column{{Name: "destination", Access: ir.Write, Shape: "1C1W", Types: int32Set, Mode: InN1, Layouts: aligned | compact}}},
			CheckAttrs: checkArange, Engine: ComputeEngine, Compute: numberElements,
			Calls: onlyTPU(func(op *ir.Operation) Call {
				a := ir.Cast[ArangeOp](op)
				numbers := []Arg{textArg("%d", a.Start()), textArg("%d", a.Step())}
				if a.Axis() == alongC {
					return Call{"tpu_bdc_arithmetic_sequence_distribute", append(append([]Arg{addressArg(0)}, numbers...), extentArg(0, 1))}
				}
				return Call{"tpu_bdc_arithmetic_sequence_bcast", append(append([]Arg{addressArg(0), extentArg(0, 1)}, numbers...), extentArg(0, 3))}
			}),
			Examples: []string{allocated("!okk.local<1x64x1x40xi32, aligned>", "okk.arange w %a start 5 step 2 : !okk.local<1x64x1x40xi32, aligned>")},
		},
		indexed("gather", "Gather", "elements of each channel by a list of indices", "Element (n, c, 0, r) of the destination is element (n, c, 0, indices[r]) of the source.",
			[]Column{numbers("destination", ir.Write, "NC1R"), numbers("source", ir.Read, "NC1A"), list("indices", "1R11", compact)},
			"(N, C, 1, R) from (N, C, 1, A) and indices (1, R, 1, 1)", "w_gather", false,
			allocated(picked, table, index, "okk.gather %a, %b, %c : "+picked+", "+table+", "+index)),
		indexed("scatter", "Scatter", "elements of each channel to places of a list", "Element (n, c, 0, a) of the source is stored at (n, c, 0, indices[a]) of the destination, "+
			"whose other elements stay. The last one counts if indices are equal.",
			[]Column{numbers("destination", ir.Write, "NC1R"), numbers("source", ir.Read, "NC1A"), list("indices", "1A11", compact)},
			"(N, C, 1, R) from (N, C, 1, A) and indices (1, A, 1, 1)", "w_scatter", true,
			allocated(table, picked, index, "okk.scatter %a, %b, %c : "+table+", "+picked+", "+index)),
		indexed("gather_each", "GatherEach", "elements of each channel by a list for each channel", "Element (n, c, 0, r) of the destination is element (0, c, 0, indices[n, c, 0, r]) of the source.",
			[]Column{numbers("destination", ir.Write, "NC1R"), numbers("source", ir.Read, "1C1A"), list("indices", "NC1R", aligned)},
			"(N, C, 1, R) from (1, C, 1, A) and indices (N, C, 1, R)", "batch_bcast_w_gather", false,
			allocated(picked, table, "!okk.local<1x5x1x6xui16, aligned>", "okk.gather_each %a, %b, %c : "+picked+", "+table+", !okk.local<1x5x1x6xui16, aligned>")),
		indexed("scatter_each", "ScatterEach", "elements of each channel to places of a list for each channel", "Element (0, c, 0, a) of the source is stored at (n, c, 0, indices[n, c, 0, a]) of the "+
			"destination, whose other elements stay. The last one counts if indices are equal.",
			[]Column{numbers("destination", ir.Write, "NC1R"), numbers("source", ir.Read, "1C1A"), list("indices", "NC1A", aligned)},
			"(N, C, 1, R) from (1, C, 1, A) and indices (N, C, 1, A)", "batch_bcast_w_scatter", true,
			allocated(table, picked, "!okk.local<1x5x1x6xui16, aligned>", "okk.scatter_each %a, %b, %c : "+table+", "+picked+", !okk.local<1x5x1x6xui16, aligned>")),
	}
}

// checkMoved checks that an operation moves elements without changing their type.
func checkMoved(op *ir.Operation) *ir.Diagnostic {
	to, from := op.Operand(0).Type().(*LocalType).Tensor.DType, op.Operand(1).Type().(*LocalType).Tensor.DType
	if to != from {
		return problem(op, "dtype-mismatch", "expected elements of one type, but got %s from %s", to, from)
	}
	return nil
}

// checkLanes checks that a tensor has at most a channel in each lane.
func checkLanes(op *ir.Operation, operand int) *ir.Diagnostic {
	m := MachineFor(op)
	if shape := shapeOf(op.Operand(operand).Type()); m != nil && shape[1] > m.NPUs {
		return problem(op, "dim-limit", "expected at most a channel for each of the %d lanes, but got %d", m.NPUs, shape[1])
	}
	return nil
}

// checkArange checks the extents and the layout of a tensor of integers at equal distances.
func checkArange(op *ir.Operation) *ir.Diagnostic {
	t := op.Operand(0).Type().(*LocalType).Tensor
	if ir.Cast[ArangeOp](op).Axis() == alongW {
		return checkLanes(op, 0)
	}
	switch {
	case t.Shape[3] != 1:
		return problem(op, "shape-mismatch", "expected one column for integers along c, but got %d", t.Shape[3])
	case t.Layout != Compact && t.Layout != 0 && t.Shape[1] > 1 && t.Layout != Strided:
		return problem(op, "layout-required", "expected a compact tensor for integers along c")
	}
	return nil
}

// broadcastChannel computes okk.spread.
func broadcastChannel(_ *Arithmetic, _ *ir.Operation, args []*Elements) error {
	dst, src := args[0], args[1]
	plane := dst.Shape[2] * dst.Shape[3]
	for i := range dst.Bits {
		n := int64(i) / plane / dst.Shape[1]
		dst.Bits[i] = src.Bits[n*plane+int64(i)%plane]
	}
	return nil
}

// exchangeChannels computes okk.transpose.
func exchangeChannels(_ *Arithmetic, _ *ir.Operation, args []*Elements) error {
	dst, src := args[0], args[1]
	s := src.Shape
	outputs(dst, func(i, n, c, h, w int64) { dst.Bits[i] = src.Bits[((n*s[1]+w)*s[2]+h)*s[3]+c] })
	return nil
}

// numberElements computes okk.arange.
func numberElements(_ *Arithmetic, op *ir.Operation, args []*Elements) error {
	dst, a := args[0], ir.Cast[ArangeOp](op)
	outputs(dst, func(i, _, c, _, w int64) {
		if a.Axis() == alongC {
			w = c
		}
		dst.Bits[i] = uint64(uint32(a.Start() + a.Step()*w))
	})
	return nil
}

// pickElements computes gathers and scatters. The error code is value-range for an index outside of the tensor.
func pickElements(args []*Elements, scatters, each bool) error {
	dst, src, list := args[0], args[1], args[2]
	limit := src.Shape[3]
	if scatters {
		limit = dst.Shape[3]
	}
	batches, channels, count := dst.Shape[0], dst.Shape[1], list.Shape[1]
	if each {
		count = list.Shape[3]
	}
	for i, v := range list.Bits {
		if int64(v) >= limit {
			return diag.Errorf("value-range", "index (%s) is %d, but there are %d columns", num.JoinInts(list.At(i)), v, limit)
		}
	}
	for n := range batches {
		for c := range channels {
			for k := range count {
				at := k
				if each {
					at = (n*channels+c)*count + k
				}
				row := n*channels + c
				from := row
				if each {
					from = c
				}
				if index := int64(list.Bits[at]); scatters {
					dst.Bits[row*dst.Shape[3]+index] = src.Bits[from*src.Shape[3]+k]
				} else {
					dst.Bits[row*dst.Shape[3]+k] = src.Bits[from*src.Shape[3]+index]
				}
			}
		}
	}
	return nil
}
