#!/bin/sh
# Shows the latest photos one after the other in a terminal. Needs chafa. Ctrl-C ends it.
#
#     examples/slideshow.sh [SECONDS]
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
trap exit INT
filmgatectl assets list --ids --where "media-type = 'image'" >"$folder/photos"
while read -r id; do
    # A photo that cannot be shown is left out.
    filmgatectl assets image "$id" --size 1024 -o "$folder/$id.jpg" >"$folder/log" || continue
    clear
    chafa "$folder/$id.jpg"
    rm "$folder/$id.jpg"
    sleep "${1:-3}"
done <"$folder/photos"
