#!/bin/sh
# Builds an album of photos, fetches some of them, and changes their order, with gdbus and filmgatectl.
#
#     examples/albums.sh TITLE FOLDER
#
# Uses the bus that FILMGATE_BUS_ADDRESS names, or the system bus. Needs the owner's permission to use the library.
set -eu
title=${1:?"title of the album"} folder=${2:?"folder with photos"}

# gdbus is a program like any other: the owner gives it access, until the end of this script. An earlier decision stays.
client="exe:$(readlink -f "$(command -v gdbus)")"
grant=$(filmgatectl grants show "$client")
level=$(printf '%s\n' "$grant" | awk '$1 == "Level" { print $2 }')
case $level in
full) ;;
undetermined)
    filmgatectl grants set "$client" full >/dev/null
    trap 'filmgatectl grants reset "$client" >/dev/null' EXIT
    ;;
*)
    echo "albums.sh: $client has the level '$level' and needs 'full'; see 'filmgatectl grants set --help'." >&2
    exit 77
    ;;
esac

# Calls a method of Library1 with arguments in GVariant's text format.
library() {
    method=$1
    shift
    gdbus call --address "${FILMGATE_BUS_ADDRESS:-unix:path=/run/dbus/system_bus_socket}" --timeout 3600 \
        --dest org.filmgate.Library1 --object-path /org/filmgate/Library1 --method "org.filmgate.Library1.$method" "$@"
}

# The tool imports the photos and makes the album, in a folder.
filmgatectl import --quiet --album "Examples/$title" "$folder"
album=$(filmgatectl albums show "Examples/$title" | awk '$1 == "id" { print $2 }')

# gdbus makes a batch of changes: the last photo gets five stars and moves to the beginning.
last=$(filmgatectl assets list --album "$album" --columns id | tail -n 1)
library PerformChanges "[('set-properties', {'id': <'$last'>, 'properties': <{'rating': <5>}>}),
    ('move-assets', {'album': <'$album'>, 'ids': <['$last']>, 'index': <uint32 0>})]" "{}" >/dev/null

# A fetch with a condition: gdbus gets the number of photos, and the tool shows them.
library Fetch asset "{'album': <'$album'>, 'where': <'rating >= ?'>, 'arguments': <[<4>]>}"
filmgatectl assets list --album "$album" --where 'rating >= 4' --columns id,rating,filename

filmgatectl albums show "$album"
