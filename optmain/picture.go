package optmain

import (
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/layout/picture"
	"optc/parser"
)

// drawNode draws a type or an attribute that is given by its text.
func drawNode(c *ir.Context, text string, v picture.View, sink ir.Sink) (*draw.Picture, error) {
	n, err := parseNode(c, text, sink)
	if err != nil {
		return nil, err
	}
	return picture.Draw(n, v)
}

// parseNode parses a type or an attribute.
func parseNode(c *ir.Context, text string, sink ir.Sink) (ir.Node, error) {
	if text[0] == '!' {
		return parser.ParseType(c, text, sink)
	}
	return parser.ParseAttr(c, text, nil, sink)
}

// samplePicture draws a type or an attribute and returns the command for it; both are ""
// if it has no picture.
func (t *tool) samplePicture(sample string, v picture.View) (command, drawn string) {
	p, err := drawNode(t.newContext(), sample, v, nil)
	if err != nil {
		return "", ""
	}
	command = t.Name + " layout '" + sample + "'"
	if v.Machine != "" {
		command += " --machine=" + v.Machine
	}
	return command, strings.TrimRight(p.Text(), "\n")
}
