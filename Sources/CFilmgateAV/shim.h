/* libavformat and the values that its macros hide. */
#ifndef CFILMGATEAV_SHIM_H
#define CFILMGATEAV_SHIM_H

#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/parseutils.h>

static const int fg_av_eof = AVERROR_EOF;
static const int fg_av_seek_size = AVSEEK_SIZE;
static const int64_t fg_av_no_time = AV_NOPTS_VALUE;

#endif
