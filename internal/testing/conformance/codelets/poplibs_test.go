package codelets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/internal/family/poplar/codelet"
	"optc/internal/testing/cases"
	"optc/ir"
)

const (
	// poplibsFolder is the environment variable with the folder of poplibs.
	poplibsFolder = "POPLIBS"
	// poplibsSample is the environment variable with the largest number of instances of a
	// class that are compared; all without it.
	poplibsSample = "POPLIBS_SAMPLE"
	// poplibsList has the classes that are compared: file, class, kind, instances.
	poplibsList = "codelet-classes.tsv"
)

// result is a row of the table: a class, how many instances have code, how many of them
// agree, and the first problem.
type result struct {
	class                         string
	instances, code, agree, words int
	states                        int
	way                           string
	problem                       string
}

func (r *result) String() string {
	return fmt.Sprintf("%-55s %4d %4d %4d %4d %5d %-6s %s", r.class, r.instances, r.code, r.agree, r.words, r.states, r.way, r.problem)
}

// way is a set of macros under which a file is read.
type way struct {
	name               string
	defines, undefined []string
}

// ways are the code for the chip, as far as the host can compile it, and the plain code.
var ways = []way{
	{name: "chip"},
	{name: "plain", defines: []string{"POPLIBS_DISABLE_ASM_CODELETS"}, undefined: []string{"__IPU__"}},
}

// TestPoplibs compares the listed classes of poplibs.
func TestPoplibs(t *testing.T) {
	root := os.Getenv(poplibsFolder)
	if root == "" {
		t.Skipf("the variable %s names no working tree of poplibs", poplibsFolder)
	}
	wanted := map[string][]string{}
	var files []string
	for line := range strings.Lines(string(cases.Open(t, poplibsList))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(f) < 2 {
			continue
		}
		if wanted[f[0]] == nil {
			files = append(files, f[0])
		}
		wanted[f[0]] = append(wanted[f[0]], f[1])
	}
	var table []result
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cpp"), func(t *testing.T) {
			rows := comparePoplibs(t, root, file, wanted[file])
			for _, r := range rows {
				t.Log(r.String())
			}
			table = append(table, rows...)
		})
	}
	var b strings.Builder
	code, agree, instances, with, same := 0, 0, 0, 0, 0
	for _, r := range table {
		if r.code == r.instances && r.instances > 0 {
			code++
			if r.agree == r.instances {
				agree++
			}
		}
		instances, with, same = instances+r.instances, with+r.code, same+r.agree
		fmt.Fprintln(&b, r.String())
	}
	t.Logf("class, instances, with code, that agree, with partial words, states, macros, first problem:\n%s%d classes: %d have code for all instances, all instances of %d agree; %d instances, %d with code, %d agree",
		&b, len(table), code, agree, instances, with, same)
}

// comparePoplibs compares classes of a file, with the macros of each way until all their
// instances agree.
func comparePoplibs(t *testing.T, root, file string, wanted []string) []result {
	includes := []string{filepath.Join(root, "include")}
	for _, pattern := range []string{"lib/*/codelets", "lib/*"} {
		list, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		includes = append(includes, list...)
	}
	rows := make([]result, len(wanted))
	for k, name := range wanted {
		rows[k].class = name
	}
	for _, w := range ways {
		if !slices.ContainsFunc(rows, func(r result) bool { return r.instances == 0 || r.agree < r.instances }) {
			break
		}
		compareWay(t, w, filepath.Join(root, file), includes, rows)
	}
	return rows
}

func compareWay(t *testing.T, w way, file string, includes []string, rows []result) {
	src := codelet.Source{Files: append([]string{file}, companions(file)...), Folders: includes, Defines: w.defines, Undefined: w.undefined}
	classes, problems := readClasses(t, src)
	var coded []*class
	found := make([]result, len(rows))
	of := map[*class]*result{}
	sample, _ := strconv.Atoi(os.Getenv(poplibsSample))
	for _, c := range classes {
		base, _, _ := strings.Cut(c.name, "<")
		k := slices.IndexFunc(rows, func(r result) bool { return r.class == base })
		if k < 0 {
			continue
		}
		r := &found[k]
		r.class, r.way = base, w.name
		if sample > 0 && r.instances >= sample {
			continue
		}
		r.instances++
		if c.view.Compute() == nil {
			continue
		}
		r.code++
		coded = append(coded, c)
		of[c] = r
	}
	for _, d := range problems.List() {
		for k := range found {
			if text := d.Text(); found[k].problem == "" && slices.ContainsFunc(d.Notes, func(n *ir.Diagnostic) bool { return strings.Contains(n.Msg, "'"+rows[k].class) }) {
				found[k].problem = filepath.Base(text)
			}
		}
	}
	flags := hostMacros(t, src)
	for _, i := range includes {
		flags = append(flags, "-I", i)
	}
	var h *host
	var err error
	for _, c := range companions(file) {
		flags = append(flags, "-include", c)
	}
	if len(coded) > 0 {
		if h, err = buildHost(t, file, flags, coded); err != nil {
			for k := range found {
				if found[k].problem == "" {
					found[k].problem = "the host cannot compile it: " + oneLine(err.Error())
				}
			}
		}
	}
	for k, c := range coded {
		if h == nil {
			break
		}
		r := of[c]
		v := compare(t, h, k, c, architectures)
		r.states += v.states
		if v.words {
			r.words++
		}
		if v.problem == "" {
			r.agree++
		} else if r.problem == "" {
			r.problem = c.name + ": " + oneLine(v.problem)
			if strings.Contains(v.problem, "ended") {
				break
			}
		}
	}
	for k := range rows {
		if rows[k].instances == 0 || found[k].agree > rows[k].agree || found[k].agree == rows[k].agree && found[k].code > rows[k].code {
			found[k].class = rows[k].class
			if rows[k].problem != "" && found[k].problem != "" {
				found[k].problem += "; " + rows[k].problem
			}
			rows[k] = found[k]
		} else {
			rows[k].problem += "; " + w.name + ": " + found[k].problem
		}
	}
}

// companions returns the files that define functions which the classes of a file call.
func companions(file string) (list []string) {
	for name, with := range map[string]string{
		"MultiUpdate":       "MultiSliceUpdateCommon.cpp",
		"ConvPartialnx1":    "../ConvPartialsStridesPacking.cpp",
		"elemwiseScaledAdd": "CheckAccuracyWhenCast.cpp",
	} {
		path := filepath.Join(filepath.Dir(file), with)
		if _, err := os.Stat(path); err == nil && strings.HasPrefix(filepath.Base(file), name) {
			list = append(list, path)
		}
	}
	return list
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), 240)]
}
