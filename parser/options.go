package parser

import (
	"io/fs"
	"runtime"
)

// config holds Parse's settings.
type config struct {
	threads   int
	maxErrors int
	external  func(section string, e ResourceEntry)
	bare      bool
	passed    func(from, to int)
	ranges    *OpRanges
	names     *Names
	folder    fs.FS // see AliasesIn
	included  ReadFile
	from      string // name of the file; see Including
}

// Option changes how Parse works.
type Option func(*config)

// Threads bounds the number of goroutines that parse function bodies; 0, the default,
// means the number of processors. The result does not depend on it.
func Threads(n int) Option { return func(c *config) { c.threads = n } }

func (c *config) maxThreads() int {
	if c.threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return c.threads
}

// MaxErrors bounds the errors that are reported; the default is 20. With 1 it reports exactly the
// errors that upstream reports.
func MaxErrors(n int) Option { return func(c *config) { c.maxErrors = n } }

// ExternalResources passes the entries of the external_resources sections of the file to
// f. Without it, such sections are ignored with a warning.
func ExternalResources(f func(section string, e ResourceEntry)) Option {
	return func(c *config) { c.external = f }
}

// NoImplicitModule makes Parse return the only top-level operation, of any kind; several
// operations, or none, are an error.
func NoImplicitModule() Option { return func(c *config) { c.bare = true } }

// Passed calls f from time to time with a part of the source that was read and is not needed soon;
// most of it is only needed again for messages and as names of values.
func Passed(f func(from, to int)) Option { return func(c *config) { c.passed = f } }
