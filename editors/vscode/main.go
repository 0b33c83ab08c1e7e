// Command vscode packs the extension for Visual Studio Code, which is the other files of this
// folder:
//
//	go run ./editors/vscode -o optc-mlir.vsix
//	code --install-extension optc-mlir.vsix
package main

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io/fs"
	"os"
)

//go:embed package.json README.md language-configuration.json extension.js protocol.js syntaxes
var extension embed.FS

func main() {
	out := flag.String("o", "optc-mlir.vsix", "file to write")
	flag.Parse()
	data, err := pack()
	if err == nil {
		err = os.WriteFile(*out, data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "vscode:", err)
		os.Exit(1)
	}
}

// about is the part of package.json that the manifest of the package repeats.
type about struct {
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
	Description string `json:"description"`
	Version     string `json:"version"`
	Publisher   string `json:"publisher"`
}

// contentTypes has the media type of each kind of file in a package.
const contentTypes = xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="json" ContentType="application/json"/>
<Default Extension="js" ContentType="application/javascript"/>
<Default Extension="md" ContentType="text/markdown"/>
<Default Extension="vsixmanifest" ContentType="text/xml"/>
</Types>
`

// pack returns the package: a zip archive with the extension and a manifest.
func pack() ([]byte, error) {
	text, err := extension.ReadFile("package.json")
	if err != nil {
		return nil, err
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, data []byte) error {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	if err := add("[Content_Types].xml", []byte(contentTypes)); err != nil {
		return nil, err
	}
	if err := add("extension.vsixmanifest", []byte(a.manifest())); err != nil {
		return nil, err
	}
	err = fs.WalkDir(extension, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := extension.ReadFile(path)
		if err != nil {
			return err
		}
		return add("extension/"+path, data)
	})
	if err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// manifest describes the extension to the editor that installs it.
func (a about) manifest() string {
	escaped := func(s string) string {
		var b bytes.Buffer
		xml.EscapeText(&b, []byte(s)) // a buffer accepts all writes
		return b.String()
	}
	return fmt.Sprintf(xml.Header+`<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Categories>Programming Languages</Categories>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`, escaped(a.Name), escaped(a.Version), escaped(a.Publisher), escaped(a.DisplayName), escaped(a.Description))
}
