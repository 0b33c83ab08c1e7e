package optmain

import (
	"io"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/passes"
)

// watching holds the flags that show the work of passes.
type watching struct {
	printIR       passes.PrintIROptions
	reproducer    passes.ReproducerOptions
	timing        bool
	timingDisplay string
	timingFormat  string
	statistics    bool
	statsDisplay  string
}

func newWatching() watching {
	return watching{timingDisplay: "tree", timingFormat: "text", statsDisplay: "pipeline"}
}

func (w *watching) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.List("mlir-print-ir-before", "pass", &w.printIR.Before, "print the IR before these passes").Offers(t.Passes.Names),
		flags.List("mlir-print-ir-after", "pass", &w.printIR.After, "print the IR after these passes").Offers(t.Passes.Names),
		flags.Switch("mlir-print-ir-before-all", &w.printIR.BeforeAll, "print the IR before every pass"),
		flags.Switch("mlir-print-ir-after-all", &w.printIR.AfterAll, "print the IR after every pass"),
		flags.Switch("mlir-print-ir-after-change", &w.printIR.AfterChange, "print it after a pass only when it changed"),
		flags.Switch("mlir-print-ir-after-failure", &w.printIR.AfterFailure, "print it after a pass only when it failed"),
		flags.Switch("mlir-print-ir-module-scope", &w.printIR.ModuleScope, "print the whole module each time"),
		flags.Text("mlir-print-ir-tree-dir", "folder", &w.printIR.TreeDir, "print the IR to files in folders that mirror the operations"),
		flags.Switch("print-ir-diff", &w.printIR.Diff, "print what each pass changed as a diff; lines that differ only in names of values are no changes"),
		flags.Text("mlir-pass-pipeline-crash-reproducer", "file", &w.reproducer.File, "when a pass fails, write the input and the pipeline to a file, for --run-reproducer"),
		flags.Switch("mlir-pass-pipeline-local-reproducer", &w.reproducer.Local, "write the failing pass and the IR before it instead"),
		flags.Switch("mlir-timing", &w.timing, "show how long everything took"),
		flags.Choice("mlir-timing-display", &w.timingDisplay, "arrange the times as a tree or as a list", "tree", "list"),
		flags.Choice("mlir-output-format", &w.timingFormat, "write the times as text or as JSON", "text", "json"),
		flags.Switch("mlir-pass-statistics", &w.statistics, "show the counters of the passes"),
		flags.Choice("mlir-pass-statistics-display", &w.statsDisplay, "arrange the counters by pipeline or as a list", "pipeline", "list"),
	}
}

// prepare completes the flags before a run whose dumps go to out. print is the form of
// the output, and keepNames overrides whether dumps show the names of the input.
func (w *watching) prepare(t *tool, out any, print ir.PrintOptions, keepNames *bool, verifyEach bool) (err error) {
	w.printIR.Print, w.reproducer.Print = print, print
	w.printIR.Print.KeepNames = keepsNames(keepNames, out, w.printIR.TreeDir == "")
	w.reproducer.VerifyEach = verifyEach
	for _, name := range []*string{&w.reproducer.File, &w.printIR.TreeDir} {
		if *name != "" {
			if *name, err = t.files.Output(*name); err != nil {
				return err
			}
		}
	}
	return nil
}

// startTiming returns the timing of a run, and a function that writes it to out at the
// end; both do nothing unless times are requested.
func (w *watching) startTiming(out io.Writer) (timing *passes.Timing, write func()) {
	if !w.timing {
		return nil, func() {}
	}
	timing = passes.NewTiming()
	report := timing.Report
	if w.timingFormat == "json" {
		report = timing.ReportJSON
	}
	return timing, func() { report(out, w.timingDisplay == "list") }
}

// instrumentations are the instrumentations that the flags request, outermost first: the measured
// times do not include printing by the others, nor the checks before them.
func (w *watching) instrumentations(timing *passes.Timing, checks ...*passes.Instrumentation) []*passes.Instrumentation {
	var list []*passes.Instrumentation
	if w.reproducer.File != "" {
		list = append(list, passes.Reproducer(w.reproducer))
	}
	if w.statistics {
		list = append(list, passes.PrintStatistics(w.statsDisplay == "list"))
	}
	if w.printIR.Enabled() {
		list = append(list, passes.PrintIR(w.printIR))
	}
	list = append(list, checks...)
	if timing != nil {
		list = append(list, timing.Instrument())
	}
	return list
}
