package conformance

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"time"
)

// Tool is the mlir-opt that defines what is right.
const Tool = "mlir-opt-22"

// Oracle runs LLVM's mlir-opt on many parts at once.
type Oracle struct {
	Path    string
	Timeout time.Duration // of one process
}

// Find returns the oracle of this machine; ok is false when there is none.
func Find() (o *Oracle, ok bool) {
	path, err := exec.LookPath(Tool)
	return &Oracle{path, 2 * time.Minute}, err == nil
}

// marker separates the parts of a batch; it occurs in no input.
const marker = "//%%%%conformance"

// Run prints each part with the given flags. The result of a part that mlir-opt
// rejects, or that crashes it, is "".
func (o *Oracle) Run(parts []string, flags ...string) []string {
	if len(parts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.Timeout)
	defer cancel()
	args := append([]string{"--split-input-file=" + marker, "--output-split-marker=" + marker,
		"--allow-unregistered-dialect", "--mlir-disable-threading"}, flags...)
	cmd := exec.CommandContext(ctx, o.Path, args...)
	cmd.Stdin = strings.NewReader(strings.Join(parts, "\n"+marker+"\n"))
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	err := cmd.Run()
	outs := strings.Split(stdout.String(), marker+"\n")
	crashed := ctx.Err() != nil || err != nil && cmd.ProcessState.ExitCode() != 1
	if !crashed && len(outs) == len(parts) {
		for i := range outs {
			outs[i] = strings.TrimSpace(outs[i])
		}
		return outs
	}
	if len(parts) == 1 {
		return []string{""}
	}
	half := len(parts) / 2
	return append(o.Run(parts[:half], flags...), o.Run(parts[half:], flags...)...)
}
