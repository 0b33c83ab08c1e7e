package linalg

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"optc/ir"
	"optc/ir/affine"
)

// row is a named operation whose loops do not depend on the ranks of its operands.
//
// Before the bar, nest has the letters of the loops, outermost first: a reduction is an upper-case
// letter. After the bar it has a map for each operand, outputs last; a map lists the loop of each
// dimension, "-" is the map of a scalar. The dimension h:H is a window: the loop h moves it by strides, the loop H runs inside of it by dilations;
// the first window has the first stride. The dimension h+H is a window with the stride and dilation 1.
type row struct {
	name string
	nest string
	body func(*body) *ir.Value
}

// rows are the named operations of upstream's LinalgNamedStructuredOps.yaml whose maps are fixed.
var rows = []row{
	{"quantized_matmul", "mnK | m K, K n, -, -, m n", qmac},
	{"mmt4d", "mnKijJ | m K i J, n K j J, m n i j", mac},
	{"batch_mmt4d", "bmnKijJ | b m K i J, b n K j J, b m n i j", mac},
	{"quantized_batch_matmul", "bmnK | b m K, b K n, -, -, b m n", qmac},
	{"matvec", "mK | m K, K, m", mac},
	{"vecmat", "nK | K, K n, n", mac},
	{"batch_matvec", "bmK | b m K, b K, b m", mac},
	{"batch_vecmat", "bnK | b K, b K n, b n", mac},
	{"dot", "K | K, K, -", mac},
	{"conv_1d", "wW | w+W, W, w", mac},
	{"conv_2d", "hwHW | h+H w+W, H W, h w", mac},
	{"conv_3d", "dhwDHW | d+D h+H w+W, D H W, d h w", mac},
	{"conv_1d_nwc_wcf", "nwfWC | n w:W C, W C f, n w f", mac},
	{"conv_1d_ncw_fcw", "nfwCW | n C w:W, f C W, n f w", mac},
	{"conv_2d_nhwc_hwcf", "nhwfHWC | n h:H w:W C, H W C f, n h w f", mac},
	{"conv_2d_nhwc_fhwc", "nhwfHWC | n h:H w:W C, f H W C, n h w f", mac},
	{"conv_2d_nhwc_hwcf_q", "nhwfHWC | n h:H w:W C, H W C f, -, -, n h w f", qmac},
	{"conv_2d_nhwc_fhwc_q", "nhwfHWC | n h:H w:W C, f H W C, -, -, n h w f", qmac},
	{"conv_2d_nchw_fchw_q", "nfhwCHW | n C h:H w:W, f C H W, -, -, n f h w", qmac},
	{"conv_2d_nchw_fchw", "nfhwCHW | n C h:H w:W, f C H W, n f h w", mac},
	{"conv_2d_ngchw_fgchw", "ngfhwCHW | n g C h:H w:W, f g C H W, n g f h w", mac},
	{"conv_2d_ngchw_gfchw", "ngfhwCHW | n g C h:H w:W, g f C H W, n g f h w", mac},
	{"conv_2d_nhwgc_gfhwc", "nhwgfHWC | n h:H w:W g C, g f H W C, n h w g f", mac},
	{"conv_2d_nhwgc_gfhwc_q", "nhwgfHWC | n h:H w:W g C, g f H W C, -, -, n h w g f", qmac},
	{"conv_2d_ngchw_gfchw_q", "ngfhwCHW | n g C h:H w:W, g f C H W, -, -, n g f h w", qmac},
	{"conv_3d_ndhwc_dhwcf", "ndhwfDHWC | n d:D h:H w:W C, D H W C f, n d h w f", mac},
	{"conv_3d_ndhwc_dhwcf_q", "ndhwfDHWC | n d:D h:H w:W C, D H W C f, -, -, n d h w f", qmac},
	{"conv_3d_ncdhw_fcdhw", "nfdhwCDHW | n C d:D h:H w:W, f C D H W, n f d h w", mac},
	{"depthwise_conv_1d_nwc_wc", "nwcW | n w:W c, W c, n w c", mac},
	{"depthwise_conv_1d_ncw_cw", "nwcW | n c w:W, c W, n c w", mac},
	{"depthwise_conv_1d_nwc_wcm", "nwcmW | n w:W c, W c m, n w c m", mac},
	{"depthwise_conv_2d_nhwc_hwc", "nhwcHW | n h:H w:W c, H W c, n h w c", mac},
	{"depthwise_conv_2d_nchw_chw", "nhwcHW | n c h:H w:W, c H W, n c h w", mac},
	{"depthwise_conv_2d_nhwc_hwc_q", "nhwcHW | n h:H w:W c, H W c, -, -, n h w c", qmac},
	{"depthwise_conv_2d_nhwc_hwcm", "nhwcmHW | n h:H w:W c, H W c m, n h w c m", mac},
	{"depthwise_conv_2d_nhwc_hwcm_q", "nhwcmHW | n h:H w:W c, H W c m, -, -, n h w c m", qmac},
	{"depthwise_conv_3d_ndhwc_dhwc", "ndhwDHWc | n d:D h:H w:W c, D H W c, n d h w c", mac},
	{"depthwise_conv_3d_ncdhw_cdhw", "ndhwDHWc | n c d:D h:H w:W, c D H W, n c d h w", mac},
	{"depthwise_conv_3d_ndhwc_dhwcm", "ndhwmDHWc | n d:D h:H w:W c, D H W c m, n d h w c m", mac},
	{"pooling_nhwc_sum", "nhwcHW | n h:H w:W c, H W, n h w c", pooled("add")},
	{"pooling_nchw_sum", "nchwHW | n c h:H w:W, H W, n c h w", pooled("add")},
	{"pooling_nhwc_max", "nhwcHW | n h:H w:W c, H W, n h w c", pooled("max_signed")},
	{"pooling_nhwc_max_unsigned", "nhwcHW | n h:H w:W c, H W, n h w c", pooledUnsigned("max_unsigned")},
	{"pooling_nchw_max", "nchwHW | n c h:H w:W, H W, n c h w", pooled("max_signed")},
	{"pooling_nhwc_min", "nhwcHW | n h:H w:W c, H W, n h w c", pooled("min_signed")},
	{"pooling_nhwc_min_unsigned", "nhwcHW | n h:H w:W c, H W, n h w c", pooledUnsigned("min_unsigned")},
	{"pooling_nwc_sum", "nwcW | n w:W c, W, n w c", pooled("add")},
	{"pooling_ncw_sum", "ncwW | n c w:W, W, n c w", pooled("add")},
	{"pooling_nwc_max", "nwcW | n w:W c, W, n w c", pooled("max_signed")},
	{"pooling_nwc_max_unsigned", "nwcW | n w:W c, W, n w c", pooledUnsigned("max_unsigned")},
	{"pooling_ncw_max", "ncwW | n c w:W, W, n c w", pooled("max_signed")},
	{"pooling_nwc_min", "nwcW | n w:W c, W, n w c", pooled("min_signed")},
	{"pooling_nwc_min_unsigned", "nwcW | n w:W c, W, n w c", pooledUnsigned("min_unsigned")},
	{"pooling_ndhwc_sum", "ndhwcDHW | n d:D h:H w:W c, D H W, n d h w c", pooled("add")},
	{"pooling_ndhwc_max", "ndhwcDHW | n d:D h:H w:W c, D H W, n d h w c", pooled("max_signed")},
	{"pooling_ndhwc_min", "ndhwcDHW | n d:D h:H w:W c, D H W, n d h w c", pooled("min_signed")},
	{"fill_rng_2d", "mn | -, -, -, m n", pseudoRandom},
}

// families are the summaries of the named operations by the start of the name.
var families = [][2]string{
	{"quantized_", "matrix product with zero points"},
	{"mmt4d", "product of tiled matrices, the second transposed"},
	{"batch_mmt4d", "products of tiled matrices of a batch, the second transposed"},
	{"matvec", "product of a matrix and a vector"},
	{"vecmat", "product of a vector and a matrix"},
	{"batch_matvec", "products of matrices and vectors of a batch"},
	{"batch_vecmat", "products of vectors and matrices of a batch"},
	{"dot", "scalar product of two vectors"},
	{"conv_", "convolution"},
	{"depthwise_", "convolution of each channel with its own filter"},
	{"pooling_", "pooling over windows"},
	{"fill_rng_", "pseudo-random numbers in a range"},
}

// summary describes a row in a line.
func (r *row) summary() (text string) {
	for _, f := range families {
		if strings.HasPrefix(r.name, f[0]) {
			text = f[1]
		}
	}
	if strings.HasSuffix(r.name, "_q") {
		text += ", with zero points"
	}
	return text
}

// shape is a row, read.
type shape struct {
	*row
	loops     string
	maps      []string
	iterators []Iterator
	templates []affine.Map // strides and dilations are symbols: s0, d0, s1, d1, …
	windows   int
	plain     []affine.Map // the maps if all strides and dilations are 1
}

var shapes = sync.OnceValue(func() map[string]*shape {
	all := make(map[string]*shape, len(rows))
	for i := range rows {
		all[rows[i].name] = rows[i].read()
	}
	return all
})

func (r *row) read() *shape {
	loops, list, _ := strings.Cut(r.nest, " | ")
	s := &shape{row: r, loops: loops, maps: strings.Split(list, ", ")}
	for _, loop := range loops {
		kind := Parallel
		if loop < 'a' {
			kind = Reduction
		}
		s.iterators = append(s.iterators, kind)
	}
	loop := func(letter byte) affine.Expr { return affine.Dim(strings.IndexByte(loops, letter)) }
	ones := make([]int64, 2*strings.Count(s.maps[0], ":"))
	for i := range ones {
		ones[i] = 1
	}
	for _, text := range s.maps {
		var results []affine.Expr
		for _, dim := range strings.Fields(strings.TrimPrefix(text, "-")) {
			e := loop(dim[0])
			switch k := 2 * s.windows; {
			case len(dim) == 1:
			case len(ones) > 0:
				e = e.Mul(affine.Symbol(k)).Add(loop(dim[2]).Mul(affine.Symbol(k + 1)))
				s.windows++
			default:
				e = e.Add(loop(dim[2]))
			}
			results = append(results, e)
		}
		s.templates = append(s.templates, affine.NewMap(len(loops), len(ones), results...))
	}
	s.plain = s.withWindows(ones)
	return s
}

// example is a function with the operation, whose parallel loops have 4 iterations and reductions 3.
func (s *shape) example() string {
	extent := func(dim string) int {
		last := 0 // the largest index
		for _, loop := range strings.FieldsFunc(dim, func(r rune) bool { return r == '+' || r == ':' }) {
			if last += 2; loop >= "a" {
				last++
			}
		}
		return last + 1
	}
	elements := s.elements(len(s.maps))
	types := make([]string, len(s.maps))
	for i, m := range s.maps {
		if m == "-" && i < len(s.maps)-1 {
			types[i] = elements[i]
			continue
		}
		var dims strings.Builder
		for _, dim := range strings.Fields(strings.TrimPrefix(m, "-")) {
			fmt.Fprintf(&dims, "%dx", extent(dim))
		}
		types[i] = "tensor<" + dims.String() + elements[i] + ">"
	}
	return exampleOf(s.name, types)
}

// elements returns the element types of the operands in the example of the operation.
func (s *shape) elements(operands int) []string {
	switch {
	case s.name == "fill_rng_2d":
		return []string{"f64", "f64", "i32", "f32"}
	case operands == 5:
		return []string{"i8", "i8", "i32", "i32", "i32"}
	case strings.HasSuffix(s.name, "_unsigned"):
		return slices.Repeat([]string{"i32"}, operands)
	}
	return slices.Repeat([]string{"f32"}, operands)
}

// exampleOf is a function with a named operation on operands of some types; the last is the output.
func exampleOf(name string, types []string) string {
	params, names := make([]string, len(types)), make([]string, len(types))
	for i, t := range types {
		names[i] = "%" + string(rune('a'+i))
		params[i] = names[i] + ": " + t
	}
	last := len(types) - 1
	return fmt.Sprintf("func.func @f(%[1]s) -> %[2]s {\n  %%0 = linalg.%[3]s ins(%[4]s : %[5]s) outs(%[6]s : %[2]s) -> %[2]s\n  return %%0 : %[2]s\n}",
		strings.Join(params, ", "), types[last], name, strings.Join(names[:last], ", "), strings.Join(types[:last], ", "), names[last])
}

// withWindows returns the maps for strides and dilations, s0, d0, s1, d1, ….
func (s *shape) withWindows(values []int64) []affine.Map {
	symbols := make([]affine.Expr, len(values))
	for i, v := range values {
		symbols[i] = affine.Const(v)
	}
	maps := make([]affine.Map, len(s.templates))
	for i, m := range s.templates {
		maps[i] = m.ReplaceDimsAndSymbols(affine.Dims(m.NumDims), symbols, m.NumDims, 0)
	}
	return maps
}

// mapsOf returns the maps of an operation of the row.
func (s *shape) mapsOf(op *ir.Operation) []affine.Map {
	if s.windows == 0 {
		return s.plain
	}
	strides, dilations := windowAttr(op, 0, s.windows), windowAttr(op, 1, s.windows)
	if strides == nil && dilations == nil {
		return s.plain
	}
	values := make([]int64, 2*s.windows)
	for i := range s.windows {
		values[2*i], values[2*i+1] = 1, 1
		if strides != nil {
			values[2*i] = strides[i]
		}
		if dilations != nil {
			values[2*i+1] = dilations[i]
		}
	}
	return s.withWindows(values)
}

// windowAttr returns the strides or dilations, inherent attribute number i; nil if there are none.
func windowAttr(op *ir.Operation, i, windows int) []int64 {
	d, ok := op.Prop(i).(*ir.DenseAttr)
	if !ok || d.NumElements() != windows {
		return nil
	}
	values := make([]int64, windows)
	for k := range values {
		values[k] = ir.IntOr(d.ElementAttr(k), 1)
	}
	return values
}
