package optmain

import (
	"fmt"
	"os"

	"optc/internal/base/flags"
	"optc/internal/tool/tune"
	"optc/ir"
	"optc/sim"
)

// tuneOptions are the options of `optc tune`.
type tuneOptions struct {
	source sourceFlags
	budget *int
	format string
	out    string
	cache  string
	write  bool
	whole  bool
	limits limits
}

func (o *tuneOptions) flags(t *tool) []*flags.Flag {
	o.format = "table"
	return append(o.source.flags(t), append([]*flags.Flag{
		flags.Number("budget", &o.budget, 1, fmt.Sprintf("execute at most that many candidates; the default is %d", tune.DefaultBudget)),
		flags.Text("o", "file", &o.out, "write the source with the chosen layouts to a file"),
		flags.Switch("write", &o.write, "write the chosen layouts into the file itself; comments, names and the division into lines are kept"),
		flags.Text("cache", "folder", &o.cache, "keep what was measured in a folder, for other runs with the same program, target and version of this tool"),
		flags.Switch("whole", &o.whole, "execute all workgroups and all iterations of a large kernel; otherwise each candidate executes a part, and its cycles are scaled"),
		flags.Choice("format", &o.format, "write the report as a table or as JSON", "table", "json"),
	}, o.limits.flags(sim.DefaultMaxSteps, sim.DefaultMaxMemory)...)...)
}

// openCache returns the cache that a flag names, or nil. A measurement depends on this program, on
// the module with its target, and on the passes.
func (o *tuneOptions) openCache(t *tool, p *program, pipeline string) (*tune.Cache, error) {
	if o.cache == "" {
		return nil, nil
	}
	folder, err := t.files.Output(o.cache)
	if err != nil {
		return nil, err
	}
	file, err := os.Executable()
	if err != nil {
		return nil, err
	}
	self, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return tune.OpenCache(folder, self, ir.Print(p.module, ir.PrintOptions{}), []byte(pipeline), fmt.Append(nil, o.limits.values(), o.whole)), nil
}
