package lower_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"testing/fstest"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/image"
	"optc/parser"
	"optc/passes"
)

// built compiles the program of the example and returns its files.
func built(f *testing.F) map[string][]byte {
	f.Helper()
	ctx := all.Context()
	var problems ir.Diagnostics
	module, err := parser.Parse(f.Context(), ctx, &ir.Source{Name: "double.mlir", Text: source}, &problems)
	if err != nil {
		f.Fatal(problems.String())
	}
	pipeline, err := passes.Table().Parse("builtin.module(tile)")
	if err != nil {
		f.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(f.Context(), pipeline, module); err != nil {
		f.Fatal(err)
	}
	program, d := lower.Images(module)
	if d != nil {
		f.Fatal(d)
	}
	files, err := lower.Files(&program.Target, module, program.Images, lower.FileOptions{})
	if err != nil {
		f.Fatal(err)
	}
	return files
}

// number finds the numbers of a manifest.
var number = regexp.MustCompile(`-?\b[0-9]+\b`)

// FuzzLoad: with any other numbers in the manifest and any image, a program is
// refused with a code or runs without a panic.
func FuzzLoad(f *testing.F) {
	files := built(f)
	whole := files[lower.ManifestFile]
	numbers := number.FindAllIndex(whole, -1)
	for i := range numbers {
		f.Add(uint(i), int64(-1), uint(0), int64(8), files["tile_7.bin"])
		f.Add(uint(i), int64(1)<<62, uint(i+1), int64(1)<<62, []byte{})
	}
	var problems ir.Diagnostics
	module, err := parser.Parse(f.Context(), all.Context(), &ir.Source{Text: string(files[lower.ProgramFile])}, &problems)
	if err != nil {
		f.Fatal(problems.String())
	}
	f.Fuzz(func(t *testing.T, i uint, x int64, k uint, y int64, image []byte) {
		manifest := replaced(replaced(whole, i, x), k, y)
		dir := fstest.MapFS{
			lower.ManifestFile: {Data: manifest}, lower.ProgramFile: {Data: files[lower.ProgramFile]}, "tile_7.bin": {Data: image},
		}
		m, _, err := lower.ReadDir(dir)
		if err != nil {
			if diag.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		program, err := lower.Load(dir, m, module)
		if err != nil {
			if diag.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		device, err := program.Device(module)
		if err != nil {
			return
		}
		device.MaxSteps = 10000
		for _, v := range m.Variables {
			if n, _ := ir.NumElements(v.Shape); n < 1<<20 {
				device.Read(v.Name) // may fail, may not panic
			}
		}
		if size(m) < 1<<20 {
			device.Run(t.Context())
		}
	})
}

// replaced puts another value in place of one of the numbers of a text.
func replaced(text []byte, which uint, by int64) []byte {
	at := number.FindAllIndex(text, -1)
	lo, hi := at[which%uint(len(at))][0], at[which%uint(len(at))][1]
	return slices.Concat(text[:lo], strconv.AppendInt(nil, by, 10), text[hi:])
}

// size is how many bytes the copies of a program move.
func size(m *image.Manifest) (n uint64) {
	count := func(list []image.MoveRecord) {
		for _, r := range list {
			n += r.Bytes
		}
	}
	for _, s := range m.Program {
		count(s.Copy)
	}
	for _, s := range m.ComputeSets {
		count(s.Before)
		count(s.After)
	}
	return n
}

// TestWriteDir: a folder that holds something else is left alone, and one that
// cannot be written is reported.
func TestWriteDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/precious.txt", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{lower.ManifestFile: []byte("{}")}
	if err := lower.WriteDir(dir, files, nil); diag.CodeOf(err) != "output-folder" {
		t.Errorf("got %v", err)
	}
	if err := lower.WriteDir(dir+"/precious.txt/out", files, nil); err == nil {
		t.Error("a folder inside of a file was written")
	}
	told := ""
	if err := lower.WriteDir(dir+"/sub/out", files, func(path string) { told = path }); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(told); told == "" || err == nil {
		t.Errorf("the temporary folder %q is left behind", told)
	}
	files["tile_0.bin"] = []byte{1}
	if err := lower.WriteDir(dir+"/sub/out", files, nil); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(dir + "/sub/out/tile_0.bin"); err != nil || len(data) != 1 {
		t.Errorf("the folder was not replaced: %v", err)
	}
}
