// Positions in memory and in files.

#include "dicewars/training/selfplay.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <type_traits>

namespace referee::dicewars::training {
namespace {

template <typename Item>
void write_items(const std::vector<Item>& items, std::ofstream& file) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const std::uint64_t count = items.size();
    file.write(reinterpret_cast<const char*>(&count), sizeof count);
    file.write(
        reinterpret_cast<const char*>(items.data()),
        static_cast<std::streamsize>(count * sizeof(Item)));
}

template <typename Item>
void read_items(std::ifstream& file, std::vector<Item>& items) {
    std::uint64_t count = 0;
    file.read(reinterpret_cast<char*>(&count), sizeof count);
    if (file) {
        items.resize(count);
        file.read(
            reinterpret_cast<char*>(items.data()),
            static_cast<std::streamsize>(count * sizeof(Item)));
    }
}

} // namespace

void Positions::add_seat(const sample::Features& features) {
    const std::span<const std::uint16_t> used = features.used();
    seats.push_back(
        {features.numbers, static_cast<std::uint32_t>(kinds.size()),
         static_cast<std::uint32_t>(used.size())});
    kinds.insert(kinds.end(), used.begin(), used.end());
}

void Positions::add(const Positions& others) {
    const std::size_t seats_before = seats.size();
    const auto kinds_before = static_cast<std::uint32_t>(kinds.size());
    kinds.insert(kinds.end(), others.kinds.begin(), others.kinds.end());
    for (Seat seat : others.seats) {
        seat.begin += kinds_before;
        seats.push_back(seat);
    }
    for (Position position : others.positions) {
        position.begin += seats_before;
        positions.push_back(position);
    }
}

void write_positions(const Positions& positions, const std::string& path) {
    const std::string unfinished = path + ".part";
    {
        std::ofstream file(unfinished, std::ios::binary);
        write_items(positions.kinds, file);
        write_items(positions.seats, file);
        write_items(positions.positions, file);
        if (!file.flush()) {
            throw std::runtime_error(unfinished + ": cannot be written");
        }
    }
    std::filesystem::rename(unfinished, path);
}

Positions read_positions(const std::string& path) {
    Positions positions;
    std::ifstream file(path, std::ios::binary);
    read_items(file, positions.kinds);
    read_items(file, positions.seats);
    read_items(file, positions.positions);
    if (!file) {
        throw std::runtime_error(path + ": not whole");
    }
    return positions;
}

} // namespace referee::dicewars::training
