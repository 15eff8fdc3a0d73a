#include "CFilmgateFilters.h"

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/avutil.h>
#include <libavutil/mem.h>
#include <stdlib.h>

/* The library's functions that this file calls, with their types. */
#define FUNCTIONS(F)                                                                                                               \
    F(avfilter_get_by_name) F(avfilter_graph_alloc) F(avfilter_graph_free) F(avfilter_graph_create_filter)                         \
    F(avfilter_graph_parse_ptr) F(avfilter_graph_config) F(avfilter_inout_alloc) F(avfilter_inout_free)                            \
    F(av_buffersrc_add_frame_flags) F(av_buffersink_get_frame) F(av_buffersink_get_time_base)

static struct {
#define POINTER(name) __typeof__(name) *name;
    FUNCTIONS(POINTER)
#undef POINTER
} library;

static bool is_loaded;

struct fg_filters {
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
};

bool fg_filters_load(void) {
    void *handle = dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define LOAD(name) \
    if (!(library.name = (__typeof__(library.name))dlsym(handle, #name))) return false;
    FUNCTIONS(LOAD)
#undef LOAD
    return is_loaded = true;
}

static int configure(struct fg_filters *filters, const char *frames, const char *description) {
    const AVFilter *buffer = library.avfilter_get_by_name("buffer"), *sink = library.avfilter_get_by_name("buffersink");
    if (!buffer || !sink) return AVERROR_FILTER_NOT_FOUND;
    int code = library.avfilter_graph_create_filter(&filters->source, buffer, "in", frames, NULL, filters->graph);
    if (code >= 0) code = library.avfilter_graph_create_filter(&filters->sink, sink, "out", NULL, NULL, filters->graph);
    if (code < 0) return code;
    AVFilterInOut *outputs = library.avfilter_inout_alloc(), *inputs = library.avfilter_inout_alloc();
    if (outputs && inputs) {
        outputs->name = av_strdup("in");
        outputs->filter_ctx = filters->source;
        inputs->name = av_strdup("out");
        inputs->filter_ctx = filters->sink;
        code = outputs->name && inputs->name
                   ? library.avfilter_graph_parse_ptr(filters->graph, description, &inputs, &outputs, NULL)
                   : AVERROR(ENOMEM);
    } else {
        code = AVERROR(ENOMEM);
    }
    library.avfilter_inout_free(&inputs);
    library.avfilter_inout_free(&outputs);
    return code < 0 ? code : library.avfilter_graph_config(filters->graph, NULL);
}

int fg_filters_new(const char *frames, const char *description, struct fg_filters **made) {
    if (!is_loaded) return AVERROR_FILTER_NOT_FOUND;
    struct fg_filters *filters = calloc(1, sizeof *filters);
    if (!filters) return AVERROR(ENOMEM);
    filters->graph = library.avfilter_graph_alloc();
    if (filters->graph) filters->graph->nb_threads = 1;
    int code = filters->graph ? configure(filters, frames, description) : AVERROR(ENOMEM);
    if (code < 0) {
        fg_filters_free(filters);
        return code;
    }
    *made = filters;
    return 0;
}

void fg_filters_free(struct fg_filters *filters) {
    if (!filters) return;
    library.avfilter_graph_free(&filters->graph);
    free(filters);
}

int fg_filters_put(struct fg_filters *filters, void *frame) {
    return library.av_buffersrc_add_frame_flags(filters->source, frame, AV_BUFFERSRC_FLAG_KEEP_REF);
}

int fg_filters_take(struct fg_filters *filters, void *frame) { return library.av_buffersink_get_frame(filters->sink, frame); }

void fg_filters_time_base(const struct fg_filters *filters, int *numerator, int *denominator) {
    AVRational base = library.av_buffersink_get_time_base(filters->sink);
    *numerator = base.num;
    *denominator = base.den;
}
