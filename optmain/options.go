package optmain

import (
	"optc/bytecode"
	"optc/ir"
	"optc/passes"
	"optc/validate"
)

// options are what the flags of the main command say.
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
	limits            limits // of an execution by --verify-exec
	skipParseVerify   bool
	emitBytecode      bool
	bytecodeVersion   int
	elideResources    bool // of bytecode

	pipeline      string
	hasPipeline   bool
	dumpPipeline  bool
	runReproducer bool
	reproducer    passes.ReproducerOptions
	reproduceTo   string

	disableThreading bool
	threads          *int
	printIR          passes.PrintIROptions
	timing           bool
	timingDisplay    string
	timingFormat     string
	statistics       bool
	statsDisplay     string

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

// verbosityLevels are the least severities that the words of
// --mlir-diagnostic-verbosity-level show.
var verbosityLevels = map[string]ir.Severity{"errors": ir.Error, "warnings": ir.Warning, "remarks": ir.Remark}

// defaultMarker separates the chunks of a split input and of the output.
const defaultMarker = "// -----"

func defaultOptions() *options {
	return &options{output: "-", bytecodeVersion: bytecode.MaxVersion, verifyEach: true, printOps: true, outputMarker: defaultMarker, timingDisplay: "tree", timingFormat: "text", verbosity: "remarks", diagnostics: "text", statsDisplay: "pipeline"}
}

// flags is the table of the flags of the main command.
func (o *options) flags() []*flag {
	split := &flag{name: "split-input-file", value: "marker", optional: true,
		help: "process the parts between lines that begin with the marker (" + defaultMarker + ") on their own",
		set: func(text string) error {
			if text == "" {
				text = defaultMarker
			}
			o.split = &text
			return nil
		}}
	verify := optionalChoiceFlag("verify-diagnostics", &o.verifyDiagnostics,
		"check diagnostics against the expected-error, -warning, -remark and -note comments of the input", "all", "only-expected")
	pipeline := &flag{name: "pass-pipeline", value: "pipeline",
		help: "run these passes, such as 'builtin.module(func.func(cse,canonicalize))'",
		set: func(text string) error {
			o.pipeline, o.hasPipeline = text, true
			return nil
		}}
	var flags []*flag
	add := func(group string, fs ...*flag) { flags = append(flags, grouped(group, fs...)...) }
	add("Input and output",
		textFlag("o", "file", &o.output, "write the result to a file instead of standard output"),
		switchFlag("allow-unregistered-dialect", &o.allowUnregistered, "accept operations, types and attributes of unknown dialects"),
		choiceFlag("compat", &o.compat, "read, print and fold as IREE did at a revision: e65d4a545e~1 of 2026-02-12, or b48a595557 of 2026-08-21", "seed", "today"),
		switchFlag("no-implicit-module", &o.noImplicitModule, "do not put a single top-level operation into a module"),
		split,
		textFlag("output-split-marker", "marker", &o.outputMarker, "line between the results of the parts"),
		switchFlag("color", &o.color, "colour diagnostics even when standard error is not a terminal"),
		diagnosticsFlag(&o.diagnostics),
		switchFlag("warnings-as-errors", &o.warningsAreErrors, "fail when there is a warning, such as that of a nested pipeline that matches nothing"),
		choiceFlag("mlir-diagnostic-verbosity-level", &o.verbosity, "show errors only, with warnings, or with remarks too", "errors", "warnings", "remarks"),
		switchFlag("mlir-disable-diagnostic-notes", &o.noNotes, "leave out the notes of diagnostics"),
	)
	add("Input and output", append(o.bytecodeFlags(), depfileFlag(&o.depfile))...)
	add("Passes",
		pipeline,
		switchFlag("dump-pass-pipeline", &o.dumpPipeline, "show the pipeline before running it"),
		textFlag("iree-gpu-test-target", "chip", &o.chip, "GPU for passes that have the option chip and are given none, such as gfx942"),
		switchFlag("run-reproducer", &o.runReproducer, "run the pipeline that the input holds as a resource"),
		switchFlag("mlir-disable-threading", &o.disableThreading, "use one thread"),
		numberFlag("threads", &o.threads, 1, "use at most that many threads"),
		switchFlag("list-passes", &o.listPasses, "list the passes"),
		switchFlag("show-dialects", &o.showDialects, "list the dialects"),
	)
	add("Checking",
		verify,
		switchFlag("verify-each", &o.verifyEach, "verify the IR after each pass; on by default"),
		switchFlag("verify-roundtrip", &o.verifyRoundtrip, "check that the input prints to text that parses to the same"),
		switchFlag("verify-exec", &o.verifyExec, "execute the program before and after each pass and compare"),
		switchFlag("mlir-very-unsafe-disable-verifier-on-parsing", &o.skipParseVerify, "trust the input to be valid"),
		textFlag("mlir-generate-reproducer", "file", &o.reproduceTo, "write the input and the pipeline to a file, for --run-reproducer"),
	)
	add("Checking", o.limits.flags(validate.DefaultMaxSteps, validate.DefaultMaxMemory)...)
	add("Watching passes", o.watchingFlags()...)
	add("Printing",
		switchFlag("mlir-print-op-generic", &o.print.Generic, "print the generic form"),
		switchFlag("mlir-print-debuginfo", &o.print.DebugInfo, "print locations"),
		switchFlag("mlir-pretty-debuginfo", &o.print.PrettyDebugInfo, "print locations in a short form"),
		switchFlag("mlir-print-local-scope", &o.print.LocalScope, "print without aliases"),
		switchFlag("mlir-print-unique-ssa-ids", &o.print.UniqueIDs, "number values uniquely in the whole file"),
		switchFlag("mlir-use-nameloc-as-prefix", &o.print.NameLocAsPrefix, "name values after their name locations"),
		switchFlag("mlir-print-value-users", &o.print.ValueUsers, "list the users of values in comments"),
		switchFlag("mlir-print-skip-regions", &o.print.SkipRegions, "leave out regions"),
		switchFlag("mlir-print-assume-verified", &o.print.AssumeVerified, "print the pretty form without verifying"),
		switchFlag("mlir-print-op-on-diagnostic", &o.printOps, "show the operation that a diagnostic is about; on by default"),
		o.keepNamesFlag(),
		numberFlag("mlir-elide-elementsattrs-if-larger", &o.print.ElideElements, 0, "leave out constants with more elements"),
		numberFlag("mlir-elide-resource-strings-if-larger", &o.print.ElideResources, 0, "leave out resources with more characters"),
		numberFlag("mlir-print-elementsattrs-with-hex-if-larger", &o.print.HexElements, -1, "print constants with more elements in hexadecimal, -1 for none"),
	)
	add("Help",
		switchFlag("help", &o.help, "show this"),
		switchFlag("h", &o.help, "show this"),
		switchFlag("help-passes", &o.helpPasses, "describe the passes and their options"),
		switchFlag("version", &o.version, "show the version"),
	)
	return append(flags, refusedFlags()...)
}

// keepNamesFlag is the flag that says whether values are called as in the input.
func (o *options) keepNamesFlag() *flag {
	keep := new(bool)
	f := switchFlag("keep-names", keep, "print the names that values have in the input; the default on a terminal")
	set := f.set
	f.set = func(text string) error {
		o.keepNames = keep
		return set(text)
	}
	return f
}

// keepsNames tells whether a text shows the names that values have in the input: as the
// flag says, or if a person reads it, since w is a console and no file gets it instead.
func (o *options) keepsNames(w any, noFile bool) bool {
	if o.keepNames != nil {
		return *o.keepNames
	}
	return noFile && isConsole(w)
}

// watchingFlags are the flags that tell what passes do.
func (o *options) watchingFlags() []*flag {
	return []*flag{
		listFlag("mlir-print-ir-before", "pass", &o.printIR.Before, "print the IR before these passes").offers(passNames),
		listFlag("mlir-print-ir-after", "pass", &o.printIR.After, "print the IR after these passes").offers(passNames),
		switchFlag("mlir-print-ir-before-all", &o.printIR.BeforeAll, "print the IR before every pass"),
		switchFlag("mlir-print-ir-after-all", &o.printIR.AfterAll, "print the IR after every pass"),
		switchFlag("mlir-print-ir-after-change", &o.printIR.AfterChange, "print it after a pass only when it changed"),
		switchFlag("mlir-print-ir-after-failure", &o.printIR.AfterFailure, "print it after a pass only when it failed"),
		switchFlag("mlir-print-ir-module-scope", &o.printIR.ModuleScope, "print the whole module each time"),
		textFlag("mlir-print-ir-tree-dir", "folder", &o.printIR.TreeDir, "print the IR to files in folders that mirror the operations"),
		switchFlag("print-ir-diff", &o.printIR.Diff, "print what each pass changed as a diff"),
		textFlag("mlir-pass-pipeline-crash-reproducer", "file", &o.reproducer.File, "when a pass fails, write the input and the pipeline to a file, for --run-reproducer"),
		switchFlag("mlir-pass-pipeline-local-reproducer", &o.reproducer.Local, "write the failing pass and the IR before it instead"),
		switchFlag("mlir-timing", &o.timing, "show how long everything took"),
		choiceFlag("mlir-timing-display", &o.timingDisplay, "arrange the times as a tree or as a list", "tree", "list"),
		choiceFlag("mlir-output-format", &o.timingFormat, "write the times as text or as JSON", "text", "json"),
		switchFlag("mlir-pass-statistics", &o.statistics, "show the counters of the passes"),
		choiceFlag("mlir-pass-statistics-display", &o.statsDisplay, "arrange the counters by pipeline or as a list", "pipeline", "list"),
	}
}
