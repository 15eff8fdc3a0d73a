/* Filters of video frames, by libavfilter. It brings some seventy other libraries, so it is loaded only if it is wanted. */
#ifndef CFILMGATEFILTERS_H
#define CFILMGATEFILTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A chain of filters. */
struct fg_filters;

/* Loads the library. Returns false if there is none of the version that this was built for. */
bool fg_filters_load(void);

/* Makes a chain of filters for frames of one size and format, as ffmpeg describes them. It starts no threads. Returns a negative error
 * code of FFmpeg if that is impossible.
 *
 * frames: what the frames are, as arguments of the filter `buffer`. */
int fg_filters_new(const char *frames, const char *description, struct fg_filters **filters);
void fg_filters_free(struct fg_filters *filters);

/* Passes a frame (AVFrame), which stays the caller's; at the end NULL. */
int fg_filters_put(struct fg_filters *filters, void *frame);

/* Fills an empty frame (AVFrame) with the next result. Returns AVERROR(EAGAIN) if it takes more frames, AVERROR_EOF after the last. */
int fg_filters_take(struct fg_filters *filters, void *frame);

/* The unit of the results' times, in seconds. */
void fg_filters_time_base(const struct fg_filters *filters, int *numerator, int *denominator);

#endif
