/* Preloaded into the program: one chosen system call on files of the test fails, or the program is killed beside it.
 *
 * REDFORGE_FAULT_ROOT    only calls on files below this folder count
 * REDFORGE_FAULT_COUNTS  a file that gets a line "CALL COUNT" for each kind of call, at the end
 * REDFORGE_FAULT         "CALL N WHAT": the N-th call (from 1) fails with errno WHAT; 0 kills before it, -1 after it
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { call_open, call_read, call_write, call_fsync, call_rename, call_stat, call_unlink, call_mkdir, call_close, call_count };
static const char* const names[call_count] = {"open", "read", "write", "fsync", "rename", "stat", "unlink", "mkdir", "close"};

static atomic_int counts[call_count];
static char root[4096];
static char counts_file[4096];
static int chosen = -1;
static int chosen_n;
static int what;

__attribute__((constructor)) static void begin(void)
{
    const char* given = getenv("REDFORGE_FAULT_ROOT");
    if (given != NULL) {
        snprintf(root, sizeof root, "%s", given);
    }
    given = getenv("REDFORGE_FAULT_COUNTS");
    if (given != NULL) {
        snprintf(counts_file, sizeof counts_file, "%s", given);
    }
    given = getenv("REDFORGE_FAULT");
    char name[16];
    if (given != NULL && sscanf(given, "%15s %d %d", name, &chosen_n, &what) == 3) {
        for (int i = 0; i < call_count; ++i) {
            if (strcmp(name, names[i]) == 0) {
                chosen = i;
            }
        }
    }
    unsetenv("LD_PRELOAD"); /* programs that are started meet no faults */
}

__attribute__((destructor)) static void end(void)
{
    if (counts_file[0] == '\0') {
        return;
    }
    const int file = (int)syscall(SYS_openat, AT_FDCWD, counts_file, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    for (int i = 0; i < call_count; ++i) {
        char line[64];
        const int length = snprintf(line, sizeof line, "%s %d\n", names[i], atomic_load(&counts[i]));
        syscall(SYS_write, file, line, (size_t)length);
    }
    syscall(SYS_close, file);
}

static int below_root(const char* path)
{
    const size_t length = strlen(root);
    return length > 0 && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int is_ours_fd(int fd)
{
    char link[64];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const long got = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (got <= 0) {
        return 0;
    }
    path[got] = '\0';
    return below_root(path);
}

static int is_ours(int folder, const char* path)
{
    /* the program runs in the folder of the test */
    return path != NULL && (path[0] == '/' ? below_root(path) : folder == AT_FDCWD || is_ours_fd(folder));
}

/* An open folder of a thread, and the number of calls that listed it. */
struct listing {
    DIR* folder;
    int calls;
};
static _Thread_local struct listing listings[64];

static struct listing* listed(DIR* folder)
{
    struct listing* place = &listings[0];
    for (int i = 0; i < 64; ++i) {
        if (listings[i].folder == folder) {
            return &listings[i];
        }
        place = listings[i].folder == NULL ? &listings[i] : place;
    }
    place->folder = folder;
    place->calls = 0;
    return place;
}

/* Only the first two calls that list a folder count: nothing or a part is listed. Later ones would be the same faults again. */
static int is_early(DIR* folder) { return ++listed(folder)->calls <= 2; }

static void end_here(void)
{
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) {
        pause();
    }
}

/* Counts a call. Returns 1 if it must fail. Sets *behind if the program must be killed after it. */
static int meets_fault(enum call call, int ours, int* behind)
{
    *behind = 0;
    if (!ours || atomic_fetch_add(&counts[call], 1) + 1 != chosen_n || (int)call != chosen) {
        return 0;
    }
    if (what == 0) {
        end_here();
    }
    *behind = what < 0;
    return what > 0;
}

/* RESULT name(arguments), which fails or is done by the library's own function. */
#define WRAP(result, failed, call, ours, name, parameters, arguments) \
    result name parameters                                             \
    {                                                                  \
        static result(*real) parameters;                               \
        if (real == NULL) {                                            \
            *(void**)&real = dlsym(RTLD_NEXT, #name);                  \
        }                                                              \
        int behind;                                                    \
        const int saved = errno;                                       \
        if (meets_fault(call, ours, &behind)) {                        \
            errno = what;                                              \
            return failed;                                             \
        }                                                              \
        errno = saved;                                                 \
        result done = real arguments;                                  \
        if (behind) {                                                  \
            end_here();                                                \
        }                                                              \
        return done;                                                   \
    }

#define MODE_OF(flags, last)                       \
    mode_t mode = 0;                               \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {  \
        va_list more;                              \
        va_start(more, last);                      \
        mode = va_arg(more, mode_t);               \
        va_end(more);                              \
    }

static int open_any(int folder, const char* path, int flags, mode_t mode)
{
    int behind;
    if (meets_fault(call_open, is_ours(folder, path), &behind)) {
        errno = what;
        return -1;
    }
    const int done = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (behind) {
        end_here();
    }
    return done;
}
int open(const char* path, int flags, ...) { MODE_OF(flags, flags) return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char* path, int flags, ...) { MODE_OF(flags, flags) return open_any(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char* path, int flags, ...) { MODE_OF(flags, flags) return open_any(folder, path, flags, mode); }
int openat64(int folder, const char* path, int flags, ...) { MODE_OF(flags, flags) return open_any(folder, path, flags, mode); }
WRAP(FILE*, NULL, call_open, is_ours(AT_FDCWD, path), fopen, (const char* path, const char* mode), (path, mode))
WRAP(FILE*, NULL, call_open, is_ours(AT_FDCWD, path), fopen64, (const char* path, const char* mode), (path, mode))
WRAP(DIR*, NULL, call_open, is_ours(AT_FDCWD, path), opendir, (const char* path), (path))

WRAP(ssize_t, -1, call_read, is_ours_fd(fd), read, (int fd, void* to, size_t size), (fd, to, size))
WRAP(ssize_t, -1, call_read, is_ours_fd(fd), pread, (int fd, void* to, size_t size, off_t at), (fd, to, size, at))
WRAP(ssize_t, -1, call_read, is_ours_fd(fd), pread64, (int fd, void* to, size_t size, off64_t at), (fd, to, size, at))
WRAP(struct dirent*, NULL, call_read, is_early(from), readdir, (DIR* from), (from))
WRAP(struct dirent64*, NULL, call_read, is_early(from), readdir64, (DIR* from), (from))
int closedir(DIR* which)
{
    static int (*real)(DIR*);
    if (real == NULL) {
        *(void**)&real = dlsym(RTLD_NEXT, "closedir");
    }
    listed(which)->folder = NULL;
    return real(which);
}
WRAP(ssize_t, -1, call_write, is_ours_fd(fd), write, (int fd, const void* from, size_t size), (fd, from, size))
WRAP(ssize_t, -1, call_write, is_ours_fd(fd), writev, (int fd, const struct iovec* from, int count), (fd, from, count))
WRAP(int, -1, call_fsync, is_ours_fd(fd), fsync, (int fd), (fd))
WRAP(int, -1, call_fsync, is_ours_fd(fd), syncfs, (int fd), (fd))
WRAP(int, -1, call_rename, is_ours(AT_FDCWD, from), rename, (const char* from, const char* to), (from, to))
WRAP(int, -1, call_rename, is_ours(a, from), renameat, (int a, const char* from, int b, const char* to), (a, from, b, to))
WRAP(int, -1, call_rename, is_ours(a, from), renameat2, (int a, const char* from, int b, const char* to, unsigned flags), (a, from, b, to, flags))
WRAP(int, -1, call_stat, is_ours(AT_FDCWD, path), stat, (const char* path, struct stat* to), (path, to))
WRAP(int, -1, call_stat, is_ours(AT_FDCWD, path), stat64, (const char* path, struct stat64* to), (path, to))
WRAP(int, -1, call_stat, is_ours(AT_FDCWD, path), lstat, (const char* path, struct stat* to), (path, to))
WRAP(int, -1, call_stat, is_ours(AT_FDCWD, path), lstat64, (const char* path, struct stat64* to), (path, to))
WRAP(int, -1, call_stat, is_ours_fd(fd), fstat, (int fd, struct stat* to), (fd, to))
WRAP(int, -1, call_stat, is_ours_fd(fd), fstat64, (int fd, struct stat64* to), (fd, to))
WRAP(int, -1, call_stat, is_ours(a, path), fstatat, (int a, const char* path, struct stat* to, int flags), (a, path, to, flags))
WRAP(int, -1, call_stat, is_ours(a, path), fstatat64, (int a, const char* path, struct stat64* to, int flags), (a, path, to, flags))
WRAP(int, -1, call_stat, is_ours(a, path), faccessat, (int a, const char* path, int mode, int flags), (a, path, mode, flags))
WRAP(int, -1, call_stat, is_ours(AT_FDCWD, path), access, (const char* path, int mode), (path, mode))
WRAP(char*, NULL, call_stat, is_ours(AT_FDCWD, path), realpath, (const char* path, char* to), (path, to))
WRAP(int, -1, call_unlink, is_ours(AT_FDCWD, path), unlink, (const char* path), (path))
WRAP(int, -1, call_unlink, is_ours(a, path), unlinkat, (int a, const char* path, int flags), (a, path, flags))
WRAP(int, -1, call_unlink, is_ours(AT_FDCWD, path), remove, (const char* path), (path))
WRAP(int, -1, call_unlink, is_ours(AT_FDCWD, path), rmdir, (const char* path), (path))
WRAP(int, -1, call_mkdir, is_ours(AT_FDCWD, path), mkdir, (const char* path, mode_t mode), (path, mode))
WRAP(int, -1, call_mkdir, is_ours(a, path), mkdirat, (int a, const char* path, mode_t mode), (a, path, mode))

int close(int fd)
{
    int behind;
    const int fails = meets_fault(call_close, is_ours_fd(fd), &behind);
    const int done = (int)syscall(SYS_close, fd); /* the file is closed all the same */
    if (behind) {
        end_here();
    }
    if (fails) {
        errno = what;
        return -1;
    }
    return done;
}
