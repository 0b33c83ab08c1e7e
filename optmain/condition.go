package optmain

import (
	"path/filepath"
	"regexp"
	"time"

	"optc/internal/base/flags"
	"optc/optmain/internal/judge"
)

// checkFlags are the flags for the conditions that a command looks for in a module.
type checkFlags struct {
	pipeline string
	exec     bool
	expect   *regexp.Regexp
	timeout  *int // in seconds
	// reproducer is set if the file contains the pipeline.
	reproducer bool
}

func (o *checkFlags) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.Text("pass-pipeline", "pipeline", &o.pipeline, "passes to run"),
		flags.Switch("run-reproducer", &o.reproducer, "run the pipeline that the file holds as a resource"),
		flags.Switch("verify-exec", &o.exec, "execute the program before and after each pass and compare"),
		{Name: "expect", Value: "regexp", Help: "what an error, or the output of the command, must contain", Set: func(text string) (err error) {
			o.expect, err = regexp.Compile(text)
			return err
		}},
		flags.Number("timeout", &o.timeout, 1, "seconds after which a run has nothing to show; without it a run may take any time"),
		t.inputFlag(),
	}
}

func (o *checkFlags) limit() time.Duration {
	if o.timeout == nil {
		return 0
	}
	return time.Duration(*o.timeout) * time.Second
}

// judge returns the command as a judge of files called like name.
func (o *checkFlags) judge(t *tool, command []string, name string) *judge.Judge {
	file := "input.mlir"
	if name != "-" && filepath.Ext(name) != ".mlirbc" {
		file = filepath.Base(name)
	}
	return &judge.Judge{Args: command, Expect: o.expect, Timeout: o.limit(), Dir: t.Dir, File: file}
}
