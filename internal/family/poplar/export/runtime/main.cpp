// Makes the graph of graph.hpp and runs its program once:
//
//   c++ -std=c++17 -O2 -o program main.cpp -lpoplar -lpoputil -lpopops
//   ./program --input x=x.bin --output y=y.bin
//
// A file has the elements of an array in row-major order, as they are in memory. An array that is
// not read from a file has its initial value. Run it in this folder, which has the codelets.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "graph.hpp"

// Returns the first free device that the program fits, or a model of one.
static poplar::Device device() {
  poplar::DeviceManager manager = poplar::DeviceManager::createDeviceManager();
  for (poplar::Device &d : manager.getDevices(poplar::TargetType::IPU, ipus))
    if (d.getTarget().getTilesPerIPU() >= tilesPerIPU && d.attach())
      return std::move(d);
  poplar::IPUModel model(architecture);
  model.numIPUs = ipus;
  model.tilesPerIPU = tilesPerIPU;
  return model.createDevice();
}

int main(int argc, char **argv) {
  poplar::Device chip = device();
  poplar::Graph graph(chip.getTarget());
  Host host;
  poplar::program::Sequence program = build(graph, host);

  std::map<std::string, std::vector<char>> in, out;
  std::map<std::string, std::string> files;
  for (auto &[name, array] : host.arrays) {
    in[name].resize(array.bytes);
    out[name].resize(array.bytes);
  }
  std::vector<std::string> given;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i], value = argv[i + 1], name = value.substr(0, value.find('=')), file = value.substr(name.size() + 1);
    if (!host.arrays.count(name) || option != "--input" && option != "--output") {
      std::cerr << "there is no array '" << name << "' for " << option << "\n";
      return 1;
    }
    if (option == "--output") {
      files[name] = file;
      continue;
    }
    std::ifstream stream(file, std::ios::binary);
    in[name].assign(std::istreambuf_iterator<char>(stream), {});
    if (in[name].size() != host.arrays[name].bytes) {
      std::cerr << file << " has " << in[name].size() << " bytes, but '" << name << "' has " << host.arrays[name].bytes << "\n";
      return 1;
    }
    given.push_back(name);
  }

  poplar::Engine engine(graph, program);
  engine.load(chip);
  for (auto &[name, array] : host.arrays) {
    if (array.stream && array.in)
      engine.connectStream(name, in[name].data(), in[name].data() + array.bytes);
    if (array.stream && array.out)
      engine.connectStream(name + ".out", out[name].data(), out[name].data() + array.bytes);
  }
  for (const std::string &name : given)
    if (!host.arrays[name].stream)
      engine.writeTensor(name, in[name].data(), in[name].data() + in[name].size());
  engine.run(0);
  for (const auto &[name, file] : files) {
    if (!host.arrays[name].stream)
      engine.readTensor(name, out[name].data(), out[name].data() + out[name].size());
    std::ofstream(file, std::ios::binary).write(out[name].data(), out[name].size());
  }
}
