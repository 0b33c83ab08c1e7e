package cudacase

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Emulator is the variable of the environment that names a checkout of tinygrad, whose emulator executes the instructions
// of AMD's chips.
const Emulator = "OPTC_TINYGRAD"

//go:embed emulate.py
var emulation []byte

// compiler calls llc without instructions on parts of registers: the emulator computes differences of them wrongly.
const compiler = "#!/bin/sh\nexec llc-22 -amdgpu-sdwa-peephole=0 %s \"$@\"\n"

// Narrow are options of llc for programs that compute with numbers of 8 and 16 bits between lanes. Without them, LLVM uses halves of
// registers, exchanges within additions of 16 bits, and words at addresses that are not aligned, which the emulator computes in its own way.
const Narrow = "-mattr=-real-true16,-unaligned-access-mode -amdgpu-dpp-combine=false"

// job is an execution of the kernels of a case.
type job struct {
	Folder     string        `json:"folder"`
	Object     string        `json:"object"`
	Launches   []jobLaunch   `json:"launches"`
	Arguments  []jobArgument `json:"arguments"`
	Descending bool          `json:"descending"`
	types      []string
}

type jobLaunch struct {
	Kernel string `json:"kernel"`
	Grid   [3]int `json:"grid"`
	Block  [3]int `json:"block"`
}

// jobArgument is an argument: the file with its bytes.
type jobArgument struct {
	File  string `json:"file"`
	Array bool   `json:"array"`
}

// Emulate compiles cases for an AMD chip by their scripts, executes them with the emulator in a folder, with the waves in both orders,
// and compares the arrays with the expected ones as [Judge] does. llc gets the options. The folder dir gets their files. The list has an
// error for each case.
func Emulate(ctx context.Context, emulator, chip, options, dir string, cases []*Case) ([]error, error) {
	if err := os.WriteFile(filepath.Join(dir, "llc"), fmt.Appendf(nil, compiler, options), 0o777); err != nil {
		return nil, err
	}
	verdicts := make([]error, len(cases))
	jobs := []*job{}
	var of []int // the case of each job
	for i, c := range cases {
		list, err := c.jobs(ctx, filepath.Join(dir, strconv.Itoa(i)))
		if verdicts[i] = err; err != nil {
			continue
		}
		for _, j := range list {
			jobs, of = append(jobs, j), append(of, i)
		}
	}
	failures, err := emulateJobs(ctx, emulator, chip, dir, jobs)
	if err != nil {
		return nil, err
	}
	for k, j := range jobs {
		err := j.compare(cases[of[k]])
		if failures[k] != "" {
			err = errors.New(failures[k])
		}
		if err != nil && verdicts[of[k]] == nil {
			verdicts[of[k]] = fmt.Errorf("descending %t: %w", j.Descending, err)
		}
	}
	return verdicts, nil
}

// jobs writes the files of a case, compiles its kernels, and returns its executions.
func (c *Case) jobs(ctx context.Context, dir string) (list []*job, err error) {
	files, err := c.Files(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	build := exec.CommandContext(ctx, "sh", filepath.Join(dir, "build.sh"))
	build.Env = append(os.Environ(), "LLC="+filepath.Join(dir, "..", "llc"))
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build.sh: %w: %s", err, out)
	}
	host := string(files["main.cpp"])
	arguments, err := hostArguments(host, files)
	if err != nil {
		return nil, err
	}
	var launches []jobLaunch
	for _, g := range launchLine.FindAllStringSubmatch(host, -1) {
		l := jobLaunch{Kernel: g[1]}
		for d := range 3 {
			l.Grid[d], _ = strconv.Atoi(g[2+d])
			l.Block[d], _ = strconv.Atoi(g[5+d])
		}
		launches = append(launches, l)
	}
	given, isArray := passed(host, arguments)
	if isArray == nil {
		return nil, errors.New("the host program does not say which arguments are arrays")
	}
	for _, descending := range []bool{false, true} {
		j := &job{Folder: dir, Object: "kernel.hsaco", Launches: launches, Descending: descending}
		for i, data := range given {
			name, typ := fmt.Sprint("extent ", i), ""
			if i < len(arguments) {
				name, typ = arguments[i].name, arguments[i].typ
			}
			file := fmt.Sprintf("%s.%t.bytes", name, descending)
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o666); err != nil {
				return nil, err
			}
			j.types = append(j.types, typ)
			j.Arguments = append(j.Arguments, jobArgument{File: file, Array: isArray[i]})
		}
		list = append(list, j)
	}
	return list, nil
}

// emulateJobs executes jobs, and returns their failures. A job that ends the emulator is a failure; the emulator starts again after it.
func emulateJobs(ctx context.Context, emulator, chip, dir string, jobs []*job) (failures []string, err error) {
	for len(failures) < len(jobs) {
		list, problem, err := runEmulator(ctx, emulator, chip, dir, jobs[len(failures):])
		if err != nil {
			return nil, err
		}
		failures = append(failures, list...)
		if len(failures) < len(jobs) {
			failures = append(failures, problem)
		}
	}
	return failures, nil
}

// runEmulator executes jobs until they end, or until one ends the emulator, whose problem it returns.
func runEmulator(ctx context.Context, emulator, chip, dir string, jobs []*job) (failures []string, problem string, err error) {
	text, err := json.Marshal(map[string]any{"chip": chip, "jobs": jobs})
	if err != nil {
		return nil, "", err
	}
	script, work := filepath.Join(dir, "emulate.py"), filepath.Join(dir, "jobs.json")
	if err := errors.Join(os.WriteFile(script, emulation, 0o666), os.WriteFile(work, text, 0o666)); err != nil {
		return nil, "", err
	}
	var out, problems bytes.Buffer
	c := exec.CommandContext(ctx, "python3", script, emulator, work)
	c.Stdout, c.Stderr = &out, &problems
	ended := c.Run()
	for line := range bytes.Lines(out.Bytes()) {
		var failure *string
		if err := json.Unmarshal(line, &failure); err != nil {
			return nil, "", fmt.Errorf("the emulator prints %q", line)
		}
		if failure == nil {
			failure = new(string)
		}
		failures = append(failures, *failure)
	}
	if ended == nil && len(failures) < len(jobs) {
		return nil, "", fmt.Errorf("the emulator prints %q", out.String())
	}
	if ended != nil {
		problem = fmt.Sprintf("the emulator: %v: %s", ended, problems.String())
	}
	return failures, problem, nil
}

// compare compares the arrays after an execution with the expected ones.
func (j *job) compare(c *Case) error {
	for i, a := range j.Arguments {
		name, _, _ := strings.Cut(a.File, ".")
		want, err := os.ReadFile(filepath.Join(j.Folder, "want_"+name+".npy"))
		if !a.Array || os.IsNotExist(err) {
			continue
		}
		data, _, err2 := contents(want)
		got, err3 := os.ReadFile(filepath.Join(j.Folder, a.File+".out"))
		if err := errors.Join(err, err2, err3); err != nil {
			return err
		}
		if err := differs(j.types[i], got, data, c.Tolerance); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
