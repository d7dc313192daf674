#pragma once

/// The files of a site on the disk: which of them show what they should already, so that nobody has
/// to compute them again. referee/season/README.md, "What is written".

#include "base/bytes.hpp"
#include "os/descriptor.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The hash of a list of values: what a file shows. Each value counts with its length, so that
/// "ab", "c" isn't "a", "bc".
class SiteKey {
  public:
    SiteKey& add(std::string_view text);
    SiteKey& add(std::int64_t number);
    /// By its bits.
    SiteKey& add(double number);
    /// 32 hexadecimal digits. The next values begin another key.
    std::string text();

  private:
    Sha256 hash_;
};

/// What a run of SiteFiles did.
struct SiteFileCounts {
    int files = 0;   ///< of the site
    int written = 0; ///< of these, new or changed
    int removed = 0; ///< files of an earlier run that the site no longer has
};

/// Makes a site file by file. A file of the folder `keys_name` has each file's key, size and time
/// of change as they were when it was written. A file is written again unless all three are as
/// before, so also if somebody has changed or deleted it; it keeps its time if it holds its text
/// already. If the file of keys is missing, damaged or of another format, nothing is known and
/// everything is written.
///
/// A run may be killed at any moment: a path is noted in the file of keys before anything is
/// written there, so the next run knows every file that is there.
class SiteFiles {
  public:
    static constexpr std::string_view keys_name = "site.keys";

    /// The site in this folder, which is made if it doesn't exist. Throws UserError.
    explicit SiteFiles(std::string folder);

    /// True if the last run was made from `inputs`, was finished, and all its files are as it
    /// left them.
    bool is_made_from(std::string_view inputs) const;
    /// The number of files that the last run made.
    int count() const { return static_cast<int>(known_.size()); }

    /// True if the file is there as it was written with this key. It isn't counted.
    bool is_current(const std::string& path, const std::string& key) const;
    /// True if an earlier run wrote the file or was killed while it did.
    bool is_known(const std::string& path) const { return known_.contains(path); }

    /// A file of the site. `path`: in its folder; `key`: of all that the file shows; `text`, its
    /// bytes, is called unless the file is current. Throws UserError.
    void
    add(const std::string& path, const std::string& key, const std::function<std::string()>& text);
    /// The same for a text that is there already.
    void add(const std::string& path, const std::string& text);
    /// A file that stays as it is, whatever it shows, if it is there. False if it isn't.
    bool keep(const std::string& path, const std::string& key);

    /// Removes the files of earlier runs that weren't added, and notes that the site was made from
    /// `inputs`. Throws UserError.
    SiteFileCounts finish(std::string_view inputs);

  private:
    /// A file as it was written. Without a key nothing is known but that it may be there.
    struct State {
        std::string key;
        std::int64_t size = 0;
        std::int64_t changed_ns = 0; ///< since 1970
        bool is_of_this_run = false;
    };

    std::string full(std::string_view path) const;
    void read_keys();
    bool is_as_written(const std::string& path, const State& state) const;
    static std::string
    keys_text(const std::map<std::string, State>& states, std::string_view inputs);
    void note(const std::string& path);
    void add_text(const std::string& path, const std::string& key, const std::string& text);
    void write(const std::string& path, State& state, const std::string& text);

    std::string folder_;
    std::string inputs_; ///< of the last run, if it was finished
    std::map<std::string, State> known_;
    bool is_read_ = false; ///< there is a file of keys, and it is whole
    UniqueFd noted_;       ///< the same, to which note() appends; none yet
    SiteFileCounts counts_;
};

} // namespace referee
