/* FFmpeg's libraries and the values that their macros hide. */
#ifndef CFILMGATEAV_SHIM_H
#define CFILMGATEAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

static const int fg_av_eof = AVERROR_EOF;
static const int fg_av_seek_size = AVSEEK_SIZE;
static const int64_t fg_av_no_time = AV_NOPTS_VALUE;

#endif
