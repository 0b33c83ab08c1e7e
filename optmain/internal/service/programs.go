package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"optc/internal/base/npy"
)

type buildParams struct {
	Source
	Target string `json:"target" doc:"what to compile for, such as ipu2, bm1684 or sm_80"`
	Images bool   `json:"images,omitempty" doc:"return the contents of the files too"`
}

type buildResult struct {
	Outcome
	Program  string          `json:"program,omitempty" doc:"name of the program, for run and release"`
	Files    []builtFile     `json:"files,omitempty"`
	Manifest json.RawMessage `json:"manifest,omitempty" doc:"the manifest images.json, if the target has one"`
}

type builtFile struct {
	Name string `json:"name"`
	Size int64  `json:"size" doc:"in bytes"`
	Data []byte `json:"data,omitempty" doc:"the contents, if they were asked for"`
}

func build(sh *shell, p *buildParams) (*buildResult, error) {
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	a := sh.run("build", "--diagnostics=json", "--target="+p.Target, "-o", "out", file)
	r := &buildResult{Outcome: a.Outcome}
	if !a.OK {
		return r, nil
	}
	if r.Files, err = listFiles(filepath.Join(sh.dir, "out"), p.Images); err != nil {
		return nil, err
	}
	manifest, err := sh.read(filepath.Join("out", "images.json"))
	if err == nil {
		r.Manifest = manifest
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.Program, err = sh.keep(filepath.Join(sh.dir, "out"))
	return r, err
}

// listFiles lists the files of a folder by name.
func listFiles(dir string, contents bool) (list []builtFile, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		f := builtFile{Name: e.Name(), Size: info.Size()}
		if contents {
			if f.Data, err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				return nil, err
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// keep moves a built program to the programs of the client, and returns its name.
func (s *Service) keep(dir string) (name string, err error) {
	if name, err = s.folder("program"); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.Rename(dir, filepath.Join(s.dir, name, "out")); err != nil {
		return "", err
	}
	s.programs = append(s.programs, name)
	if len(s.programs) > s.MaxPrograms {
		os.RemoveAll(filepath.Join(s.dir, s.programs[0]))
		s.programs = s.programs[1:]
	}
	return name, nil
}

type releaseParams struct {
	Program string `json:"program" doc:"name that build returned"`
}

type releaseResult struct{}

func release(sh *shell, p *releaseParams) (*releaseResult, error) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	i := slices.Index(sh.programs, p.Program)
	if i < 0 {
		return nil, invalid("there is no program '%s'", p.Program)
	}
	sh.programs = slices.Delete(sh.programs, i, i+1)
	return &releaseResult{}, os.RemoveAll(filepath.Join(sh.Service.dir, p.Program))
}

type runParams struct {
	Text     string           `json:"text,omitempty" doc:"MLIR with a program, or with the function to call"`
	Program  string           `json:"program,omitempty" doc:"name of a program that build returned, instead of text"`
	Target   string           `json:"target,omitempty" doc:"what to compile text for"`
	Call     string           `json:"call,omitempty" doc:"function of text to call; without it the program is executed"`
	Inputs   map[string]Input `json:"inputs,omitempty" doc:"variables of the program, or arguments of the function, by their names or as argument0, argument1, …"`
	Seed     int              `json:"seed,omitempty" doc:"choice of random arguments"`
	MaxSteps int64            `json:"maxSteps,omitempty" doc:"operations that a thread may execute in one piece of code"`
	Profile  bool             `json:"profile,omitempty" doc:"say what the run cost"`
	SVG      bool             `json:"svg,omitempty" doc:"with profile, also draw what the run cost as SVG"`
	// The sizes of a launch of the function.
	Workgroup string `json:"workgroup,omitempty" doc:"threads of a workgroup in x, y and z that call the function, such as 64 or 8,8,1"`
	Subgroup  string `json:"subgroup,omitempty" doc:"threads of a subgroup"`
	Grid      string `json:"grid,omitempty" doc:"workgroups in x, y and z"`
	// Expected values, and how far values may differ.
	Expect map[string]Input `json:"expect,omitempty" doc:"arrays that variables, arguments or results must equal after the run"`
	Rtol   float64          `json:"rtol,omitempty" doc:"relative difference that expect allows"`
	Atol   float64          `json:"atol,omitempty" doc:"absolute difference that expect allows"`
}

type runResult struct {
	Outcome
	Outputs map[string]*Array `json:"outputs,omitempty" doc:"variables, or arguments and results of the function, whose elements are all defined"`
	Text    string            `json:"text,omitempty" doc:"all of them as text, with the range of large ones"`
	Profile json.RawMessage   `json:"profile,omitempty" doc:"what the run cost, as run --profile=json says it"`
	SVG     string            `json:"svg,omitempty" doc:"what the run cost as a picture, if it was asked for"`
}

func run(sh *shell, p *runParams) (*runResult, error) {
	if (p.Text == "") == (p.Program == "") {
		return nil, invalid("expected either the parameter 'text' or 'program'")
	}
	specs, err := sh.inputs(givenArrays, p.Inputs, p.Call != "")
	if err != nil {
		return nil, err
	}
	args := []string{"run", "--diagnostics=json", "--print=all", "--output=all=out.npz"}
	flag := "--input="
	if p.Call != "" {
		args = append(args, "--call="+p.Call, "--seed="+strconv.Itoa(p.Seed))
		flag = "--arg="
	}
	for _, spec := range specs {
		args = append(args, flag+spec)
	}
	if p.Target != "" {
		args = append(args, "--target="+p.Target)
	}
	args = append(args, flagsOf(map[string]string{"workgroup": p.Workgroup, "subgroup": p.Subgroup, "grid": p.Grid})...)
	expects, err := sh.inputs(expectedArrays, p.Expect, false)
	if err != nil {
		return nil, err
	}
	for _, spec := range expects {
		args = append(args, "--expect="+spec)
	}
	for i, value := range []float64{p.Rtol, p.Atol} {
		if value != 0 {
			args = append(args, fmt.Sprintf("--%s=%g", []string{"rtol", "atol"}[i], value))
		}
	}
	if p.MaxSteps > 0 {
		args = append(args, "--max-steps="+strconv.FormatInt(p.MaxSteps, 10))
	}
	what, err := sh.program(p)
	if err != nil {
		return nil, err
	}
	a := sh.run(append(args, what)...)
	r := &runResult{Outcome: a.Outcome, Text: a.out}
	if !a.OK {
		return r, nil
	}
	if r.Outputs, err = sh.outputs("out.npz"); err != nil {
		return nil, err
	}
	if p.Profile {
		args = append(slices.DeleteFunc(args, func(arg string) bool { return arg == "--print=all" || arg == "--output=all=out.npz" }), "--profile=json")
		if p.SVG {
			args = append(args, "--profile-svg=profile.svg")
		}
		b := sh.run(append(args, what)...)
		if r.Outcome = b.Outcome; b.OK {
			r.Profile = json.RawMessage(b.out)
			if p.SVG {
				svg, err := sh.read("profile.svg")
				if err != nil {
					return nil, err
				}
				r.SVG = string(svg)
			}
		}
	}
	return r, nil
}

// program returns the name of the file or folder to run.
func (sh *shell) program(p *runParams) (string, error) {
	if p.Program == "" {
		return sh.source(Source{Text: p.Text})
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if !slices.Contains(sh.programs, p.Program) {
		return "", invalid("there is no program '%s'", p.Program)
	}
	return filepath.Join(sh.Service.dir, p.Program, "out"), nil
}

// outputs reads the arrays of a file.
func (sh *shell) outputs(name string) (map[string]*Array, error) {
	data, err := sh.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing is defined as a whole
	}
	if err != nil {
		return nil, err
	}
	arrays, err := npy.FormatOf(name).Read(data, int64(len(data))*1024)
	if err != nil {
		return nil, err
	}
	outputs := map[string]*Array{}
	for name, a := range arrays {
		if err := a.Unpack(); err != nil {
			return nil, err
		}
		outputs[name] = &Array{Type: a.Type, Shape: a.Shape, Data: a.Data}
	}
	return outputs, nil
}
