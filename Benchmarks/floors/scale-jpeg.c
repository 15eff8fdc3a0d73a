/* Measures libjpeg-turbo: decodes JPEG files to at least SIDE pixels, scales them down by averages, and encodes them again.
 *
 *     scale-jpeg SIDE FILE ...
 *
 * Prints the milliseconds for each file, with both cores. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Needs FILE.
#include <jpeglib.h>

#include "timing.h"

static unsigned side;
static char **files;
static int count;
static atomic_int next;

/* Averages the pixels of each field of a grid. */
static void scale(const unsigned char *from, unsigned width, unsigned height, unsigned char *to, unsigned w, unsigned h) {
    for (unsigned y = 0; y < h; y++) {
        for (unsigned x = 0; x < w; x++) {
            unsigned top = y * height / h, bottom = (y + 1) * height / h, left = x * width / w, right = (x + 1) * width / w;
            unsigned sum[3] = {0}, pixels = (bottom - top) * (right - left);
            for (unsigned v = top; v < bottom; v++)
                for (unsigned u = left; u < right; u++)
                    for (int c = 0; c < 3; c++) sum[c] += from[(v * width + u) * 3 + c];
            for (int c = 0; c < 3; c++) *to++ = sum[c] / pixels;
        }
    }
}

static void shrink(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(66);
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct in = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&in);
    jpeg_stdio_src(&in, file);
    jpeg_read_header(&in, TRUE);
    unsigned longer = in.image_width > in.image_height ? in.image_width : in.image_height;
    in.scale_num = 1;
    in.scale_denom = 8;
    while (in.scale_denom > 1 && longer / in.scale_denom < side) in.scale_denom /= 2;
    in.out_color_space = JCS_RGB;
    jpeg_start_decompress(&in);
    unsigned char *pixels = malloc((size_t)in.output_width * in.output_height * 3);
    while (in.output_scanline < in.output_height) {
        JSAMPROW row = pixels + (size_t)in.output_scanline * in.output_width * 3;
        jpeg_read_scanlines(&in, &row, 1);
    }
    unsigned w = in.output_width * side / (longer / in.scale_denom), h = in.output_height * side / (longer / in.scale_denom);
    unsigned char *small = malloc((size_t)w * h * 3), *encoded = NULL;
    unsigned long size = 0;
    scale(pixels, in.output_width, in.output_height, small, w, h);
    struct jpeg_compress_struct out = {.err = jpeg_std_error(&errors)};
    jpeg_create_compress(&out);
    jpeg_mem_dest(&out, &encoded, &size);
    out.image_width = w;
    out.image_height = h;
    out.input_components = 3;
    out.in_color_space = JCS_RGB;
    jpeg_set_defaults(&out);
    jpeg_set_quality(&out, 85, TRUE);
    jpeg_start_compress(&out, TRUE);
    while (out.next_scanline < h) {
        JSAMPROW row = small + (size_t)out.next_scanline * w * 3;
        jpeg_write_scanlines(&out, &row, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);
    jpeg_finish_decompress(&in);
    jpeg_destroy_decompress(&in);
    free(encoded);
    free(small);
    free(pixels);
    fclose(file);
}

static void *work(void *unused) {
    for (int index; (index = atomic_fetch_add(&next, 1)) < count;) shrink(files[index]);
    return unused;
}

int main(int argc, char **argv) {
    if (argc < 3) return 64;
    side = (unsigned)atoi(argv[1]);
    files = argv + 2;
    count = argc - 2;
    double begin = now();
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%.3f\n", (now() - begin) / 1000 / count);
}
