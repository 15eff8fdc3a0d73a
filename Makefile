# What a person or a machine does with this tree. The first two are all that a newcomer needs; `make help` lists them.
.PHONY: help demo test build bench lint docs install set-up clean

DESTDIR ?=
PREFIX ?= /usr/local
PHOTOS ?=
SAMPLES ?=
PROGRAMS = filmgated filmgatectl filmgate-agent filmgate-render
LIBEXEC = $(PREFIX)/libexec/filmgate
# The runtime is linked in: the broker is smaller in memory, and what is installed needs no Swift.
# Without its symbols for others to link against, which nobody does, what is not called goes.
# What is moved at the start is noted in a thirtieth of the room.
RELEASE = swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
# The runtime is written in C++: of the broker, which parses no media, that library is linked in with it, found in a folder that has
# nothing else. The workers' libraries bring it along anyway.
CXX_RUNTIME = .build/runtime/libstdc++.a

help:
	@sed -n 's/^## //p' Makefile

## demo      installs what is missing, builds, and shows the main job [PHOTOS=folder]
demo: build
	@scripts/demo $(if $(PHOTOS),--photos "$(PHOTOS)")

## test      the same set-up, then every test [SAMPLES=folder of real camera files FILMGATE_RANDOM_CHANGES=100000 FILMGATE_RANDOM_PAIRS=20000]
test: set-up
	SAMPLES="$(SAMPLES)" scripts/test

## build     the programs, as they are installed
build: set-up $(CXX_RUNTIME)
	@for program in $(filter-out filmgated,$(PROGRAMS)); do $(RELEASE) --product $$program || exit 1; done
	@$(RELEASE) -Xlinker -L$(CURDIR)/$(dir $(CXX_RUNTIME)) --product filmgated

$(CXX_RUNTIME):
	@mkdir -p $(dir $@)
	@ln -sf $$(ls /usr/lib/gcc/*-linux-gnu/*/libstdc++.a | tail -n 1) $@

## bench     speed and memory against floors in C, as ratios
bench: build
	@for program in benchmark-store benchmark-echo-server; do $(RELEASE) --product $$program || exit 1; done
	@Benchmarks/run

## lint      the style of the source and the XML
lint: set-up
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	xmllint --noout --nonet dbus/*.xml

## docs      the client library's reference, in .build/docs
docs: set-up
	@scripts/docs

## install   the programs and the D-Bus interfaces [DESTDIR= PREFIX=/usr/local]
install: build
	install -d $(DESTDIR)$(LIBEXEC) $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/dbus-1/interfaces \
		$(DESTDIR)$(PREFIX)/share/doc/filmgate
	for program in $(PROGRAMS); do install -s -m 755 .build/release/$$program $(DESTDIR)$(LIBEXEC)/ || exit 1; done
	for program in filmgated filmgatectl filmgate-agent; do ln -sf ../libexec/filmgate/$$program $(DESTDIR)$(PREFIX)/bin/ || exit 1; done
	install -m 644 dbus/*.xml $(DESTDIR)$(PREFIX)/share/dbus-1/interfaces/
	install -m 644 README.md SECURITY.md LICENSE data/filmgated.conf $(DESTDIR)$(PREFIX)/share/doc/filmgate/

set-up:
	@scripts/set-up

clean:
	rm -rf .build
