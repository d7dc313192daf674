#include "season/site.hpp"

#include "process/output_file.hpp"
#include "season/site_pages.hpp"
#include "season/site_replays.hpp"
#include "view/web_files.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

void write_pages(const SiteData& data, const std::vector<SitePage>& pages, SiteResult& result) {
    for (const SitePage& page : pages) {
        const std::string path = data.config.folder + "/" + page.path;
        ++result.files;
        result.written += write_if_changed(path, page.text) ? 1 : 0;
    }
}

} // namespace

SiteResult write_site(const Store& store, const SiteConfig& given) {
    SiteConfig config = given;
    if (!store.is_season()) {
        config.rest_after = 0;
    }
    for (const char* const folder : {"entry", "pair", "field", "replay"}) {
        fs::create_directories(fs::path(config.folder) / folder);
    }
    SiteData data = read_site_data(store, config);
    SiteResult result;
    // Before all others: it tells a later command that the folder is a site's.
    write_pages(
        data, {{"site.css", fmt::format("{}{}", web_file("style.css"), web_file("site.css"))}},
        result);
    // Then replays, so that no page links to one that isn't there.
    write_replays(data, result);
    write_pages(data, entry_pages(data), result);
    write_pages(data, pair_pages(data), result);
    write_pages(data, field_pages(data), result);
    write_pages(data, data_files(data, store), result);
    write_pages(data, {{"index.html", front_page(data)}}, result);
    return result;
}

} // namespace referee
