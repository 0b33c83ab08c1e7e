package lower

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"optc/diag"
	"optc/ir"
)

// Folder is a built program on disk.
type Folder struct {
	Module string // text of the lowered module

	dir        fs.FS
	manifest   []byte
	parsed     bool     // the manifest is known to be JSON
	files      []digest // the files listed in the manifest
	unverified bool
}

// Open reads the manifest and the text of the module of a built program, and compares its files
// with the digests in the manifest; Program compares the rest. An unverified folder may have been
// edited: neither files nor images are compared, and only the module determines Program. The error
// codes are no-program, manifest and edited.
func Open(dir fs.FS, unverified bool) (*Folder, error) {
	manifest, err := fs.ReadFile(dir, ManifestFile)
	if err != nil {
		if _, none := fs.Stat(dir, "."); errors.Is(none, fs.ErrNotExist) {
			return nil, diag.Errorf("no-program", "expected the folder of a built program, but there is no such folder; 'optc build -o' makes it")
		}
		e := diag.Errorf("no-program", "expected the folder of a built program, but it has no %s", ManifestFile)
		if !errors.Is(err, fs.ErrNotExist) {
			e.Note("%v", err)
		}
		return nil, e
	}
	f := &Folder{dir: dir, manifest: manifest, unverified: unverified}
	// The manifest of a program that is not damaged is compared as text, so that it need not
	// be parsed.
	if unverified || !f.listed() {
		err = f.parse()
	}
	if err == nil {
		err = f.read()
	}
	if err != nil && !f.parsed {
		if err = f.parse(); err == nil {
			err = f.read()
		}
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// listed finds the list of the files at the end of the manifest, where Files writes it. It reports
// whether the list is there.
func (f *Folder) listed() bool {
	i := bytes.LastIndex(f.manifest, []byte(filesKey))
	if i < 0 {
		return false
	}
	list, whole := bytes.CutSuffix(f.manifest[i+len(filesKey):], []byte("\n}\n"))
	return whole && json.Unmarshal(list, &f.files) == nil
}

// filesKey is the last key of a manifest.
const filesKey = "\n \"files\": "

// parse reads the list of the files from the manifest. The error code is manifest.
func (f *Folder) parse() error {
	var listed struct{ Files []digest }
	err := json.Unmarshal(f.manifest, &listed)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return diag.Errorf("manifest", "%s is damaged: it holds a %s where it must not", ManifestFile, wrong.Value)
	}
	if err != nil {
		return diag.Errorf("manifest", "%s is damaged: %v", ManifestFile, err)
	}
	f.parsed, f.files = true, listed.Files
	return nil
}

// read reads the text of the module and compares the files with their digests. The error
// codes are no-program and edited.
func (f *Folder) read() error {
	var text strings.Builder
	if info, err := fs.Stat(f.dir, ProgramFile); err == nil {
		text.Grow(int(info.Size()))
	}
	if _, err := f.copyTo(&text, ProgramFile); err != nil {
		return diag.Errorf("no-program", "the built program is not complete: %s is missing or cannot be read", ProgramFile).Note("%v", err)
	}
	f.Module = text.String()
	return f.verify()
}

// verify compares the files with their digests.
func (f *Folder) verify() error {
	if f.unverified {
		return nil
	}
	for _, want := range f.files {
		sum := crc32.NewIEEE()
		size, err := f.copyTo(sum, want.Name)
		if err != nil {
			return diag.Errorf("edited", "%s is missing or cannot be read", want.Name).Note("%v", err)
		}
		if got := (digest{want.Name, size, fmt.Sprintf("%08x", sum.Sum32())}); got != want {
			return diag.Errorf("edited", "%s is not as it was written: expected %d bytes with CRC-32 %s, but got %d with %s", want.Name, want.Size, want.CRC32, got.Size, got.CRC32)
		}
	}
	return nil
}

// copyTo writes a file to w.
func (f *Folder) copyTo(w io.Writer, name string) (int64, error) {
	file, err := f.dir.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}

// Program returns the program of the parsed module, which must agree with the manifest
// and the images. An error about the module is an *ir.Diagnostic; other errors have the
// code manifest, image-size or image-bytes.
func (f *Folder) Program(ctx context.Context, families []*Family, module *ir.Operation) (*Program, error) {
	family, op, err := Only(families, module)
	if err != nil {
		return nil, err
	}
	if err := f.checkFormat(family.Format()); err != nil {
		return nil, err
	}
	p, err := f.build(ctx, family, op)
	if err != nil {
		return nil, err
	}
	if f.unverified {
		return p, nil
	}
	if !p.describedBy(f.manifest, f.files) {
		if err := f.explain(p); err != nil {
			return nil, err
		}
	}
	var got, want bytes.Buffer
	for _, u := range p.Units {
		if err := f.check(u, &got, &want); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// checkFormat tests the format of the manifest. The error code is manifest.
func (f *Folder) checkFormat(want string) error {
	if bytes.HasPrefix(f.manifest, fmt.Appendf(nil, "{\n \"format\": %q,", want)) {
		return nil
	}
	var header struct{ Format string }
	if err := json.Unmarshal(f.manifest, &header); err != nil || header.Format != want {
		return diag.Errorf("manifest", "expected format '%s' in %s, but got '%s'", want, ManifestFile, header.Format)
	}
	return nil
}

// explain returns the first difference of a manifest that has not the expected text, or nil
// if the facts are the same.
func (f *Folder) explain(p *Program) error {
	if !f.parsed {
		if err := cmp.Or(f.parse(), f.verify()); err != nil {
			return err
		}
	}
	if d := difference(p.manifest(f.files), f.manifest); d != "" {
		return diag.Errorf("manifest", "%s does not describe %s: %s", ManifestFile, ProgramFile, d)
	}
	return nil
}

// leavesOut reports whether the text may have values without elements, which are only in the
// images.
func (f *Folder) leavesOut() bool {
	return strings.Contains(f.Module, "dense_resource") || strings.Contains(f.Module, "sparse")
}

// build reads the program, including the values that only the images hold.
func (f *Folder) build(ctx context.Context, family *Family, op *ir.Operation) (*Program, error) {
	if family.Values != nil && f.leavesOut() {
		values, err := family.Values(ctx, op)
		if err != nil {
			return nil, err
		}
		if err := f.putBack(values); err != nil {
			return nil, err
		}
	}
	return family.Build(ctx, op)
}

// check compares the image of a unit, which may be a full image, with the expected
// contents.
func (f *Folder) check(u *Unit, got, want *bytes.Buffer) error {
	if len(u.Chunks) == 0 {
		return nil
	}
	got.Reset()
	if _, err := f.copyTo(got, u.file()); err != nil {
		return diag.Errorf("image-size", "%s is missing or cannot be read", u.file()).Note("%v", err)
	}
	want.Reset()
	u.Image(uint64(got.Len()) == u.Memory.Size).WriteTo(want)
	if got.Len() != want.Len() {
		return diag.Errorf("image-size", "expected %s to have %d bytes, or %d if it is full, but got %d", u.file(), want.Len(), u.Memory.Size, got.Len())
	}
	if bytes.Equal(got.Bytes(), want.Bytes()) {
		return nil
	}
	at := 0
	for got.Bytes()[at] == want.Bytes()[at] {
		at++
	}
	return diag.Errorf("image-bytes", "expected byte %d of %s to be %#02x as in %s, but got %#02x", at, u.file(), want.Bytes()[at], ProgramFile, got.Bytes()[at])
}
