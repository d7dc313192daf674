#pragma once

/// Arrays in NumPy's format .npz, written row by row: a ZIP archive with a file NAME.npy for each
/// array. Rows are compressed as they come and wait in files without a name, because an archive
/// has one array after the other, and an array begins with its number of rows. So the memory needed
/// doesn't depend on the number of rows: less than 1 MiB for each array.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class NpzWriter {
  public:
    /// For a file with that name, which finish() writes.
    explicit NpzWriter(const std::string& path);
    ~NpzWriter();
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;

    /// An array of this archive.
    class Array {
      public:
        virtual ~Array() = default;
        /// Appends rows. A row is as large as the array's `row_shape` and `type` say. Throws
        /// EnvironmentError, if the disk is full.
        virtual void append(std::span<const std::byte> rows) = 0;
        template <typename Number>
        void append(std::span<const Number> numbers) {
            append(std::as_bytes(numbers));
        }
        template <typename Number>
        void append(Number number) {
            append(std::span<const Number>(&number, 1));
        }
    };

    /// Adds an array of the shape [rows] + `row_shape`; the rows are appended to it. `type` is
    /// NumPy's name without the order of bytes: "u1", "i4", "f4". The array lives as long as the
    /// writer.
    Array&
    array(const std::string& name, const std::string& type, std::vector<std::size_t> row_shape);
    /// Adds an array of texts, all of it. What isn't UTF-8 in them is written as \xNN.
    void texts(const std::string& name, const std::vector<std::string>& texts);
    /// Adds a text or a number, an array without dimensions.
    void text(const std::string& name, const std::string& text);
    void number(const std::string& name, std::int32_t number);

    /// Writes the archive; it gets its name when it is complete, and replaces what has it. Throws
    /// UserError, EnvironmentError.
    void finish();

  private:
    class Spool;
    Spool& spool(const std::string& name, const std::string& type, std::vector<std::size_t> shape);
    void put(Spool& spool, void* archive) const;

    std::string path_;
    std::vector<std::unique_ptr<Spool>> spools_;
};

} // namespace referee
