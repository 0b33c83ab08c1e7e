package okk

import (
	"fmt"

	"optc/diag"
	"optc/dialect/okk"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/picture"
	"optc/lower"
	"optc/num"
)

const systemMemory = "system memory"

// changeLayout draws what it costs a machine to change the layout of a tensor.
func changeLayout(name string, c *lower.LayoutChange) (*draw.Picture, error) {
	m, err := machineOf(name, max(c.From.Units(), c.To.Units()))
	if err != nil {
		return nil, err
	}
	elem, err := elementOf(c)
	if err != nil {
		return nil, err
	}
	x, err := layout.CountExchange(c.From, c.To, 1)
	if err != nil {
		return nil, err
	}
	change := npuChange{Machine: &m, LayoutChange: c, Exchange: x, picture: &draw.Picture{
		Title:  fmt.Sprintf("%s changes its layout on the %s of %s", c.Tensor(elem), axes.NPU.Count(m.NPUs), name),
		Panels: []*draw.Panel{picture.Exchange(x, c.Cell, systemMemory)},
	}}
	change.places()
	change.engines()
	change.banks()
	return change.picture, nil
}

// machineOf returns a machine that has a number of NPUs.
func machineOf(name string, units int) (okk.Machine, error) {
	m, err := okk.LookupMachine(name)
	if err == nil && int64(units) > m.NPUs {
		err = fmt.Errorf("the layout needs %s, but %s has %d", axes.NPU.Count(int64(units)), name, m.NPUs)
	}
	return m, err
}

// accessLayout returns no notes: there are no figures for single accesses of an NPU.
func accessLayout(name string, m *layout.Map, _ ir.Type) ([]string, error) {
	_, err := machineOf(name, m.Units())
	return nil, err
}

// elementOf returns the type of the elements of both tensors. The error code is dtype-mismatch.
func elementOf(c *lower.LayoutChange) (name string, err error) {
	name = c.Type
	for i, n := range c.Nodes {
		var t okk.DType
		switch n := n.(type) {
		case *okk.LocalType:
			t = n.Tensor.DType
		case *okk.SystemType:
			t = n.Tensor.DType
		default:
			continue
		}
		if i == 1 && c.Nodes[0] != nil && name != t.String() {
			return "", diag.Errorf("dtype-mismatch", "the tensors have elements of type %s and %s", name, t)
		}
		name = t.String()
	}
	return name, nil
}

// npuChange describes a change of layout on the NPUs of a machine.
type npuChange struct {
	*okk.Machine
	*lower.LayoutChange
	*layout.Exchange
	picture *draw.Picture
}

func (c *npuChange) note(format string, args ...any) {
	c.picture.Notes = append(c.picture.Notes, fmt.Sprintf(format, args...))
}

func (c *npuChange) figure(name string, value int64, unit string) {
	c.picture.Figures = append(c.picture.Figures, draw.Figure{Name: name, Value: value, Unit: unit})
}

// isLocal reports whether both layouts are in the memory of the NPUs.
func (c *npuChange) isLocal() bool {
	return c.Exchange.From.Unit == axes.NPU && c.Exchange.To.Unit == axes.NPU
}

// places says how many bytes stay.
func (c *npuChange) places() {
	same, within, between := c.Same*c.Cell, c.Within*c.Cell, c.Between*c.Cell
	if !c.isLocal() {
		c.note("All %s go through system memory.", axes.Byte.Count(same+within+between))
		c.figure("go through system memory", same+within+between, "bytes")
		return
	}
	c.note("Of %s, %d keep their place, %d move to another place of their NPU, and %d go to another NPU.",
		axes.Byte.Count(same+within+between), same, within, between)
	c.figure("keep their place", same, "bytes")
	c.figure("move within an NPU", within, "bytes")
	c.figure("go to another NPU", between, "bytes")
}

// engines says which engine can change the layout, and how long it takes.
func (c *npuChange) engines() {
	if c.isLocal() && c.Within+c.Between == 0 {
		c.note("No element moves, so nothing is copied.")
		return
	}
	bytes := (c.Same + c.Within + c.Between) * c.Cell
	cycles := okk.CopyCycles(bytes)
	c.note("The copy engine (%s) takes about %d cycles: %d to start, and %d for %s, %d in a cycle.",
		c.copyOp(), cycles, okk.StartCycles, cycles-okk.StartCycles, axes.Byte.Count(bytes), okk.CopyBytes)
	c.figure("copy engine", cycles, "cycles")
	switch {
	case !c.isLocal():
	case c.Between > 0:
		c.note("The compute engine cannot change the layout: it moves no element to another NPU.")
	case c.Element != 4:
		c.note("The compute engine copies elements of 4 bytes only.")
	default:
		if cycles, ok := c.computeCycles(); ok {
			c.note("No element changes its NPU, so that the compute engine (okk.eltwise copy) can change the layout too, in about %d cycles, and in twice the time after the start "+
				"if both tensors share a bank.", cycles)
			c.figure("compute engine", cycles, "cycles")
		}
	}
	if c.Name != timedMachine {
		c.note("There is no figure for the time of %s: the cycles are of the right order for %s.", c.Name, timedMachine)
	}
}

// copyOp returns the operation of the copy engine that changes the layout.
func (c *npuChange) copyOp() string {
	from, to := c.Exchange.From.Unit == axes.NPU, c.Exchange.To.Unit == axes.NPU
	switch {
	case from && to:
		return c.localCopyOp().Kind().String()
	case from:
		return okk.StoreOp{}.Kind().String()
	case to:
		return okk.LoadOp{}.Kind().String()
	}
	return okk.SysCopyOp{}.Kind().String()
}

// localCopyOp returns the operation that copies within local memory: tensors of different modes are packed or unpacked.
func (c *npuChange) localCopyOp() ir.OpKind {
	x, ok1 := c.Nodes[0].(*okk.LocalType)
	y, ok2 := c.Nodes[1].(*okk.LocalType)
	switch {
	case !ok1 || !ok2 || x.Tensor.Mode == y.Tensor.Mode:
		return okk.CopyOp{}
	case y.Tensor.Mode == okk.N1:
		return okk.UnpackOp{}
	}
	return okk.PackOp{}
}

// computeCycles returns the cycles of a copy by the compute engine; ok is false for a layout that is not the type of a tensor.
func (c *npuChange) computeCycles() (cycles int64, ok bool) {
	t, ok := c.Nodes[1].(*okk.LocalType)
	if !ok {
		return 0, false
	}
	x, err := t.Somewhere(c.Machine)
	if err != nil {
		return 0, false
	}
	return x.ComputeCycles(c.Machine, 1), true
}

// banks says how many banks the tensors take, and where they share none.
func (c *npuChange) banks() {
	before, err1 := c.reserved(c.LayoutChange.From)
	after, err2 := c.reserved(c.LayoutChange.To)
	if err1 != nil || err2 != nil {
		c.note("The digits of the layouts do not show how many bytes an NPU has.")
		return
	}
	if before == 0 || after == 0 {
		return
	}
	count := func(bytes int64) string { return axes.Bank.Count(num.CeilDiv(bytes, c.BankBytes())) }
	next := num.CeilDiv(before, c.BankBytes()) * c.BankBytes()
	c.note("An NPU has %s of %s. Each of its parts begins at a bank: %s before the change take %s, and %s after it take %s.",
		axes.Bank.Count(c.Banks), axes.Byte.Count(c.BankBytes()), axes.Byte.Count(before), count(before), axes.Byte.Count(after), count(after))
	if next+after > c.NPUBytes {
		c.note("The banks beside the first part have no room for the second, so that both parts share a bank: an operation of the compute engine that has both as operands takes twice the cycles.")
		return
	}
	c.note("An operation of the compute engine that has both parts as operands takes twice the cycles if they share a bank. They share none if the second begins %s after the first.", axes.Byte.Count(next))
	c.figure("distance without a common bank", next, "bytes")
}

// reserved returns the bytes that an NPU reserves for a layout; 0 for system memory.
func (c *npuChange) reserved(l *layout.Map) (bytes int64, err error) {
	if l.Axes().Unit != axes.NPU {
		return 0, nil
	}
	for u := range l.Units() {
		_, hi, err := l.Range(u)
		if err != nil {
			return 0, err
		}
		bytes = max(bytes, hi*c.Cell)
	}
	return bytes, nil
}
