package report

import (
	"fmt"
	"strings"

	"optc/ir"
	"optc/parser"
)

// workflowCommand returns a diagnostic as a line that GitHub Actions shows beside the source:
//
//	::error file=f.mlir,line=3,col=5,endColumn=9,title=sim.race::message
//
// Notes follow the message, a line each. A remark or a note is a notice.
func workflowCommand(d *ir.Diagnostic) string {
	kind := "notice"
	switch d.Severity {
	case ir.Error:
		kind = "error"
	case ir.Warning:
		kind = "warning"
	}
	var properties []string
	add := func(name string, value any) {
		properties = append(properties, name+"="+property.Replace(fmt.Sprint(value)))
	}
	if r, ok := parser.RangeOf(d); ok && r.File != "" {
		add("file", r.File)
		add("line", r.Begin.Line)
		add("col", r.Begin.Col)
		if r.End.Line == r.Begin.Line && r.End.Col > r.Begin.Col {
			add("endColumn", r.End.Col)
		}
	}
	if d.Code != "" {
		add("title", d.Code)
	}
	text := d.Msg
	for _, n := range d.Notes {
		text += "\n" + n.Severity.String() + ": " + n.Msg
	}
	head := "::" + kind
	if len(properties) > 0 {
		head += " " + strings.Join(properties, ",")
	}
	return head + "::" + data.Replace(text) + "\n"
}

// data and property escape the characters that would end a message, or a property of it.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
