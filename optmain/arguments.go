package optmain

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/passes"
)

// passFlag is a pass that the command line names, with its options.
type passFlag struct{ name, options string }

// parseArguments reads a command line. Flags that name a pass of r, which may be nil, are
// steps.
func parseArguments(args []string, list []*flags.Flag, r *passes.Registry) (files []string, steps []passFlag, err error) {
	p := flags.Parser{Flags: list}
	if r != nil {
		p.Suggested = r.Names
		p.Undeclared = func(name, value string) bool {
			if r.Pass(name) == nil && r.Pipeline(name) == nil {
				return false
			}
			steps = append(steps, passFlag{name, value})
			return true
		}
	}
	files, err = p.Parse(args)
	return files, steps, err
}

// arguments reads the arguments of a subcommand. code is at least 0 if there is nothing
// left to do, because help was requested or a flag is wrong.
func (t *tool) arguments(command string, args []string, list []*flags.Flag) (files []string, code int) {
	files, _, code = t.commandLine(command, args, list, nil)
	return files, code
}

// passArguments is arguments for a command with a pipeline: the value of its flag
// --pass-pipeline, or the passes that are named separately; "" without any.
func (t *tool) passArguments(command string, args []string, list []*flags.Flag, pipelineFlag *string) (files []string, pipeline string, code int) {
	files, steps, code := t.commandLine(command, args, list, t.Passes)
	if code >= 0 || *pipelineFlag == "" && steps == nil {
		return files, "", code
	}
	p, err := t.pipeline(*pipelineFlag, *pipelineFlag != "", steps)
	if err != nil {
		return nil, "", t.fail(err)
	}
	return files, p.String(), -1
}

// commandLine reads the arguments of a subcommand that may name passes of r.
func (t *tool) commandLine(command string, args []string, list []*flags.Flag, r *passes.Registry) (files []string, steps []passFlag, code int) {
	help := false
	files, steps, err := parseArguments(args, append(list, flags.Switch("help", &help, ""), flags.Switch("h", &help, "")), r)
	t.hideFromPrograms()
	switch {
	case err != nil:
		if hint := t.passHint(err, list); hint != "" {
			return nil, nil, t.fail(errors.New(hint))
		}
		return nil, nil, t.fail(fmt.Errorf("%w\ntry '%s help %s'", err, t.Name, command))
	case help:
		return nil, nil, t.print(t.topic(command))
	}
	return files, steps, -1
}

// passHint explains an unknown flag that is the name of a pass; it is "" for any other error.
// list has the flags of the command.
func (t *tool) passHint(err error, list []*flags.Flag) string {
	var e *flags.Error
	if !errors.As(err, &e) || e.Flag != nil {
		return ""
	}
	kind := "pass"
	if t.Passes.Pass(e.Name) == nil {
		kind = "pipeline"
		if t.Passes.Pipeline(e.Name) == nil {
			return ""
		}
	}
	how := "run"
	if slices.ContainsFunc(list, func(f *flags.Flag) bool { return f.Name == "pass-pipeline" }) {
		how = "write it into the value of --pass-pipeline, or run"
	}
	return fmt.Sprintf("unknown flag '%s'\n'%s' is a %s: %s '%s --%[2]s <file>' first", e.Arg, e.Name, kind, how, t.Name)
}

// fileError reports that a command takes one file, but got others.
func (t *tool) fileError(command string, files []string) int {
	got := "none"
	if len(files) > 0 {
		got = fmt.Sprintf("%d: %s", len(files), strings.Join(files, ", "))
	}
	return t.misused(command, "expected one file, but got "+got)
}

// misused reports how a subcommand is misused, and its usage.
func (t *tool) misused(command, how string) int {
	return t.fail(fmt.Errorf("%s\nusage: %s", how, strings.TrimSpace(t.Name+" "+command+" "+t.command(command).Usage)))
}

// pipeline returns a pipeline: text, if it was given, or the passes that are named
// separately.
func (t *tool) pipeline(text string, given bool, steps []passFlag) (*passes.Pipeline, error) {
	if given {
		if len(steps) > 0 {
			return nil, fmt.Errorf("flag '--pass-pipeline' cannot be used together with '--%s'", steps[0].name)
		}
		return t.Passes.Parse(text)
	}
	p := passes.On(ir.ModuleOp{})
	for _, s := range steps {
		expanded, err := t.Passes.Instance(s.name, s.options)
		if err != nil {
			return nil, err
		}
		p.Add(expanded...)
	}
	return p, nil
}
