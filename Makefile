# What a person or a machine does with this tree. The first two are all that a newcomer needs.
.PHONY: demo test build bench lint docs install set-up clean

DESTDIR ?=
PREFIX ?= /usr/local
PHOTOS ?=
SAMPLES ?=
SWIFT_BUILD = swift build -c release -Xswiftc -cross-module-optimization

## demo: install what is missing, build, and show the main job [PHOTOS=folder]
demo: build
	@scripts/demo $(if $(PHOTOS),--photos "$(PHOTOS)")

## test: the same set-up, then every test [SAMPLES=folder of real camera files]
test: set-up
	SAMPLES="$(SAMPLES)" swift test --parallel

build: set-up
	@$(SWIFT_BUILD)

## bench: speed and memory against floors in C, as ratios
bench: build
	@Benchmarks/run

## lint: the style of the source, the scripts and the XML
lint: set-up
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	xmllint --noout --nonet dbus/*.xml

set-up:
	@scripts/set-up

clean:
	rm -rf .build
