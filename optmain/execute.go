package optmain

import (
	"errors"
	"slices"
	"strings"

	"optc/diag"
	"optc/lower"
	"optc/optmain/internal/values"
	"optc/sim"
)

// execute sets variables according to --input, and runs a program. Problems are reported.
func (t *tool) execute(dev lower.Machine, inputs []string) (ok bool) {
	for _, in := range inputs {
		if err := values.Fill(t.files, dev, in); err != nil {
			t.fail(err)
			return false
		}
	}
	err := dev.Run(t.ctx)
	var at *sim.RuntimeError
	switch {
	case err == nil:
		return true
	case errors.As(err, &at):
		d := at.Diagnostic()
		if w := describePlace(err, at); w != "" {
			d.Note(at.Op.Loc(), "in %s", w)
		}
		if diag.CodeOf(at.Err) == "uninitialized" {
			for _, name := range missingInputs(dev, inputs) {
				d.Note(at.Op.Loc(), "'%s' was given no values; --input %s=file.npy gives them", name, name)
			}
		}
		t.stderr.Report(d)
	default:
		t.fail(err)
	}
	return false
}

// missingInputs returns the names of the inputs of a program that have no values.
func missingInputs(dev lower.Machine, inputs []string) (names []string) {
	for _, v := range dev.Variables() {
		given := slices.ContainsFunc(inputs, func(in string) bool { return strings.HasPrefix(in, v.Name+"=") })
		if v.Input && !v.Initial && !given {
			names = append(names, v.Name)
		}
	}
	return names
}

// describePlace is the description in an error of where the failing operation ran.
func describePlace(err error, at *sim.RuntimeError) string {
	return strings.TrimSuffix(strings.TrimSuffix(err.Error(), at.Error()), ": ")
}
