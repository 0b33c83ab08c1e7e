package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/vectorext"
	"optc/draw"
	"optc/internal/base/flags"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/layout/axes"
	"optc/layout/picture"
	"optc/layout/spell"
	"optc/lower"
	"optc/optmain/internal/report"
	"optc/optmain/internal/spelling"
	"optc/passes/distribute"
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
		examples: []string{
			"layout 'Swizzle<2,0,2> o 0 o (4,4):(4,1)' --element-at 2,1",
			"layout '#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>'",
			"layout '((4,8),(2,2)):((32,1),(16,8))' --shape 16x8 --buffer",
		},
		Help: "A type or an attribute begins with ! or #, as in '!poplar.in<vec<f16, SHORT_SPAN>>'. For a file, the states of vertices, " +
			"the layouts of vectors with the accesses of each thread, and tile mappings are drawn. For a built program, the memory is drawn: the allocations, their addresses and their lives. " +
			"A layout in CuTe's spelling, such as '(4,(2,3)):(1,(8,16))', may be the argument of compose(A, B), divide(A, B), product(A, B), quotient(A, B), complement(A, n), inverse(A), right_inverse(A), coalesce(A), kernel(A), image(A) and slice(A, from, extents); its extents and strides may have symbols, as in '(m,16n):(16n,1)'. " +
			"For two layouts of a vector, the ways to change one to the other are drawn, with their cost: the digits that move, and how the banks of workgroup memory serve the lanes. " +
			"For a layout of threads and a layout of memory, the accesses of the threads are drawn, with their conflicts between banks and their sectors. " +
			"If --target names a device with tiles or NPUs, two layouts of threads, tile mappings or tensors are compared: the bytes that stay in a unit and that go to another one, the cycles of the engines, and the parts of memory. " +
			"Layouts of threads and of memory in the spellings of other compilers are drawn, compared and written in another spelling (--to). " + spelling.Help() + " " + axes.Help(),
	}
}

// runLayout is `optc layout`: it draws a type, an attribute, or the contents of a file.
func runLayout(t *tool, args []string) int {
	var o layoutOptions
	files, code := t.arguments("layout", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) > 2, len(files) == 0 && o.format != "studio":
		return t.misused("layout", fmt.Sprintf("expected one layout or file, or two layouts, but got %d", len(files)))
	case o.view.Machine != "" && !slices.Contains(t.targetNames(), o.view.Machine):
		return t.fail(diag.Errorf("machine-bad", "unknown machine '%s'%s", o.view.Machine, diag.DidYouMean(o.view.Machine, t.targetNames())))
	}
	var pictures draw.Pictures
	var err error
	if o.gpu, o.family, err = t.layoutTarget(o.target); err != nil {
		return t.fail(err)
	}
	if err := o.refuseFiles(t, files); err != nil {
		return t.fail(err)
	}
	for i, text := range files {
		files[i] = spelling.WithoutLabel(text)
	}
	if o.format == "studio" {
		return t.answerStudio(files, o)
	}
	name := files[0]
	symbolic, isSymbolic := spelling.Symbolic(name)
	switch {
	case o.to != "":
		return t.spellLayout(files, o)
	case o.step != "":
		var p *draw.Picture
		p, err = t.drawStep(files, o)
		pictures = draw.Pictures{p}
	case o.elementAt != "" || o.heldBy != "":
		if len(files) != 1 {
			return t.misused("layout", fmt.Sprintf("expected one layout for a place or an element, but got %d", len(files)))
		}
		var p *draw.Picture
		p, err = t.drawPlace(name, o)
		pictures = draw.Pictures{p}
	case o.buffer:
		var p *draw.Picture
		p, err = t.drawBuffer(files, o)
		pictures = draw.Pictures{p}
	case o.axis != "" && o.family == nil:
		var p *draw.Picture
		if len(files) == 2 {
			p, err = drawChangeAlong(t.newContext(), files, o, t.stderr)
		} else {
			p, err = drawAlong(t.newContext(), name, o, t.stderr)
		}
		pictures = draw.Pictures{p}
	case (spell.IsCuTe(name) || isSymbolic) && len(files) == 1 && o.shape == "":
		var p *draw.Picture
		if p, err = picture.CuTe(cmp.Or(symbolic, name)); err != nil {
			err = spelling.Located(name, err)
		}
		pictures = draw.Pictures{p}
	case len(files) == 2:
		var p *draw.Picture
		p, err = t.drawChange(files, o)
		pictures = draw.Pictures{p}
	case strings.HasPrefix(name, "!"), strings.HasPrefix(name, "#"), o.shape != "", spelling.IsExpression(name) && !t.files.Exists(name):
		var p *draw.Picture
		c := t.newContext()
		if p, err = drawLayout(c, name, o, t.stderr); err == nil && o.gpu != nil {
			err = describeRows(c, name, o, p, t.stderr)
		}
		pictures = draw.Pictures{p}
	case t.files.IsFolder(name):
		pictures, err = t.drawProgram(name, o.view)
	default:
		pictures, err = t.drawFile(name, o)
	}
	switch {
	case t.failed(err):
		return 1
	case o.svg == "" && o.format == "json":
		if err := writeJSON(t.stdout, pictures.Data()); err != nil {
			return t.fail(err)
		}
		return 0
	case o.svg == "":
		return t.print(pictures.TextOn(report.Screen(t.stdout, o.colour)))
	}
	if err := t.files.Write(o.svg, []byte(pictures.SVG())); err != nil {
		return t.fail(err)
	}
	return 0
}

// spellLayout writes a layout in another spelling.
func (t *tool) spellLayout(files []string, o layoutOptions) int {
	if len(files) != 1 {
		return t.misused("layout", fmt.Sprintf("expected one layout for --to, but got %d", len(files)))
	}
	to, err := spelling.Lookup(o.to)
	if err != nil {
		return t.fail(fmt.Errorf("flag '--to': %w", err))
	}
	if text, ok := spelling.Symbolic(files[0]); ok && o.shape == "" {
		if text, err = to.WriteSymbolic(text); t.failed(err) {
			return 1
		}
		return t.print(text + "\n")
	}
	l, so, err := o.read(t.newContext(), files[0])
	if t.failed(err) {
		return 1
	}
	text, err := to.Write(l, so)
	if t.failed(err) {
		return 1
	}
	return t.print(text + "\n")
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

// drawFile draws the operations of a file that have a picture, and the attributes of all other
// operations, each picture once.
func (t *tool) drawFile(name string, o layoutOptions) (draw.Pictures, error) {
	text, shown, err := t.readText(name)
	if err != nil {
		return nil, err
	}
	c := t.newContext()
	module, err := t.parse(&source{Source: &ir.Source{Name: shown, Text: text}}, c, t.stderr)
	if err != nil {
		return nil, err
	}
	if o.gpu != nil {
		o.view.Describe = describeAccesses(module, o.gpu)
	}
	pictures, err := picture.DrawModule(module, o.view, t.stderr)
	if err == nil && len(pictures) == 0 {
		err = fmt.Errorf("nothing in '%s' has a picture; there are pictures of %s", shown, strings.Join(picture.Names(c), ", "))
	}
	return pictures, err
}

// describeAccesses returns a function that adds the sectors of global memory to the picture of a value with an anchor.
func describeAccesses(module *ir.Operation, m *kernel.Machine) func(op *ir.Operation, p *draw.Picture) {
	count := distribute.CountAccesses(module, m.Chip, m.Subgroups[0])
	return func(op *ir.Operation, p *draw.Picture) {
		to := ir.As[vectorext.ToLayoutOp](op)
		if !to.Ok() {
			return
		}
		for _, a := range count(to) {
			p.Notes = append(p.Notes, fmt.Sprintf("A thread %s.", a.Text))
			f := draw.Figure{Name: a.Verb, Value: a.Least, Unit: "sectors"}
			if a.Most > a.Least {
				f.Most = a.Most
			}
			p.Figures = append(p.Figures, f)
		}
	}
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
