package lit

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"optc/internal/base/pydata"
)

type (
	value = pydata.Value
	named = map[string]pydata.Value
)

// texts makes a function of strings. Paths, for example, are computed by functions of this kind.
func texts(f func(args []string) value) pydata.Func {
	return func(args []value, _ named) (value, error) {
		list := (&pydata.List{Items: args}).Texts()
		if len(list) != len(args) || len(args) == 0 {
			return nil, errors.New("expected strings")
		}
		return f(list), nil
	}
}

// constant makes a function that returns the same for all arguments.
func constant(v value) pydata.Func {
	return func([]value, named) (value, error) { return v, nil }
}

func object(name string, attrs named) *pydata.Object {
	return &pydata.Object{Name: name, Attrs: attrs}
}

// names are the names that a configuration file may use. A call of lit_config.fatal sets
// fatal.
func (s *configuration) names(config *pydata.Object, file string, fatal *string) named {
	environ := &pydata.Dict{Items: named{}}
	for _, e := range os.Environ() {
		k, v, _ := strings.Cut(e, "=")
		environ.Items[k] = v
	}
	given := &pydata.Dict{Items: named{}}
	for k, v := range s.params {
		given.Items[k] = v
	}
	names := named{
		"config": config, "__file__": file,
		"lit_config": object("lit_config", named{
			"params": given, "note": constant(nil), "warning": constant(nil), "quiet": false, "isWindows": runtime.GOOS == "windows",
			"fatal": texts(func(args []string) value { *fatal = args[0]; return nil }),
		}),
		"sys":      object("sys", named{"platform": pythonPlatform(), "executable": "python3"}),
		"platform": object("platform", named{"system": constant(systemName()), "machine": constant(machineName())}),
		"shutil":   object("shutil", named{"which": texts(s.which)}),
		"tempfile": object("tempfile", named{"gettempdir": constant(os.TempDir())}),
		"lit": object("lit", named{
			"formats": object("lit.formats", named{"ShTest": pydata.Func(testFormat)}),
			"util":    object("lit.util", named{"which": texts(s.which), "pythonize_bool": pydata.Func(pythonBool)}),
			"llvm":    object("lit.llvm", named{"initialize": constant(nil)}),
		}),
		"path": texts(func(args []string) value { return filepath.Join(filepath.Dir(file), args[0]) }),
		"str":  pydata.Func(func(args []value, _ named) (value, error) { return asText(args) }),
		"bool": pydata.Func(pythonBool),
		"set":  pydata.Func(func(args []value, _ named) (value, error) { return container(args, true) }),
		"list": pydata.Func(func(args []value, _ named) (value, error) { return container(args, false) }),
		"getattr": pydata.Func(func(args []value, _ named) (value, error) {
			v, ok := attributeOf(args)
			if !ok && len(args) == 3 {
				return args[2], nil
			}
			if !ok {
				return nil, errors.New("the attribute is not set")
			}
			return v, nil
		}),
		"hasattr": pydata.Func(func(args []value, _ named) (value, error) { _, ok := attributeOf(args); return ok, nil }),
		"print":   constant(nil),
	}
	names["os"] = object("os", named{
		"environ": environ, "pathsep": string(os.PathListSeparator), "sep": string(filepath.Separator), "name": osName(), "getcwd": constant(filepath.Dir(file)),
		"getenv": pydata.Func(func(args []value, _ named) (value, error) {
			name, ok := append(args, nil)[0].(string)
			if v, there := environ.Items[name]; ok && there {
				return v, nil
			}
			return append(args, nil, nil)[1], nil
		}),
		"path": object("os.path", named{
			"join":     texts(joinPath),
			"dirname":  texts(func(args []string) value { return filepath.Dir(args[0]) }),
			"basename": texts(func(args []string) value { return filepath.Base(args[0]) }),
			"abspath":  texts(func(args []string) value { return absolute(args[0], file) }),
			"normpath": texts(func(args []string) value { return filepath.Clean(args[0]) }),
			"realpath": texts(func(args []string) value { return realPath(absolute(args[0], file)) }),
			"exists":   texts(func(args []string) value { _, err := os.Stat(args[0]); return err == nil }),
			"isfile":   texts(func(args []string) value { info, err := os.Stat(args[0]); return err == nil && info.Mode().IsRegular() }),
			"isdir":    texts(func(args []string) value { info, err := os.Stat(args[0]); return err == nil && info.IsDir() }),
			"pathsep":  string(os.PathListSeparator),
			"sep":      string(filepath.Separator),
		}),
	})
	names["llvm_config"] = llvmConfig(config)
	return names
}

// llvmConfig is the object through which LLVM projects change their configuration. Tools are found
// by PATH and by --tool, so that their substitutions are not needed.
func llvmConfig(config *pydata.Object) *pydata.Object {
	environment := func() *pydata.Dict {
		env, ok := config.Attrs["environment"].(*pydata.Dict)
		if !ok {
			return &pydata.Dict{Items: named{}}
		}
		return env
	}
	return object("llvm_config", named{
		"use_lit_shell": true, "use_default_substitutions": constant(nil), "add_tool_substitutions": constant(nil), "add_err_msg_substitutions": constant(nil),
		"with_system_environment": pydata.Func(func(args []value, _ named) (value, error) {
			list, _ := container(args, false)
			for _, name := range list.Texts() {
				if v := os.Getenv(name); v != "" {
					environment().Items[name] = v
				}
			}
			return nil, nil
		}),
		"with_environment": pydata.Func(func(args []value, options named) (value, error) {
			if len(args) < 2 {
				return nil, errors.New("expected a variable and a value")
			}
			name, ok := args[0].(string)
			list, _ := container(args[1:2], false)
			if !ok || len(list.Items) == 0 || len(list.Texts()) != len(list.Items) {
				return nil, errors.New("the variable or its value is no text")
			}
			all := list.Texts()
			if old, ok := environment().Items[name].(string); ok && options["append_path"] == true {
				for _, p := range filepath.SplitList(old) {
					if !slices.Contains(all, p) {
						all = append(all, p)
					}
				}
			}
			environment().Items[name] = strings.Join(all, string(os.PathListSeparator))
			return nil, nil
		}),
	})
}

// which finds a program in PATH. If there is no such program, a built-in command of that name is
// found, as if it were beside this program.
func (s *configuration) which(args []string) value {
	if file := inPath(args[0], ".", os.Getenv("PATH")); file != "" {
		return file
	}
	self, err := os.Executable()
	if err != nil || !s.has(args[0]) {
		return nil
	}
	return filepath.Join(filepath.Dir(self), args[0])
}

// joinPath joins paths as Python does: an absolute path drops the paths before it.
func joinPath(args []string) value {
	out := ""
	for _, a := range args {
		if filepath.IsAbs(a) {
			out = a
		} else {
			out = filepath.Join(out, a)
		}
	}
	return out
}

func absolute(name, file string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(filepath.Dir(file), name)
}

func asText(args []value) (value, error) {
	if len(args) != 1 {
		return nil, errors.New("expected one value")
	}
	if u, ok := args[0].(pydata.Unknown); ok {
		return u, nil
	}
	return pydata.Text(args[0]), nil
}

// pythonBool is the truth of a value as lit computes it: texts are numbers or words.
func pythonBool(args []value, _ named) (value, error) {
	if len(args) != 1 {
		return nil, errors.New("expected one value")
	}
	switch v := args[0].(type) {
	case bool:
		return v, nil
	case int:
		return v != 0, nil
	case string:
		return slices.Contains([]string{"1", "true", "on", "yes"}, strings.ToLower(v)), nil
	}
	return args[0] != nil, nil
}

// container is a new list or set with the members of another, or with a single text.
func container(args []value, set bool) (*pydata.List, error) {
	out := &pydata.List{Set: set}
	if len(args) == 0 {
		return out, nil
	}
	switch v := args[0].(type) {
	case *pydata.List:
		for _, item := range v.Items {
			out.Add(item)
		}
	case string:
		out.Add(v)
	default:
		return out, errors.New("the value is no container")
	}
	return out, nil
}

func attributeOf(args []value) (value, bool) {
	if len(args) < 2 {
		return nil, false
	}
	o, ok := args[0].(*pydata.Object)
	name, isText := args[1].(string)
	if !ok || !isText {
		return nil, false
	}
	v, ok := o.Attrs[name]
	return v, ok
}

// pythonPlatform is sys.platform.
func pythonPlatform() string {
	if runtime.GOOS == "windows" {
		return "win32"
	}
	return runtime.GOOS
}

// systemName is platform.system().
func systemName() string { return strings.ToUpper(runtime.GOOS[:1]) + runtime.GOOS[1:] }

// machineName is platform.machine().
func machineName() string {
	switch {
	case runtime.GOARCH == "amd64":
		return "x86_64"
	case runtime.GOARCH == "arm64" && runtime.GOOS == "linux":
		return "aarch64"
	}
	return runtime.GOARCH
}

// osName is os.name.
func osName() string {
	if runtime.GOOS == "windows" {
		return "nt"
	}
	return "posix"
}

// testFormat is lit.formats.ShTest.
func testFormat(args []value, by named) (value, error) {
	external, ok := by["execute_external"]
	if !ok && len(args) > 0 {
		external = args[0]
	}
	return object("ShTest", named{"execute_external": external}), nil
}
