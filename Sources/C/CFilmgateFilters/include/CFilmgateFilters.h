/* Video filters of libavfilter, which is loaded only on demand because it needs some seventy other libraries. */
#ifndef CFILMGATEFILTERS_H
#define CFILMGATEFILTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A chain of filters. */
struct fg_filters;

/* Loads the library. Returns false if the version for which this was built is not installed. */
bool fg_filters_load(void);

/* Makes a chain of filters, in ffmpeg's notation, for frames of one size and format. The chain starts no threads.
   Returns a negative error code of FFmpeg on failure. FRAMES describes the frames, as arguments of the filter
   `buffer`. */
int fg_filters_new(const char *frames, const char *description, struct fg_filters **filters);
void fg_filters_free(struct fg_filters *filters);

/* Passes a frame (AVFrame) to the filters; NULL marks the end. The caller keeps the frame. */
int fg_filters_put(struct fg_filters *filters, void *frame);

/* Fills an empty frame (AVFrame) with the next result. Returns AVERROR(EAGAIN) to get more frames, AVERROR_EOF at the
   end. */
int fg_filters_take(struct fg_filters *filters, void *frame);

/* The unit of the results' times, in seconds. */
void fg_filters_time_base(const struct fg_filters *filters, int *numerator, int *denominator);

#endif
