package optmain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"optc/diag"
	"optc/lower"
	"optc/optmain/internal/values"
	"optc/sim"
)

// execute sets variables according to --input, and runs a program. Problems are reported.
func (t *tool) execute(dev lower.Machine, inputs []string, seed *int) (ok bool) {
	numbers := randomNumbers(seed)
	for _, in := range inputs {
		if err := values.Fill(t.files, dev, in, numbers); err != nil {
			t.fail(err)
			return false
		}
	}
	if names := missingInputs(dev, inputs, func(v *lower.HostVariable) bool { return v.Needed }); len(names) > 0 {
		for _, name := range names {
			t.fail(fmt.Errorf("'%s' is read, but has no values; --input %s=file.npy gives them, and --input %s=random random ones", name, name, name))
		}
		return false
	}
	err := t.do("running the program", func(ctx context.Context, _ *work) error { return dev.Run(ctx) })
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
			for _, name := range missingInputs(dev, inputs, func(v *lower.HostVariable) bool { return v.Input }) {
				d.Note(at.Op.Loc(), "'%s' was given no values; --input %s=file.npy gives them, and --input %s=random random ones", name, name, name)
			}
		}
		t.stderr.Report(d)
	default:
		t.fail(err)
	}
	return false
}

// missingInputs returns those of the wanted variables of a program that have no values.
func missingInputs(dev lower.Machine, inputs []string, wanted func(v *lower.HostVariable) bool) (names []string) {
	for _, v := range dev.Variables() {
		given := slices.ContainsFunc(inputs, func(in string) bool { return strings.HasPrefix(in, v.Name+"=") })
		if wanted(v) && !v.Initial && !given {
			names = append(names, v.Name)
		}
	}
	return names
}

// describePlace describes, for an error, where the failing operation ran.
func describePlace(err error, at *sim.RuntimeError) string {
	return strings.TrimSuffix(strings.TrimSuffix(err.Error(), at.Error()), ": ")
}

// randomNumbers returns the random numbers of a seed, by default 0.
func randomNumbers(seed *int) *rand.Rand {
	n := uint64(0)
	if seed != nil {
		n = uint64(*seed)
	}
	return rand.New(rand.NewPCG(n, 0))
}
