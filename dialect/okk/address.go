package okk

import (
	"optc/diag"
	"optc/num"
)

// Address is the place of a byte in local memory (OKKernel manual, Address of
// Tensor in Local Memory).
type Address struct {
	NPU    int64
	Offset int64 // bytes from the start of the NPU's memory
	Bank   int64 // bank of the offset
}

// Split divides an address into NPU and offset: A = NPU·S + Offset. The error code is
// addr-range.
func (m *Machine) Split(address int64) (Address, error) {
	if address < 0 || address >= m.Bytes() {
		return Address{}, diag.Errorf("addr-range", "address %d is outside local memory [0, %d)", address, m.Bytes())
	}
	offset := address % m.NPUBytes
	return Address{address / m.NPUBytes, offset, offset / m.BankBytes()}, nil
}

// Join is the inverse of Split.
func (m *Machine) Join(npu, offset int64) int64 { return npu*m.NPUBytes + offset }

// BlockRows is the number K of block rows of a tensor with the given number of
// channels, ceil((start + channels)/X); the vendor calls it
// okk_channle_num_per_npu. It can exceed the channels that any NPU holds
// (OKKernel manual, Scatter Features to Different NPUs).
func (m *Machine) BlockRows(start, channels int64) int64 { return num.CeilDiv(start+channels, m.NPUs) }

// ChannelPlace returns the NPU and the block row of channel c of a tensor that
// starts at the given NPU.
func (m *Machine) ChannelPlace(start, c int64) (npu, row int64) {
	return (start + c) % m.NPUs, (start + c) / m.NPUs
}

// FreeBlocks returns the number of blocks per batch that hold no channel: before the
// first channel and after the last.
func (m *Machine) FreeBlocks(start, channels int64) (leading, trailing int64) {
	return start, m.BlockRows(start, channels)*m.NPUs - start - channels
}

// Part returns the address of the part that begins at packed coordinate at, for a tensor
// with the given address, strides and unit size.
func (m *Machine) Part(address int64, strides Dims, unit int64, at Dims) int64 {
	npu, row := m.ChannelPlace(address/m.NPUBytes, at[1])
	return m.Join(npu, address%m.NPUBytes+unit*(at[0]*strides[0]+row*strides[1]+at[2]*strides[2]+at[3]*strides[3]))
}

// Whole is the inverse of [Machine.Part] along C: it returns the address of channel 0 of
// a tensor whose channel c is at the given address. It is negative if there can be no
// such tensor.
func (m *Machine) Whole(address, channelStride, unit, c int64) int64 {
	q := address/m.NPUBytes - c
	offset := address%m.NPUBytes + unit*channelStride*num.FloorDiv(q, m.NPUs)
	if offset < 0 {
		return -1
	}
	return m.Join(num.Mod(q, m.NPUs), offset)
}
