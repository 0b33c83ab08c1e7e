package okk

import (
	"fmt"
	"math"
	"strings"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// block writes the operations of a block, each after a comment that names it.
func (x *exporter) block(b *ir.Block) {
	for op := range b.Ops() {
		// The control of a kernel is these three operations; what computes, moves or names is asked.
		switch o := op.Typed().(type) {
		case okk.ParallelOp:
			x.call(x.library.prefix + "parallel_start")
			x.block(o.Body().Front())
			x.call(x.library.prefix + "parallel_end")
			continue
		case scf.ForOp:
			x.loop(o)
			continue
		case scf.IfOp:
			x.decision(op, o)
			continue
		}
		if okk.RowOf(op) == nil {
			// Operations of okk without a row name tensors.
			if op.Def().Owner() != okk.Dialect && !extent.IsSize(op) && !ir.Is[scf.YieldOp](op) {
				ir.Report(x.problems, okk.Diagnose(op, noForm("'%s' has none", op.Name())))
			}
			continue
		}
		x.comment(op)
		if err := x.operation(op); err != nil {
			ir.Report(x.problems, okk.Diagnose(op, err))
		}
	}
}

// comment names an operation and its operands.
func (x *exporter) comment(op *ir.Operation) {
	_, name, _ := strings.Cut(op.Name(), ".")
	var operands []string
	for _, v := range okk.Tensors(op) {
		operands = append(operands, strings.TrimPrefix(x.printed(v), "%"))
	}
	text := name + " " + strings.Join(operands, ", ")
	if row := okk.RowOf(op); row.Movement == okk.Copies || row.Movement.Repacks() {
		m := op.Typed().(okk.Moving)
		text = fmt.Sprintf("%s %s to %s", name, strings.TrimPrefix(x.printed(m.Source()), "%"), strings.TrimPrefix(x.printed(m.Destination()), "%"))
	}
	if _, line, _, ok := op.Loc().FileLineCol(); ok {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	x.line("/* %s */", text)
}

// loop writes a loop. Tensors that it carries are addresses in variables.
func (x *exporter) loop(loop scf.ForOp) {
	body := loop.Region().Front()
	carried := body.Args()[1:]
	for i, v := range carried {
		init := loop.InitArgs()[i]
		name := x.pick(x.like(v) + "_addr")
		kind, at := "local_addr_t", ""
		switch v.Type().(type) {
		case *okk.LocalType:
			at = x.address(x.place(init))
		case *okk.SystemType:
			kind, at = "system_addr_t", x.systemAddress(x.systemPlace(init))
		default:
			name, kind, at = x.pick(x.like(v)), "int", x.text(x.sizes.Of(init))
		}
		x.line("%s %s = %s;", kind, name, at)
		x.values[v], x.values[loop.Results()[i]] = name, name
	}
	low, high, step := x.text(x.sizes.Of(loop.LowerBound())), x.text(x.sizes.Of(loop.UpperBound())), x.text(x.sizes.Of(loop.Step()))
	x.scopes = append(x.scopes, newScope()) // of the index
	index := x.pick(x.like(body.Args()[0]))
	x.scopes = x.scopes[:len(x.scopes)-1]
	x.values[body.Args()[0]] = index
	if step == "1" {
		step = index + "++"
	} else {
		step = index + " += " + step
	}
	kind := "int"
	if !x.endsAsInt(loop) {
		kind = "long long"
	}
	x.open("for (%s %s = %s; %s < %s; %s)", kind, index, low, index, high, step)
	x.scopes[len(x.scopes)-1].names[index] = true
	x.block(body)
	x.carry(carried, ir.Cast[scf.YieldOp](body.Terminator()).Results())
	x.end()
}

// endsAsInt reports whether an int holds the last index of a loop plus the step, at which the loop
// ends.
func (x *exporter) endsAsInt(loop scf.ForOp) bool {
	_, last := x.sizes.Interval(x.sizes.Of(loop.UpperBound()).Add(-1))
	_, step := x.sizes.Interval(x.sizes.Of(loop.Step()))
	return last <= math.MaxInt32-step
}

// carry writes the assignments at the end of an iteration: values are read before any of them
// is written.
func (x *exporter) carry(carried, next []*ir.Value) {
	var names, values []string
	for i, v := range carried {
		value := ""
		switch v.Type().(type) {
		case *okk.LocalType:
			value = x.address(x.place(next[i]))
		case *okk.SystemType:
			value = x.systemAddress(x.systemPlace(next[i]))
		default:
			value = x.text(x.sizes.Of(next[i]))
		}
		if value != x.values[v] {
			names, values = append(names, x.values[v]), append(values, value)
		}
	}
	if len(names) == 1 {
		x.line("%s = %s;", names[0], values[0])
		return
	}
	for i, value := range values {
		kind := "local_addr_t"
		if !strings.HasSuffix(names[i], "_addr") {
			kind = "int"
		}
		fresh := x.pick("next_" + names[i])
		x.line("const %s %s = %s;", kind, fresh, value)
		values[i] = fresh
	}
	for i, name := range names {
		x.line("%s = %s;", name, values[i])
	}
}

// decision writes a decision.
func (x *exporter) decision(op *ir.Operation, decision scf.IfOp) {
	if op.NumResults() > 0 {
		ir.Report(x.problems, okk.Diagnose(op, noForm("a decision has results")))
		return
	}
	x.open("if (%s)", x.condition(decision.Condition()))
	x.block(decision.ThenRegion().Front())
	if !decision.ElseRegion().Empty() {
		x.scopes = x.scopes[:len(x.scopes)-1]
		x.open("} else")
		x.block(decision.ElseRegion().Front())
	}
	x.end()
}
