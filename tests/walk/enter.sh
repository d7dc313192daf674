#!/bin/sh
# enter.sh ROOT ARCHIVES DESK [LOWER]: in namespaces of its own, makes the folder ROOT the root of the file system and runs the
# session there as the user anna. ARCHIVES keeps downloaded packages; DESK has the session's commands and gets their
# output. With LOWER, ROOT shows that folder, and what is written goes beside ROOT.
set -eu
root=$1 archives=$2 desk=$3 lower=${4:-}
mount --make-rprivate /
if [ -n "$lower" ]; then
    beside=$root.written
    mkdir -p "$beside"
    # What is written can't lie in an overlay, which a container's own root is.
    mkdir -p "$beside/upper" "$beside/work"
    if ! mount -t overlay overlay -o "lowerdir=$lower,upperdir=$beside/upper,workdir=$beside/work" "$root" 2>/dev/null; then
        mount -t tmpfs tmpfs "$beside"
        mkdir "$beside/upper" "$beside/work"
        mount -t overlay overlay -o "lowerdir=$lower,upperdir=$beside/upper,workdir=$beside/work" "$root"
    fi
else
    mount --bind "$root" "$root"
fi
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mkdir -p "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"
mkdir -p "$root/var/cache/apt/archives" "$root/walk"
mount --bind "$archives" "$root/var/cache/apt/archives"
mount --bind "$desk" "$root/walk"
cat /etc/resolv.conf >"$root/etc/resolv.conf" 2>/dev/null || :
python3 - <<'END'
import fcntl, socket, struct
with socket.socket() as any_socket:  # the loopback device, which is down in a new network namespace
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 1 | 64))
END
hostname walk
echo "127.0.1.1 walk" >>"$root/etc/hosts"
cd "$root"
pivot_root . mnt
umount -l /mnt
cd /home/anna
exec setsid setpriv --reuid anna --regid anna --init-groups env -i HOME=/home/anna USER=anna LOGNAME=anna LANG=C.UTF-8 \
    PATH=/usr/local/bin:/usr/bin:/bin bash /walk/session.sh
