package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/flags"
	"optc/optmain/internal/values"
)

// resultOptions describe what is done with the values after a run: the variables of a program, or
// the arguments and results of a function.
type resultOptions struct {
	outputs, prints, expects []string
	full                     bool
	// whole are the outputs that "all" selects; outputs with undefined elements are left out.
	whole     map[string]bool
	tolerance values.Tolerance
}

func (o *resultOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.List("output", "name=file", &o.outputs, "write a variable, an argument or a result after the run, to a file .npy, .npz or .safetensors; all=file.npz writes those without undefined elements"),
		flags.List("print", "name", &o.prints, "print variables, arguments or results after the run, or all; without --print, --output, --expect and --stats the variables are listed, or what a function returns is printed"),
		flags.List("expect", "name=file", &o.expects, "fail unless the values after the run equal an array in a file; for a function, files without a name are for its results in their order"),
		flags.Float("rtol", &o.tolerance.Relative, "relative difference that --expect allows, as numpy.allclose does; the default is 0"),
		flags.Float("atol", &o.tolerance.Absolute, "absolute difference that --expect allows; the default is 0"),
		flags.Switch("full", &o.full, "print all elements of large arrays"),
	}
}

// any reports whether any value is used after the run.
func (o *resultOptions) any() bool { return len(o.outputs)+len(o.prints)+len(o.expects) > 0 }

// names returns the names of the values that are used after the run.
func (o *resultOptions) names() (list []string) {
	list = append(list, o.prints...)
	for _, spec := range append(o.outputs, o.expects...) {
		name, _, _ := strings.Cut(spec, "=")
		list = append(list, name)
	}
	return list
}

// expandAll replaces the name all in the values to print and to write.
func (o *resultOptions) expandAll(all []string) {
	var outputs []string
	for _, spec := range o.outputs {
		name, file, _ := strings.Cut(spec, "=")
		if name != "all" {
			outputs = append(outputs, spec)
			continue
		}
		o.whole = map[string]bool{}
		for _, name := range all {
			outputs = append(outputs, name+"="+file)
			o.whole[name+"="+file] = true
		}
	}
	o.outputs = outputs
	var list []string
	for _, name := range o.prints {
		if name == "all" {
			list = append(list, all...)
		} else {
			list = append(list, name)
		}
	}
	o.prints = list
}

// placeExpected gives the expectations without a name the names of results, in their order.
func (o *resultOptions) placeExpected() {
	next := 0
	for i, spec := range o.expects {
		if !strings.Contains(spec, "=") {
			o.expects[i] = fmt.Sprintf("result%d=%s", next, spec)
			next++
		}
	}
}

// check tests the flags before the run, which may take long.
func (o *resultOptions) check() error {
	for flag, specs := range map[string][]string{"output": o.outputs, "expect": o.expects} {
		for _, spec := range specs {
			if _, _, ok := strings.Cut(spec, "="); !ok {
				return fmt.Errorf("--%s expects name=file, but got '%s'", flag, spec)
			}
		}
	}
	if o.tolerance != (values.Tolerance{}) && len(o.expects) == 0 {
		return fmt.Errorf("flags '--rtol' and '--atol' need '--expect'")
	}
	return nil
}

// deliver prints, writes and compares the values that find returns.
func (t *tool) deliver(o *resultOptions, find func(name string) (*values.Array, error)) error {
	for _, name := range o.prints {
		a, err := find(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s = %s\n", name, a.Text(o.full))
	}
	outputs := values.Outputs{}
	for _, spec := range o.outputs {
		name, file, _ := strings.Cut(spec, "=")
		a, err := find(name)
		if err == nil && o.whole[spec] && !a.IsWhole() {
			continue
		}
		if err == nil {
			err = outputs.Add(a, file)
		}
		if err != nil {
			return err
		}
	}
	if err := outputs.Write(t.files); err != nil {
		return err
	}
	for _, spec := range o.expects {
		name, file, _ := strings.Cut(spec, "=")
		a, err := find(name)
		if err != nil {
			return err
		}
		want, err := values.Read(t.files, file, name, a.Fits)
		if err == nil {
			err = a.Differs(want, o.tolerance)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unknownValue is the error about a name that no value has.
func unknownValue(name string, known []string) error {
	e := diag.Errorf("unknown-value", "there is no argument or result '%s'%s", name, diag.DidYouMean(name, known)).
		Note("there are %s", strings.Join(known, ", "))
	if slices.Contains(known, "arg0") || slices.Contains(known, "argument0") {
		e.Note("a file that was printed without --keep-names has no names of arguments")
	}
	return e
}
