#pragma once

/// Who comes first, a keeper or its AIs, where the processor or memory is short.

namespace referee {

/// Puts this process before all ordinary ones of its core: of a thousand that an AI has started
/// there a keeper would else get a thousandth of the time, and end them late. True if that was
/// allowed, as it is for root. It is inherited. Not tried where the referee was started with
/// another nice value than 0, which its AIs are to keep; whatever precedence this process had is
/// given up then.
bool raise_priority();

/// After that: lets what is started from this process be ordinary again. Throws InternalError.
void set_reset_on_fork();

/// Where the above isn't given: lets this process ask for its time in short pieces, and so have it
/// as soon as it wakes up, also among many that compute; what it starts is ordinary. True if the
/// kernel does so (Linux 6.12 and newer).
bool shorten_slice();

/// What is started from now on may not take precedence itself. Throws InternalError.
void deny_realtime();

/// When memory runs out the kernel is to take AIs first. Inherited from the keeper, so that it
/// needn't be written for every move; the keeper is small, the kernel takes the largest.
void set_oom_score_adj();

} // namespace referee
