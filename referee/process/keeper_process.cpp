// The keeper: one small single-threaded process for each AI, between the referee and the AI.
//
//     referee ──socket pair── keeper ──vfork, exec── AI ── whatever the AI starts
//
// The referee sends an Order for each move; the keeper starts the AI, waits until it exits or its
// time is up, kills and reaps everything that is left, and answers with a Report. Files are none of
// its business: the referee writes them before the order and reads them after the report.
//
// Why a process of its own: starting is cheap from a small process; the AI's peak memory is true
// (a child's begins with its parent's); limits, and later confinement, are put on the keeper once
// and inherited instead of being made for every move; and no thread of the referee can interfere.
//
// Who waits for whom:
//   - The keeper waits for an order (recv), or for the AI's exit or the deadline (ppoll on the AI's
//     pidfd), never for both. While the AI runs it also watches the socket: when the referee is
//     gone (end of file) it kills the AI and exits, so that not even SIGKILL for the referee leaves
//     a process behind.
//   - The AI dies with its keeper (PDEATHSIG). The keeper itself has no PDEATHSIG, because that
//     fires when the *thread* ends that started it.
//   - What the AI leaves is handed to the keeper (subreaper), see sweep.cpp. Nothing is waited for
//     that was not killed before.
//
// An AI is never asked, only killed: with SIGKILL, first its group, before it is reaped, so that its
// number can't have become another's.

#include "process/keeper_process.hpp"

#include "error.hpp"
#include "process/clock.hpp"
#include "process/confinement.hpp"
#include "process/cores.hpp"
#include "process/keeper.hpp"
#include "process/landlock.hpp"
#include "process/launch.hpp"
#include "process/messages.hpp"
#include "process/namespaces.hpp"
#include "process/sweep.hpp"
#include "process/system_filter.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace referee {
namespace {

// Sanitizers map terabytes. With them the keeper has no limit, nor have AIs, which may be built so too,
// unless one below the standard is asked for.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_sanitizer = true;
#else
constexpr bool has_sanitizer = false;
#endif

constexpr std::size_t most_setup_bytes = 160 * 1024;
constexpr rlim_t most_descriptors = 256;
/// A processor time limit for what the wall clock doesn't see, in seconds above the move's limit.
constexpr rlim_t spare_cpu_seconds = 2;

/// What the AI is started with.
struct StartedProgram {
    std::vector<char> strings; ///< what the pointers below point into
    std::vector<char*> arguments;
    std::vector<char*> environment;
    char* executable = nullptr;
    char* seat_digit = nullptr;
    char* seed_digits = nullptr;
    std::size_t seed_width = 0;
};

/// What the child needs between vfork and exec; only numbers, no memory of its own.
struct ChildPlan {
    int work = -1;
    int input = -1;
    int output = -1;
    int error_output = -1;
    uid_t uid = 0;
    rlim_t cpu_seconds = RLIM_INFINITY;
    rlim_t processes = RLIM_INFINITY;
    rlim_t memory = RLIM_INFINITY; ///< where the keeper can't live within the AI's limit itself
    pid_t keeper = 0;
    bool has_own_session = true;
    bool shields_keeper = false; ///< from signals of the AI
    int scope = -1;              ///< Landlock's for signals; −1 where a filter does that
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    const char* test = nullptr; ///< instead of the program: what to try to open
};

void set_limit(int which, rlim_t value) {
    const rlimit limit{value, value};
    if (::setrlimit(static_cast<__rlimit_resource>(which), &limit) != 0) {
        fail("setrlimit");
    }
}

/// Runs in the child of a vfork, on the keeper's memory: system calls only.
int prepare_child(const void* context) {
    const auto& plan = *static_cast<const ChildPlan*>(context);
    // A group of its own, which is killed after the move. The cookies are the only key by which the
    // filter lets these two pass.
    const long grouped = plan.has_own_session
                             ? ::syscall(SYS_setsid, plan.cookie1, plan.cookie2)
                             : ::syscall(SYS_setpgid, 0, 0, plan.cookie1, plan.cookie2);
    if (grouped < 0 || ::fchdir(plan.work) != 0 || ::dup2(plan.input, 0) < 0 ||
        ::dup2(plan.output, 1) < 0 || ::dup2(plan.error_output, 2) < 0) {
        return errno;
    }
    if (plan.shields_keeper) {
        // The box is inherited, so the keeper is in it too; this keeps the AI from signalling it.
        const int error = plan.scope >= 0 ? enforce_landlock(plan.scope) : load_signal_filter();
        if (error != 0) {
            return error;
        }
    }
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
    const rlimit cpu{plan.cpu_seconds, plan.cpu_seconds};
    const rlimit processes{plan.processes, plan.processes};
    if (plan.memory != RLIM_INFINITY) {
        const rlimit memory{plan.memory, plan.memory};
        if (::setrlimit(RLIMIT_DATA, &memory) != 0) {
            return errno;
        }
    }
    if (::setrlimit(RLIMIT_CPU, &cpu) != 0 || ::setrlimit(RLIMIT_NPROC, &processes) != 0) {
        return errno;
    }
    // The bare system call: glibc's wrapper would act on the keeper too.
    if (plan.uid != 0 && ::syscall(SYS_setresuid, plan.uid, plan.uid, plan.uid) != 0) {
        return errno;
    }
    // After the change of user, which clears it. If the keeper has died just before, it would never
    // fire: then there is another parent already.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        return errno;
    }
    if (::getppid() != plan.keeper) {
        return ESRCH;
    }
    sigset_t none;
    ::sigemptyset(&none);
    if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) {
        return errno;
    }
    if (plan.test != nullptr) {
        const int opened = *plan.test != '\0' ? ::open(plan.test, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                                              : ::socket(AF_INET, SOCK_STREAM, 0);
        ::_exit(opened >= 0 ? 1 : 0);
    }
    return 0;
}

class KeeperProcess {
  public:
    explicit KeeperProcess(Descriptor socket) : socket_(std::move(socket)) {}

    [[noreturn]] void run() {
        KeeperReady ready;
        try {
            set_up();
        } catch (const std::exception& problem) {
            ready.error = errno != 0 ? errno : EINVAL;
            std::strncpy(ready.what, problem.what(), sizeof ready.what - 1);
        }
        send(&ready, sizeof ready, is_strict() && ready.error == 0 ? work_.get() : -1);
        if (ready.error != 0) {
            ::_exit(1);
        }
        while (true) {
            const Order order = receive_order();
            plan_.test = order.kind == OrderKind::test ? order_.data() + sizeof order : nullptr;
            const Report report = carry_out(order);
            const bool is_started = order.kind == OrderKind::start_resident && resident_ > 0;
            const Descriptor process(
                is_started ? static_cast<int>(::syscall(SYS_pidfd_open, resident_, 0)) : -1);
            if (!send(&report, sizeof report, process.get())) {
                leave();
            }
        }
    }

  private:
    bool is_strict() const { return permissions_.mode == Confinement::strict; }

    /// Sends a message, with a descriptor if it is not negative. False if the referee is gone.
    bool send(const void* bytes, std::size_t size, int descriptor) {
        iovec part{const_cast<void*>(bytes), size};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (descriptor >= 0) {
            message.msg_control = control.data();
            message.msg_controllen = control.size();
            cmsghdr* const carried = CMSG_FIRSTHDR(&message);
            carried->cmsg_level = SOL_SOCKET;
            carried->cmsg_type = SCM_RIGHTS;
            carried->cmsg_len = CMSG_LEN(sizeof(int));
            std::memcpy(CMSG_DATA(carried), &descriptor, sizeof descriptor);
        }
        return ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
    }

    /// The keeper goes before all ordinary processes of its core: of a thousand that an AI has started
    /// it would else get a thousandth of the time, and end them late. Only root may. For others each
    /// AI gets a session of its own, among which most systems share the time (autogroup); that costs
    /// some 20 µs a move.
    void take_precedence() {
        const sched_param first{1};
        plan_.has_own_session = ::sched_setscheduler(0, SCHED_FIFO, &first) != 0;
    }

    /// Lets what is started from here be ordinary again.
    void keep_precedence() const {
        const sched_param first{1};
        if (!plan_.has_own_session &&
            ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first) != 0) {
            fail("sched_setscheduler");
        }
    }

    /// In mode strict: into the box, and on in a child that is process 1 there. The parent stays
    /// outside only to end when the child has ended.
    void enter_box(uid_t user) {
        NamespaceOptions options;
        const auto home = std::find_if(
            program_.environment.begin(), program_.environment.end(),
            [](const char* variable) { return variable != nullptr && std::strncmp(variable, "HOME=", 5) == 0; });
        options.work_path = home == program_.environment.end() ? "" : *home + 5;
        options.user = user;
        options.loopback = !permissions_.ports.empty();
        work_ = enter_namespaces(options);
        plan_.work = work_.get();
        const pid_t inner = ::fork();
        if (inner < 0) {
            fail("fork");
        }
        if (inner > 0) {
            socket_.reset();
            int status = 0;
            while (::waitpid(inner, &status, 0) < 0 && errno == EINTR) {
            }
            ::_exit(0);
        }
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    }

    /// What the AI gets as standard input, output and error from now on.
    void use_streams(const std::array<int, 3>& descriptors) {
        input_ = Descriptor(descriptors[0]);
        output_ = Descriptor(descriptors[1]);
        error_output_ = Descriptor(descriptors[2]);
        plan_.input = input_.get();
        plan_.output = output_.get();
        plan_.error_output = error_output_.get();
    }

    /// The referee is done, or gone.
    [[noreturn]] void leave() {
        if (resident_ > 0) {
            sweeper_->sweep(resident_);
        }
        ::_exit(0);
    }

    Order receive_order() {
        alignas(cmsghdr) std::array<char, CMSG_SPACE(3 * sizeof(int))> control{};
        iovec part{order_.data(), order_.size() - 1};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        ssize_t size = 0;
        do {
            size = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
        } while (size < 0 && errno == EINTR);
        Order order;
        if (size < static_cast<ssize_t>(sizeof order)) {
            leave();
        }
        std::memcpy(&order, order_.data(), sizeof order);
        order_[static_cast<std::size_t>(size)] = '\0';
        const cmsghdr* const carried = CMSG_FIRSTHDR(&message);
        if (carried != nullptr && carried->cmsg_len == CMSG_LEN(2 * sizeof(int))) {
            std::array<int, 2> descriptors{};
            std::memcpy(descriptors.data(), CMSG_DATA(carried), sizeof descriptors);
            resident_input_ = Descriptor(descriptors[0]);
            resident_output_ = Descriptor(descriptors[1]);
        } else if (carried != nullptr && carried->cmsg_len == CMSG_LEN(3 * sizeof(int))) {
            std::array<int, 3> descriptors{};
            std::memcpy(descriptors.data(), CMSG_DATA(carried), sizeof descriptors);
            use_streams(descriptors);
        }
        return order;
    }

    void set_up() {
        // Nothing but the end of the socket ends a keeper: not the terminal's Ctrl-C either.
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        // AIs find every signal as a fresh login has it, whatever the referee or its caller ignore.
        for (int number = 1; number < SIGRTMAX; ++number) {
            ::signal(number, SIG_DFL);
        }
        // Inherited: writing beyond RLIMIT_FSIZE fails, it doesn't kill.
        ::signal(SIGXFSZ, SIG_IGN);
        if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
            fail("prctl");
        }
        ::prctl(PR_SET_TIMERSLACK, 1000UL); // deadlines within a microsecond
        take_precedence();
        const KeeperHeader header = receive_setup();
        if (is_strict()) {
            enter_box(header.uid);
        }
        keep_precedence();
        if (::setsid() < 0) {
            fail("setsid"); // away from the terminal of the referee
        }
        sweeper_.emplace(
            is_strict() ? Reach::space : header.uid != 0 ? Reach::user : Reach::descendants,
            header.uid);
        prefer_for_out_of_memory();
        if (header.core >= 0) {
            pin_to_core(header.core);
        }
        // These hold for the AIs by inheritance and don't hinder the keeper.
        set_limit(RLIMIT_CORE, 0);
        set_limit(RLIMIT_FSIZE, header.file_size);
        set_limit(RLIMIT_NOFILE, most_descriptors);
        if constexpr (!has_sanitizer) {
            set_limit(RLIMIT_DATA, header.memory);
        } else if (header.memory < Limits{}.memory) {
            plan_.memory = header.memory;
        }
        set_limit(RLIMIT_MSGQUEUE, 0);
        // The groups are given up here already, which saves each move two changes of credentials.
        if (header.uid != 0 && (::setgroups(0, nullptr) != 0 ||
                                ::setresgid(header.uid, header.uid, header.uid) != 0)) {
            fail("giving up root's groups");
        }
        plan_.uid = header.uid;
        plan_.processes = header.processes;
        plan_.keeper = ::getpid();
        // No other process of the same user may look into this one.
        ::prctl(PR_SET_DUMPABLE, 0);
        if (permissions_.mode != Confinement::none) {
            confine();
        }
    }

    void confine() {
        scope_ = landlock_scope(landlock_version());
        const Enforced enforced = enforce(permissions_, work_.get());
        // An AI that becomes another user can't signal the keeper, which stays root, without this.
        plan_.shields_keeper = plan_.uid == 0 || !scope_;
        plan_.scope = scope_ ? scope_.get() : -1;
        plan_.cookie1 = enforced.cookie1;
        plan_.cookie2 = enforced.cookie2;
        permissions_.readable = {}; // the keeper is to stay small
    }

    KeeperHeader receive_setup() {
        KeeperHeader header;
        program_.strings.resize(most_setup_bytes);
        iovec parts[2] = {
            {&header, sizeof header}, {program_.strings.data(), program_.strings.size()}};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message{};
        message.msg_iov = parts;
        message.msg_iovlen = 2;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const ssize_t size = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
        const cmsghdr* const carried = CMSG_FIRSTHDR(&message);
        if (size < static_cast<ssize_t>(sizeof header) || carried == nullptr ||
            carried->cmsg_len != CMSG_LEN(sizeof(int))) {
            ::_exit(0); // the referee is gone already
        }
        int work = -1;
        std::memcpy(&work, CMSG_DATA(carried), sizeof work);
        work_ = Descriptor(work);
        plan_.work = work_.get();
        program_.strings.resize(static_cast<std::size_t>(size) - sizeof header);
        program_.strings.shrink_to_fit();
        point_at_strings(header);
        return header;
    }

    void point_at_strings(const KeeperHeader& header) {
        char* at = program_.strings.data();
        const char* const end = at + program_.strings.size();
        const auto next = [&] {
            char* const string = at;
            at = std::find(at, const_cast<char*>(end), '\0');
            if (at == end) {
                errno = EINVAL;
                fail("reading the setup");
            }
            ++at;
            return string;
        };
        program_.executable = next();
        for (std::uint32_t i = 0; i < header.argument_count; ++i) {
            program_.arguments.push_back(next());
        }
        for (std::uint32_t i = 0; i < header.environment_count; ++i) {
            program_.environment.push_back(next());
        }
        for (std::uint32_t i = 0; i < header.readable_count; ++i) {
            permissions_.readable.emplace_back(next());
        }
        permissions_.mode = static_cast<Confinement>(header.confinement);
        permissions_.free_folder = header.free_folder != 0;
        permissions_.ports.assign(
            header.ports.begin(), header.ports.begin() + header.port_count);
        const auto value_of = [&](std::uint32_t slot) {
            return std::strchr(program_.environment.at(slot), '=') + 1;
        };
        program_.seat_digit = value_of(header.seat_slot);
        program_.seed_digits = value_of(header.seed_slot);
        program_.seed_width = std::strlen(program_.seed_digits);
        program_.arguments.push_back(nullptr);
        program_.environment.push_back(nullptr);
    }

    /// When memory runs out the kernel is to take AIs first. Inherited from here, so that it needn't
    /// be written for every move; the keeper is small, the kernel takes the largest.
    static void prefer_for_out_of_memory() {
        const Descriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
        constexpr std::string_view most = "1000";
        if (file && ::write(file.get(), most.data(), most.size()) < 0) {
            return; // only a preference
        }
    }

    void set_move(const Order& order) {
        *program_.seat_digit = static_cast<char>('0' + order.seat);
        // The longest seed fits; shorter ones end earlier.
        char* const end = std::to_chars(
                              program_.seed_digits, program_.seed_digits + program_.seed_width,
                              order.seed)
                              .ptr;
        *end = '\0';
        plan_.cpu_seconds =
            order.limit_ns == 0
                ? RLIM_INFINITY
                : static_cast<rlim_t>((order.limit_ns + second_ns - 1) / second_ns) +
                      spare_cpu_seconds;
    }

    Report carry_out(const Order& order) {
        switch (order.kind) {
        case OrderKind::start_resident: return start_resident(order);
        case OrderKind::stop_resident: return stop_resident();
        case OrderKind::end_resident: return end_resident(order);
        case OrderKind::renew: return {}; // the streams came with the order
        case OrderKind::run:
        case OrderKind::test: break;
        }
        Report report;
        set_move(order);
        const std::int64_t begin = monotonic_ns();
        const pid_t pid = start(report);
        if (pid > 0) {
            wait(pid, begin, order.limit_ns, report);
            sweep(pid, report);
        }
        return report;
    }

    /// Starts the program as plan_ says; its number, or −1 if there is no process to be reaped.
    pid_t start(Report& report) {
        const Launched launched = launch(
            {program_.executable, program_.arguments.data(), program_.environment.data(),
             prepare_child, &plan_});
        (launched.is_programs_fault ? report.start_error : report.keeper_error) = launched.error;
        return launched.pid;
    }

    void sweep(pid_t pid, Report& report) {
        const Usage usage = sweeper_->sweep(pid);
        report.status = usage.status;
        report.leftovers = usage.leftovers;
        report.survivors = usage.all_gone ? 0 : 1;
        report.cpu_ns = usage.cpu_ns;
        report.peak_kb = usage.peak_kb;
    }

    Report start_resident(const Order& order) {
        Report report;
        set_move(order);
        plan_.input = resident_input_.get();
        plan_.output = resident_output_.get();
        const pid_t pid = start(report);
        plan_.input = input_.get();
        plan_.output = output_.get();
        // Only the AI's own ends are left, so that their closing is seen.
        resident_input_.reset();
        resident_output_.reset();
        if ((report.start_error != 0 || report.keeper_error != 0) && pid > 0) {
            sweep(pid, report);
        } else {
            resident_ = pid;
        }
        return report;
    }

    /// Returns when it has stopped or ended. One that puts off its stop is killed by the referee.
    Report stop_resident() const {
        ::kill(-resident_, SIGSTOP);
        ::kill(resident_, SIGSTOP); // should it have joined another group
        siginfo_t info{};
        const auto id = static_cast<id_t>(resident_);
        // Its exit is left to be reaped by the sweep; a stop is taken, or it would be seen again.
        while (::waitid(P_PID, id, &info, WSTOPPED | WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        }
        if (info.si_code == CLD_STOPPED) {
            ::waitid(P_PID, id, &info, WSTOPPED | WNOHANG);
        }
        return {};
    }

    Report end_resident(const Order& order) {
        Report report;
        wait(resident_, monotonic_ns(), order.limit_ns, report);
        sweep(resident_, report);
        resident_ = -1;
        return report;
    }

    /// Waits for the program's exit or the end of its time.
    void wait(pid_t pid, std::int64_t begin, std::int64_t limit, Report& report) {
        const Descriptor exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
        if (!exit) {
            report.keeper_error = errno;
            return;
        }
        while (true) {
            const timespec timeout = until(begin + limit);
            pollfd events[2] = {{exit.get(), POLLIN, 0}, {socket_.get(), 0, 0}};
            const int count = ::ppoll(events, 2, limit == 0 ? nullptr : &timeout, nullptr);
            if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            report.wall_ns = monotonic_ns() - begin;
            if (events[0].revents == 0 && count > 0) {
                // The socket's other end is closed.
                sweeper_->sweep(pid);
                ::_exit(0);
            }
            // Still running when its time was up; if both came together it has exited in time.
            report.timed_out = count == 0 ? 1 : 0;
            return;
        }
    }

    Descriptor socket_;
    Descriptor work_;
    Descriptor input_;
    Descriptor output_;
    Descriptor error_output_;
    Descriptor resident_input_;
    Descriptor resident_output_;
    pid_t resident_ = -1;
    Descriptor scope_;
    Permissions permissions_;
    StartedProgram program_;
    ChildPlan plan_;
    std::array<char, sizeof(Order) + 4097> order_{}; ///< the last one, with a path behind it
    std::optional<Sweeper> sweeper_; ///< made when the user is known
};

} // namespace

void run_as_keeper_if_asked(int argument_count, char** arguments) {
    if (argument_count == 2 && std::string_view(arguments[1]) == keeper_argument) {
        KeeperProcess(Descriptor(keeper_socket)).run();
    }
}

} // namespace referee
