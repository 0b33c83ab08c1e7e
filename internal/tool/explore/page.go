// Package explore makes a self-contained HTML page about a compilation: the source beside
// the result, each pass with its changes, pictures of layouts, the contents of each
// memory, byte by byte, and the cost of a run. It exists so that a result can be viewed
// and shared without the tool: the page needs no network and no other file.
//
// A [Recorder] observes a pipeline and records the difference that each pass makes; a [Page]
// contains this record, the source, the pictures and the memory, and writes the HTML. The HTML, its
// style and its scripts are the same for every page and are stored in the folder page; pages differ
// only in the Page as JSON, which the scripts display. The playground shows pages of the same form,
// whose data it gets from the command as JSON.
package explore

import (
	"bytes"
	"cmp"
	"compress/flate"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"optc/draw"
	"optc/lower"
)

// Page holds the contents of a page. Its JSON form is the data of the HTML.
type Page struct {
	Name   string `json:"name"`             // of the source
	Source string `json:"source"`           // see SourceText
	Target string `json:"target,omitempty"` // "" if there is none
	// Diagnostics are warnings and remarks, in the order of the run.
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
	// Lines are the lines of all states of the module; the rows of the steps refer to them. The first
	// line is empty and stands for no line.
	Lines     []Line     `json:"lines"`
	Functions []string   `json:"functions,omitempty"` // names; the first one is "", for lines outside of functions
	Steps     []Step     `json:"steps"`               // in the order of the run
	Result    *Text      `json:"result"`              // the module after the last step
	Layouts   []Drawing  `json:"layouts,omitempty"`
	Plan      []Drawing  `json:"plan,omitempty"`     // of a function on tensors
	Memories  []Memory   `json:"memories,omitempty"` // of a program that is complete
	Run       *Execution `json:"run,omitempty"`      // of a program that was run
}

// SourceText is a source as a page shows it: the middle of very long lines, which contain
// data, is omitted.
func SourceText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if n := len(line) - mostColumns; n > 0 {
			cut := mostColumns / 2
			line = fmt.Sprintf("%s … %d bytes … %s", strings.ToValidUTF8(line[:cut], ""), n, strings.ToValidUTF8(line[n+cut:], ""))
		}
		b.WriteString(line)
	}
	return b.String()
}

// Execution is an execution of the program on the device.
type Execution struct {
	Counters []Counter      `json:"counters,omitempty"`
	Profile  *lower.Profile `json:"profile,omitempty"` // nil if the device tells none
	Values   []Value        `json:"values,omitempty"`
	// Costs are the parts of the estimated cycles, and Lines the costs of lines.
	Costs []lower.Cost     `json:"costs,omitempty"`
	Lines []lower.LineCost `json:"lines,omitempty"`
	// Pictures draw the cost, and Before compares it with an earlier run.
	Pictures []Drawing         `json:"pictures,omitempty"`
	Before   *lower.Comparison `json:"before,omitempty"`
}

// AddReport adds the costs of a run. If before is not nil, the cost is compared with the cost of an earlier run.
func (e *Execution) AddReport(r lower.Report, before *lower.Record) {
	e.Profile, _ = r.(*lower.Profile)
	now := lower.RecordOf(r)
	e.Costs, e.Lines, e.Pictures = now.CostParts, now.Lines, Drawings(r.Draw())
	if before != nil {
		e.Before = lower.CompareRecords(*before, now)
	}
}

// Value is a variable after a run.
type Value struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"` // "16x31xf32"
	Count     int      `json:"count"`
	Undefined int      `json:"undefined,omitempty"` // elements that nothing wrote
	NaNs      int      `json:"nans,omitempty"`
	Min       *float64 `json:"min,omitempty"` // nil if no element is a finite number
	Max       *float64 `json:"max,omitempty"`
	Mean      *float64 `json:"mean,omitempty"`
	Text      string   `json:"text"` // its elements, or the first of many
	Map       *HeatMap `json:"map,omitempty"`
}

// HeatMap shows a value as a grid of rows by columns. A cell is the mean of a block of Tall by
// Wide elements.
type HeatMap struct {
	Rows    int        `json:"rows"`
	Columns int        `json:"columns"`
	Tall    int        `json:"tall"`
	Wide    int        `json:"wide"`
	Cells   []*float64 `json:"cells"` // nil where no element is a number
}

// Diagnostic is a warning or a remark.
type Diagnostic struct {
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Code     string   `json:"code,omitempty"`
	Line     int      `json:"line,omitempty"` // of the source, from 1; 0 if it is about no line
	Notes    []string `json:"notes,omitempty"`
}

// Text is the text of a module.
type Text struct {
	Lines []int `json:"lines"`         // indices in Page.Lines
	Cut   int   `json:"cut,omitempty"` // lines that are left out at the end
}

// Drawing is a picture as the page shows it.
type Drawing struct {
	Title string `json:"title"`
	SVG   string `json:"svg"`
}

// Drawings returns pictures as the page shows them.
func Drawings(pictures draw.Pictures) (list []Drawing) {
	for _, p := range pictures {
		list = append(list, Drawing{p.Title, p.SVG()})
	}
	return list
}

// The parts of the HTML. The words in braces in indexHTML are replaced by the others.
var (
	//go:embed page/index.html
	indexHTML string
	//go:embed page/style.css
	styleCSS string
	//go:embed page/*.js
	scripts embed.FS
)

// scriptNames are the scripts of every page, in order.
var scriptNames = []string{"page", "code", "overview", "source", "passes", "memory", "run"}

// scriptOf returns the text of scripts.
func scriptOf(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		text, err := scripts.ReadFile("page/" + name + ".js")
		if err != nil {
			panic(err) // the scripts are part of the program
		}
		b.Write(text)
	}
	return b.String()
}

// JSON returns the page as JSON that can neither end the HTML element that contains it nor
// begin a comment or a script. Only these are escaped: pictures have thousands of elements.
func (p *Page) JSON() ([]byte, error) {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(p); err != nil {
		return nil, err
	}
	return []byte(inElement.Replace(strings.TrimSuffix(b.String(), "\n"))), nil
}

// inElement escapes the character sequences that HTML would interpret in the text of a script: <,
// which JSON has in strings only, before a slash, an exclamation mark or the first letter of
// "script".
var inElement = strings.NewReplacer("</", `<\/`, "<!", `\u003c!`, "<s", `\u003cs`, "<S", `\u003cS`)

// HTML returns the page as HTML.
func (p *Page) HTML() ([]byte, error) {
	data, err := p.JSON()
	if err != nil {
		return nil, err
	}
	if len(data) <= mostPlain {
		return document("", data, "", scriptOf("main")), nil
	}
	data, err = deflated(data)
	return document(` data-form="deflate"`, data, "", scriptOf("main")), err
}

// mostPlain bounds the JSON that a page contains as text. Longer JSON repeats the lines of unrolled loops and the elements of
// pictures, and is compressed to a tenth.
const mostPlain = 256 << 10

// deflated returns data that is compressed by DEFLATE, in base64.
func deflated(data []byte) ([]byte, error) {
	var b bytes.Buffer
	text := base64.NewEncoder(base64.StdEncoding, &b)
	w, err := flate.NewWriter(text, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = cmp.Or(err, w.Close(), text.Close())
	return b.Bytes(), err
}

// Document is the HTML of a page around its data, which is JSON as [Page.JSON] writes it.
// Style and script are appended to the style and the script of every page; the script
// calls start with a page to show it.
func Document(data []byte, style, script string) []byte { return document("", data, style, script) }

// document is [Document] with an attribute for the form of the data.
func document(form string, data []byte, style, script string) []byte {
	return []byte(strings.NewReplacer("{style}", styleCSS+style, "{form}", form, "{data}", string(data), "{script}", scriptOf(scriptNames...)+script).Replace(indexHTML))
}
