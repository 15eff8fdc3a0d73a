/* Functions for terminals that Swift's Glibc module leaves out. */
#ifndef CFILMGATETERMINAL_H
#define CFILMGATETERMINAL_H

#include <libintl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the columns of a character in the locale of LC_CTYPE: 0 to 2, or -1 if it cannot be printed. */
int fg_column_width(uint32_t character);

/* Sets the character types of the environment's locale, or of C.UTF-8 if the locale does not use UTF-8. */
void fg_use_utf8_locale(void);

/* Returns an environment variable; NULL in a set-user-ID or set-group-ID program, because its caller is not trusted. */
const char *fg_trusted_variable(const char *name);

/* Returns the columns of the terminal; 0 if the descriptor is not a terminal or its columns are unknown. */
unsigned fg_terminal_columns(int descriptor);

/* Gets the size of a character cell, in pixels. Returns false if it is unknown. */
bool fg_terminal_cell(int descriptor, unsigned *width, unsigned *height);

/* Copies the sequence of a capability without parameters, such as "sc", of the terminal in TERM, or of xterm if the
   description of that terminal is not installed. Returns the length; 0 if there is no sequence. Must not be called
   while curses uses the terminal. */
size_t fg_terminal_capability(const char *name, char *sequence, size_t size);

#endif
