package optmain

import (
	"fmt"
	"strconv"
	"strings"

	"optc/bytecode"
	"optc/internal/base/flags"
	"optc/ir"
	"optc/validate"
)

// options holds the values of the main command's flags.
type options struct {
	output            string
	depfile           string
	allowUnregistered bool
	compat            string
	chip              string
	noImplicitModule  bool
	split             *string // the marker of --split-input-file
	outputMarker      string
	verifyDiagnostics string // "", "all" or "only-expected"
	verifyEach        bool
	verifyRoundtrip   bool
	verifyExec        bool
	prove             bool
	proveSeconds      *int
	limits            limits // limits of an execution by --verify-exec
	skipParseVerify   bool
	emitBytecode      bool
	bytecodeVersion   int
	elideResources    bool // of bytecode

	pipeline      string
	hasPipeline   bool
	dumpPipeline  bool
	runReproducer bool
	reproduceTo   string

	disableThreading bool
	threads          *int
	watching         watching

	print     ir.PrintOptions
	keepNames *bool // nil: where a person reads
	printOps  bool

	color                     bool
	diagnostics               string // their form: "text", "json" or "sarif"
	warningsAreErrors         bool
	verbosity                 string // of diagnostics: "errors", "warnings" or "remarks"
	noNotes                   bool
	help, helpPasses, version bool
	listPasses, showDialects  bool
}

// verbosityLevels maps the words of --mlir-diagnostic-verbosity-level to the least
// severity that is shown.
var verbosityLevels = map[string]ir.Severity{"errors": ir.Error, "warnings": ir.Warning, "remarks": ir.Remark}

// defaultMarker separates the chunks of a split input and of the output.
const defaultMarker = "// -----"

func defaultOptions() *options {
	return &options{
		output: "-", bytecodeVersion: bytecode.MaxVersion, verifyEach: true, printOps: true, outputMarker: defaultMarker, verbosity: "remarks", diagnostics: "text",
		watching: newWatching(),
	}
}

// flags is the table of the flags of the main command.
func (o *options) flags(t *tool) []*flags.Flag {
	split := &flags.Flag{Name: "split-input-file", Value: "marker", Optional: true,
		Help: "process the parts between lines that begin with the marker (" + defaultMarker + ") on their own",
		Set: func(text string) error {
			if text == "" {
				text = defaultMarker
			}
			o.split = &text
			return nil
		}}
	verify := flags.OptionalChoice("verify-diagnostics", &o.verifyDiagnostics,
		"check diagnostics against the expected-error, -warning, -remark and -note comments of the input", "all", "only-expected")
	pipeline := &flags.Flag{Name: "pass-pipeline", Value: "pipeline",
		Help: "run these passes, such as 'builtin.module(func.func(cse,canonicalize))'",
		Set: func(text string) error {
			o.pipeline, o.hasPipeline = text, true
			return nil
		}}
	short := *pipeline // spelled as mlir-opt has it
	short.Name, short.Hidden = "p", true
	var list []*flags.Flag
	add := func(group string, fs ...*flags.Flag) { list = append(list, flags.Grouped(group, fs...)...) }
	add("Input and output",
		flags.Text("o", "file", &o.output, "write the result to a file instead of standard output"),
		flags.Switch("allow-unregistered-dialect", &o.allowUnregistered, "accept operations, types and attributes of unknown dialects"),
		flags.Choice("compat", &o.compat, "read, print and fold as IREE did at a revision: e65d4a545e~1 of 2026-02-12, or b48a595557 of 2026-08-21", "seed", "today"),
		flags.Switch("no-implicit-module", &o.noImplicitModule, "do not put a single top-level operation into a module"),
		split,
		flags.Text("output-split-marker", "marker", &o.outputMarker, "line between the results of the parts"),
		flags.Switch("color", &o.color, "colour diagnostics even when standard error is not a terminal"),
		diagnosticsFlag(&o.diagnostics),
		flags.Switch(strings.TrimPrefix(watchFlag, "--"), new(bool), "run again each time a file changes that was read; every command has this flag"),
		flags.Switch("warnings-as-errors", &o.warningsAreErrors, "fail when there is a warning, such as the warning about a nested pipeline that matches nothing"),
		flags.Choice("mlir-diagnostic-verbosity-level", &o.verbosity, "show errors only, with warnings, or with remarks too", "errors", "warnings", "remarks"),
		flags.Switch("mlir-disable-diagnostic-notes", &o.noNotes, "leave out the notes of diagnostics"),
	)
	add("Input and output", append(o.bytecodeFlags(), depfileFlag(&o.depfile), t.inputFlag())...)
	add("Passes",
		pipeline, &short,
		flags.Switch("dump-pass-pipeline", &o.dumpPipeline, "show the pipeline before running it"),
		flags.Text("iree-gpu-test-target", "chip", &o.chip, "GPU for passes that have the option chip and are given none, such as gfx942"),
		flags.Switch("run-reproducer", &o.runReproducer, "run the pipeline that the input holds as a resource"),
		flags.Switch("mlir-disable-threading", &o.disableThreading, "use one thread"),
		flags.Number("threads", &o.threads, 1, "use at most that many threads"),
		flags.Switch("list-passes", &o.listPasses, "list the passes"),
		flags.Switch("show-dialects", &o.showDialects, "list the dialects"),
	)
	add("Checking",
		verify,
		flags.Switch("verify-each", &o.verifyEach, "verify the IR after each pass; on by default"),
		flags.Switch("verify-roundtrip", &o.verifyRoundtrip, "check that the input prints to text that parses to the same"),
		flags.Switch("verify-exec", &o.verifyExec, "execute the program before and after each pass and compare"),
		flags.Switch("prove", &o.prove, "compare functions before and after each pass for all inputs, as terms, and say what is proven"),
		flags.Number("prove-seconds", &o.proveSeconds, 1, "give up the proof of a function after that many seconds; by default 10"),
		flags.Switch("mlir-very-unsafe-disable-verifier-on-parsing", &o.skipParseVerify, "trust the input to be valid"),
		flags.Text("mlir-generate-reproducer", "file", &o.reproduceTo, "write the input and the pipeline to a file, for --run-reproducer"),
	)
	add("Checking", o.limits.flags(validate.DefaultMaxSteps, validate.DefaultMaxMemory)...)
	add("Watching passes", o.watching.flags(t)...)
	add("Printing",
		flags.Switch("mlir-print-op-generic", &o.print.Generic, "print the generic form"),
		flags.Switch("mlir-print-debuginfo", &o.print.DebugInfo, "print locations"),
		flags.Switch("mlir-pretty-debuginfo", &o.print.PrettyDebugInfo, "print locations in a short form"),
		flags.Switch("mlir-print-local-scope", &o.print.LocalScope, "print without aliases"),
		flags.Switch("mlir-print-unique-ssa-ids", &o.print.UniqueIDs, "number values uniquely in the whole file"),
		flags.Switch("mlir-use-nameloc-as-prefix", &o.print.NameLocAsPrefix, "name values after their name locations"),
		flags.Switch("mlir-print-value-users", &o.print.ValueUsers, "list the users of values in comments"),
		flags.Switch("mlir-print-skip-regions", &o.print.SkipRegions, "leave out regions"),
		flags.Switch("mlir-print-assume-verified", &o.print.AssumeVerified, "print the pretty form without verifying"),
		flags.Switch("mlir-print-op-on-diagnostic", &o.printOps, "show the operation that a diagnostic is about; on by default"),
		o.keepNamesFlag(),
		flags.Number("mlir-elide-elementsattrs-if-larger", &o.print.ElideElements, 0, "leave out constants with more elements"),
		flags.Number("mlir-elide-resource-strings-if-larger", &o.print.ElideResources, 0, "leave out resources with more characters"),
		flags.Number("mlir-print-elementsattrs-with-hex-if-larger", &o.print.HexElements, -1, "print constants with more elements in hexadecimal, -1 for none"),
	)
	add("Help",
		flags.Switch("help", &o.help, "show this"),
		flags.Switch("h", &o.help, "show this"),
		flags.Switch("help-passes", &o.helpPasses, "describe the passes and their options"),
		flags.Switch("version", &o.version, "show the version"),
	)
	return append(list, refusedFlags()...)
}

// keepNamesFlag is the flag that makes values keep their names from the input.
func (o *options) keepNamesFlag() *flags.Flag {
	keep := new(bool)
	f := flags.Switch("keep-names", keep, "print the names that values have in the input; the default on a terminal")
	set := f.Set
	f.Set = func(text string) error {
		o.keepNames = keep
		return set(text)
	}
	return f
}

// bytecodeFlags are the flags about bytecode.
func (o *options) bytecodeFlags() []*flags.Flag {
	version := &flags.Flag{Name: "emit-bytecode-version", Value: "n",
		Help: fmt.Sprintf("write that version of bytecode, %d to %d", bytecode.MinVersion, bytecode.MaxVersion),
		Set: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < bytecode.MinVersion || n > bytecode.MaxVersion {
				return fmt.Errorf("expects a number from %d to %d, but got '%s'", bytecode.MinVersion, bytecode.MaxVersion, text)
			}
			o.bytecodeVersion = n
			return nil
		}}
	return []*flags.Flag{
		flags.Switch("emit-bytecode", &o.emitBytecode, "write bytecode (.mlirbc) instead of text"),
		version,
		flags.Switch("elide-resource-data-from-bytecode", &o.elideResources, "write resources to bytecode without their contents"),
	}
}
