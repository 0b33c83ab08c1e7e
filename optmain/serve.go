package optmain

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"optc/internal/base/flags"
	"optc/optmain/internal/service"
)

// serveCommand is `optc serve`.
func serveCommand(run runFunc) *Command {
	return &Command{
		Name:   "serve",
		Title:  "serve other programs by JSON-RPC, over standard input and output",
		serves: true,
		Run:    runs(func(t *tool, args []string) int { return runServe(t, "serve", args, service.Serve, run) }),
		flags:  func(*tool) []*flags.Flag { return new(serveOptions).flags() },
		Help: "Each line of standard input is a message of JSON-RPC 2.0: a request for a method, or the notification cancel with the id of a request. Answers come as lines, in the " +
			"order in which they are ready. The methods are " + methodNames() + "; --schema prints their parameters and results. The Python package in the folder python uses them.",
	}
}

// mcpCommand is `optc mcp`.
func mcpCommand(run runFunc) *Command {
	return &Command{
		Name:   "mcp",
		Title:  "serve agents by the model context protocol, over standard input and output",
		serves: true,
		Run:    runs(func(t *tool, args []string) int { return runServe(t, "mcp", args, service.ServeMCP, run) }),
		flags:  func(*tool) []*flags.Flag { return new(serveOptions).flags() },
		Help:   "The tools are the methods of serve: " + methodNames() + ".",
	}
}

// methodNames lists the methods of the service.
func methodNames() (list string) {
	methods := service.Methods()
	for i, m := range methods {
		switch {
		case i == len(methods)-1:
			list += " and "
		case i > 0:
			list += ", "
		}
		list += m.Name
	}
	return list
}

// serveOptions are the options of `optc serve` and `optc mcp`.
type serveOptions struct {
	schema                  bool
	seconds, jobs, programs *int
}

func (o *serveOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.Switch("schema", &o.schema, "print the methods with the JSON schemas of their parameters and results, and end"),
		flags.Number("max-seconds", &o.seconds, 1, "time that a request may take; the default is 300"),
		flags.Number("jobs", &o.jobs, 1, "requests that execute at the same time; the default is the number of processors"),
		flags.Number("max-programs", &o.programs, 1, "programs that build keeps for a client; a further one replaces the oldest; the default is 64"),
	}
}

// runServe is `optc serve` and `optc mcp`.
func runServe(t *tool, name string, args []string, serve func(context.Context, service.Config, io.Reader, io.Writer) error, run runFunc) int {
	var o serveOptions
	files, code := t.arguments(name, args, o.flags())
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.misused(name, "expected no file, but got "+strings.Join(files, ", "))
	case o.schema:
		return t.print(string(service.Schema()))
	}
	or := func(n *int, otherwise int) int {
		if n == nil {
			return otherwise
		}
		return *n
	}
	c := service.Config{
		Name: t.Name, Version: version(),
		Run: func(ctx context.Context, dir string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			config := t.Config
			config.Dir, config.Within, config.ownsProcess = dir, dir, false
			return run(ctx, config, args, stdin, stdout, stderr)
		},
		Passes:  t.Passes.Names(),
		Timeout: time.Duration(or(o.seconds, 300)) * time.Second,
		Jobs:    or(o.jobs, runtime.NumCPU()), MaxPrograms: or(o.programs, 64),
	}
	if err := serve(t.ctx, c, t.stdin, t.stdout); err != nil {
		return t.fail(fmt.Errorf("%s: %w", name, err))
	}
	return 0
}
