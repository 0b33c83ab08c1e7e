package optmain

import (
	"encoding/json"
	"fmt"

	"optc/internal/base/flags"
	"optc/lower"
	"optc/optmain/internal/report"
)

// profileOptions select the forms in which the cost of a run is written.
type profileOptions struct {
	form string // "", "table", "json" or "picture"
	svg  string // a file, or ""

	colour *bool
}

func (o *profileOptions) any() bool { return o.form != "" || o.svg != "" }

func (o *profileOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.OptionalChoice("profile", &o.form,
			"tell what the run cost, by step, piece of code and unit, with estimated cycles, or by the accesses of a kernel for a GPU", "table", "json", "picture"),
		flags.Text("profile-svg", "file", &o.svg, "draw what the run cost as SVG: the cycles of each tile, the instructions of each worker, the exchange"),
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
	switch o.form {
	case "table":
		if err := p.Write(t.stdout); err != nil {
			return err
		}
	case "picture":
		fmt.Fprint(t.stdout, p.Draw().TextOn(report.Screen(t.stdout, o.colour)))
	case "json":
		text, err := json.MarshalIndent(p, "", " ")
		if err != nil {
			return err
		}
		if _, err := t.stdout.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	if o.svg == "" {
		return nil
	}
	return t.files.Write(o.svg, []byte(p.Draw().SVG()))
}
