package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
)

// TestSBOM lists the modules of the program that runs this test.
func TestSBOM(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	text, err := sbom("v1.2.3", program)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Packages) < 2 || d.Packages[0].Name != "optc" || d.Packages[0].Version != "v1.2.3" || d.Packages[1].Name != "go" {
		t.Errorf("got %s", text)
	}
	if len(d.Relationships) != len(d.Packages) || d.Relationships[0].Kind != "DESCRIBES" {
		t.Errorf("got %s", text)
	}
	if _, err := sbom("v1", []byte("no program")); err == nil {
		t.Error("no error for a file that is no program")
	}
}

// TestArchive reads an archive back; equal files give equal archives.
func TestArchive(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{"optc": []byte("a"), "filecheck": []byte("bc")}
	data, err := archive("optc_v1_windows_amd64", files)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := archive("optc_v1_windows_amd64", files); !bytes.Equal(data, again) {
		t.Error("two archives of equal files differ")
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			break
		}
		text, _ := io.ReadAll(r)
		got = append(got, h.Name+"="+string(text))
	}
	if want := "optc_v1_windows_amd64/filecheck.exe=bc optc_v1_windows_amd64/optc.exe=a"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if got, want := string(sums(map[string][]byte{"x": nil})), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  x\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRefuses: a version is a name of a file.
func TestRefuses(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"", "../v1", "v 1"} {
		if err := release(version, t.TempDir()); err == nil || !strings.Contains(err.Error(), "expected -version") {
			t.Errorf("%q: %v", version, err)
		}
	}
}
