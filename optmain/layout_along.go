package optmain

import (
	"fmt"

	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/layout/picture"
	"optc/lower"
	"optc/optmain/internal/spelling"
)

// drawAlong draws a layout along an axis of a GPU: the elements of each unit, or the elements in each bank of a memory.
func drawAlong(c *ir.Context, text string, o layoutOptions, sink ir.Sink) (*draw.Picture, error) {
	m, _, err := o.along(c, text, sink)
	if err != nil {
		return nil, err
	}
	if m.Axes().Unit == axes.Bank {
		return vectorext.DrawBanks(text, m), nil
	}
	_, cells, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	p, err := vectorext.Holders{Map: m, Digits: func([]int64) string { return "" }}.Picture("", m.Axes().Cell.Count(cells))
	if err != nil {
		return nil, err
	}
	p.Title = text + ": " + p.Title
	return p, nil
}

// along reads a layout, and returns its map along the axis that the flag --axis names.
func (o layoutOptions) along(c *ir.Context, text string, sink ir.Sink) (m *layout.Map, elem ir.Type, err error) {
	axis, err := o.gpuAxis()
	if err != nil {
		return nil, elem, err
	}
	if elem, err = o.elementType(c, sink); err != nil {
		return nil, elem, err
	}
	shape, err := o.extents()
	if err != nil {
		return nil, elem, err
	}
	if axis == axes.Grid {
		if shape == nil {
			return nil, elem, fmt.Errorf("flag '--axis=grid' needs '--shape', the shape of the tensor that the workgroups of a launch share")
		}
		o.shape = ""
	}
	l, _, err := o.read(c, text)
	if err != nil {
		return nil, elem, err
	}
	lanes := usualSubgroup
	if o.gpu != nil {
		lanes = o.gpu.Subgroups[0]
	}
	if axis == axes.Bank {
		m, err = inBanks(l, o.chip().TrafficOf(elem, lanes))
	} else {
		m, err = l.Along(axis, lanes, shape)
	}
	if err != nil {
		err = fmt.Errorf("'%s': %w", text, err)
	}
	return m, elem, err
}

// inBanks returns the map of a layout of memory to banks.
func inBanks(l *spelling.Layout, t change.Traffic) (*layout.Map, error) {
	if !l.Memory {
		return nil, fmt.Errorf("a layout of threads has no banks")
	}
	if t.Element > t.Banks.Word {
		return nil, fmt.Errorf("an element of %s takes several banks", axes.Byte.Count(t.Element))
	}
	return l.Map.InBanks(t.Banks.Count, t.Banks.Word/t.Element)
}

// drawChangeAlong draws the bytes that a change of layout takes from each unit along an axis of a GPU to each unit.
func drawChangeAlong(c *ir.Context, texts []string, o layoutOptions, sink ir.Sink) (*draw.Picture, error) {
	change := &lower.LayoutChange{}
	for i, side := range []**layout.Map{&change.From, &change.To} {
		m, elem, err := o.along(c, texts[i], sink)
		if err != nil {
			return nil, err
		}
		if m.Axes().Unit == axes.Bank {
			return nil, fmt.Errorf("flag '--axis=bank' is for one layout of memory")
		}
		change.Type, change.Cell, *side = elem.String(), int64(ir.ElementBytes(elem)), m
	}
	x, err := layout.CountExchange(change.From, change.To, 1)
	if err != nil {
		return nil, err
	}
	note, figures := picture.Moved(x, change.Cell)
	return &draw.Picture{
		Title:   fmt.Sprintf("%s changes its layout over %s", change.Tensor(change.Type), x.To.Unit.Count(int64(change.To.Units()))),
		Panels:  []*draw.Panel{picture.Exchange(x, change.Cell, "")},
		Notes:   []string{note},
		Figures: figures,
	}, nil
}
