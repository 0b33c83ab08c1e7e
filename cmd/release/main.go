// Command release builds optc and filecheck for five platforms, from a tree without changes:
//
//	go run ./cmd/release -version v0.1.0 -o release
//
// The folder gets an archive for each platform, the sizes and names of the modules that the
// programs are built from as an SBOM in the format SPDX 2.3, and SHA256SUMS with a line for each
// file, which sha256sum -c reads. Two builds of one commit with one version of Go give the same
// programs.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// platforms are the pairs of GOOS and GOARCH for which a release has programs.
var platforms = []string{"darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64"}

// programs are the commands of a release.
var programs = []string{"optc", "filecheck"}

func main() {
	version := flag.String("version", "", "the version that the files are named after, for example v0.1.0")
	out := flag.String("o", "release", "the folder for the files")
	flag.Parse()
	if err := release(*version, *out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(version, out string) error {
	if version == "" || strings.ContainsAny(version, `/\ `) {
		return fmt.Errorf("expected -version to be a name such as v0.1.0, but got '%s'", version)
	}
	changes, err := exec.Command("git", "status", "--porcelain").Output()
	switch {
	case err != nil:
		return fmt.Errorf("cannot ask git for changes: %w", err)
	case len(changes) > 0:
		return fmt.Errorf("the tree has changes, which no commit names:\n%s", changes)
	}
	files := map[string][]byte{}
	var modules []byte
	for _, platform := range platforms {
		built, err := build(platform)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("optc_%s_%s", version, strings.ReplaceAll(platform, "/", "_"))
		if files[name+".tar.gz"], err = archive(name, built); err != nil {
			return err
		}
		if modules, err = sbom(version, built[programs[0]]); err != nil {
			return err
		}
	}
	files["optc_"+version+".spdx.json"] = modules
	files["SHA256SUMS"] = sums(files)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(out, name), files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// build returns the programs for a platform by their names.
func build(platform string) (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	system, machine, _ := strings.Cut(platform, "/")
	files := map[string][]byte{}
	for _, program := range programs {
		file := filepath.Join(dir, program)
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./cmd/"+program)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0")
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("cannot build %s for %s: %w\n%s", program, platform, err, text)
		}
		if files[program], err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// archive packs files into a folder of an archive. Times and owners are left out, so that equal
// files give equal archives.
func archive(folder string, files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		entry := name
		if strings.Contains(folder, "_windows_") {
			entry += ".exe"
		}
		err := t.WriteHeader(&tar.Header{Name: path.Join(folder, entry), Mode: 0o755, Size: int64(len(files[name]))})
		if err == nil {
			_, err = t.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// sums lists the hashes of files, as sha256sum does.
func sums(files map[string][]byte) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return b.Bytes()
}

// A document is an SBOM in SPDX 2.3 (its sections 6 to 8 and 11).
type document struct {
	Version       string         `json:"spdxVersion"`
	License       string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []module       `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type module struct {
	ID       string `json:"SPDXID"`
	Name     string `json:"name"`
	Version  string `json:"versionInfo"`
	Location string `json:"downloadLocation"`
	Analyzed bool   `json:"filesAnalyzed"`
	Comment  string `json:"comment,omitempty"`
}

type relationship struct {
	From string `json:"spdxElementId"`
	Kind string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// sbom lists the modules that a program was built from, by the build information in it.
func sbom(version string, program []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	const whole = "SPDXRef-DOCUMENT"
	d := document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: whole, Name: "optc " + version,
		Namespace: "spdx:optc/" + version + "/" + settings["vcs.revision"],
		Creation:  creation{settings["vcs.time"], []string{"Tool: optc/cmd/release"}},
	}
	add := func(name, version, comment string) {
		id := fmt.Sprintf("SPDXRef-%d", len(d.Packages))
		d.Packages = append(d.Packages, module{ID: id, Name: name, Version: version, Location: "NOASSERTION", Comment: comment})
		if len(d.Packages) == 1 {
			d.Relationships = append(d.Relationships, relationship{whole, "DESCRIBES", id})
			return
		}
		d.Relationships = append(d.Relationships, relationship{d.Packages[0].ID, "DEPENDS_ON", id})
	}
	add(info.Main.Path, version, "")
	add("go", strings.TrimPrefix(info.GoVersion, "go"), "the compiler and the standard library")
	for _, dep := range info.Deps {
		add(dep.Path, dep.Version, "go.sum: "+dep.Sum)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	err = e.Encode(d)
	return b.Bytes(), err
}
