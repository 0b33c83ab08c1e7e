package cudacase

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"optc/internal/testing/gpgpusim"
	"optc/internal/testing/ptxtest"
)

// Simulate executes the kernels of a case with GPGPU-Sim, whose program is made from simulate.cc, in a folder, and compares the arrays
// with the expected ones: floats of 32 bits within a tolerance, others bit by bit except for NaN.
func Simulate(ctx context.Context, program, dir string, files map[string][]byte, descending bool, tolerance float64) error {
	module, err := ptxtest.Parse(string(files["kernel.ptx"]))
	if err != nil {
		return err
	}
	host := string(files["main.cpp"])
	arguments, err := hostArguments(host, files)
	if err != nil {
		return err
	}
	given, isArray := passed(host, arguments)
	if isArray == nil {
		return errors.New("the host program does not say which arguments are arrays")
	}
	job := gpgpusim.Job{Descending: descending}
	for i, data := range given {
		job.Arguments = append(job.Arguments, gpgpusim.Argument{Array: isArray[i], Data: data})
	}
	requested := 0
	for _, g := range launchLine.FindAllStringSubmatch(host, -1) {
		l := gpgpusim.Launch{Kernel: g[1]}
		for d := range 3 {
			l.Grid[d], _ = strconv.Atoi(g[2+d])
			l.Block[d], _ = strconv.Atoi(g[5+d])
		}
		l.Shared, _ = strconv.Atoi(g[8])
		requested = max(requested, l.Shared)
		for _, e := range module.Entries {
			for _, v := range e.Variables {
				if e.Name == l.Kernel && v.Space == "shared" {
					l.Shared = max(l.Shared, v.Offset+v.Bytes())
				}
			}
		}
		job.Launches = append(job.Launches, l)
	}
	if job.Text, err = gpgpusim.Respell(module, requested); err != nil {
		return err
	}
	after, err := gpgpusim.Execute(ctx, program, dir, &job)
	if err != nil {
		return err
	}
	for i, a := range arguments {
		if want := files["want_"+a.name+".npy"]; want != nil {
			data, _, err := contents(want)
			if err != nil {
				return err
			}
			if err := differs(a.typ, after[i], data, tolerance); err != nil {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
	}
	return nil
}
