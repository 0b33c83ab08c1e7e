package optmain

import (
	"fmt"
	"strings"

	"optc/bytecode"
	"optc/draw"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// layoutOptions are the options of `optc layout`.
type layoutOptions struct {
	view ir.View
	svg  string
}

func (o *layoutOptions) flags() []*flag {
	return []*flag{
		textFlag("at", "place", &o.view.At, "where it lies, if its kind of memory has places; of a built program the unit of memory, such as 'tile 3'"),
		textFlag("machine", "name", &o.view.Machine, "target whose figures count, such as ipu1 or bm1684; the default is that of the file, or ipu2 and toy4").offers(targetNames),
		textFlag("svg", "file", &o.svg, "write the picture as SVG"),
	}
}

// runLayout is `optc layout`: it draws a type, an attribute, or what a file holds.
func runLayout(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o layoutOptions
	files, code := t.arguments("layout", args, o.flags())
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("layout")
	}
	var pictures draw.Pictures
	var err error
	switch name := files[0]; {
	case strings.HasPrefix(name, "!"), strings.HasPrefix(name, "#"):
		var p *draw.Picture
		p, err = drawNode(ir.NewContext(t.Dialects...), name, o.view, t.stderr)
		pictures = draw.Pictures{p}
	case t.isFolder(name):
		pictures, err = t.drawProgram(name, o.view)
	default:
		pictures, err = t.drawFile(name, o.view)
	}
	switch {
	case t.failed(err):
		return 1
	case o.svg == "":
		return t.print(pictures.Text())
	}
	if err := t.writeFile(o.svg, []byte(pictures.SVG())); err != nil {
		return t.fail(err)
	}
	return 0
}

// drawNode draws a type or an attribute that is given by its text.
func drawNode(c *ir.Context, text string, v ir.View, sink ir.Sink) (*draw.Picture, error) {
	var n ir.Node
	var err error
	if text[0] == '!' {
		n, err = parser.ParseType(c, text, sink)
	} else {
		n, err = parser.ParseAttr(c, text, nil, sink)
	}
	if err != nil {
		return nil, err
	}
	return ir.Draw(n, v)
}

// drawProgram draws the memory of a built program.
func (t *tool) drawProgram(name string, v ir.View) (draw.Pictures, error) {
	p, err := t.loadProgram(name, false)
	switch {
	case err != nil:
		return nil, err
	case v.Machine != "":
		return nil, fmt.Errorf("flag '--machine' is for types and files; '%s' is built for %s", name, p.Target)
	}
	return lower.Draw(p, v.At)
}

// drawFile draws the operations of a file that have a picture, and the attributes of
// the other ones, each once.
func (t *tool) drawFile(name string, v ir.View) (draw.Pictures, error) {
	text, shown, err := t.readInput(name)
	if err != nil {
		return nil, err
	}
	c := ir.NewContext(t.Dialects...)
	module, err := t.readModule(c, &ir.Source{Name: shown, Text: text}, t.stderr, bytecode.Options{})
	if err != nil {
		return nil, err
	}
	if err := ir.VerifyContext(t.ctx, module, t.stderr, 0); err != nil {
		return nil, err
	}
	pictures, err := ir.DrawOps(module, v, t.stderr)
	if err == nil && len(pictures) == 0 {
		err = fmt.Errorf("nothing in '%s' has a picture; there are pictures of %s", shown, strings.Join(c.Drawn(), ", "))
	}
	return pictures, err
}
