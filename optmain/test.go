package optmain

import (
	"context"
	"fmt"

	"optc/internal/base/flags"
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
		Run: runs(func(t *tool, args []string) int {
			self := func(inv *lit.Invocation) int {
				c := t.Config
				c.Dir, c.Within, c.ownsProcess = inv.Dir, inv.Within, false
				return run(inv.Context, c, inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
			}
			code := 0
			t.doInPart("testing", func(ctx context.Context, w *work) error {
				code = lit.Command(ctx, args, map[string]lit.Tool{t.Name: self, "mlir-opt": self}, t.stdout, t.stderr, func(done, total, bad int) {
					w.say(func() string { return fmt.Sprintf("%d of %d, %d bad", done, total, bad) })
				})
				return nil
			})
			return code
		}),
	}
}

// testFlags declares the flags of `optc test`, which package lit parses, for the help.
func testFlags() (list []*flags.Flag) {
	for _, f := range lit.Flags() {
		list = append(list, &flags.Flag{Name: f.Name, Value: f.Value, Help: f.Help})
	}
	return list
}
