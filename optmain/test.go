package optmain

import (
	"optc/internal/flags"
	"optc/lit"
)

// testCommand is `optc test`. run executes the tools of the tests, in this process.
func testCommand(run runFunc) *Command {
	return &Command{
		Name:  "test",
		Title: "run lit tests",
		Usage: lit.Usage,
		Help:  lit.Help,
		flags: func(*tool) []*flags.Flag { return testFlags() },
		Run: func(e *Env, args []string) int {
			self := func(inv *lit.Invocation) int {
				c := e.Config
				c.Dir, c.Within = inv.Dir, inv.Within
				return run(inv.Context, c, inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
			}
			return lit.Command(e.Context, args, map[string]lit.Tool{e.Name: self, "mlir-opt": self}, e.Stdin, e.Stdout, e.Stderr)
		},
	}
}

// testFlags declares the flags of `optc test`, which package lit parses, for the help.
func testFlags() (list []*flags.Flag) {
	for _, f := range lit.Flags() {
		list = append(list, &flags.Flag{Name: f.Name, Value: f.Value, Help: f.Help})
	}
	return list
}
