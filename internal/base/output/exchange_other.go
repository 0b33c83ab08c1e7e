//go:build !linux

package output

import "errors"

// exchange swaps two paths atomically, which only Linux supports.
func exchange(a, b string) error { return errors.ErrUnsupported }
