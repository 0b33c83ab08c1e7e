package pydata

import (
	"fmt"
	"slices"
	"strings"
)

// method is a method of a string or a container, or nil.
func method(v Value, name string) Value {
	switch v := v.(type) {
	case string:
		return stringMethod(v, name)
	case *List:
		return v.method(name)
	case *Dict:
		return v.method(name)
	}
	return nil
}

func (d *Dict) method(name string) Value {
	switch name {
	case "get":
		return Func(func(args []Value, _ map[string]Value) (Value, error) {
			if len(args) == 0 || len(args) > 2 {
				return nil, fmt.Errorf("get expects one or two arguments, but got %d", len(args))
			}
			k, _ := args[0].(string)
			if item, ok := d.Items[k]; ok {
				return item, nil
			}
			return append(args, nil)[1], nil
		})
	case "update":
		return Func(func(args []Value, named map[string]Value) (Value, error) {
			for _, a := range append(args, &Dict{Items: named}) {
				other, ok := a.(*Dict)
				if !ok {
					return nil, fmt.Errorf("update expects dictionaries")
				}
				for k, item := range other.Items {
					d.Items[k] = item
				}
			}
			return nil, nil
		})
	}
	return nil
}

// method is a method that changes a list or a set.
func (l *List) method(name string) Value {
	one := func(change func(v Value)) Value {
		return Func(func(args []Value, _ map[string]Value) (Value, error) {
			if len(args) != 1 {
				return nil, fmt.Errorf("%s expects one argument, but got %d", name, len(args))
			}
			if u, ok := args[0].(Unknown); ok {
				return nil, fmt.Errorf("%s", u.Why)
			}
			change(args[0])
			return nil, nil
		})
	}
	switch name {
	case "append", "add":
		return one(l.Add)
	case "remove", "discard":
		return one(func(v Value) {
			l.Items = slices.DeleteFunc(l.Items, func(w Value) bool { return equal(v, w) })
		})
	case "extend", "update":
		return one(func(v Value) {
			if other, ok := v.(*List); ok {
				for _, item := range other.Items[:min(len(other.Items), max(maxItems-len(l.Items), 0))] {
					l.Add(item)
				}
			}
		})
	case "insert":
		return Func(func(args []Value, _ map[string]Value) (Value, error) {
			n, ok := append(args, nil)[0].(int)
			if !ok || len(args) != 2 {
				return nil, fmt.Errorf("insert expects a place and a value")
			}
			l.Items = slices.Insert(l.Items, min(max(n, 0), len(l.Items)), args[1])
			return nil, nil
		})
	}
	return nil
}

// stringMethods are the methods of strings without arguments, or with strings as arguments.
var stringMethods = map[string]func(s string, args []string) (Value, bool){
	"strip": func(s string, args []string) (Value, bool) {
		return strings.Trim(s, or(args, " \t\n\r")), len(args) < 2
	},
	"rstrip": func(s string, args []string) (Value, bool) {
		return strings.TrimRight(s, or(args, " \t\n\r")), len(args) < 2
	},
	"lstrip": func(s string, args []string) (Value, bool) {
		return strings.TrimLeft(s, or(args, " \t\n\r")), len(args) < 2
	},
	"lower":      func(s string, args []string) (Value, bool) { return strings.ToLower(s), len(args) == 0 },
	"upper":      func(s string, args []string) (Value, bool) { return strings.ToUpper(s), len(args) == 0 },
	"startswith": func(s string, args []string) (Value, bool) { return strings.HasPrefix(s, or(args, "")), len(args) == 1 },
	"endswith":   func(s string, args []string) (Value, bool) { return strings.HasSuffix(s, or(args, "")), len(args) == 1 },
	"replace": func(s string, args []string) (Value, bool) {
		if len(args) != 2 {
			return nil, false
		}
		if len(args[1])*(strings.Count(s, args[0])) > maxText {
			return nil, false
		}
		return strings.ReplaceAll(s, args[0], args[1]), true
	},
	"split": func(s string, args []string) (Value, bool) {
		if len(args) == 0 {
			return Strings(strings.Fields(s)...), true
		}
		return Strings(strings.Split(s, args[0])...), len(args) == 1 && args[0] != ""
	},
}

func or(args []string, otherwise string) string {
	if len(args) == 0 {
		return otherwise
	}
	return args[0]
}

// formatted is s.format(…): {} is the next argument, {name} a named one, and {{ and }} are braces.
func formatted(s string, args []Value, named map[string]Value) (Value, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case (c == '{' || c == '}') && strings.HasPrefix(s[i+1:], string(c)):
			b.WriteByte(c)
			i++
		case c == '{':
			name, _, ok := strings.Cut(s[i+1:], "}")
			v, there := named[name]
			if name == "" && len(args) > 0 {
				v, there, args = args[0], true, args[1:]
			}
			if u, unknown := v.(Unknown); unknown {
				return u, nil
			}
			if !ok || !there {
				return nil, fmt.Errorf("the format is not supported")
			}
			b.WriteString(Text(v))
			i += len(name) + 1
		default:
			b.WriteByte(c)
		}
	}
	return bounded(b.String()), nil
}

func stringMethod(s, name string) Value {
	if name == "join" {
		return Func(func(args []Value, _ map[string]Value) (Value, error) {
			l, ok := append(args, nil)[0].(*List)
			if !ok || len(l.Texts()) != len(l.Items) {
				return nil, fmt.Errorf("join expects a list of strings")
			}
			return bounded(strings.Join(l.Texts(), s)), nil
		})
	}
	if name == "format" {
		return Func(func(args []Value, named map[string]Value) (Value, error) { return formatted(s, args, named) })
	}
	m, ok := stringMethods[name]
	if !ok {
		return nil
	}
	return Func(func(args []Value, _ map[string]Value) (Value, error) {
		texts := (&List{Items: args}).Texts()
		v, ok := m(s, texts)
		if !ok || len(texts) != len(args) {
			return nil, fmt.Errorf("the arguments of '%s' are not supported", name)
		}
		return v, nil
	})
}
