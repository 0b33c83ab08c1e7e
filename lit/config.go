package lit

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"optc/internal/base/lazyre"
	"optc/internal/base/pydata"
)

// settings decide how the tests in a folder are run.
type settings struct {
	suffixes    []string
	excludes    []string
	features    []string
	patterns    []substitution
	env         map[string]string
	unsupported bool
	retries     int  // how often a failing test is run again
	recursion   int  // how often substitutions are applied to their results; -1 for never
	lastCode    bool // a pipeline has the exit code of its last command
	inSource    bool // tests run in the folder of their file
	external    bool // variables such as $NAME are replaced, as the system's shell does
	asLit       bool // no checks beyond lit's
}

// configuration holds the settings of the folders below a folder with a lit.cfg.py.
type configuration struct {
	params map[string]string
	root   string // root of the runner
	strict bool
	has    func(name string) bool // reports whether a command is built in

	mutex sync.Mutex
	known map[string]*folderConfig // by folder
	notes []string
}

// folderConfig is the configuration of a folder: as the files left it, and as the runner
// needs it.
type folderConfig struct {
	config *pydata.Object
	settings
	err error
}

// The names of configuration files; the first file that exists is read.
var (
	suiteFiles = []string{"lit.site.cfg.py", "lit.site.cfg", "lit.cfg.py", "lit.cfg", tomlFile}
	localFiles = []string{"lit.local.cfg.py", "lit.local.cfg"}
)

func firstFile(dir string, names []string) string {
	for _, n := range names {
		file := filepath.Join(dir, n)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
	}
	return ""
}

// suiteFolder returns the folder with the configuration for a test or folder, or "".
func suiteFolder(path string) string {
	for {
		if firstFile(path, suiteFiles) != "" {
			return path
		}
		parent := filepath.Dir(path)
		if parent == path {
			return ""
		}
		path = parent
	}
}

// Configure lets the lit.cfg.py of the folder Root, and the lit.local.cfg of the folders below, set
// suffixes, exclusions, substitutions, features and environments, as in lit. The files are read as
// data: assignments to config, calls of methods that change it, and if. Notes lists the statements
// that were skipped although they concern the tests; more of them may come while tests are run.
// Params are the values of lit_config.params. Unless strict is set, the tests are run without the
// checks that lit does not make.
func (r *Runner) Configure(params map[string]string, strict bool) error {
	s := &configuration{params: params, root: r.Root, strict: strict, has: r.has, known: map[string]*folderConfig{}}
	c := s.folder(r.Root)
	if c.err != nil {
		return c.err
	}
	root, _ := c.config.Attrs["test_source_root"].(string)
	if root != "" && filepath.Clean(root) != filepath.Clean(r.Root) {
		return fmt.Errorf("the configuration in '%s' sets another folder for its tests; give that folder as a path", r.Root)
	}
	r.config = s
	return nil
}

// Notes returns the statements of configurations that were skipped, sorted.
func (r *Runner) Notes() []string {
	if r.config == nil {
		return nil
	}
	r.config.mutex.Lock()
	defer r.config.mutex.Unlock()
	slices.Sort(r.config.notes)
	return slices.Compact(r.config.notes)
}

// settings returns the settings of a test.
func (r *Runner) settings(name string) (settings, error) {
	s := settings{suffixes: r.Suffixes, excludes: []string{"Inputs"}, features: r.features(), env: r.Env, recursion: -1}
	if s.suffixes == nil {
		s.suffixes = []string{".mlir"}
	}
	if r.config != nil {
		c := r.config.folder(filepath.Dir(filepath.Join(r.Root, filepath.FromSlash(name))))
		if c.err != nil {
			return s, c.err
		}
		s = c.settings
		// Whether commands of the system are executed is decided here.
		s.features = slices.DeleteFunc(slices.Clone(s.features), func(f string) bool { return f == systemCommands })
		s.features = append(s.features, r.features()...)
	}
	return s, nil
}

// folder returns the configuration of a folder.
func (s *configuration) folder(dir string) *folderConfig {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.find(filepath.Clean(dir))
}

func (s *configuration) find(dir string) *folderConfig {
	if c, ok := s.known[dir]; ok {
		return c
	}
	file := firstFile(dir, suiteFiles)
	c := &folderConfig{}
	switch {
	case file != "":
		c.config = defaultConfig()
		c.err = s.read(c, file)
	default:
		parent := &folderConfig{config: defaultConfig()}
		if dir != filepath.Clean(s.root) && filepath.Dir(dir) != dir {
			parent = s.find(filepath.Dir(dir))
		}
		*c = *parent
		if file = firstFile(dir, localFiles); file != "" && c.err == nil {
			c.config = pydata.Clone(parent.config).(*pydata.Object)
			c.err = s.read(c, file)
		}
	}
	s.known[dir] = c
	return c
}

// defaultConfig is lit's configuration before a file is read.
func defaultConfig() *pydata.Object {
	env := &pydata.Dict{Items: map[string]pydata.Value{}}
	for k, v := range Environment() {
		env.Items[k] = v
	}
	config := &pydata.Object{Name: "config", Attrs: map[string]pydata.Value{
		"name": "<unnamed>", "suffixes": &pydata.List{Set: true}, "excludes": &pydata.List{Set: true}, "available_features": &pydata.List{Set: true},
		"substitutions": &pydata.List{}, "environment": env, "unsupported": false, "pipefail": true, "test_format": nil, "test_exec_root": nil,
		"test_source_root": nil, "limit_to_features": &pydata.List{Set: true}, "recursiveExpansionLimit": nil, "parent": nil,
	}}
	config.Attrs["root"] = config
	return config
}

// concerning matches the statements that are noted if they are skipped.
var concerning = lazyre.New(`\bconfig\.(suffixes|excludes|substitutions|environment|available_features|unsupported|test_format|recursiveExpansionLimit|pipefail|test_retry_attempts|limit_to_features)\b|\bload_config\b|\bfatal\b`)

// maxConfig is the size of a configuration file, in bytes.
const maxConfig = 1 << 20

// read executes a configuration file on the configuration of a folder.
func (s *configuration) read(c *folderConfig, file string) error {
	var fatal string
	names := s.names(c.config, file, &fatal)
	loaded := 0
	load := func(file string) error {
		if loaded++; loaded > 10 {
			return errors.New("configurations load each other without end")
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		if info.Size() > maxConfig {
			return fmt.Errorf("'%s' is larger than %d bytes", file, maxConfig)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Base(file) == tomlFile {
			return readTOML(c.config, file, string(text))
		}
		before := names["__file__"]
		names["__file__"] = file
		notes := pydata.Run(string(text), names, func(statement string) bool { return concerning().MatchString(statement) })
		names["__file__"] = before
		for _, n := range notes {
			s.notes = append(s.notes, fmt.Sprintf("%s:%d: warning: skipped, because only data is read: %s (%s)", file, n.Line, n.Text, n.Why))
		}
		return nil
	}
	names["lit_config"].(*pydata.Object).Attrs["load_config"] = pydata.Func(func(args []pydata.Value, _ map[string]pydata.Value) (pydata.Value, error) {
		name, ok := append(args, nil, nil)[1].(string)
		if !ok {
			return nil, errors.New("load_config expects a file")
		}
		return nil, load(name)
	})
	err := load(file)
	if err == nil && fatal != "" {
		err = fmt.Errorf("%s: %s", file, fatal)
	}
	if err == nil {
		c.settings, err = settingsOf(c.config, file)
		c.asLit = !s.strict
	}
	return err
}

// settingsOf reads the attributes of a configuration.
func settingsOf(config *pydata.Object, file string) (s settings, err error) {
	texts := func(name string) []string {
		if l, ok := config.Attrs[name].(*pydata.List); ok {
			return l.Texts()
		}
		return nil
	}
	s = settings{suffixes: texts("suffixes"), excludes: texts("excludes"), features: texts("available_features"), env: map[string]string{}, recursion: -1}
	if env, ok := config.Attrs["environment"].(*pydata.Dict); ok {
		for k, v := range env.Items {
			if text, ok := v.(string); ok {
				s.env[k] = text
			}
		}
	}
	s.unsupported = config.Attrs["unsupported"] == true
	s.lastCode = config.Attrs["pipefail"] == false
	s.retries, _ = config.Attrs["test_retry_attempts"].(int)
	if n, ok := config.Attrs["recursiveExpansionLimit"].(int); ok {
		s.recursion = n
	}
	exec, _ := config.Attrs["test_exec_root"].(string)
	source, _ := config.Attrs["test_source_root"].(string)
	s.inSource = config.Attrs["test_exec_root"] == nil || exec != "" && filepath.Clean(exec) == filepath.Clean(cmp.Or(source, filepath.Dir(file)))
	switch format := config.Attrs["test_format"].(type) {
	case *pydata.Object:
		s.external = format.Attrs["execute_external"] == true
	case nil:
		s.suffixes = nil
	default:
		return s, fmt.Errorf("%s: config.test_format is no lit.formats.ShTest, the only format that is supported", file)
	}
	l, _ := config.Attrs["substitutions"].(*pydata.List)
	for i := 0; l != nil && i < len(l.Items); i++ {
		sub, err := substitutionOf(l.Items[i])
		if err != nil {
			return s, fmt.Errorf("%s: %w", file, err)
		}
		s.patterns = append(s.patterns, sub)
	}
	return s, nil
}

// substitution replaces the matches of an expression in a RUN line by a text.
type substitution struct {
	from    string
	re      *regexp.Regexp // nil: from is plain text
	to      string
	unknown string // why to is not known, or ""
}

// substitutionOf reads a pair of config.substitutions.
func substitutionOf(v pydata.Value) (s substitution, err error) {
	pair, ok := v.(*pydata.List)
	if !ok || len(pair.Items) != 2 {
		return s, errors.New("a member of config.substitutions is no pair")
	}
	if s.from, ok = pair.Items[0].(string); !ok || s.from == "" {
		return s, errors.New("the pattern of a substitution is no string")
	}
	switch to := pair.Items[1].(type) {
	case string:
		s.to = to
	case pydata.Unknown:
		s.unknown = to.Why
	default:
		s.unknown = "it is no string"
	}
	if strings.ContainsAny(s.from, `\^$.|?*+()[`) {
		if s.re, err = regexp.Compile(s.from); err != nil {
			return s, fmt.Errorf("the pattern '%s' of a substitution is not supported: %w", s.from, err)
		}
	}
	return s, nil
}

// apply replaces the matches of the substitution.
func (s *substitution) apply(text string, hide func(string) string) (string, error) {
	matches := strings.Contains(text, s.from)
	if s.re != nil {
		matches = s.re.MatchString(text)
	}
	switch {
	case !matches:
		return text, nil
	case s.unknown != "":
		return "", fmt.Errorf("the substitution of '%s' is not known: %s", s.from, s.unknown)
	case s.re != nil:
		return s.re.ReplaceAllLiteralString(text, hide(s.to)), nil
	}
	return strings.ReplaceAll(text, s.from, hide(s.to)), nil
}
