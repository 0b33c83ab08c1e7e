package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"unicode/utf8"

	"optc/diag"
	"optc/ir"
	"optc/parser"
)

// The parts of a log in the Static Analysis Results Interchange Format 2.1.0 (OASIS) that
// are written; the names are defined in section 3 of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules,omitempty"`
	}
	sarifRule struct {
		ID   string        `json:"id"`
		Text *sarifMessage `json:"fullDescription,omitempty"`
		Help *sarifMessage `json:"help,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId,omitempty"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion  `json:"deletedRegion"`
		Inserted sarifMessage `json:"insertedContent"`
	}
)

// sarifLevels are the levels of the severities (section 3.27.10).
var sarifLevels = [...]string{ir.Error: "error", ir.Warning: "warning", ir.Remark: "note", ir.Note: "note"}

// writeSARIF writes diagnostics as a log. docs explain codes.
func writeSARIF(w io.Writer, tool string, list []*ir.Diagnostic, docs []diag.Doc) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: tool}}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	ruled := map[string]bool{}
	for _, d := range list {
		run.Results = append(run.Results, newSARIFResult(d))
		if d.Code == "" || ruled[d.Code] {
			continue
		}
		ruled[d.Code] = true
		rule := sarifRule{ID: d.Code}
		for _, doc := range docs {
			if doc.Code == d.Code {
				rule.Text, rule.Help = &sarifMessage{doc.Text}, &sarifMessage{doc.Fix}
			}
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

func newSARIFResult(d *ir.Diagnostic) sarifResult {
	r := sarifResult{RuleID: d.Code, Level: sarifLevels[d.Severity], Message: sarifMessage{d.Msg}}
	if l, ok := newSARIFLocation(d); ok {
		r.Locations = append(r.Locations, l)
	}
	for i, n := range d.Notes {
		l, _ := newSARIFLocation(n)
		l.ID, l.Message = &i, &sarifMessage{n.Text()}
		r.Related = append(r.Related, l)
	}
	for _, f := range d.Fixes {
		if src, begin, end, text, ok := parser.Edit(f); ok {
			r.Fixes = append(r.Fixes, sarifFix{sarifMessage{f.String()}, []sarifChange{{
				newSARIFArtifact(src.Name), []sarifReplacement{{*newSARIFRegion(src.Range(begin, end), src), sarifMessage{text}}},
			}}})
		}
	}
	return r
}

func newSARIFLocation(d *ir.Diagnostic) (l sarifLocation, ok bool) {
	r, ok := parser.RangeOf(d)
	if !ok {
		return l, false
	}
	src, _, _ := d.Loc.Source()
	return sarifLocation{Physical: &sarifPhysical{newSARIFArtifact(r.File), newSARIFRegion(r, src)}}, true
}

// newSARIFArtifact names a file by a URI (RFC 3986), as section 3.4.3 requires.
func newSARIFArtifact(name string) sarifArtifact {
	return sarifArtifact{(&url.URL{Path: filepath.ToSlash(name)}).String()}
}

// newSARIFRegion counts columns in characters if the text is known. It returns nil if the location
// has no line.
func newSARIFRegion(r ir.Range, src *ir.Source) *sarifRegion {
	if r.Begin.Line < 1 {
		return nil
	}
	column := func(p ir.Position) int {
		if src == nil {
			return p.Col
		}
		line := src.Line(src.Offset(p))
		return utf8.RuneCountInString(line[:min(p.Col-1, len(line))]) + 1
	}
	return &sarifRegion{StartLine: r.Begin.Line, StartColumn: max(1, column(r.Begin)), EndLine: r.End.Line,
		EndColumn: max(1, column(r.End))}
}
