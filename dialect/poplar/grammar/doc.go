// Package grammar words the complaints of the parsers of small languages (C++
// names, field types, constraints, bodies of types and attributes) as one voice:
// what was expected, what was found, and where.
package grammar
