package optmain

import (
	"bytes"
	"errors"
	"fmt"

	"optc/internal/base/flags"
	"optc/lower"
	"optc/optmain/internal/report"
)

// profileOptions select the forms in which the cost of a run is written.
type profileOptions struct {
	form string // "", "table", "json" or "picture"
	svg  string // a file, or ""
	json string // a file, or ""
	// before is a file with the profile of another run as JSON, or "".
	before  string
	earlier lower.Record

	colour *bool
}

func (o *profileOptions) any() bool {
	return o.form != "" || o.svg != "" || o.json != "" || o.before != ""
}

func (o *profileOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.OptionalChoice("profile", &o.form,
			"tell what the run cost, by step, piece of code and unit, with estimated cycles, or by the accesses of a kernel for a GPU", "table", "lines", "json", "picture"),
		flags.Text("profile-svg", "file", &o.svg, "draw what the run cost as SVG: the cycles of each tile, the instructions of each worker, the exchange"),
		flags.Text("profile-json", "file.json", &o.json, "write what the run cost to a file as JSON"),
		flags.Text("profile-before", "file.json", &o.before, "compare the run with another, whose profile --profile-json wrote: the cycles, and the lines whose costs differ"),
		colourFlag(&o.colour),
	}
}

// writeOf writes the cost of a run of a device.
func (o *profileOptions) writeOf(t *tool, dev lower.Machine) error {
	profiler, ok := dev.(lower.Profiler)
	if !ok {
		return fmt.Errorf("flag '--profile' is for programs whose device counts what a run costs")
	}
	return o.write(t, profiler.Report())
}

// write writes a report in the requested forms.
func (o *profileOptions) write(t *tool, p lower.Report) error {
	if o.before != "" {
		if err := o.compare(t, p); err != nil {
			return err
		}
		return o.writeFiles(t, p)
	}
	switch o.form {
	case "table":
		if err := p.Write(t.stdout); err != nil {
			return err
		}
	case "lines":
		lined, ok := p.(lower.Lined)
		if !ok {
			return errors.New("flag '--profile=lines' is for devices that count the costs of lines")
		}
		if err := lower.WriteLines(t.stdout, lined.ByLine()); err != nil {
			return err
		}
	case "picture":
		fmt.Fprint(t.stdout, p.Draw().TextOn(report.Screen(t.stdout, o.colour)))
	case "json":
		if err := writeJSON(t.stdout, p); err != nil {
			return err
		}
	}
	return o.writeFiles(t, p)
}

// writeFiles writes a report as SVG and as JSON.
func (o *profileOptions) writeFiles(t *tool, p lower.Report) error {
	if o.json != "" {
		var text bytes.Buffer
		if err := writeJSON(&text, p); err != nil {
			return err
		}
		if err := t.files.Write(o.json, text.Bytes()); err != nil {
			return err
		}
	}
	if o.svg == "" {
		return nil
	}
	return t.files.Write(o.svg, []byte(p.Draw().SVG()))
}

// load reads the profile of the earlier run, before the run, which may take long.
func (o *profileOptions) load(t *tool) error {
	if o.before == "" {
		return nil
	}
	if o.form != "" && o.form != "table" && o.form != "json" {
		return fmt.Errorf("flag '--profile-before' writes a table or JSON, but got '--profile=%s'", o.form)
	}
	earlier, err := t.readRecord(o.before)
	o.earlier = earlier
	return err
}

// compare writes a report next to the report of an earlier run.
func (o *profileOptions) compare(t *tool, p lower.Report) error {
	c := lower.CompareRecords(o.earlier, lower.RecordOf(p))
	if o.form == "json" {
		return writeJSON(t.stdout, c)
	}
	return c.Write(t.stdout)
}
