# shellcheck shell=bash
# A Slurm cluster on this machine, for `try` and `try-season`, which read this file with `.`: NODES nodes with CORES
# cores each, in the folder $work, which is removed at the end. Needs the packages slurm-wlm and munge.

: "${work:?}"
PATH=$PATH:/usr/sbin
if ! { command -v slurmctld && command -v slurmd && command -v munged && command -v sbatch; } >/dev/null; then
    echo "$(basename "$0"): skipped; needs slurm-wlm and munge: apt-get install --no-install-recommends slurm-wlm munge"
    rmdir "$work"
    exit 0
fi

export SLURM_CONF=$work/slurm.conf
stop() {
    status=$?
    [[ $status -eq 0 ]] || tail -n 20 "$work"/*.log "$work"/tournament/*.log 2>/dev/null || true
    [[ -z ${season:-} ]] || kill "$season" 2>/dev/null || true
    # The files go when the daemons, which are no children of this shell, have gone.
    for name in "$work"/*.pid; do
        [[ -f $name ]] || continue
        pid=$(<"$name")
        kill "$pid" 2>/dev/null || true
        tail --pid="$pid" -f /dev/null
    done
    if mountpoint -q "$work/shared"; then umount -l "$work/shared"; fi
    rm -rf "$work"
    exit "$status"
}
trap stop EXIT

host=$(hostname -s)
user=$(id -un)
nodes=${NODES:-1}
mkdir "$work"/{state,munge}
chmod 755 "$work"
chmod 700 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
chmod 400 "$work/munge/key"
munged --force --key-file="$work/munge/key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munged.log" --seed-file="$work/munge/seed"
# cred_expire: a requeued job starts after that many seconds. Each node has a daemon of its own.
# Several clusters on a machine have ports of their own, below those that the system gives out.
port=$((20000 + $$ % 300 * 40))
cat >"$SLURM_CONF" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=$port
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmdParameters=config_overrides
SlurmdTimeout=20
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
SchedulerType=sched/backfill
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=5
MinJobAge=3600
NodeName=node[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=${CORES:-$(nproc)} State=UNKNOWN
PartitionName=all Nodes=node[1-$nodes] Default=YES MaxTime=INFINITE State=UP OverSubscribe=${OVERSUBSCRIBE:-EXCLUSIVE}
CONF
start_node() { slurmd -N "$1" 2>>"$work/slurmd-$1.log"; }
slurmctld 2>>"$work/slurmctld.log"
for ((node = 1; node <= nodes; ++node)); do start_node "node$node"; done

# Waits until a command succeeds, at most 30 minutes: how fast the games are says nothing here.
await() {
    local what=$1 tries
    shift
    for ((tries = 0; tries < 9000; ++tries)); do
        "$@" 2>/dev/null && return
        read -rt 0.2 <> <(:) || true
    done
    echo "$(basename "$0"): $what: not within 30 minutes" >&2
    exit 1
}
ready() { [[ $(sinfo -h -N -o %T | grep -cE '^(idle|mixed|allocated)') -eq $nodes ]]; }
await "the nodes are not ready" ready
echo "$(basename "$0"): a cluster is up: $(sinfo -h -o '%D x %c cores, %T')"
