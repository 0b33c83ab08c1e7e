//go:build race

package raced

const enabled = true
