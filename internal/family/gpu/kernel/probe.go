package kernel

import (
	"fmt"
	"strings"

	"optc/internal/family/gpu/probe"
)

// probeFiles returns the program that measures the workgroup memory of a GPU.
func probeFiles(target string) (map[string][]byte, error) {
	m, err := LookupMachine(target)
	if err != nil {
		return nil, err
	}
	files := probe.Files(m.Chip, int(m.Subgroups[0]))
	if m.Chip.IsAMD() {
		files[buildFile] = []byte(m.probeScript())
	}
	return files, nil
}

// probeScript returns the shell script that compiles the kernels of the probe.
func (m *Machine) probeScript() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	beginScript(line, fmt.Sprintf("Compiles %s for %s to %s", probe.Source, m.Chip, probe.Object), []upstreamTool{compiler, linker})
	line(`"$LLC" -O3 -mtriple=amdgcn-amd-amdhsa -mcpu=%s -filetype=obj %s -o probe.o`, m.Chip, probe.Source)
	line(`"$LLD" -flavor gnu -shared probe.o -o %s`, probe.Object)
	line(`rm probe.o`)
	return b.String()
}
