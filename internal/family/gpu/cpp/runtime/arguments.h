// The arguments of a kernel for host programs: they are read from .npy files and written to them.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

[[noreturn]] inline void fail(const std::string &message) {
  fprintf(stderr, "%s\n", message.c_str());
  exit(1);
}

// any_extent is an extent that a file or --shape gives.
const size_t any_extent = size_t(-1);

// argument is an argument of the kernel with its contents.
struct argument {
  std::string name, type; // the type as in .npy files: "<f4"
  size_t width;           // bytes of an element
  std::vector<size_t> shape, multiples; // extents, and numbers that divide them
  std::string output;                   // the file to write, or ""
  std::vector<char> contents;
  void *memory = nullptr; // on the device

  argument(std::string name, std::string type, size_t width, std::vector<size_t> shape, std::vector<size_t> multiples = {})
      : name(name), type(type), width(width), shape(shape), multiples(multiples) {
    if (!is_open())
      make();
  }

  // is_open reports whether an extent is not known.
  bool is_open() const {
    for (size_t d : shape)
      if (d == any_extent)
        return true;
    return false;
  }

  // make fills the contents with zeros.
  void make() {
    size_t n = 1;
    for (size_t d : shape)
      n *= d;
    contents.assign(n * width, 0);
  }

  // set_shape gives the extents that are open.
  void set_shape(const std::vector<size_t> &extents, const std::string &from) {
    bool same = extents.size() == shape.size();
    for (size_t d = 0; same && d < shape.size(); ++d)
      same = shape[d] == any_extent || shape[d] == extents[d];
    if (!same)
      fail(from + ": argument " + name + " has the shape " + dimensions() + ", but got " + dimensions_of(extents));
    if (!is_open())
      return;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (extents[d] > 0x7fffffff)
        fail(from + ": extent " + std::to_string(d) + " of argument " + name + " must be below 2^31");
      if (d < multiples.size() && extents[d] % multiples[d])
        fail(from + ": extent " + std::to_string(d) + " of argument " + name + " must be a multiple of " + std::to_string(multiples[d]));
    }
    shape = extents;
    make();
  }

  // extent returns an extent as a kernel takes it.
  long long extent(size_t d) const { return static_cast<long long>(shape[d]); }

  // number returns the contents as a number.
  template <class T> T number() const {
    T x;
    memcpy(&x, contents.data(), sizeof x);
    return x;
  }
  // array returns the array on the device.
  template <class T> T *array() const { return static_cast<T *>(memory); }

  std::string dimensions() const { return dimensions_of(shape); }

  static std::string dimensions_of(const std::vector<size_t> &extents) {
    std::string text = "(";
    for (size_t d : extents)
      text += (d == any_extent ? "?" : std::to_string(d)) + ", ";
    if (extents.size() > 1)
      text.resize(text.size() - 2);
    else if (extents.size() == 1)
      text.pop_back();
    return text + ")";
  }

  // read reads the contents from a file of NumPy, in row-major order.
  void read(const std::string &file) {
    FILE *f = fopen(file.c_str(), "rb");
    if (!f)
      fail(file + ": cannot be opened");
    unsigned char head[12] = {};
    if (fread(head, 1, 10, f) != 10 || memcmp(head, "\x93NUMPY", 6))
      fail(file + ": is no .npy file");
    size_t size = head[8] | head[9] << 8;
    if (head[6] > 1) {
      if (fread(head + 10, 1, 2, f) != 2)
        fail(file + ": ends early");
      size |= size_t(head[10]) << 16 | size_t(head[11]) << 24;
    }
    std::string header(size, ' ');
    if (fread(&header[0], 1, size, f) != size)
      fail(file + ": ends early");
    std::string given = field(header, "'descr':");
    if (given.find("'" + type + "'") == std::string::npos)
      fail(file + ": argument " + name + " has elements of type '" + type + "', but the file has" + given);
    if (field(header, "'fortran_order':").find("False") == std::string::npos)
      fail(file + ": is not in row-major order");
    std::vector<size_t> extents;
    std::string text = header.substr(header.find('(', header.find("'shape':")) + 1);
    for (const char *p = text.c_str(); *p && *p != ')'; ++p)
      if ('0' <= *p && *p <= '9')
        extents.push_back(strtoull(p, const_cast<char **>(&p), 10)), --p;
    set_shape(extents, file);
    if (fread(contents.data(), 1, contents.size(), f) != contents.size())
      fail(file + ": ends early");
    fclose(f);
  }

  // write writes the contents to a file of NumPy.
  void write(const std::string &file) const {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + dimensions() + ", }";
    header.resize((10 + header.size()) / 64 * 64 + 64 - 10, ' ');
    header.back() = '\n';
    FILE *f = fopen(file.c_str(), "wb");
    unsigned char head[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(header.size() & 255), (unsigned char)(header.size() >> 8)};
    if (!f || fwrite(head, 1, 10, f) != 10 || fwrite(header.data(), 1, header.size(), f) != header.size() ||
        fwrite(contents.data(), 1, contents.size(), f) != contents.size() || fclose(f))
      fail(file + ": cannot be written");
  }

private:
  static std::string field(const std::string &header, const char *key) {
    size_t at = header.find(key);
    if (at == std::string::npos)
      return "";
    at += strlen(key);
    return header.substr(at, header.find(',', at) - at);
  }
};

// extents_in reads extents: 4x8.
inline std::vector<size_t> extents_in(const std::string &text) {
  std::vector<size_t> list;
  for (const char *p = text.c_str();; ++p) {
    if (*p < '0' || *p > '9')
      fail("expected extents such as 4x8, but got " + text);
    list.push_back(strtoull(p, const_cast<char **>(&p), 10));
    if (!*p)
      return list;
    if (*p != 'x')
      fail("expected extents such as 4x8, but got " + text);
  }
}

// read_arguments reads the files that the command line names: --input name=file.npy and
// --output name=file.npy. --shape name=4x8 gives extents that no file gives. An option that it
// does not know is for the caller.
inline void read_arguments(std::vector<argument> &list, int count, char **words, bool (*option)(const std::string &) = nullptr) {
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    if (option && option(word))
      continue;
    std::string value = i + 1 < count ? words[i + 1] : "";
    size_t equal = value.find('=');
    if ((word != "--input" && word != "--output" && word != "--shape") || equal == std::string::npos)
      fail("usage: [--input name=file.npy] [--output name=file.npy] [--shape name=4x8]");
    argument *found = nullptr;
    for (argument &a : list)
      if (a.name == value.substr(0, equal))
        found = &a;
    if (!found)
      fail("the kernel has no argument " + value.substr(0, equal));
    if (word == "--input")
      found->read(value.substr(equal + 1));
    else if (word == "--output")
      found->output = value.substr(equal + 1);
    else
      found->set_shape(extents_in(value.substr(equal + 1)), word + " " + value);
    ++i;
  }
  for (const argument &a : list)
    if (a.is_open())
      fail("the shape " + a.dimensions() + " of argument " + a.name + " is not known: --input " + a.name + "=file.npy or --shape " + a.name + "=… gives it");
}
