/* The floor of taking photos in: the least that copying and hashing them can cost.
 *
 *     copy-hash THREADS SOURCE TARGET
 *
 * Copies each file of the folder SOURCE into a file without a name in the folder TARGET, which is made, hashing it with
 * SHA-256 on the way, syncs it and gives it its name; THREADS of them at a time. Prints the seconds that it took. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { block = 256 * 1024 };

static struct dirent **files;
static int source_folder, target_folder, count;
static atomic_int next;

static void fail(const char *what) {
    perror(what);
    exit(74);
}

static void copy(int index, unsigned char *buffer) {
    const char *name = files[index]->d_name;
    unsigned char hash[EVP_MAX_MD_SIZE];
    int source = openat(source_folder, name, O_RDONLY | O_CLOEXEC);
    int target = openat(target_folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0400);
    if (source < 0 || target < 0) fail(name);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (off_t offset = 0;;) {
        ssize_t bytes = pread(source, buffer, block, offset);
        if (bytes < 0) fail(name);
        if (bytes == 0) break;
        if (pwrite(target, buffer, bytes, offset) != bytes) fail(name);
        EVP_DigestUpdate(context, buffer, bytes);
        offset += bytes;
    }
    EVP_DigestFinal_ex(context, hash, NULL);
    EVP_MD_CTX_free(context);
    if (fsync(target) < 0) fail(name);
    char from[32];
    snprintf(from, sizeof from, "/proc/self/fd/%d", target);
    if (linkat(AT_FDCWD, from, target_folder, name, AT_SYMLINK_FOLLOW) < 0) fail(name);
    close(source);
    close(target);
}

static void *work(void *data) {
    unsigned char *buffer = aligned_alloc(4096, block);
    for (int index; (index = atomic_fetch_add(&next, 1)) < count;) copy(index, buffer);
    free(buffer);
    return data;
}

static int is_file(const struct dirent *entry) { return entry->d_type == DT_REG; }

int main(int arguments, char **values) {
    if (arguments != 4) {
        fprintf(stderr, "usage: copy-hash THREADS SOURCE TARGET\n");
        return 64;
    }
    int width = atoi(values[1]);
    mkdir(values[3], 0700);
    source_folder = open(values[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    target_folder = open(values[3], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    count = scandir(values[2], &files, is_file, alphasort);
    if (source_folder < 0 || target_folder < 0 || count < 0) fail(values[2]);
    struct timespec before, after;
    pthread_t threads[64];
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < width && i < 64; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < width && i < 64; i++) pthread_join(threads[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("%.6f\n", after.tv_sec - before.tv_sec + (after.tv_nsec - before.tv_nsec) / 1e9);
}
