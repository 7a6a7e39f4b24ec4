// A library to preload into a program. It writes to the file SYNCS, in order, which files and folders the program syncs
// and which names it replaces.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(const char *what, const char *path) {
    FILE *log = fopen(getenv("SYNCS"), "a");
    fprintf(log, "%s %s\n", what, path);
    fclose(log);
}

static void note_file(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    note("sync", path);
}

int fsync(int file) {
    note_file(file);
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
    note_file(file);
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}

int rename(const char *from, const char *to) {
    note("rename", to);
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
