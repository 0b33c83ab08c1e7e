package report

import (
	"optc/ir"
	"optc/parser"
)

// jsonDiagnostic is a diagnostic as a line of --diagnostics=json.
type jsonDiagnostic struct {
	Severity string           `json:"severity"`
	Message  string           `json:"message"`
	Code     string           `json:"code,omitempty"`
	File     string           `json:"file,omitempty"`
	Begin    *jsonPosition    `json:"begin,omitempty"`
	End      *jsonPosition    `json:"end,omitempty"`
	Notes    []jsonDiagnostic `json:"notes,omitempty"`
	Fixes    []jsonFix        `json:"fixes,omitempty"`
}

// jsonPosition is a place in a file. Lines and columns count from 1, columns in bytes.
type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// jsonFix is a change of a file.
type jsonFix struct {
	Title string       `json:"title"`
	File  string       `json:"file"`
	Begin jsonPosition `json:"begin"`
	End   jsonPosition `json:"end"`
	Text  string       `json:"text"`
}

func newJSONDiagnostic(d *ir.Diagnostic) jsonDiagnostic {
	j := jsonDiagnostic{Severity: d.Severity.String(), Message: d.Msg, Code: d.Code}
	if r, ok := parser.RangeOf(d); ok {
		j.File = r.File
		j.Begin, j.End = &jsonPosition{r.Begin.Line, r.Begin.Col}, &jsonPosition{r.End.Line, r.End.Col}
	}
	for _, n := range d.Notes {
		j.Notes = append(j.Notes, newJSONDiagnostic(n))
	}
	for _, f := range d.Fixes {
		if src, begin, end, text, ok := parser.Edit(f); ok {
			r := src.Range(begin, end)
			j.Fixes = append(j.Fixes, jsonFix{Title: f.String(), File: r.File,
				Begin: jsonPosition{r.Begin.Line, r.Begin.Col}, End: jsonPosition{r.End.Line, r.End.Col}, Text: text})
		}
	}
	return j
}
