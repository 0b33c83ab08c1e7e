package lower

import (
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/num"
)

// Layouts declares how the targets of a family spread the elements of a tensor over units of hardware.
type Layouts struct {
	// Axes lists the possible meanings of the units, such as the tiles of a device. A layout of threads spreads elements along
	// the first axis, unless the user names another axis. axes.Unit is memory that is not divided.
	Axes []axes.Axis
	// Access describes how a unit accesses memory that has the elements of a layout row by row, if that is known. It is an error if
	// the target has fewer units than the layout.
	Access func(target string, m *layout.Map, elem ir.Type) (notes []string, err error)
	// Change draws a change of layout, and describes its cost on a target.
	Change func(target string, c *LayoutChange) (*draw.Picture, error)
}

// LayoutChange is a change of the layout of a tensor: its elements move from some places to others.
type LayoutChange struct {
	From, To *layout.Map // maps of equal shape
	Type     string      // type of its elements, unless the nodes have one
	Element  int64       // bytes of an element
	Cell     int64       // bytes of a cell of the maps
	// Nodes are the types or attributes that From and To come from; nil for layouts of threads.
	Nodes [2]ir.Node
}

// Tensor names the tensor by its shape and the type of its elements, as in "16x8xf32".
func (c *LayoutChange) Tensor(elem string) string {
	return strings.ReplaceAll(num.JoinInts(c.From.Shape()), ", ", "x") + "x" + elem
}

// LayoutsOf returns the layouts of the family that has a target; nil if there is none.
func LayoutsOf(families []*Family, target string) *Layouts {
	for _, f := range families {
		for _, t := range f.Targets() {
			if t.Name == target {
				return f.Layouts
			}
		}
	}
	return nil
}
