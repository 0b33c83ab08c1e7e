package optmain

import (
	"context"
	"io"
	"slices"

	"optc/diag"
	"optc/internal/base/flags"
	"optc/ir"
	"optc/lower"
	"optc/optmain/internal/files"
	"optc/optmain/internal/report"
	"optc/optmain/internal/status"
	"optc/passes"
)

// Config lists the parts of a tool.
type Config struct {
	Name     string // name by which users call it
	Title    string // one line
	Dialects []*ir.Dialect
	Passes   *passes.Registry
	Commands []*Command
	// Programs are the families of hardware whose programs build, run and --verify-exec know.
	Programs []*lower.Family
	Errors   func() []diag.Doc // explains error codes, in addition to the codes of Programs
	// Dir is the folder that relative file names refer to; "" is the working
	// directory of the process.
	Dir string

	// Within is the only folder that may be written to; if it is set, no commands of the system are
	// executed either. "" permits both.
	Within string

	ownsProcess bool   // the process ends with the run
	began       func() // for tests: called when a piece of work begins
}

// command returns the subcommand of that name, or nil.
func (c *Config) command(name string) *Command {
	i := slices.IndexFunc(c.Commands, func(cmd *Command) bool { return cmd.Name == name })
	if i < 0 {
		return nil
	}
	return c.Commands[i]
}

// commandNames are the names of the subcommands.
func (c *Config) commandNames() (names []string) {
	for _, cmd := range c.Commands {
		names = append(names, cmd.Name)
	}
	return names
}

// dialects are the dialects of the tool and the builtin one.
func (c *Config) dialects() []*ir.Dialect { return append([]*ir.Dialect{ir.Builtin}, c.Dialects...) }

// newContext returns a context with the dialects of the tool.
func (c *Config) newContext() *ir.Context { return ir.NewContext(c.Dialects...) }

// openContext returns a context with the dialects of the tool that accepts operations of
// other dialects too.
func (c *Config) openContext() *ir.Context {
	irContext := c.newContext()
	irContext.AllowUnregistered = true
	return irContext
}

// targetNames are the names of the targets of all families.
func (c *Config) targetNames() []string { return lower.TargetNames(lower.Targets(c.Programs)) }

// errors explains all codes that the tool reports.
func (c *Config) errors() (list []diag.Doc) {
	for _, k := range c.Programs {
		if k.Errors != nil {
			list = append(list, k.Errors()...)
		}
	}
	if c.Errors != nil {
		list = append(list, c.Errors()...)
	}
	return list
}

// Command is a subcommand of the tool.
type Command struct {
	Name  string
	Title string // one line
	Usage string // the arguments, after the name
	Help  string // the rest of the help, or ""
	// Run executes the command and returns the exit code. args follow the name.
	Run func(e *Env, args []string) int

	flags  func(t *tool) []*flags.Flag  // for help and completion; nil if there are none
	docs   func(k *lower.Family) string // help about programs of a kind; nil if there is none
	words  func(t *tool) []string       // arguments that a shell offers; nil for files
	draws  bool                         // the help lists the definitions that have a picture
	passes bool                         // passes are flags of the command
	// examples are command lines after the name of the tool, for the beginning of the help.
	examples []string
	serves   bool // the command waits for requests; nobody waits for it
}

// Env is the surroundings of a subcommand.
type Env struct {
	Config
	Context        context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	files  []*files.Set // files of the runs of tools
	status *status.Line // shows the command's progress; nil if there is no terminal
}

// tool is a run of the program.
type tool struct {
	Config
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr *report.Terminal
	files  *files.Set
	status *status.Line

	interrupted bool // an interrupt ended the last piece of work
}
