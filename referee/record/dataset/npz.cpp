#include "record/dataset/npz.hpp"

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "os/descriptor.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <minizip/zip.h>
#include <numeric>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace referee {

namespace {

/// Observations are mostly zeros: a higher level takes longer and saves little.
constexpr int level = 4;

constexpr std::size_t block_size = 1U << 16U;

/// An archive of old has 32 bits for a size.
constexpr std::uint64_t max_size_of_old = 0xffffffff;

/// 1 January 1980, the first day of MS-DOS, in all archives: equal arrays give equal bytes.
constexpr uLong first_day = 1U << 21U | 1U << 16U;

void write_all(int file, const std::string& path, const void* bytes, std::size_t size) {
    const auto* at = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t count = ::write(file, at, size);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            fail_writing(path, "writing " + path, count < 0 ? errno : EIO);
        }
        at += count;
        size -= static_cast<std::size_t>(count);
    }
}

/// A stream of raw deflate, which is what an archive holds.
class Deflater {
  public:
    Deflater() {
        if (::deflateInit2(&stream_, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
            Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~Deflater() { ::deflateEnd(&stream_); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    /// Compresses the bytes and hands on what is finished of them; with `flush` all of it.
    template <typename Take>
    void add(std::span<const std::byte> bytes, int flush, const Take& take) {
        while (true) {
            const std::size_t part = std::min<std::size_t>(bytes.size(), 1U << 30U);
            // zlib doesn't write there
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
            stream_.avail_in = static_cast<uInt>(part);
            bytes = bytes.subspan(part);
            const int how = bytes.empty() ? flush : Z_NO_FLUSH;
            do {
                stream_.next_out = block_.data();
                stream_.avail_out = static_cast<uInt>(block_.size());
                ::deflate(&stream_, how);
                take(block_.data(), block_.size() - stream_.avail_out);
            } while (stream_.avail_out == 0);
            if (bytes.empty()) {
                return;
            }
        }
    }

  private:
    z_stream stream_{};
    std::array<Bytef, block_size> block_{};
};

/// A file that has no name any more, beside the one that is written.
UniqueFd nameless_file(const std::string& path) {
    std::string name = path + ".XXXXXX";
    UniqueFd file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file) {
        fail_writing(path, "making a file beside " + path, errno);
    }
    ::unlink(name.c_str());
    return file;
}

/// The beginning of an array's file: its type and shape, in Python's words.
std::string head_of(const std::string& type, std::vector<std::size_t> shape) {
    std::string text = fmt::format(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
        fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    constexpr std::size_t before = 10; // magic, version, and the length of the text
    constexpr std::size_t alignment = 64;
    const std::size_t size = (before + text.size() + 1 + alignment - 1) / alignment * alignment;
    text.resize(size - before - 1, ' ');
    text += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(text.size() & 0xffU);
    head += static_cast<char>(text.size() >> 8U);
    return head + text;
}

char order_of(std::string_view type) {
    const bool is_byte = type.ends_with("1");
    return is_byte ? '|' : std::endian::native == std::endian::little ? '<' : '>';
}

/// The code points of a text; bytes that aren't UTF-8 stand there as \xNN.
std::vector<std::uint32_t> code_points(const std::string& text) {
    bool whole = false;
    const std::string valid = as_utf8(text, std::string::npos, whole);
    std::vector<std::uint32_t> points;
    for (std::size_t at = 0; at < valid.size();) {
        const std::size_t length = utf8_length(std::string_view(valid).substr(at));
        std::uint32_t point = static_cast<unsigned char>(valid[at]);
        point &= length == 1 ? 0x7fU : 0xffU >> (length + 1);
        for (std::size_t i = 1; i < length; ++i) {
            point = point << 6U | (static_cast<unsigned char>(valid[at + i]) & 0x3fU);
        }
        points.push_back(point);
        at += length;
    }
    return points;
}

// What minizip writes goes through these, so that no error is lost.

struct ArchiveFile {
    UniqueFd file;
    int error = 0; ///< of the first call that failed
};

voidpf open_archive(voidpf self, const void*, int) {
    return self;
}

uLong write_archive(voidpf self, voidpf, const void* bytes, uLong size) {
    auto& archive = *static_cast<ArchiveFile*>(self);
    const auto* at = static_cast<const char*>(bytes);
    for (uLong done = 0; done < size;) {
        const ssize_t count = ::write(archive.file.get(), at + done, size - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            archive.error = archive.error != 0 ? archive.error : count < 0 ? errno : EIO;
            return done;
        }
        done += static_cast<uLong>(count);
    }
    return size;
}

uLong read_archive(voidpf self, voidpf, void* bytes, uLong size) {
    const ssize_t count = ::read(static_cast<ArchiveFile*>(self)->file.get(), bytes, size);
    return count < 0 ? 0 : static_cast<uLong>(count);
}

ZPOS64_T tell_archive(voidpf self, voidpf) {
    return static_cast<ZPOS64_T>(::lseek(static_cast<ArchiveFile*>(self)->file.get(), 0, SEEK_CUR));
}

long seek_archive(voidpf self, voidpf, ZPOS64_T offset, int origin) {
    const int whence = origin == ZLIB_FILEFUNC_SEEK_SET   ? SEEK_SET
                       : origin == ZLIB_FILEFUNC_SEEK_CUR ? SEEK_CUR
                                                          : SEEK_END;
    const off_t to =
        ::lseek(static_cast<ArchiveFile*>(self)->file.get(), static_cast<off_t>(offset), whence);
    return to < 0 ? -1 : 0;
}

int close_archive(voidpf, voidpf) {
    return 0;
}

int has_archive_failed(voidpf self, voidpf) {
    return static_cast<ArchiveFile*>(self)->error;
}

} // namespace

/// The compressed rows of an array.
class NpzWriter::Spool final : public NpzWriter::Array {
  public:
    Spool(
        const std::string& path, std::string name, std::string type,
        std::vector<std::size_t> row_shape, std::size_t item_size)
        : path_(path), name_(std::move(name)), type_(std::move(type)), shape_(std::move(row_shape)),
          file_(nameless_file(path)),
          row_size_(std::accumulate(
              shape_.begin(), shape_.end(), item_size, std::multiplies<std::size_t>())) {}

    void append(std::span<const std::byte> rows) override {
        if (row_size_ == 0 || rows.size() % row_size_ != 0) {
            throw InternalError(
                fmt::format("{} bytes for rows of {} in {}", rows.size(), row_size_, name_));
        }
        waiting_.insert(waiting_.end(), rows.begin(), rows.end());
        if (waiting_.size() >= block_size) {
            compress(Z_NO_FLUSH);
        }
    }

    /// The last block; nothing can be appended any more. A text or a number has none
    /// of its own.
    void end() {
        compress(Z_FINISH);
        std::vector<std::size_t> shape = shape_;
        if (!is_single) {
            shape.insert(shape.begin(), row_size_ == 0 ? 0 : size_ / row_size_);
        }
        const std::string head = head_of(type_, shape);
        Deflater deflater;
        deflater.add(
            std::as_bytes(std::span(head)), Z_SYNC_FLUSH, [&](const Bytef* at, std::size_t size) {
                head_.append(reinterpret_cast<const char*>(at), size);
            });
        const uLong head_sum =
            ::crc32_z(0, reinterpret_cast<const Bytef*>(head.data()), head.size());
        sum_ = ::crc32_combine(head_sum, sum_, static_cast<z_off_t>(size_));
        size_ += head.size();
        packed_size_ += head_.size();
    }

    /// After end(): the name in the archive, the sizes, the checksum, the compressed bytes.
    std::string file_name() const { return name_ + ".npy"; }
    std::uint64_t size() const { return size_; }
    std::uint64_t packed_size() const { return packed_size_; }
    uLong sum() const { return sum_; }
    template <typename Take>
    void for_each_block(const Take& take) const {
        take(head_.data(), head_.size());
        std::vector<char> block(block_size);
        for (off_t at = 0;;) {
            const ssize_t count = ::pread(file_.get(), block.data(), block.size(), at);
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count < 0) {
                fail("reading what waits for " + path_);
            }
            if (count == 0) {
                return;
            }
            take(block.data(), static_cast<std::size_t>(count));
            at += count;
        }
    }
    /// Gives back the room on the disk.
    void drop() { file_.reset(); }

    bool is_single = false; ///< it has no rows: a text or a number

  private:
    void compress(int flush) {
        const std::span<const std::byte> bytes(waiting_);
        sum_ = ::crc32_z(sum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
        size_ += bytes.size();
        deflater_->add(bytes, flush, [&](const Bytef* at, std::size_t size) {
            write_all(file_.get(), path_, at, size);
            packed_size_ += size;
        });
        waiting_.clear();
        if (flush == Z_FINISH) {
            deflater_.reset();
        }
    }

    const std::string& path_;
    std::string name_;
    std::string type_;
    std::vector<std::size_t> shape_; ///< of a row
    UniqueFd file_;
    std::size_t row_size_; ///< bytes
    std::unique_ptr<Deflater> deflater_ = std::make_unique<Deflater>();
    std::vector<std::byte> waiting_; ///< not compressed yet
    std::string head_;               ///< compressed
    std::uint64_t size_ = 0;
    std::uint64_t packed_size_ = 0;
    uLong sum_ = ::crc32_z(0, nullptr, 0);
};

NpzWriter::NpzWriter(const std::string& path) : path_(path) {
    make_folders_above(path);
}

NpzWriter::~NpzWriter() = default;

NpzWriter::Spool&
NpzWriter::spool(const std::string& name, const std::string& type, std::vector<std::size_t> shape) {
    std::size_t item_size = static_cast<std::size_t>(std::stoi(type.substr(1)));
    item_size *= type.starts_with("U") ? sizeof(std::uint32_t) : 1;
    spools_.push_back(
        std::make_unique<Spool>(path_, name, order_of(type) + type, std::move(shape), item_size));
    return *spools_.back();
}

NpzWriter::Array& NpzWriter::array(
    const std::string& name, const std::string& type, std::vector<std::size_t> row_shape) {
    return spool(name, type, std::move(row_shape));
}

void NpzWriter::texts(const std::string& name, const std::vector<std::string>& texts) {
    std::vector<std::vector<std::uint32_t>> all;
    std::size_t longest = 1;
    for (const std::string& text : texts) {
        all.push_back(code_points(text));
        longest = std::max(longest, all.back().size());
    }
    Array& array = spool(name, fmt::format("U{}", longest), {});
    for (std::vector<std::uint32_t>& points : all) {
        points.resize(longest); // NumPy leaves zeros at the end out
        array.append(std::span<const std::uint32_t>(points));
    }
}

void NpzWriter::text(const std::string& name, const std::string& text) {
    texts(name, {text});
    spools_.back()->is_single = true;
}

void NpzWriter::number(const std::string& name, std::int32_t number) {
    array(name, "i4", {}).append(number);
    spools_.back()->is_single = true;
}

void NpzWriter::put(Spool& spool, void* archive) const {
    spool.end();
    zip_fileinfo info{};
    info.dosDate = first_day;
    const int is_large = std::max(spool.size(), spool.packed_size()) >= max_size_of_old ? 1 : 0;
    constexpr int is_compressed = 1;
    constexpr uLong made_by = 20; // PKZIP 2.0, as most programs say
    int error = ::zipOpenNewFileInZip4_64(
        archive, spool.file_name().c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
        level, is_compressed, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0, made_by, 0,
        is_large);
    spool.for_each_block([&](const char* at, std::size_t size) {
        error = error != ZIP_OK ? error
                                : ::zipWriteInFileInZip(archive, at, static_cast<unsigned>(size));
    });
    spool.drop();
    error = error != ZIP_OK ? error : ::zipCloseFileInZipRaw64(archive, spool.size(), spool.sum());
    if (error != ZIP_OK) {
        throw InternalError(fmt::format("writing {}: minizip's error {}", path_, error));
    }
}

void NpzWriter::finish() {
    Draft draft(path_); // not before: nobody removes it if a signal ends the export
    ArchiveFile file{UniqueFd(::open(draft.path().c_str(), O_RDWR | O_CLOEXEC))};
    if (!file.file) {
        fail_writing(path_, "opening " + draft.path(), errno);
    }
    zlib_filefunc64_def functions{open_archive, read_archive,  write_archive,      tell_archive,
                                  seek_archive, close_archive, has_archive_failed, &file};
    zipFile archive = ::zipOpen2_64(path_.c_str(), APPEND_STATUS_CREATE, nullptr, &functions);
    if (archive == nullptr) {
        throw std::bad_alloc();
    }
    std::exception_ptr problem;
    try {
        for (const auto& each : spools_) {
            put(*each, archive);
        }
    } catch (const std::exception&) {
        problem = std::current_exception();
    }
    const int error = ::zipClose(archive, nullptr);
    if (file.error != 0) {
        fail_writing(path_, "writing " + path_, file.error);
    }
    if (problem) {
        std::rethrow_exception(problem);
    }
    if (error != ZIP_OK) {
        throw InternalError(fmt::format("writing {}: minizip's error {}", path_, error));
    }
    draft.publish();
}

} // namespace referee
