#!/bin/sh
# Makes photos and videos with real metadata, by Debian's own tools (ffmpeg, exiftool, heif-enc, vips).
#
#   make-media.sh photos FOLDER     a dozen that look like somebody's, for the demo
#   make-media.sh formats FOLDER    one or more of every format and oddity, for the tests; exiftool.json has what
#                                   exiftool reads in them
set -eu

kind=$1
folder=$2
mkdir -p "$folder"
cd "$folder"

# picture WIDTHxHEIGHT SKY GROUND FILE [FFMPEG-OPTION…]: hills under a sky, with a film's grain.
picture() {
    size=$1 sky=$2 ground=$3 file=$4
    shift 4
    ffmpeg -nostdin -v error -y \
        -f lavfi -i "gradients=s=$size:c0=$sky:c1=white:x0=0:y0=0:x1=0:y1=${size#*x}:nb_colors=2" \
        -f lavfi -i "gradients=s=$size:c0=$ground:c1=black:x0=0:y0=0:x1=${size%x*}:y1=${size#*x}:nb_colors=2" \
        -filter_complex "[1]format=yuva444p,scale=160:120,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(gt(Y,H*(0.6+0.1*sin(X/20+${seed:-1})+0.05*sin(X/6*${seed:-1}))),255,0)',scale=$size[hills];[0][hills]overlay,noise=alls=${grain:-14}:all_seed=${seed:-1}" \
        -frames:v 1 "$@" "$file"
}

# film SECONDS FILE [FFMPEG-OPTION…]: a moving test card with a tone.
film() {
    seconds=$1 file=$2
    shift 2
    ffmpeg -nostdin -v error -y -f lavfi -i "testsrc=s=320x240:r=${rate:-25}:d=$seconds" -f lavfi -i "sine=d=$seconds" \
        -shortest -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac "$@" "$file"
}

photos() {
    seed=0
    while IFS='|' read -r name date zone latitude longitude make model title keywords sky ground orientation; do
        seed=$((seed + 1))
        picture 1200x900 "$sky" "$ground" "$name.jpg" -q:v 3
        printf '%s\n' "$name.jpg" -overwrite_original -q -m "-Make=$make" "-Model=$model" \
            "-DateTimeOriginal=$date" "-CreateDate=$date" "-OffsetTimeOriginal=$zone" "-Orientation#=$orientation" \
            "-GPSLatitude*=$latitude" "-GPSLongitude*=$longitude" "-XMP-dc:Title=$title" -sep , \
            "-XMP-dc:Subject=$keywords" -execute >>arguments
    done <<'END'
budapest-bridge|2024:05:01 19:12:40|+02:00|47.4989|19.0437|Canon|Canon EOS R6|The chain bridge at dusk|Budapest,bridge,evening|0x203060|0x302018|1
danube-morning|2024:05:02 06:03:11|+02:00|47.5102|19.0451|Canon|Canon EOS R6|Fog on the Danube|Budapest,river|0x90a0b0|0x405048|1
tokyo-rooftops|2023:11:18 14:20:05|+09:00|35.6595|139.7005|SONY|ILCE-7M4|Rooftops of Shibuya|Tokyo,city|0x4080d0|0x504848|1
fuji|2023:11:20 07:45:30|+09:00|35.3606|138.7274|SONY|ILCE-7M4|Fuji without a cloud|Fuji,mountain|0x3070e0|0x607080|1
lisbon-tram|2022:09:07 11:31:52|+01:00|38.7139|-9.1334|FUJIFILM|X-T4|Tram 28|Lisbon,tram|0x50a0f0|0xb08020|6
sintra|2022:09:08 16:02:27|+01:00|38.7876|-9.3906|FUJIFILM|X-T4|Above Sintra|Sintra,castle|0x70b0f0|0x306020|1
patagonia|2021:01:14 10:10:10|-03:00|-50.9423|-73.4068|NIKON CORPORATION|NIKON Z 6|The towers|Patagonia,mountain|0x80b0e0|0x706050|1
glacier|2021:01:16 13:48:59|-03:00|-50.4967|-73.1377|NIKON CORPORATION|NIKON Z 6|Perito Moreno|Patagonia,ice|0xa0d0f0|0xc0d8e8|1
garden|2024:06:23 09:15:00|+02:00|48.2082|16.3738|Google|Pixel 8|Roses|garden|0x90c0f0|0x802040|1
cat|2024:06:23 21:40:18|+02:00|48.2082|16.3738|Google|Pixel 8|The cat again|cat,home|0x604030|0x302010|8
snow|2020:02:29 12:00:00|+01:00|47.2692|11.4041|Apple|iPhone 11|First tracks|ski,snow|0x60a0ff|0xe8f0f8|3
auckland|2019:12:31 23:59:59|+13:00|-36.8485|174.7633|Apple|iPhone 11|New year|fireworks|0x101030|0x080810|1
END
    exiftool -@ arguments
    rm arguments
}

# tag FILE ARGUMENT…: remembers what exiftool is to write, for one run over all.
tag() {
    file=$1
    shift
    printf '%s\n' "$file" -overwrite_original -q -m "$@" -execute >>arguments
}

# tell FILE ARGUMENT…: the same, with all that a camera and a person may say of a picture.
tell() {
    file=$1
    shift
    tag "$file" -Make=Filmgate -Model=Testcamera '-DateTimeOriginal=2024:05:01 12:00:00' -OffsetTimeOriginal=+02:00 \
        -SubSecTimeOriginal=25 -GPSLatitude=47.4979 -GPSLatitudeRef=N -GPSLongitude=19.0402 -GPSLongitudeRef=E \
        '-XMP-dc:Title=A title' '-XMP-dc:Description=A caption' -XMP-dc:Subject=one -XMP-dc:Subject=two "$@"
}

jpegs() {
    picture 64x48 skyblue green base.jpg
    for orientation in 1 2 3 4 5 6 7 8; do
        cp base.jpg "orientation-$orientation.jpg"
        tag "orientation-$orientation.jpg" "-Orientation#=$orientation"
    done
    while read -r name latitude longitude; do
        cp base.jpg "$name.jpg"
        tag "$name.jpg" "-GPSLatitude*=$latitude" "-GPSLongitude*=$longitude"
    done <<'END'
north-east 47.4979 19.0402
north-west 40.7128 -74.006
south-east -33.8688 151.2093
south-west -22.9068 -43.1729
equator 0 19.0402
END
    while read -r name date zone fraction; do
        cp base.jpg "$name.jpg"
        tag "$name.jpg" "-DateTimeOriginal=$(echo "$date" | tr _ ' ')" "-OffsetTimeOriginal=$zone" \
            "-SubSecTimeOriginal=$fraction"
    done <<'END'
zone-plain 2024:05:01_12:00:00
zone-kolkata 2024:05:01_12:00:00 +05:30 123
zone-newfoundland 2024:05:01_12:00:00 -03:30 5
zone-utc 1999:12:31_23:59:59 Z 999999
zone-leap-day 2024:02:29_00:00:00 +14:00
END
    cp base.jpg digitised.jpg
    tag digitised.jpg '-CreateDate=2001:02:03 04:05:06' '-OffsetTimeDigitized=-08:00'
    cp base.jpg words-xmp.jpg
    tag words-xmp.jpg '-XMP-dc:Title=Ä title' '-XMP-dc:Description=A caption' '-XMP-dc:Subject=one' '-XMP-dc:Subject=two' '-XMP-dc:Subject=日本'
    cp base.jpg words-iptc.jpg
    tag words-iptc.jpg '-CodedCharacterSet=UTF8' '-IPTC:ObjectName=Ein Títel' '-IPTC:Caption-Abstract=A caption' \
        '-IPTC:Keywords=eins' '-IPTC:Keywords=zwei'
    cp base.jpg words-exif.jpg
    tag words-exif.jpg '-EXIF:XPTitle=Ein Títel' '-EXIF:ImageDescription=A caption' '-EXIF:XPKeywords=eins;zwei'
    cp base.jpg panorama.jpg
    tag panorama.jpg '-XMP-GPano:ProjectionType=equirectangular' '-XMP-GPano:UsePanoramaViewer=True'
    while read -r name prefix namespace property; do
        cat >"$name.xmp" <<END
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
rdf:about="" xmlns:$prefix="$namespace" $prefix:$property/></rdf:RDF></x:xmpmeta>
END
        cp base.jpg "$name.jpg"
        tag "$name.jpg" "-XMP<=$name.xmp"
    done <<'END'
motion GCamera http://ns.google.com/photos/1.0/camera/ MotionPhoto="1"
still GCamera http://ns.google.com/photos/1.0/camera/ MotionPhoto="0"
micro-video GCamera http://ns.google.com/photos/1.0/camera/ MicroVideo="1"
gain-map hdrgm http://ns.adobe.com/hdr-gain-map/1.0/ Version="1.0"
depth GDepth http://ns.google.com/photos/1.0/depthmap/ Format="RangeInverse"
END
    for rendering in 3 6 8; do
        cp base.jpg "rendered-$rendering.jpg"
        tag "rendered-$rendering.jpg" "-CustomRendered#=$rendering"
    done
    cp base.jpg burst.jpg
    tag burst.jpg '-XMP-GCamera:BurstID=1b6c1c2e'
    cp base.jpg screenshot.jpg
    tag screenshot.jpg '-EXIF:UserComment=Screenshot'
    ffmpeg -nostdin -v error -y -f lavfi -i testsrc=s=64x48 -frames:v 1 -vf format=gray grey.jpg
    vips copy base.jpg 'progressive.jpg[interlace]'
    # A thumbnail that shows the same, one that has bars, and one that is damaged.
    ffmpeg -nostdin -v error -y -i base.jpg -vf scale=32:24 -q:v 2 small.jpg
    ffmpeg -nostdin -v error -y -i base.jpg -vf pad=64:64:0:8,scale=32:32 -q:v 2 bars.jpg
    { head -c 400 small.jpg; printf '\377\331'; } >damaged-small.jpg
    for name in small bars damaged-small; do
        vips resize base.jpg "thumbnail-$name.jpg" 10
        tag "thumbnail-$name.jpg" "-ThumbnailImage<=$name.jpg" '-Orientation#=6'
    done
    # What a camera appends behind the picture is no part of it.
    { cat base.jpg; head -c 5000 base.jpg; } >appended.jpg
}

others() {
    for format in png tif webp; do
        # Compressed strips of odd length would be followed by a byte that nobody misses.
        options=$([ $format = tif ] && echo -compression_algo raw || true)
        picture 64x48 skyblue green "plain.$format" $options
        cp "plain.$format" "told.$format"
        tell "told.$format"
    done
    picture 64x48 skyblue green still.gif
    picture 64x48 skyblue green grey16.png -pix_fmt gray16be
    picture 64x48 skyblue green opaque.png -pix_fmt rgb24
    vips copy plain.png 'interlaced.png[interlace]'
    vips copy plain.tif 'tiled.tif[tile,pyramid,compression=deflate]'
    vips copy plain.tif 'big.tif[bigtiff]'
    vips black 'bomb.png[bitdepth=1,compression=1]' 30000 30000
    for format in gif webp apng; do
        ffmpeg -nostdin -v error -y -f lavfi -i testsrc=s=64x48:r=5:d=1 -loop 0 "moving.$format"
    done
    mv moving.apng moving.png
    for format in heic avif; do
        options=$([ $format = heic ] || echo -A)
        heif-enc $options -q 40 base.jpg -o "plain.$format" >/dev/null 2>&1
        cp "plain.$format" "told.$format"
        tell "told.$format"
        # The tag says what the decoder has done already.
        cp orientation-6.jpg turned.jpg
        heif-enc $options -q 40 turned.jpg -o "turned.$format" >/dev/null 2>&1
        rm turned.jpg
    done
    cjxl --quiet base.jpg told.jxl
    tell told.jxl
    # A digital negative is a TIFF that says of its one picture that it is a mosaic.
    picture 160x120 skyblue green told.dng.tif -pix_fmt gray16le -compression_algo raw
    mv told.dng.tif told.dng
    tell told.dng -SubfileType#=0 '-DNGVersion#=1 4 0 0' '-DNGBackwardVersion#=1 1 0 0' \
        -IFD0:PhotometricInterpretation#=32803 '-IFD0:CFARepeatPatternDim#=2 2' '-IFD0:CFAPattern2#=0 1 1 2' \
        '-UniqueCameraModel=Filmgate Testcamera' '-ColorMatrix1=1 0 0 0 1 0 0 0 1' -WhiteLevel=65535 \
        '-AsShotNeutral=0.6 1 0.7'
    heif-enc -q 40 --thumb 32 orientation-6.jpg -o thumbnail.heic >/dev/null 2>&1
}

# preview RAW JPEG WIDTH HEIGHT: adds a folder with the JPEG to the end of a RAW that is a little-endian TIFF.
preview() {
    /usr/bin/python3 - "$@" <<'END'
import struct, sys
raw, jpeg = bytearray(open(sys.argv[1], "rb").read()), open(sys.argv[2], "rb").read()
width, height = map(int, sys.argv[3:])
raw += bytes(len(raw) % 2)
folder = len(raw)
start = folder + 2 + 12 * 10 + 4
tags = [(254, 4, 1), (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 7), (262, 3, 6), (273, 4, start),
    (277, 3, 3), (278, 4, height), (279, 4, len(jpeg))]
raw += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
raw += struct.pack("<I", 0) + jpeg
first, = struct.unpack_from("<I", raw, 4)
count, = struct.unpack_from("<H", raw, first)
struct.pack_into("<I", raw, first + 2 + 12 * count, folder)
open(sys.argv[1], "wb").write(raw)
END
}

films() {
    film 1 plain.mp4
    film 2 told.mp4 -metadata creation_time=2024-05-01T10:00:00.000000Z -metadata title='A film' \
        -metadata comment='What it shows' -metadata location=+47.4979+019.0402/
    film 1 fast.mp4 -movflags +faststart
    film 1 fragmented.mp4 -movflags +frag_keyframe+empty_moov
    film 1 plain.mov
    for turn in 90 180 270; do
        cp plain.mov "turned-$turn.mov"
        tag "turned-$turn.mov" "-Rotation=$turn"
    done
    film 1 wide.mp4 -vf setsar=3/2
    # Black for a while: with a key frame at the end of it, and without another key frame at all.
    film 4 dark.mp4 -vf "drawbox=c=black:t=fill:enable='lt(t,2.4)'" -force_key_frames 2.4
    film 4 dark-single.mp4 -vf "drawbox=c=black:t=fill:enable='lt(t,2.4)'" -g 1000 -sc_threshold 0
    film 1 black.mp4 -vf drawbox=c=black:t=fill
    cp plain.mov told.mov
    tag told.mov '-Keys:CreationDate=2024:05:01 12:00:00+02:00' '-Keys:GPSCoordinates#=47.4979 19.0402 110' \
        '-Keys:Make=Filmgate' '-Keys:Model=Testcamera' '-Keys:Title=A film' '-Keys:Description=What it shows' \
        '-Keys:Keywords=one,two'
    rate=120 film 1 slow.mp4
    film 1 lapse.mp4 -movflags use_metadata_tags -metadata com.android.capture.fps=1.0
    ffmpeg -nostdin -v error -y -f lavfi -i sine=d=1 -c:a aac sound.mp4
}

formats() {
    jpegs
    others
    films
    exiftool -@ arguments
    cp told.dng turned.dng
    exiftool -q -overwrite_original '-Orientation#=6' turned.dng
    cjxl --quiet orientation-6.jpg turned.jxl
    # The preview must differ from what the mosaic shows.
    ffmpeg -nostdin -v error -y -i base.jpg -vf scale=120:90,negate -q:v 2 preview.jpg
    for name in told turned; do
        cp "$name.dng" "preview-$name.dng"
        preview "preview-$name.dng" preview.jpg 120 90
    done
    rm arguments base.jpg small.jpg bars.jpg damaged-small.jpg ./*.xmp
    readings=$(exiftool -j -n .)
    echo "$readings" >exiftool.json
}

$kind
