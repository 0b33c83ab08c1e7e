package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/internal/base/flags"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/layout/axes"
	"optc/layout/picture"
	"optc/lower"
	"optc/num"
	"optc/optmain/internal/spelling"
	"optc/parser"
)

// layoutOptions are the options of `optc layout`.
type layoutOptions struct {
	view    picture.View
	svg     string
	element string // element type of a vector that changes its layout
	target  string // device that uses the layout
	axis    string // along which a layout of threads spreads elements
	to      string // spelling of the layout
	colour  *bool
	format  string
	shape   string // shape of the tensor, as in 16x8

	elementAt string // coordinates of an element, as in 3,5
	heldBy    string // a place, as in subgroup=1,lane=7
	buffer    bool   // propose a layout of memory
	step      string // step of a change, as in shuffle=0

	gpu    *kernel.Machine // the target, if it is a GPU
	family *lower.Layouts  // layouts of the target's family, if it is another device
}

func (o *layoutOptions) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.Text("at", "place", &o.view.At, "where the data is, if its kind of memory has places; for a built program the unit of memory, such as 'tile 3'"),
		flags.Text("machine", "name", &o.view.Machine, "target whose figures are used, such as ipu1 or bm1684; the default is the target of the file, or ipu2 and toy4").Offers(t.targetNames),
		flags.Text("svg", "file", &o.svg, "write the picture as SVG"),
		flags.Text("element", "type", &o.element, "elements of the vector; the default is f32"),
		flags.Text("target", "name", &o.target, "device that accesses memory in the layout, or changes the layout, such as sm_80, ipu2 or bm1684; by default a GPU with subgroups of 32 threads, or of 64 if a layout has more than 32 lanes").Offers(t.targetNames),
		flags.Text("axis", "name", &o.axis, "units of a layout of threads: worker of a tile, tile, or NPU of the target, or of a GPU thread, lane, subgroup, workgroup, or grid, whose workgroups have a tile each of --shape; or bank of a layout of memory").Offers(t.layoutAxes),
		colourFlag(&o.colour),
		flags.Choice("format", &o.format, "write text, or JSON, which docs/formats.md describes; studio is what the page of layouts shows", "text", "json", "studio"),
		flags.Text("to", "spelling", &o.to, "write the layout in another spelling, such as ttg.linear or cute").Offers(spelling.Names),
		flags.Text("shape", "extents", &o.shape, "shape of the tensor, such as 64x32, where the layout leaves it open; the default is the smallest that the layout describes"),
		flags.Text("element-at", "coordinates", &o.elementAt, "say which thread, register, cell or byte has an element, such as 3,5"),
		flags.Text("held-by", "place", &o.heldBy, "list the elements of a place, such as lane=7, subgroup=1,lane=3, cell=16 or tile=2"),
		flags.Switch("buffer", &o.buffer, "propose the swizzle and the padding of a memory that one or two layouts of threads access without conflicts between banks"),
		flags.Text("step", "step", &o.step, "draw one step of a change: shuffle=0 and the following, or write=0 and read=0 of the way through memory"),
		t.inputFlag(),
	}
}

// read reads a layout in any spelling, for the flags --shape and --target.
func (o layoutOptions) read(c *ir.Context, text string) (l *spelling.Layout, so spelling.Options, err error) {
	so = spelling.Options{Context: c}
	if so.Shape, err = o.extents(); err != nil {
		return nil, so, err
	}
	if o.gpu != nil {
		so.Lanes = o.gpu.Subgroups[0]
	}
	l, err = spelling.Read(text, so)
	return l, so, err
}

// refuseFiles returns an error if an option for layouts is used with a file: the values of a file have layouts of their own, and a
// file does not specify the shape of the tensor that the workgroups of a launch share.
func (o layoutOptions) refuseFiles(t *tool, names []string) error {
	use := ""
	switch {
	case o.to != "":
		use = "flag '--to'"
	case o.axis != "":
		use = "flag '--axis'"
	case o.elementAt != "":
		use = "flag '--element-at'"
	case o.heldBy != "":
		use = "flag '--held-by'"
	case o.buffer:
		use = "flag '--buffer'"
	case o.step != "":
		use = "flag '--step'"
	case o.format == "studio":
		use = "flag '--format=studio'"
	case o.shape != "":
		use = "flag '--shape'"
	case len(names) == 2:
		use = "a comparison"
	default:
		return nil
	}
	for _, name := range names {
		if spelling.Of(name) == nil && !strings.HasPrefix(name, "!") && !strings.HasPrefix(name, "#") && t.files.Exists(name) {
			return fmt.Errorf("%s is for layouts, but '%s' is a file; give the layout of one of its values", use, name)
		}
	}
	return nil
}

// extents returns the shape that the flag --shape names, or nil.
func (o layoutOptions) extents() (shape []int64, err error) {
	if o.shape == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(o.shape, "x") {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("flag '--shape' takes extents such as 64x32, but got '%s'", o.shape)
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// elementType returns the type that the flag --element names.
func (o layoutOptions) elementType(c *ir.Context, sink ir.Sink) (ir.Type, error) {
	elem, err := parser.ParseType(c, cmp.Or(o.element, "f32"), sink)
	if err == nil && ir.ElementBytes(elem) == 0 {
		err = fmt.Errorf("flag '--element' takes a number, an index or a float, but got '%s'", elem)
	}
	return elem, err
}

// layoutTarget returns the description of a target: the GPU, or the layouts of the family that has the target; neither for
// "". The error code is target-unknown.
func (t *tool) layoutTarget(name string) (*kernel.Machine, *lower.Layouts, error) {
	if name == "" {
		return nil, nil, nil
	}
	if m, err := kernel.LookupMachine(name); err == nil {
		return m, nil, nil
	}
	if l := lower.LayoutsOf(t.Programs, name); l != nil {
		return nil, l, nil
	}
	names := t.targetNames()
	return nil, nil, diag.Errorf("target-unknown", "unknown target '%s'%s", name, diag.DidYouMean(name, names)).Note("known targets: %s", strings.Join(names, ", "))
}

// layoutAxes names the axes along which the families spread a layout of threads.
func (t *tool) layoutAxes() (names []string) {
	for _, f := range t.Programs {
		if f.Layouts == nil {
			continue
		}
		for _, a := range f.Layouts.Axes {
			if name := a.String(); a != axes.Unit && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, a := range gpuAxes {
		names = append(names, a.String())
	}
	return names
}

// gpuAxes are the axes of places on a GPU: the units of layouts of threads, and the banks of layouts of memory.
var gpuAxes = append(slices.Clone(spelling.UnitAxes), axes.Bank)

// gpuAxis returns the axis that the flag --axis names.
func (o layoutOptions) gpuAxis() (axes.Axis, error) {
	var names []string
	for _, a := range gpuAxes {
		if a.String() == o.axis {
			return a, nil
		}
		names = append(names, a.String())
	}
	return 0, fmt.Errorf("flag '--axis': a GPU has no axis '%s'%s; its axes are %s", o.axis, diag.DidYouMean(o.axis, names), strings.Join(names, ", "))
}

// chip returns the chip that the flag --target names, "" for an unknown GPU.
func (o layoutOptions) chip() gpu.Chip {
	if o.gpu == nil {
		return ""
	}
	return o.gpu.Chip
}

// lcm returns the least common multiple of two numbers.
func lcm(a, b int64) int64 { return a / num.GCD(a, b) * b }
