package optmain

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/ir"
	"optc/lit"
	"optc/lower"
	"optc/passes"
)

// Command is a subcommand of the tool.
type Command struct {
	Name  string
	Title string // one line
	Usage string // what stands after the name
	Help  string // the rest of the help, or ""
	// flags declares the flags for the help; nil if there are none.
	flags func(t *tool) []*flag
	// docs is what the help says about programs of a kind; nil if there is nothing.
	docs func(k *lower.Kind) string
	// draws says that the help tells what has a picture.
	draws bool
	// passes says that passes are flags of the command.
	passes bool
	// words are the arguments that a shell offers; nil for files.
	words func(t *tool) []string
	// Run executes the command and returns the exit code. args are what stands
	// after the name.
	Run func(e *Env, args []string) int
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

// Env is what a subcommand works with.
type Env struct {
	Config
	Context        context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// tool returns the environment as a run of the main command, for its methods.
func (e *Env) tool() *tool {
	t := &tool{Config: e.Config, ctx: e.Context, stdin: e.Stdin, stdout: e.Stdout, stderr: newTerminal(e.Stderr)}
	t.stderr.writeLog = func(list []*ir.Diagnostic) { writeSARIF(t.stderr, t.Name, list, t.errors()) }
	return t
}

// Commands is the table of subcommands.
func Commands() []*Command {
	return []*Command{
		{Name: "help", Title: "explain a pass, an operation, a type, an attribute, a target, a command or an error code", Usage: "[topic]", Run: runHelp, words: (*tool).topics,
			Help: "A topic is a name, with its dashes or sigil or without: poplar-place, vector.transfer_read, !poplar.in, ipu2, poplar.out-of-memory. " +
				"These topics are lists: " + listNames() + "."},
		{Name: "explain", Title: "the same as help", Usage: "<topic>", Run: runHelp, words: (*tool).topics},
		{Name: "docs", Title: "write the Markdown reference of dialects and passes", Usage: "-o <folder>", Run: runDocs},
		{Name: "bisect", Title: "find the pass and the rewrite that break a check", Usage: "<file> <passes> [--verify-exec | -- <command>]", Run: runBisect,
			flags: func(t *tool) []*flag { return new(bisectOptions).flags() }, passes: true,
			Help: "The check is that passes do not fail and leave valid IR; with --verify-exec, that the program does the same after every pass; with a command, that it ends with " +
				"exit code 0 for the module after the pass. The command gets the name of a file as its last argument, or where {} stands; 126 and 127 say that it cannot be executed. " +
				"What is found is the run of a pass and, for passes that make rewrites one by one, the rewrite: its pattern, place, and what it changes."},
		{Name: "build", Title: "compile a program to images of memory", Usage: "--target <name> -o <folder> <file>", Run: runBuild,
			flags: func(t *tool) []*flag { return new(buildOptions).flags(t) },
			Help: "The folder gets a binary image per unit of memory, such as a tile, the manifest images.json, the memory map memory_map.txt and the compiled module " +
				"program.mlir. It appears whole or not at all, and replaces a program that was built there before."},
		{Name: "run", Title: "run a built program, or a file, on a simulated device", Usage: "[--input name=file.npy] [--print name] <folder or file>", Run: runRun,
			flags: func(t *tool) []*flag { return new(runOptions).flags(t) },
			docs:  func(k *lower.Kind) string { return k.Doc },
			Help:  "Reads of what nothing wrote, accesses out of bounds and behaviour that depends on poison are errors at the operation."},
		{Name: "dump", Title: "say what the bytes of a built program mean", Usage: "[--unit n] <folder>", Run: runDump,
			flags: func(t *tool) []*flag { return new(dumpOptions).flags(t) },
			Help: "The images are read as they are: every allocation with its fields, the variable and element that an edge points at, and the first elements of " +
				"variables. What does not decode is marked with '!' and makes the exit code 1."},
		{Name: "export", Title: "write what a file declares in C, C++ or for an assembler", Usage: "[--target name] [-o folder] <file>", Run: runExport,
			flags: func(t *tool) []*flag { return new(exportOptions).flags(t) },
			docs: func(k *lower.Kind) string {
				if k.Export == nil {
					return ""
				}
				return k.Export.Doc
			}},
		{Name: "explore", Title: "make a page that shows what a compilation does", Usage: "[--target name] [--run] [-o page.html] <file>", Run: runExplore,
			flags: func(t *tool) []*flag { return new(exploreOptions).flags(t) },
			Help: "The page shows the source beside the result, each line with what it became, every pass with what it changes and how long it takes, the layouts, " +
				"the memory of the program byte by byte, and with --run what a run costs. It is one file that needs no network. A file without a program is " +
				"shown as it is, unless --pass-pipeline says what to do with it. docs/explorer.md says how to read it, and how to compile in a browser."},
		{Name: "import", Title: "read what sources in C or C++ declare", Usage: "[--target name] [-I folder] [-D macro] [-o file] <files>", Run: runImport,
			flags: func(t *tool) []*flag { return new(importOptions).flags(t) },
			docs: func(k *lower.Kind) string {
				if k.Import == nil {
					return ""
				}
				return k.Import.Doc
			},
			Help: "A declaration that cannot be read gets a message and does not stop the others; the exit code tells that there were some."},
		{Name: "layout", Title: "draw a layout: which thread, byte or tile has which element", Usage: "[--machine <name>] [--svg <file>] <type, attribute, file or folder>", Run: runLayout,
			flags: func(t *tool) []*flag { return new(layoutOptions).flags() }, draws: true, words: (*tool).drawnWords,
			Help: "A type or an attribute begins with ! or #, as in '!poplar.in<vec<f16, SHORT_SPAN>>'. Of a file everything is drawn that has a picture: " +
				"the states of vertices, the layouts of vectors with what each thread accesses, tile mappings. Of a built program the memory is drawn: what lies where, and when."},
		{Name: "reduce", Title: "shrink a file while a command or a pipeline finds something wrong with it", Usage: "[-o file] <file> (<passes> [--verify-exec] | -- <command>)", Run: runReduce,
			flags: func(t *tool) []*flag { return new(reduceOptions).flags() }, passes: true,
			Help: "The command gets the name of a file as its last argument, or where {} stands. As for mlir-reduce, exit code 0 says that the file is of no interest, " +
				"another code, or a signal, that it is; 126 and 127 say that the command cannot be executed and end the work. With --pass-pipeline a file is " +
				"of interest if the same pass fails for the same reason as for the whole file: it panics, reports the same error, leaves invalid IR, or, with --verify-exec, changes what the program does. " +
				"What is left is read again from its text and verifies."},
		{Name: "lsp", Title: "serve an editor by the language server protocol, over standard input and output", Run: runLSP,
			Help: "docs/editor.md says how to set up editors."},
		{Name: "completion", Title: "print a script that completes commands, flags, passes and topics in a shell", Usage: strings.Join(shellNames(), "|"), Run: runCompletion,
			flags: func(t *tool) []*flag { return new(completionOptions).flags() }, words: func(*tool) []string { return shellNames() },
			Help: "In bash: source <(optc completion bash). In zsh, where compinit has run: source <(optc completion zsh). In fish: optc completion fish | source."},
		{Name: "version", Title: "show the version", Run: runVersion},
		{Name: "test", Title: "run lit tests", Usage: lit.Usage, Run: runTest, Help: lit.Help,
			flags: func(*tool) []*flag { return testFlags() }},
	}
}

// arguments reads the arguments of a subcommand. code is at least 0 if there is
// nothing left to do: help was asked for, or a flag is wrong.
func (t *tool) arguments(command string, args []string, flags []*flag) (files []string, code int) {
	files, _, code = t.parseArguments(command, args, flags, nil)
	return files, code
}

// passArguments is arguments for a command with a pipeline, that of --pass-pipeline or
// the passes that are named one by one; "" without any.
func (t *tool) passArguments(command string, args []string, flags []*flag, check *checkFlags) (files []string, pipeline string, code int) {
	files, steps, code := t.parseArguments(command, args, flags, t.Passes)
	if code >= 0 || check.pipeline == "" && steps == nil {
		return files, "", code
	}
	p, err := t.pipeline(&options{pipeline: check.pipeline, hasPipeline: check.pipeline != ""}, steps)
	if err != nil {
		return nil, "", t.fail(err)
	}
	return files, p.String(), -1
}

// parseArguments reads the arguments of a subcommand that may name passes of a registry.
func (t *tool) parseArguments(command string, args []string, flags []*flag, r *passes.Registry) (files []string, steps []passFlag, code int) {
	help := false
	files, steps, err := parseFlags(args, append(flags, switchFlag("help", &help, ""), switchFlag("h", &help, "")), r)
	switch {
	case err != nil:
		return nil, nil, t.fail(fmt.Errorf("%w\ntry '%s help %s'", err, t.Name, command))
	case help:
		return nil, nil, t.print(t.topic(command))
	}
	return files, steps, -1
}

// usageError reports that a subcommand is called in another way than it must be.
func (t *tool) usageError(command string) int {
	return t.fail(fmt.Errorf("usage: %s", strings.TrimSpace(t.Name+" "+command+" "+t.command(command).Usage)))
}

// testFlags declares the flags of `optc test` for the help.
func testFlags() (list []*flag) {
	for _, f := range lit.Flags() {
		list = append(list, &flag{name: f.Name, value: f.Value, help: f.Help})
	}
	return list
}

// runTest runs lit tests in this process; the tool stands for optc and mlir-opt.
func runTest(e *Env, args []string) int {
	self := func(inv *lit.Invocation) int {
		c := e.Config
		c.Dir = inv.Dir
		return Run(inv.Context, c, inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
	}
	return lit.Command(e.Context, args, map[string]lit.Tool{e.Name: self, "mlir-opt": self}, e.Stdin, e.Stdout, e.Stderr)
}
