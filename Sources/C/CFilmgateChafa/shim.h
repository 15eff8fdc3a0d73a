/* libchafa converts pictures to a terminal's characters. */
#ifndef CFILMGATECHAFA_SHIM_H
#define CFILMGATECHAFA_SHIM_H

#include <chafa.h>

/* Uses half and quarter blocks, which terminals' fonts have. */
static inline void fg_use_block_symbols(ChafaCanvasConfig *config) {
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, (ChafaSymbolTags)(CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID |
                                                            CHAFA_SYMBOL_TAG_HALF | CHAFA_SYMBOL_TAG_QUAD));
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_symbol_map_unref(symbols);
}

#endif
