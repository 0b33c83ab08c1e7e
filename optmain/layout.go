package optmain

import (
	"cmp"
	"fmt"
	"strings"

	"optc/bytecode"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/draw"
	"optc/internal/flags"
	"optc/internal/kernel"
	"optc/ir"
	"optc/layout"
	"optc/layout/picture"
	"optc/lower"
	"optc/optmain/internal/report"
	"optc/parser"
)

// layoutCommand is `optc layout`.
func layoutCommand() *Command {
	return &Command{
		Name:  "layout",
		Title: "draw a layout: which thread, byte or tile has which element",
		Usage: "[--machine <name>] [--svg <file>] <type, attribute, file or folder> [<layout>]",
		Run:   runs(runLayout),
		flags: func(t *tool) []*flags.Flag { return new(layoutOptions).flags(t) },
		draws: true,
		words: (*tool).drawnWords,
		Help: "A type or an attribute begins with ! or #, as in '!poplar.in<vec<f16, SHORT_SPAN>>'. For a file, the states of vertices, " +
			"the layouts of vectors with the accesses of each thread, and tile mappings are drawn. For a built program, the memory is drawn: the allocations, their addresses and their lives. " +
			"A layout in CuTe's spelling, such as '(4,(2,3)):(1,(8,16))', may be the argument of compose(A, B), divide(A, B), product(A, B), complement(A, n) and inverse(A). " +
			"For two layouts of a vector, the ways to change one to the other are drawn, with their cost: the digits that move, and how the banks of workgroup memory serve the lanes.",
	}
}

// layoutOptions are the options of `optc layout`.
type layoutOptions struct {
	view    picture.View
	svg     string
	element string // of a vector that changes its layout
	target  string // GPU that uses the layout
	to      string // spelling of the layout
	colour  *bool
}

func (o *layoutOptions) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.Text("at", "place", &o.view.At, "where the data is, if its kind of memory has places; for a built program the unit of memory, such as 'tile 3'"),
		flags.Text("machine", "name", &o.view.Machine, "target whose figures are used, such as ipu1 or bm1684; the default is the target of the file, or ipu2 and toy4").Offers(t.targetNames),
		flags.Text("svg", "file", &o.svg, "write the picture as SVG"),
		flags.Text("element", "type", &o.element, "elements of the vector; the default is f32"),
		flags.Text("target", "name", &o.target, "GPU that accesses memory in the layout, or changes the layout, such as sm_80; by default a change is for a GPU with subgroups of 64 threads").Offers(kernel.MachineNames),
		flags.Text("to", "spelling", &o.to, "write the layout of a vector in the spelling of another tool: cute, as a layout of threads and values").Offers(func() []string { return []string{"cute"} }),
		colourFlag(&o.colour),
		t.inputFlag(),
	}
}

// runLayout is `optc layout`: it draws a type, an attribute, or the contents of a file.
func runLayout(t *tool, args []string) int {
	var o layoutOptions
	files, code := t.arguments("layout", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1 && len(files) != 2:
		return t.usageError("layout")
	}
	var pictures draw.Pictures
	var err error
	switch name := files[0]; {
	case layout.IsCuTe(name) && len(files) == 1:
		var p *draw.Picture
		p, err = picture.CuTe(name)
		pictures = draw.Pictures{p}
	case o.to != "":
		return t.spellLayout(files, o)
	case len(files) == 2:
		var p *draw.Picture
		p, err = drawChange(t.newContext(), files[0], files[1], o, t.stderr)
		pictures = draw.Pictures{p}
	case strings.HasPrefix(name, "!"), strings.HasPrefix(name, "#"):
		var p *draw.Picture
		c := t.newContext()
		if p, err = drawNode(c, name, o.view, t.stderr); err == nil && o.target != "" {
			p.Notes, err = accessNotes(c, name, o, p.Notes, t.stderr)
		}
		pictures = draw.Pictures{p}
	case t.files.IsFolder(name):
		pictures, err = t.drawProgram(name, o.view)
	default:
		pictures, err = t.drawFile(name, o.view)
	}
	switch {
	case t.failed(err):
		return 1
	case o.svg == "":
		return t.print(pictures.TextOn(report.Screen(t.stdout, o.colour)))
	}
	if err := t.files.Write(o.svg, []byte(pictures.SVG())); err != nil {
		return t.fail(err)
	}
	return 0
}

// layoutOf parses a layout of a vector.
func layoutOf(c *ir.Context, text string, sink ir.Sink) (vectorext.Distribution, error) {
	if !strings.HasPrefix(text, "#") {
		return nil, fmt.Errorf("expected a layout of a vector, but got '%s'", text)
	}
	a, err := parser.ParseAttr(c, text, nil, sink)
	if err != nil {
		return nil, err
	}
	l, ok := a.(vectorext.Distribution)
	if !ok {
		return nil, fmt.Errorf("expected a layout of a vector, but got '%s'", a)
	}
	return l, nil
}

// elementType returns the type that the flag --element names.
func (o layoutOptions) elementType(c *ir.Context, sink ir.Sink) (ir.Type, error) {
	elem, err := parser.ParseType(c, cmp.Or(o.element, "f32"), sink)
	if err == nil && ir.ElementBytes(elem) == 0 {
		err = fmt.Errorf("flag '--element' takes a number, an index or a float, but got '%s'", elem)
	}
	return elem, err
}

// spellLayout writes a layout in the spelling of another tool.
func (t *tool) spellLayout(files []string, o layoutOptions) int {
	if o.to != "cute" {
		return t.fail(fmt.Errorf("flag '--to' takes cute, but got '%s'", o.to))
	}
	if len(files) != 1 {
		return t.usageError("layout")
	}
	l, err := layoutOf(t.newContext(), files[0], t.stderr)
	if t.failed(err) {
		return 1
	}
	text, err := vectorext.CuTe(l)
	if t.failed(err) {
		return 1
	}
	return t.print(text + "\n")
}

// accessNotes appends notes on the accesses of a GPU to memory in a layout of a vector.
func accessNotes(c *ir.Context, text string, o layoutOptions, notes []string, sink ir.Sink) ([]string, error) {
	l, err := layoutOf(c, text, sink)
	if err != nil {
		return nil, err
	}
	elem, err := o.elementType(c, sink)
	if err != nil {
		return nil, err
	}
	m, err := kernel.LookupMachine(o.target)
	if err != nil {
		return nil, err
	}
	return append(notes, vectorext.RowNotes(l, elem, m.Subgroups[0], m.Sector)...), nil
}

// drawChange draws the change from one layout of a vector to another.
func drawChange(c *ir.Context, from, to string, o layoutOptions, sink ir.Sink) (*draw.Picture, error) {
	elem, err := o.elementType(c, sink)
	if err != nil {
		return nil, err
	}
	chip, subgroup := gpu.Chip(""), int64(64)
	if o.target != "" {
		m, err := kernel.LookupMachine(o.target)
		if err != nil {
			return nil, err
		}
		chip, subgroup = m.Chip, m.Subgroups[0]
	}
	var layouts [2]vectorext.Distribution
	for i, text := range []string{from, to} {
		if layouts[i], err = layoutOf(c, text, sink); err != nil {
			return nil, err
		}
	}
	return vectorext.DrawChange(layouts[0], layouts[1], elem, chip, subgroup)
}

// drawProgram draws the memory of a built program.
func (t *tool) drawProgram(name string, v picture.View) (draw.Pictures, error) {
	p, err := t.loadProgram(name, false)
	switch {
	case err != nil:
		return nil, err
	case v.Machine != "":
		return nil, fmt.Errorf("flag '--machine' is for types and files; '%s' is built for %s", name, p.Target)
	}
	return lower.Draw(p, v.At)
}

// drawFile draws the operations of a file that have a picture, and the attributes of the
// others, each once.
func (t *tool) drawFile(name string, v picture.View) (draw.Pictures, error) {
	text, shown, err := t.files.Text(name)
	if err != nil {
		return nil, err
	}
	c := t.newContext()
	module, err := t.readModule(c, &ir.Source{Name: shown, Text: text}, t.stderr, bytecode.Options{})
	if err != nil {
		return nil, err
	}
	if err := ir.VerifyContext(t.ctx, module, t.stderr, 0); err != nil {
		return nil, err
	}
	pictures, err := picture.DrawModule(module, v, t.stderr)
	if err == nil && len(pictures) == 0 {
		err = fmt.Errorf("nothing in '%s' has a picture; there are pictures of %s", shown, strings.Join(picture.Names(c), ", "))
	}
	return pictures, err
}

// drawnWords are the beginnings of the types and attributes that have a picture.
func (t *tool) drawnWords() (list []string) {
	for _, name := range picture.Names(t.newContext()) {
		if strings.ContainsRune("!#", rune(name[0])) {
			list = append(list, name+"<")
		}
	}
	return list
}
