package parser

import (
	"context"
	"sync/atomic"

	"optc/ir"
)

// source is the text with the settings for parsing it. All parsers of the text share it.
type source struct {
	ctx    *ir.Context
	src    *ir.Source
	cfg    config
	run    context.Context          // nil if it never ends
	faulty atomic.Pointer[ir.Fault] // the first mistake in a definition of an operation
}

// ended reports whether the run has ended.
func (s *source) ended() bool { return s.run != nil && s.run.Err() != nil }

// pollEvery is the number of operations or list elements after which a parser checks
// whether its run has ended.
const pollEvery = 1024
