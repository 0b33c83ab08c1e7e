package optmain

import (
	"fmt"

	"optc/lower"
)

// readRecord reads the profile of an earlier run.
func (t *tool) readRecord(file string) (r lower.Record, err error) {
	data, err := t.files.Bytes(file)
	if err != nil {
		return r, err
	}
	if r, err = lower.ReadRecord(data); err != nil {
		return r, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
