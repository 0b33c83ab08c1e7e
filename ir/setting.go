package ir

// Setting is a value that every context carries for a package above this one. The package
// that owns the value declares the setting with the value of a new context:
//
//	package charset
//
//	var setting = ir.NewSetting(UTF8)
//
//	// Of returns the character set of the texts of a context.
//	func Of(c *ir.Context) Charset { return setting.Of(c) }
//
// Parsers, printers, folds and patterns read it from their context:
//
//	if charset.Of(p.Context()) == charset.Latin1 {
type Setting[T any] struct{ initial T }

// NewSetting returns a setting with its value for a new context.
func NewSetting[T any](initial T) *Setting[T] { return &Setting[T]{initial} }

// Of returns the value of the setting in a context.
func (s *Setting[T]) Of(c *Context) T {
	if v, ok := c.settings[s]; ok {
		return v.(T)
	}
	return s.initial
}

// Set changes the value in a context. It must not run concurrently with other uses of the
// context.
func (s *Setting[T]) Set(c *Context, v T) {
	if c.settings == nil {
		c.settings = map[any]any{}
	}
	c.settings[s] = v
}
