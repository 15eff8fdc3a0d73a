#!/bin/sh
# Makes small pictures and videos of kinds that cameras and phones do not make today, and cut ones: seeds for the fuzzers.
#
#   make-rare-media.sh FOLDER
set -eu
cd "$1"

# card FILE [FFMPEG-OPTION…]: a test card.
card() {
    file=$1
    shift
    ffmpeg -nostdin -v error -y -f lavfi -i testsrc=s=32x24:d=0.2 -metadata title='A title' "$@" "$file"
}

for format in rgb24 gray10 yuv420p pal8; do
    card "card-$format.jp2" -frames:v 1 -pix_fmt "$format" -c:v jpeg2000
done
for format in rgb24 rgb565 bgra pal8 monob; do
    card "card-$format.bmp" -frames:v 1 -pix_fmt "$format"
done
card moving-card.gif
card card.wmv -c:v wmv2
card card.3gp -s 176x144 -c:v h263

# A document of two pixels, its resources and layers empty; and of a PSB.
printf '8BPS\0\1\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0\2\0\10\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0abcdef' >document.psd
printf '8BPS\0\2\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0\2\0\10\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0abcdef' >document.psb

# What RAW files that are no TIFF begin with.
printf 'II\32\0\0\0HEAPCCDR' | cat - moving-card.gif >head.crw
printf '\0MRM\0\0\0\120\0PRD\0\0\0\30' | cat - moving-card.gif >head.mrw
printf 'FOVb\3\0\2\0' | cat - moving-card.gif >head.x3f

for file in card-rgb24.bmp card-rgb565.bmp moving-card.gif card-rgb24.jp2; do
    head -c $(($(wc -c <"$file") * 2 / 3)) "$file" >"cut-$file"
done
