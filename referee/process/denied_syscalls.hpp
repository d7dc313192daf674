#pragma once

/// The list of system calls that AIs are refused in the modes that confine. Spec: security.md,
/// "seccomp".

#include <array>

namespace referee {

/// What no AI needs, whatever the arguments; the names are the kernel's. One that a machine doesn't
/// have is passed over. Calls newer than Linux 5.17 aren't listed: they are all refused but those
/// that seccomp_filter.cpp allows, since libraries don't know their names.
inline constexpr std::array denied_syscalls{
    // other ways to wait, and to be woken while one is stopped
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "io_setup", // its events come out of one store for the whole machine
    // other processes' memory, descriptors, events
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_getfd",
    "kcmp",
    "perf_event_open",
    // the core and the share of time one was given
    "setpriority",
    "ioprio_set",
    "sched_setaffinity",
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    "migrate_pages",
    "move_pages",
    "mbind",
    "set_mempolicy",
    // rights and attributes of files
    "chmod",
    "fchmod",
    "fchmodat",
    "chown",
    "lchown",
    "fchown",
    "fchownat",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "utime",
    "utimes",
    "utimensat",
    "futimesat",
    // mailboxes that outlive a process
    "shmget",
    "shmat",
    "shmctl",
    "shmdt",
    "semget",
    "semop",
    "semctl",
    "semtimedop",
    "msgget",
    "msgsnd",
    "msgrcv",
    "msgctl",
    "mq_open",
    "mq_unlink",
    "mq_timedsend",
    "mq_timedreceive",
    "mq_notify",
    "mq_getsetattr",
    "add_key",
    "request_key",
    "keyctl",
    // what the whole machine has: its disks' state, room and caches
    "sync",
    "syncfs",
    // namespaces, mounts, roots
    "unshare",
    "setns",
    "mount",
    "umount2",
    "umount",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "pivot_root",
    "chroot",
    // the kernel itself
    "bpf",
    "userfaultfd",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "quotactl",
    "quotactl_fd",
    "syslog",
    "iopl",
    "ioperm",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "sethostname",
    "setdomainname",
    "vhangup",
    "personality",
    "open_by_handle_at",
    "name_to_handle_at",
    "fanotify_init",
    "lookup_dcookie",
    "nfsservctl",
    "landlock_create_ruleset",
};

/// The same, but these "aren't there": programs then do without, instead of complaining.
inline constexpr std::array hidden_syscalls{
    "timer_create", // could wake one who is stopped; setitimer can't
    "statfs",       // the room that others have left
    "fstatfs",       "ustat",
    "inotify_init", // what others read; names of folders that one can't read
    "inotify_init1", "inotify_add_watch",
};

} // namespace referee
