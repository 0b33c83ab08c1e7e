//go:build !linux

package output

import "errors"

// exchange swaps two paths in one step, which only Linux does.
func exchange(a, b string) error { return errors.ErrUnsupported }
