/* What Swift's Glibc module leaves out of what a terminal program needs. */
#ifndef CFILMGATETERMINAL_H
#define CFILMGATETERMINAL_H

#include <libintl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns that a character takes in the locale of LC_CTYPE: 0 to 2, or -1 where it cannot be printed. */
int fg_column_width(uint32_t character);

/* Takes the character types of the environment's locale, or of C.UTF-8 where that is not UTF-8. */
void fg_use_utf8_locale(void);

/* A variable of the environment. NULL in a program with the rights of its file's owner or group, whose caller must not choose what it reads. */
const char *fg_trusted_variable(const char *name);

/* The columns of the terminal, 0 where the descriptor is none or does not say. */
unsigned fg_terminal_columns(int descriptor);

/* The pixels of one character cell; false where the terminal does not say. */
bool fg_terminal_cell(int descriptor, unsigned *width, unsigned *height);

/* Copies the sequence of a capability without parameters, such as "sc", from the description of the terminal in TERM, or of xterm where that
 * is not installed. Returns its length, 0 where there is none. Not while curses has the terminal. */
size_t fg_terminal_capability(const char *name, char *sequence, size_t size);

#endif
