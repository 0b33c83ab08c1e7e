// Package revision distinguishes revisions of upstream whose texts, folds and rules differ: LLVM's
// release, and two revisions of IREE with the LLVM that each of them is built on.
package revision

import "optc/ir"

// Revision is a state of upstream.
type Revision uint8

const (
	// Release is LLVM 22.1.8. Dialects of IREE are read in all forms and printed as
	// they were written.
	Release Revision = iota
	// Seed is IREE e65d4a545e~1 of 2026-02-12, with the LLVM that it is built on.
	Seed
	// Today is IREE b48a595557 of 2026-08-21, with the LLVM that it is built on.
	Today
)

var setting = ir.NewSetting(Release)

// Of returns the revision that a context follows.
func Of(c *ir.Context) Revision { return setting.Of(c) }

// Follow makes a context follow a revision. It must be called before the context is used.
func Follow(c *ir.Context, r Revision) { setting.Set(c, r) }
