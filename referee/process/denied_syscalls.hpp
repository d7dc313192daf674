#pragma once

/// The system calls that confined AIs are denied: referee/process/README.md, "Confinement".

#include <array>

namespace referee {

/// Denied with EPERM, whatever the arguments. Names that an architecture lacks are ignored. Calls
/// newer than Linux 5.17 aren't listed: seccomp_programs.cpp hides all but a few of them.
inline constexpr std::array denied_syscalls{
    // other ways to wait, and to be woken while stopped
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "io_setup", // fs.aio-max-nr is a system-wide limit
    // other processes' memory, descriptors, events
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_getfd",
    "kcmp",
    "perf_event_open",
    // the core, priority and memory placement of a process
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
    // channels that outlive a process
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
    // system-wide: the state of all file systems
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

/// Hidden with ENOSYS: programs then do without instead of failing.
inline constexpr std::array hidden_syscalls{
    "timer_create", // could wake a stopped process; setitimer can't
    "statfs",       // free space, which others' writes change
    "fstatfs",       "ustat",
    "inotify_init", // what others read; names in folders that the AI can't read
    "inotify_init1", "inotify_add_watch",
};

} // namespace referee
