// Runs a few system calls to their end even when this process is killed between them.
#pragma once

namespace redforge::posix {

/// Calls work(context) in a short-lived child that shares this process's memory, while the calling thread waits.
/// The child ignores signals and has left the process group, so Ctrl+C or a SIGKILL that ends this process does not
/// end the work half way. Where the system allows no such child, the work runs here.
///
/// `work` may only make system calls on values prepared beforehand: should the process die meanwhile, another
/// thread may have died holding the lock of the heap. It has its own copy of the open files.
void run_shielded(void (*work)(void*) noexcept, void* context) noexcept;

/// The same for a callable; it reports through what it captures by reference.
template <class Work>
void shielded(Work& work) noexcept
{
    run_shielded([](void* context) noexcept { (*static_cast<Work*>(context))(); }, &work);
}

}  // namespace redforge::posix
