package report

import (
	"optc/ir"
	"optc/parser"
)

// Diagnostic is a diagnostic as a line of --diagnostics=json.
type Diagnostic struct {
	Severity string       `json:"severity" doc:"error, warning, remark or note"`
	Message  string       `json:"message"`
	Code     string       `json:"code,omitempty" doc:"name of the error, which the method explain explains"`
	File     string       `json:"file,omitempty"`
	Begin    *Position    `json:"begin,omitempty" doc:"where the text that it is about begins"`
	End      *Position    `json:"end,omitempty" doc:"where it ends; the character there is not part of it"`
	Notes    []Diagnostic `json:"notes,omitempty" doc:"what led to it, such as the arithmetic"`
	Fixes    []Fix        `json:"fixes,omitempty" doc:"changes of the text that mend it"`
}

// Position is a place in a file.
type Position struct {
	Line   int `json:"line" doc:"from 1"`
	Column int `json:"column" doc:"from 1, in bytes"`
}

// Fix is a change of a file.
type Fix struct {
	Title string   `json:"title"`
	File  string   `json:"file"`
	Begin Position `json:"begin"`
	End   Position `json:"end"`
	Text  string   `json:"text" doc:"replaces the text from begin to end"`
}

func newDiagnostic(d *ir.Diagnostic) Diagnostic {
	j := Diagnostic{Severity: d.Severity.String(), Message: d.Msg, Code: d.Code}
	if r, ok := parser.RangeOf(d); ok {
		j.File = r.File
		j.Begin, j.End = &Position{r.Begin.Line, r.Begin.Col}, &Position{r.End.Line, r.End.Col}
	}
	for _, n := range d.Notes {
		j.Notes = append(j.Notes, newDiagnostic(n))
	}
	for _, f := range d.Fixes {
		if src, begin, end, text, ok := parser.Edit(f); ok {
			r := src.Range(begin, end)
			j.Fixes = append(j.Fixes, Fix{Title: f.String(), File: r.File,
				Begin: Position{r.Begin.Line, r.Begin.Col}, End: Position{r.End.Line, r.End.Col}, Text: text})
		}
	}
	return j
}
