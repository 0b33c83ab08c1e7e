// Measures which lanes the banks of workgroup memory serve together, and what an exchange between lanes costs.
//
// The kernels read16, write4 and so on access memory by patterns: the offset of each lane, or none. They
// count the cycles in which all subgroups of a workgroup access memory by a pattern. Rows are 512 bytes apart,
// which all numbers of banks up to 128 divide, so that lanes with the same offset in their rows need the same bank.
#pragma once

#include "driver.h"

#include <algorithm>

struct probe {
  const char *chip, *file; // the compiled kernels
  int lanes, subgroups;    // of a subgroup, of the workgroup

  static constexpr int row = 512, none = -1;
  std::vector<int> patterns, cycles, most;
  int number = 0; // of patterns
  std::vector<std::string> kernels = {"read4", "read8", "read16", "write4", "write8", "write16", "exchange"};

  probe(const char *chip, const char *file, int lanes, int subgroups) : chip(chip), file(file), lanes(lanes), subgroups(subgroups) {}

  // add adds a pattern and returns its number.
  int add(const std::vector<int> &offsets) {
    patterns.insert(patterns.end(), offsets.begin(), offsets.end());
    return number++;
  }

  // apart, strides, equal, same and other are the first patterns of their kinds; pair numbers two lanes.
  int apart, strides, equal, same, other;
  int pair(int i, int j) const { return j * (j - 1) / 2 + i; }

  // add_pairs adds a pattern for each two lanes, and returns the number of the first.
  template <class F> int add_pairs(F offsets) {
    int first = number;
    for (int j = 1; j < lanes; ++j)
      for (int i = 0; i < j; ++i)
        add(offsets(i, j));
    return first;
  }

  void make_patterns() {
    std::vector<int> rows(lanes), words(lanes), alone(lanes, none);
    for (int i = 0; i < lanes; ++i)
      rows[i] = i * row;
    add(rows);         // the first times are those of cold caches
    apart = add(rows); // every lane has a row: a step of the banks for each lane
    strides = number;  // lanes are 1, 2, … words apart
    for (int d = 1; d <= row / 4; ++d) {
      for (int i = 0; i < lanes; ++i)
        words[i] = i * 4 * d;
      add(words);
    }
    // Lane j has the row of lane i, which saves a step if they are served together.
    equal = add_pairs([&](int i, int j) { return with(rows, i, i * row, j, i * row); });
    // Two lanes alone have rows and the same bank, or banks 8 apart.
    same = add_pairs([&](int i, int j) { return with(alone, i, 0, j, row); });
    other = add_pairs([&](int i, int j) { return with(alone, i, 0, j, row + 32); });
  }

  // with returns offsets with new ones for two lanes.
  static std::vector<int> with(std::vector<int> offsets, int i, int at, int j, int to) {
    offsets[i] = at, offsets[j] = to;
    return offsets;
  }

  // measure runs all kernels.
  void measure() {
    std::vector<argument> arguments = {
        {"patterns", "<i4", 4, {size_t(number), size_t(lanes)}},
        {"cycles", "<i4", 4, {kernels.size(), size_t(number)}},
        {"number", "<i4", 4, {}},
    };
    memcpy(arguments[0].contents.data(), patterns.data(), patterns.size() * 4);
    memcpy(arguments[2].contents.data(), &number, 4);
    std::vector<launch> launches;
    for (const std::string &k : kernels)
      launches.push_back({k.c_str(), {1, 1, 1}, {unsigned(lanes * subgroups), 1, 1}});
    run(file, launches, arguments, {true, true, false});
    cycles.resize(kernels.size() * number);
    memcpy(cycles.data(), arguments[1].contents.data(), cycles.size() * 4);
  }

  int time(int kernel, int pattern) const { return cycles[kernel * number + pattern]; }

  // difference returns the cycles by which the patterns of two lanes differ if the lanes are served together. Two lanes that write the
  // same bytes may need a step each, so that writes are compared with writes to other banks.
  int difference(int kernel, int p) const {
    if (kernel < 3)
      return time(kernel, apart) - time(kernel, equal + p);
    return time(kernel, same + p) - time(kernel, other + p);
  }

  // together reports whether two lanes are served together.
  bool together(int kernel, int i, int j) const { return i == j || 2 * difference(kernel, pair(std::min(i, j), std::max(i, j))) > most[kernel]; }

  // find_most finds the largest differences between patterns, which are those of lanes that are served together.
  void find_most() {
    for (int k = 0; k < 6; ++k) {
      int n = 0;
      for (int p = 0; p < lanes * (lanes - 1) / 2; ++p)
        n = std::max(n, difference(k, p));
      most.push_back(n > time(k, apart) / lanes / 8 ? n : time(k, apart));
    }
  }

  // banks returns the number of banks: words that many apart all need the same bank.
  int banks() const {
    for (int d = 1; d <= row / 4; ++d)
      if (4.0 * time(0, strides + d - 1) > 3.0 * time(0, apart))
        return d;
    fail("words up to 512 bytes apart need different banks: there is no row for such memory");
  }

  // group writes the numbers by which lanes that are served together differ.
  std::string group(int kernel) const {
    std::vector<int> numbers, spanned = {0};
    for (int j = 1; j < lanes; ++j) {
      if (!together(kernel, 0, j) || std::count(spanned.begin(), spanned.end(), j))
        continue;
      numbers.push_back(j);
      for (size_t n = spanned.size(), k = 0; k < n; ++k)
        spanned.push_back(spanned[k] ^ j);
    }
    for (int i = 0; i < lanes; ++i)
      for (int j = 0; j < lanes; ++j)
        if (together(kernel, i, j) != (std::count(spanned.begin(), spanned.end(), i ^ j) > 0))
          fail(kernels[kernel] + ": lanes " + std::to_string(i) + " and " + std::to_string(j) + " are " + (together(kernel, i, j) ? "" : "not ") +
               "served together, unlike lanes 0 and " + std::to_string(i ^ j) + ": a row cannot express this, or another program uses the card");
    std::string text;
    for (int n : numbers)
      text += (text.empty() ? "" : ",") + std::to_string(n);
    return text;
  }

  // exchange returns the price of an exchange between 32 lanes, in quarters of a step of the banks. Each
  // pattern exchanges once more than the one before.
  int exchange() const {
    double cycles = time(6, 2) - time(6, 1), steps = (time(0, apart) - time(0, strides)) / (lanes - double(lanes) / std::min(lanes, banks()));
    return std::max(1, int(4 * cycles / steps * 32 / lanes + 0.5));
  }

  // print prints the row.
  int print() {
    make_patterns();
    measure();
    find_most();
    printf("%s banks=%d", chip, banks());
    for (int k = 0; k < 6; ++k)
      printf(" %s=%s", kernels[k].c_str(), group(k).c_str());
    printf(" exchange=%d\n", exchange());
    return 0;
  }
};
