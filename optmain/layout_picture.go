package optmain

import (
	"cmp"

	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
	"optc/optmain/internal/spelling"
)

// drawLayout draws a type or an attribute, by its definition or as the layout of another compiler.
func drawLayout(c *ir.Context, text string, o layoutOptions, sink ir.Sink) (*draw.Picture, error) {
	s := spelling.Of(text)
	if o.family != nil {
		o.view.Machine = cmp.Or(o.view.Machine, o.target)
	}
	if !spelling.Misspelled(c, text) && (s == nil || s.Drawn && o.family == nil) {
		return drawNode(c, text, o.view, sink)
	}
	l, _, err := o.read(c, text)
	switch {
	case err != nil:
		return nil, err
	case o.family == nil || l.Memory:
		return l.Draw(text, spelling.Threads)
	}
	return drawUnits(l, c, text, o, sink)
}

// describeRows adds to the picture of a layout of threads how a GPU accesses memory in it; a layout of memory has no accesses.
func describeRows(c *ir.Context, text string, o layoutOptions, p *draw.Picture, sink ir.Sink) error {
	l, _, err := o.read(c, text)
	if err != nil || l.Memory {
		return err
	}
	elem, err := o.elementType(c, sink)
	if err != nil {
		return err
	}
	holders, err := l.HoldersOf(lcm(l.Threads(), o.gpu.Subgroups[0]))
	if err == nil {
		vectorext.DescribeRows(p, holders, elem, o.gpu.Subgroups[0], o.gpu.Sector)
	}
	return err
}
