#include "pages/bundle.hpp"

#include <fmt/format.h>
#include <sstream>

namespace referee {
namespace {

/// "import { a, b as c } from "view/x.js";" becomes "const { a, b: c } = await load("view/x.js");".
std::string import_as_call(const std::string& line) {
    const std::size_t from = line.find(" from ");
    std::string names = line.substr(7, from - 7);
    for (std::size_t at = 0; (at = names.find(" as ", at)) != std::string::npos; at += 2) {
        names.replace(at, 4, ": ");
    }
    std::string module = line.substr(from + 6);
    module.erase(module.find(';'));
    return fmt::format("const {} = await load({});", names, module);
}

/// The name that "export const NAME …" or the like exports.
std::string exported_name(const std::string& declaration) {
    std::istringstream words(declaration);
    std::string word;
    while (words >> word && (word == "async" || word == "const" || word == "let" ||
                             word == "function" || word == "function*" || word == "class")) {
    }
    return word.substr(0, word.find_first_of("({=;"));
}

/// A module as a function that is called when it is first loaded.
std::string as_function(std::string_view name, std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string body;
    std::string exports;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("import {")) {
            line = import_as_call(line);
        } else if (line.starts_with("export ")) {
            line.erase(0, 7);
            exports += (exports.empty() ? "" : ", ") + exported_name(line);
        }
        for (std::size_t at = 0; (at = line.find(" import(`", at)) != std::string::npos;) {
            line.replace(at, 8, " load(");
        }
        for (std::size_t at = 0; (at = line.find(" import(\"view/", at)) != std::string::npos;) {
            line.replace(at, 8, " load(");
        }
        body += line + "\n";
    }
    return fmt::format(
        "modules[\"view/{}\"] = async () => {{\n{}return {{ {} }};\n}};\n", name, body, exports);
}

} // namespace

void ScriptOfModules::add(std::string_view name, std::string_view text) {
    modules_ += as_function(name, text);
}

std::string ScriptOfModules::text(std::string_view main) const {
    return fmt::format(
        "\"use strict\";\n"
        "(() => {{\n"
        "const modules = {{}};\n"
        "const loaded = {{}};\n"
        "const load = async (name) => {{\n"
        "  if (!Object.hasOwn(modules, name)) {{\n"
        "    throw new Error(`there is no ${{name}}`);\n"
        "  }}\n"
        "  loaded[name] = loaded[name] || modules[name]();\n"
        "  return loaded[name];\n"
        "}};\n"
        "{}{}}})();\n",
        modules_, main);
}

} // namespace referee
