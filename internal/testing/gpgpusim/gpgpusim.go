// Package gpgpusim executes kernels in PTX on the functional simulator of GPGPU-Sim: Respell writes them with the instructions that it
// reads, and Execute runs a program, made from simulate.cc and a build of GPGPU-Sim, on the arrays of a job.
package gpgpusim

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Program is the variable of the environment that names the program. The first lines of simulate.cc say how to make it.
const Program = "OPTC_GPGPUSIM"

// configuration holds the options without which the simulator does not begin: the sizes of its caches, which the results do not depend on.
const configuration = `-gpgpu_cache:dl2 S:32:128:24,L:B:m:L:P,A:192:4,32:0,32
-gpgpu_cache:il1 N:64:128:16,L:R:f:N:L,S:2:48,4
-gpgpu_tex_cache:l1 N:4:128:256,L:R:m:N:L,T:512:8,128:2
-gpgpu_const_cache:l1 N:128:64:8,L:R:f:N:L,S:2:64,4
-network_mode 2
`

// Job is an execution of kernels, one after another.
type Job struct {
	Text       string // the kernels, as [Respell] writes them
	Launches   []Launch
	Arguments  []Argument
	Descending bool // whether subgroups take turns from the last to the first
}

// Launch is a launch of a kernel on all arguments.
type Launch struct {
	Kernel      string
	Grid, Block [3]int
	Shared      int // bytes of shared memory, which get garbage
}

// Argument is an array, whose bytes change, or a number.
type Argument struct {
	Array bool
	Data  []byte
}

// Execute executes a job in a folder, which gets its files, and returns the bytes of each argument after it.
func Execute(ctx context.Context, program, dir string, job *Job) (after [][]byte, err error) {
	files := map[string][]byte{"kernel.ptx": []byte(job.Text), "gpgpusim.config": []byte(configuration)}
	var lines strings.Builder
	for i, a := range job.Arguments {
		kind := "number"
		if a.Array {
			kind = "array"
		}
		fmt.Fprintf(&lines, "%s %d.bytes\n", kind, i)
		files[fmt.Sprint(i, ".bytes")] = a.Data
	}
	if job.Descending {
		lines.WriteString("descending\n")
	}
	for _, l := range job.Launches {
		fmt.Fprintf(&lines, "launch %s %s %s %d\n", l.Kernel, triple(l.Grid), triple(l.Block), l.Shared)
	}
	files["job"] = []byte(lines.String())
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	c := exec.CommandContext(ctx, program, "kernel.ptx", "job")
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out[max(0, len(out)-2000):])
	}
	if at := strings.Index(string(out), "Syntax error"); at >= 0 {
		return nil, fmt.Errorf("%s", out[max(0, at-200):min(len(out), at+200)])
	}
	for i, a := range job.Arguments {
		data := a.Data
		if a.Array {
			if data, err = os.ReadFile(filepath.Join(dir, fmt.Sprint(i, ".bytes.out"))); err != nil {
				return nil, err
			}
		}
		after = append(after, data)
	}
	return after, nil
}

func triple(x [3]int) string { return strings.Trim(fmt.Sprint(x), "[]") }
