package main

// In the browser the command is optc itself, for a script to call. It sets the global
// object optc, with the members
//
//	run(args, text)  runs a command line with a text as its standard input; the result has
//	                 the members code, stdout and stderr
//	passes           what can be chosen: the name and title of each pass, and step, how a
//	                 pipeline on modules spells it
//	targets          names of architectures

import (
	"bytes"
	"context"
	"strings"
	"syscall/js"

	"optc/ir"
	"optc/lower"
	"optc/optmain"
)

func main() {
	config := optmain.DefaultConfig()
	var list []any
	for _, p := range config.Passes.Passes {
		step := p.Name
		if !p.RunsOn(ir.ModuleOp{}.Kind().String()) {
			step = string(p.Anchor[0].Kind()) + "(" + p.Name + ")"
		}
		list = append(list, map[string]any{"name": p.Name, "title": p.Title, "step": step})
	}
	var targets []any
	for _, name := range lower.TargetNames(lower.Targets(config.Programs)) {
		targets = append(targets, name)
	}
	js.Global().Set("optc", map[string]any{"run": js.FuncOf(run), "passes": list, "targets": targets})
	select {} // functions of Go can be called as long as main runs
}

// run is optc.run.
func run(_ js.Value, args []js.Value) any {
	var words []string
	for i := range args[0].Length() {
		words = append(words, args[0].Index(i).String())
	}
	var stdout, stderr bytes.Buffer
	code := optmain.Run(context.Background(), optmain.DefaultConfig(), words, strings.NewReader(args[1].String()), &stdout, &stderr)
	return map[string]any{"code": code, "stdout": stdout.String(), "stderr": stderr.String()}
}
