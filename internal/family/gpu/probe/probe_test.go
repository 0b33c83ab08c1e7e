package probe

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/gpu"
	"optc/internal/testing/ptxtest"
)

// TestHostFindsRow runs the host program on a model of a card, and compares the printed row with the card's.
func TestHostFindsRow(t *testing.T) {
	t.Parallel()
	compiler, err := exec.LookPath("c++")
	if err != nil {
		t.Skip("skipped: c++ is not installed")
	}
	table, err := os.ReadFile("../../../../dialect/gpu/chips.txt")
	if err != nil {
		t.Fatal(err)
	}
	api, err := os.ReadFile("testdata/cuda.h")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{"sm_80": "sm_80 banks=16 read4=1,2,4,8 read8= read16=3 write4=1,2,4,8,16 write8=2,16 write16=1,2,4 exchange=7"}
	for line := range strings.Lines(string(table)) {
		if words := strings.Fields(line); words[0] == "gfx942" {
			rows[words[0]] = strings.Join(words, " ")
		}
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lanes := 32
			if name != "sm_80" {
				lanes = 64
			}
			dir := t.TempDir()
			files := Files(gpu.Chip(name), lanes)
			files["probe.ptx"], files["probe.hsaco"], files["cuda.h"], files["model.h"] = []byte("code"), []byte("code"), api, []byte(model(row, lanes))
			for file, text := range files {
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			build := exec.CommandContext(t.Context(), compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I.", "-o", "probe", "main.cpp")
			build.Dir = dir
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			run := exec.CommandContext(t.Context(), "./probe")
			run.Dir = dir
			if out, err := run.CombinedOutput(); err != nil || string(out) != row+"\n" {
				t.Errorf("%v, got %q, expected %q", err, out, row)
			}
		})
	}
}

// model returns the header of a row for the model of a card.
func model(row string, lanes int) string {
	var differ []string
	sizes := map[string]string{}
	for _, field := range strings.Fields(row)[1:] {
		key, list, _ := strings.Cut(field, "=")
		if sizes[key] = list; key != "banks" && key != "exchange" {
			differ = append(differ, "{"+list+"}")
		}
	}
	return fmt.Sprintf("#define LANES %d\n#define BANKS %s\n#define EXCHANGE %s\ninline const std::vector<std::vector<int>> differ = {%s};\n", lanes, sizes["banks"], sizes["exchange"], strings.Join(differ, ", "))
}

// TestKernelsInPTX checks and executes the kernels: each pattern has a time, also if a lane has no address.
func TestKernelsInPTX(t *testing.T) {
	t.Parallel()
	m, err := ptxtest.Parse(string(Files("sm_90", 32)[Assembly]))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ptxtest.Check(m) {
		t.Error(err)
	}
	const number = 3
	patterns := make([]byte, number*32*4)
	for lane := range 32 {
		binary.LittleEndian.PutUint32(patterns[4*lane:], uint32(lane*rowBytes))
		binary.LittleEndian.PutUint32(patterns[4*(32+lane):], 0xffffffff)
	}
	cycles := make([]byte, (len(accesses)+1)*number*4)
	for i, e := range m.Entries {
		l := &ptxtest.Launch{Entry: e, Grid: [3]int{1, 1, 1}, Block: [3]int{threads, 1, 1}, Memory: [][]byte{patterns, cycles, {number, 0, 0, 0}}}
		if err := l.Run(); err != nil {
			t.Fatal(e.Name, err)
		}
		for p := range number {
			if n := binary.LittleEndian.Uint32(cycles[4*(i*number+p):]); n < repeats*unrolled || n > 1000 {
				t.Errorf("%s, pattern %d: %d cycles", e.Name, p, n)
			}
		}
	}
	if len(m.Entries) != len(accesses)+1 {
		t.Errorf("%d kernels", len(m.Entries))
	}
}

// TestKernelsInLLVM compiles the kernels for AMD's chips, and counts their accesses.
func TestKernelsInLLVM(t *testing.T) {
	t.Parallel()
	compiler, err := exec.LookPath("llc-22")
	if err != nil {
		t.Skip("skipped: llc-22 is not installed")
	}
	for chip, lanes := range map[gpu.Chip]int{"gfx90a": 64, "gfx942": 64, "gfx1201": 32} {
		c := exec.CommandContext(t.Context(), compiler, "-O3", "-mtriple=amdgcn-amd-amdhsa", "-mcpu="+chip.String(), "-o", "-")
		c.Stdin = strings.NewReader(string(Files(chip, lanes)[Source]))
		out, err := c.Output()
		if err != nil {
			t.Fatal(chip, err)
		}
		for _, name := range []string{"ds_%s_b64 ", "ds_%s_b128 "} {
			read, write := fmt.Sprintf(name, "read"), fmt.Sprintf(name, "write")
			if chip == "gfx1201" {
				read, write = fmt.Sprintf(name, "load"), fmt.Sprintf(name, "store")
			}
			for _, access := range []string{read, write} {
				if n := strings.Count(string(out), access); n != unrolled {
					t.Errorf("%s has %d %s, expected %d", chip, n, access, unrolled)
				}
			}
		}
		if n := strings.Count(string(out), "ds_bpermute_b32 "); n != unrolled {
			t.Errorf("%s has %d exchanges, expected %d", chip, n, unrolled)
		}
	}
}
