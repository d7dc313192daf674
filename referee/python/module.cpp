// The Python module referee_games._native: Batch with its arrays as NumPy views, and Game. It has
// no logic of its own; it exposes batch.hpp and played_game.hpp. What a type checker knows of it:
// referee_games/_native.pyi.

#include "base/error.hpp"
#include "game/environment.hpp"
#include "game/registry.hpp"
#include "python/batch.hpp"
#include "python/played_game.hpp"
#include "version.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace py = pybind11;
using namespace referee;

namespace {

template <typename Number>
using Numbers = py::array_t<Number, py::array::c_style | py::array::forcecast>;
using Actions = Numbers<std::int32_t>;
using Shape = std::vector<py::ssize_t>;

/// A read-only view of one of the batch's arrays; it keeps the batch alive.
template <typename Value>
py::object view_of(const py::object& batch, Value* data, const Shape& shape) {
    if (data == nullptr) {
        return py::none();
    }
    py::array_t<Value> view(shape, data, batch);
    view.attr("flags").attr("writeable") = false;
    return view;
}

Shape rows_of(const Batch& batch) {
    return {batch.config().size, batch.players()};
}

Shape with(Shape shape, std::initializer_list<py::ssize_t> more) {
    shape.insert(shape.end(), more);
    return shape;
}

Shape shape_of_observations(const Batch& batch) {
    const EnvironmentSizes& sizes = batch.sizes();
    const auto planes = static_cast<py::ssize_t>(batch.info().planes.size());
    return with(rows_of(batch), {planes, sizes.height, sizes.width});
}

/// [games, seats], with an axis for the parts of actions that have several.
Shape shape_of_actions(const Batch& batch) {
    const int parts = batch.sizes().parts;
    return parts == 1 ? rows_of(batch) : with(rows_of(batch), {parts});
}

std::map<std::string, std::string> texts_of(const py::dict& settings) {
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : settings) {
        // Python's truth values are 1 and 0 in a game's parameters.
        texts[py::str(key)] = PyBool_Check(value.ptr()) != 0
                                  ? py::str(value.is(py::bool_(true)) ? "1" : "0")
                                  : py::str(value);
    }
    return texts;
}

/// One parameter for each keyword in Python.
std::unique_ptr<Batch> make_batch(
    const std::string& game, int size, int seats, std::uint64_t seed, const py::dict& settings,
    std::vector<std::string> fields, int episodes_per_field, int view, int threads,
    bool observations, bool features, bool observe_all) {
    BatchConfig config{
        .game = game,
        .size = size,
        .players = seats,
        .seed = seed,
        .settings = texts_of(settings),
        .files = std::move(fields),
        .episodes_per_field = episodes_per_field,
        .view = view,
        .threads = threads,
        .observes = observations,
        .has_features = features,
        .observes_all = observe_all};
    const py::gil_scoped_release without_lock;
    return std::make_unique<Batch>(std::move(config));
}

std::string text_of(const Shape& shape) {
    return py::str(py::tuple(py::cast(shape)));
}

/// An array of integers of the shape; of any if there is none. Throws UserError for another shape,
/// such as rows of different lengths, and TypeError for anything that isn't an integer: a fraction
/// must not become another action.
py::array checked_array(const py::object& given, const std::optional<Shape>& expected) {
    const auto wanted = [&] { return expected ? text_of(*expected) : "integers"; };
    // Found once, because each step comes here; never given back, since Python may have ended.
    static const py::object& to_array =
        *new py::object(py::module_::import("numpy").attr("asarray"));
    py::object made;
    try {
        made = to_array(given);
    } catch (const py::error_already_set& error) {
        const std::string why = py::str(error.value());
        throw UserError(fmt::format(
            "actions can't become an array ({}); give {}", why.substr(0, why.find_first_of(".\n")),
            wanted()));
    }
    const py::array array = py::reinterpret_borrow<py::array>(made);
    const Shape shape(array.shape(), array.shape() + array.ndim());
    if (expected && shape != *expected) {
        throw UserError(
            fmt::format("actions have the shape {}; give {}", text_of(shape), wanted()));
    }
    if (std::string_view("iub").find(array.dtype().kind()) == std::string_view::npos) {
        throw py::type_error(fmt::format(
            "actions are integers; give an array of int32, not of {}",
            std::string(py::str(array.dtype()))));
    }
    return array;
}

/// Arrays of int32 are used as they are, other integers are converted: a value that doesn't fit
/// isn't an action, so it becomes -1.
Actions actions_of(const py::array& array) {
    if (array.dtype().itemsize() < 4 || py::isinstance<py::array_t<std::int32_t>>(array)) {
        return Actions(array);
    }
    const Numbers<std::int64_t> wide(array);
    Actions actions(Shape(wide.shape(), wide.shape() + wide.ndim()));
    std::transform(
        wide.data(), wide.data() + wide.size(), actions.mutable_data(), [](std::int64_t number) {
            return std::in_range<std::int32_t>(number) ? static_cast<std::int32_t>(number) : -1;
        });
    return actions;
}

/// Actions of the batch's shape. Throws UserError and TypeError.
Actions checked_actions(const Batch& batch, const py::object& given) {
    return actions_of(checked_array(given, shape_of_actions(batch)));
}

void step(Batch& batch, const py::object& given) {
    const Actions actions = checked_actions(batch, given);
    const std::int32_t* const data = actions.data();
    const py::gil_scoped_release without_lock;
    batch.step(data);
}

void step_async(Batch& batch, const py::object& given) {
    const Actions actions = checked_actions(batch, given);
    batch.step_async(actions.data());
}

std::string answer(const Batch& batch, int game, int seat, const py::object& given) {
    const Actions action = actions_of(checked_array(given, {}));
    return batch.answer(game, seat, {action.data(), static_cast<std::size_t>(action.size())});
}

/// Whether it is an integer of Python or NumPy. Truth values aren't, although Python counts with
/// them.
bool is_integer(const py::handle& value) {
    return PyIndex_Check(value.ptr()) != 0 && PyBool_Check(value.ptr()) == 0 &&
           !py::isinstance(value, py::module_::import("numpy").attr("bool_"));
}

void copy(Batch& batch, int source, const py::object& targets) {
    const auto number_of = [](const py::handle& value) {
        if (!is_integer(value)) {
            throw py::type_error(
                "targets: write the number of a game, or a sequence of such numbers; of a mask, "
                "pass numpy.flatnonzero(mask)");
        }
        return py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr())).cast<int>();
    };
    std::vector<int> several;
    if (py::isinstance<py::iterable>(targets)) {
        for (const py::handle value : targets) {
            several.push_back(number_of(value));
        }
    } else {
        several.push_back(number_of(targets));
    }
    const py::gil_scoped_release without_lock;
    batch.copy(source, several);
}

/// A dictionary, so that a program can look up a plane by its name.
py::dict planes_of(const Batch& batch) {
    py::dict planes;
    for (const Plane& plane : batch.info().planes) {
        planes[py::str(plane.name.data(), plane.name.size())] =
            py::str(plane.holds.data(), plane.holds.size());
    }
    return planes;
}

/// By name: the first column, the number of columns, their contents.
py::dict features_of(const Batch& batch) {
    py::dict features;
    int column = 0;
    for (const Feature& feature : batch.info().features) {
        features[py::str(feature.name.data(), feature.name.size())] = py::make_tuple(
            column, feature.size, py::str(feature.holds.data(), feature.holds.size()));
        column += feature.size;
    }
    return features;
}

std::unique_ptr<PlayedGame> make_game(
    const std::string& game, std::uint64_t seed, int seats, const py::dict& settings,
    const std::string& field) {
    return std::make_unique<PlayedGame>(PlayedGameConfig{
        .game = game,
        .seed = seed,
        .players = seats,
        .settings = texts_of(settings),
        .field = field});
}

std::vector<std::string> games() {
    std::vector<std::string> names;
    for (const Environment* const environment : all_environments()) {
        names.emplace_back(environment->info().game);
    }
    return names;
}

/// Adds a property that exposes one of the arrays.
template <typename Value>
void add_array(
    py::class_<Batch>& type, const char* name, Value* EnvironmentArrays::*array,
    Shape (*shape)(const Batch&), const char* documentation) {
    type.def_property_readonly(
        name,
        [array, shape](const py::object& self) {
            const auto& batch = self.cast<const Batch&>();
            return view_of(self, batch.arrays().*array, shape(batch));
        },
        documentation);
}

void add_arrays(py::class_<Batch>& type) {
    add_array(
        type, "observations", &EnvironmentArrays::observations, shape_of_observations,
        "uint8 [games, seats, planes, height, width]; a view that the next step overwrites");
    add_array(
        type, "final_observations", &EnvironmentArrays::final_observations, shape_of_observations,
        "the observations at the last end of each game; kept until it ends again");
    add_array(
        type, "features", &EnvironmentArrays::features,
        +[](const Batch& batch) {
            return with(rows_of(batch), {batch.sizes().actions, batch.info().feature_numbers()});
        },
        "float32 [games, seats, actions, numbers]: 0 for a seat that isn't to move; a view");
    add_array(
        type, "rewards", &EnvironmentArrays::rewards, rows_of,
        "float32 [games, seats]: from -1 to 1, once, when the seat is done; a view");
    add_array(
        type, "done", &EnvironmentArrays::done, rows_of,
        "uint8 [games, seats]: 1 for a seat whose game is over; a view");
    add_array(
        type, "to_move", &EnvironmentArrays::to_move, rows_of,
        "uint8 [games, seats]: 1 for a seat whose action counts in the next step; a view");
    add_array(
        type, "legal", &EnvironmentArrays::legal,
        +[](const Batch& batch) { return with(rows_of(batch), {batch.sizes().actions}); },
        "uint8 [games, seats, actions]: 1 for actions that are not a fault; all 0 for a seat that "
        "isn't to move; a view");
    add_array(
        type, "over", &EnvironmentArrays::over,
        +[](const Batch& batch) { return Shape{batch.config().size}; },
        "uint8 [games]: 1 after the last turn; the next step begins a new game; a view");
}

} // namespace

PYBIND11_MODULE(_native, module) {
    const py::object error =
        py::register_exception<UserError>(module, "UserError", PyExc_ValueError);
    error.attr("__doc__") = "A mistake of the caller, in one line that says what to do.";
    module.attr("__version__") = version;
    module.def("games", games, "The games that can be learnt, by name.");
    py::class_<BatchClone>(
        module, "Clone",
        "A game of a batch at one moment: what Batch.clone() returns and Batch.restore() takes.\n\n"
        "It never changes, has no contents for Python, and can't be pickled.");
    py::class_<Batch> type(
        module, "Batch",
        "Many games, stepped together turn by turn.\n\n"
        "Seats count from 0. All arrays are read-only views of the batch's memory, which step(),\n"
        "reset(), set_state(), set_field(), restore() and copy() overwrite: copy what is to be\n"
        "kept. Errors that a caller can avoid are UserError, a ValueError of one line that says\n"
        "what to do; those about an argument of a wrong type are TypeError, too. It can't be pickled.");
    const BatchConfig usual;
    type.def(
        py::init(&make_batch), py::arg("game"), py::arg("size") = usual.size,
        py::arg("seats") = usual.players, py::arg("seed") = usual.seed, py::kw_only(),
        py::arg("settings") = py::dict(), py::arg("fields") = usual.files,
        py::arg("episodes_per_field") = usual.episodes_per_field, py::arg("view") = usual.view,
        py::arg("threads") = usual.threads, py::arg("observations") = usual.observes,
        py::arg("features") = usual.has_features, py::arg("observe_all") = usual.observes_all,
        "Starts `size` games, 1 to 65536, of `seats` players each; 0: the game's default.\n\n"
        "`seed` is from 0 to 2**64 - 1; everything random follows from it.\n"
        "Fields are drawn as `referee create` does, with `settings`, or are the files `fields`.\n"
        "Each serves `episodes_per_field` games. `view` is the radius in cells of the square that\n"
        "a seat sees around its head, up to 100; 0: the whole board. `threads`: 1 to 64. Raises\n"
        "UserError.");
    type.def(
        "step", step, py::arg("actions"),
        "Plays one turn of each game, in place.\n\n"
        "`actions`: integers of the shape `action_shape`. Those of seats that aren't to move don't\n"
        "count; a number that isn't an action is a fault. Raises UserError for another shape and\n"
        "for fractions.");
    type.def(
        "step_async", step_async, py::arg("actions"),
        "Begins such a step and returns; the arrays change until step_wait() returns.\n\n"
        "The actions are copied. Raises what step() raises.");
    type.def(
        "step_wait", &Batch::step_wait, py::call_guard<py::gil_scoped_release>(),
        "Waits for the step that step_async() has begun. Raises UserError if there is none.");
    type.def(
        "reset", &Batch::reset, py::arg("seed"), py::call_guard<py::gil_scoped_release>(),
        "Starts all games over, as a new batch with that seed would: from 0 to 2**64 - 1.");
    type.def(
        "state", &Batch::state, py::arg("game"),
        "The canonical text of a game's state. Raises UserError if there is no such game.");
    type.def(
        "set_state", &Batch::set_state, py::arg("game"), py::arg("text"),
        "Continues a game from a state of its field, as state() writes it. Raises UserError.");
    type.def(
        "clone", &Batch::clone, py::arg("game"), py::call_guard<py::gil_scoped_release>(),
        "The game as it is now, for restore(). Raises UserError if there is no such game.");
    type.def(
        "restore", &Batch::restore, py::arg("game"), py::arg("clone"),
        py::call_guard<py::gil_scoped_release>(),
        "Makes a game the cloned one: state, field, and all that the field still holds.\n\n"
        "The game's rows of all arrays but final_observations become as they were when the clone\n"
        "was made; seats that wait see the state anew. final_observations stays: it shows the last\n"
        "end that this game of the batch has reached. A clone can be restored any number of times,\n"
        "into any game of its batch. Raises UserError for a clone of another batch.");
    type.def(
        "copy", copy, py::arg("source"), py::arg("targets"),
        "Makes one game, or each of several, what the game `source` is, as restore() does.\n\n"
        "`targets`: the number of a game, or a sequence of such numbers. Raises UserError,\n"
        "also for what isn't an integer, such as a mask.");
    type.def(
        "set_field", &Batch::set_field, py::arg("game"), py::arg("text"),
        "Starts a game on a field given as text. Raises UserError if it doesn't fit the batch.");
    type.def(
        "field_seed", &Batch::field_seed, py::arg("game"),
        "The seed with which `referee create` makes the game's field. Raises UserError for files.");
    type.def(
        "answer", answer, py::arg("game"), py::arg("seat"), py::arg("action"),
        "What an AI would write to result.dat for this action; empty if it isn't an action.\n\n"
        "`action`: an integer, or as many as an action has parts. Raises UserError.");
    add_arrays(type);
    type.def_property_readonly(
        "planes", planes_of, "The contents of each plane by name, in order.");
    type.def_property_readonly(
        "feature_columns", features_of,
        "By name: first column, number of columns and contents of each feature.");
    type.def_property_readonly(
        "actions", [](const Batch& batch) { return std::string(batch.info().actions); },
        "What the numbers of actions mean.");
    type.def_property_readonly(
        "action_count", [](const Batch& batch) { return batch.sizes().actions; },
        "How many values an action, or a part of one, has: 0 to action_count - 1.");
    type.def_property_readonly(
        "action_shape",
        [](const Batch& batch) { return py::tuple(py::cast(shape_of_actions(batch))); },
        "The shape of the actions of a step: games, seats and, if there are several, parts.");
    type.def_property_readonly(
        "size", [](const Batch& batch) { return batch.config().size; }, "Number of games.");
    type.def_property_readonly("seats", &Batch::players, "Number of seats of each game.");
    type.def_property_readonly(
        "game", [](const Batch& batch) { return batch.config().game; }, "Name of the game.");

    py::class_<PlayedGame>(
        module, "Game",
        "One game as the referee plays it, with the state files that AIs read, but without AIs.\n\n"
        "Seats count from 0. Not for several threads at once.")
        .def(
            py::init(&make_game), py::arg("game") = "", py::arg("seed") = 0, py::kw_only(),
            py::arg("seats") = 0, py::arg("settings") = py::dict(), py::arg("field") = "",
            "Starts a game on the field that `referee create --seed SEED` makes, or on a file.\n\n"
            "`seed` is from 0 to 2**64 - 1, without effect on a file. `seats` and `settings` are those of a Batch. Raises UserError.")
        .def(
            "files", &PlayedGame::files, py::arg("seat"),
            "What the seat finds in its work folder now, by file name.\n\n"
            "match.dat has the lines game, players, seat, turn and phase, and those of the game.\n"
            "Raises UserError if there is no such seat.")
        .def(
            "play", &PlayedGame::play, py::arg("answers"),
            "Plays a turn of the answers by seat, as in result.dat: one of each seat to move.\n\n"
            "Returns by seat 'none' or the fault of its answer. Raises UserError.")
        .def_property_readonly(
            "to_move", &PlayedGame::to_move,
            "The seats that must answer now; "
            "none: the game is over.")
        .def_property_readonly("turn", &PlayedGame::turn, "The number of the turn, from 0.")
        .def_property_readonly(
            "state", &PlayedGame::state, "The canonical text of the state, as Batch.state().")
        .def_property_readonly("field", &PlayedGame::field, "The text of the field.")
        .def_property_readonly("seats", &PlayedGame::players, "Number of seats.")
        .def_property_readonly(
            "game", [](const PlayedGame& game) { return std::string(game.name()); },
            "Name of the game.");
}
