package okk

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// operation writes the calls that execute an operation: the one that its row has for the interface of
// the machine, or the copies by which it moves elements.
func (x *exporter) operation(op *ir.Operation) error {
	row := okk.RowOf(op)
	if caller := row.Calls[x.machine.Interface]; caller != nil {
		x.invoke(op, caller(op))
		return nil
	}
	switch row.Movement {
	case okk.Copies:
		return x.copy(op)
	case okk.Fills:
		return x.fill(op)
	case okk.Packs:
		x.pack(op)
		return nil
	case okk.Unpacks:
		x.unpack(op)
		return nil
	}
	if ir.IsAny(op, okk.GatherRowsOp{}, okk.ScatterRowsOp{}) {
		x.moveRows(op)
		return nil
	}
	if ir.Is[okk.ComputeOp](op) {
		return x.user(op) // whose function the user brings
	}
	return noForm("'%s' has none", op.Name())
}

// invoke writes a call.
func (x *exporter) invoke(op *ir.Operation, c okk.Call) {
	operands := x.operands(op)
	var args []string
	for _, a := range c.Args {
		args = append(args, x.argument(operands, a))
	}
	x.call(c.Function, args...)
}

// argument spells an argument of a call.
func (x *exporter) argument(operands []*operand, a okk.Arg) (text string) {
	switch a.Kind {
	case okk.TextArg:
		return a.Text
	case okk.PaddingArg:
		return x.padding(a.Window)
	}
	o := operands[a.Operand]
	switch a.Kind {
	case okk.AddressArg:
		text = x.addressOf(o)
	case okk.ShapeArg:
		text = x.shape(o)
	case okk.ElementShapeArg:
		text = x.elementShape(o)
	case okk.StrideArg:
		text = x.stride(o)
	case okk.ExtentArg:
		text = x.text(x.sizes.Shape(o.value)[a.Dim])
	case okk.WidthArg:
		text = x.text(x.width(o.value))
	}
	if a.Text != "" {
		text = fmt.Sprintf(a.Text, text)
	}
	return text
}

// padding writes a pointer to the padding of a window, of which rows may be values.
func (x *exporter) padding(w okk.Window) string {
	rows := []extent.Size{extent.Constant(w.Top), extent.Constant(w.Bottom)}
	for i, v := range w.Edges {
		rows[i] = rows[i].Plus(x.sizes.Of(v))
	}
	return fmt.Sprintf("&(%s){%s, %s, %d, %d}", x.library.padding, x.text(rows[0]), x.text(rows[1]), w.Left, w.Right)
}

func noForm(format string, args ...any) error {
	return diag.Errorf("no-c-form", "cannot be written as C: "+format, args...)
}

// call writes a call, in several lines if it is long.
func (x *exporter) call(function string, args ...string) {
	indent := strings.Repeat("  ", len(x.scopes))
	line := indent + function + "("
	for i, a := range args {
		if i < len(args)-1 {
			a += ","
		} else {
			a += ");"
		}
		if i > 0 {
			if len(line)+1+len(a) > 120 {
				x.body.WriteString(line + "\n")
				line = indent + "   "
			}
			line += " "
		}
		line += a
	}
	if len(args) == 0 {
		line += ");"
	}
	x.body.WriteString(line + "\n")
}

// stridesOf are the strides of a tensor in units; strides without effect are replaced by
// the strides of a tensor without gaps.
func stridesOf(t *okk.Tensor) okk.Dims {
	if t.Type.Broadcast {
		return t.Strides
	}
	return t.Canonical()
}

// width returns the columns of a matrix in a channel, which are not more than its columns.
func (x *exporter) width(v *ir.Value) extent.Size {
	t := v.Type().(*okk.LocalType)
	return x.sizes.Smallest(extent.Constant(t.Tensor.Width), x.sizes.Shape(v)[1])
}

// user writes a call of a function that the user brings: an address, a shape and strides
// for each tensor, destinations first.
func (x *exporter) user(op *ir.Operation) error {
	compute := ir.Cast[okk.ComputeOp](op)
	name := compute.Callee()
	if newNames().Pick(name) != name {
		return noForm("'%s' is no name for a function of C", name)
	}
	var list, parameters []string
	for i, v := range append(compute.Destinations(), compute.Sources()...) {
		o := x.operand(v)
		list = append(list, x.addressOf(o), x.shape(o), x.dims(x.like(v)+"_stride", x.strides(v)))
		who := "dst"
		if i >= len(compute.Destinations()) {
			who, i = "src", i-len(compute.Destinations())
		}
		parameters = append(parameters, fmt.Sprintf("local_addr_t %s%d, const dim4 *%s%d_shape, const dim4 *%s%d_stride", who, i, who, i, who, i))
	}
	prototype := "void " + name + "(" + strings.Join(parameters, ",\n    ") + ")"
	switch other, known := x.callees[name]; {
	case name == x.name || known && other != prototype:
		return noForm("'%s' would be two functions", name)
	case !known:
		x.callees[name] = prototype
		x.order = append(x.order, name)
	}
	x.call(name, list...)
	return nil
}
