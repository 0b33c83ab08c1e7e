// Package values has the rules of operations that make vectors, move their elements, or carry them into and
// out of regions: constants, masks, broadcasts, transposes, slices, loops. Most of them work only on the
// parts of threads:
//
//	vector.transpose %v, [1, 0] : vector<16x8xf32>, batch [2, 1], thread [8, 4], element [1, 2]
//	→ vector.transpose %part, [1, 0, 3, 2, 5, 4] : vector<2x1x1x1x1x2xf32>
//
// An element or a row at a computed position may be in another thread, which sends it.
package values
