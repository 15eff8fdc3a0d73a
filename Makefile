# What a person or a machine does with this tree. The first two are all that a newcomer needs; `make help` lists them.
.PHONY: help demo test check proof build bench lint docs install uninstall deb check-deb need-deb need-check-deb set-up \
	set-up-build set-up-test clean

DESTDIR ?=
PREFIX ?= /usr/local
PHOTOS ?=
SAMPLES ?=
# What making Debian packages takes, beside what building does.
PACKAGING = debhelper dpkg-dev fakeroot lintian po-debconf
PROGRAMS = filmgated filmgatectl filmgate-agent filmgate-window filmgate-render filmgate-identify filmgate-camera filmgate-portal \
	filmgate-desktop
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
demo: set-up-test build
	@scripts/demo $(if $(PHOTOS),--photos "$(PHOTOS)")

## test      the same set-up, then every test [SAMPLES=folder of real camera files; CONTRIBUTING.md names more settings]
test: set-up build
	SAMPLES="$(SAMPLES)" FILMGATE_PROGRAMS="$(CURDIR)/.build/release" scripts/test

## check     the tests that need no bus and no sandbox: a minute, once everything is built
check: set-up-build
	FILMGATE_NO_DAEMONS=1 scripts/test --skip '^(SystemTests|InstallationTests)\.'

## proof     the tests at random, of hostile clients and of kills, at full length and one after the other: half an hour
proof: set-up build
	FILMGATE_RANDOM_UPDATES=100000 FILMGATE_RANDOM_CHANGES=100000 FILMGATE_RANDOM_EDITS=10000 FILMGATE_RANDOM_UNDOS=10000 FILMGATE_HOSTILE_SECONDS=300 FILMGATE_KILLS=200 FILMGATE_RANDOM_PAIRS=20000 \
		FILMGATE_FUZZ_FILES=2000 FILMGATE_FUZZ_BLOCKS=100000 FILMGATE_IMPOSSIBLE_VALUES=all \
		FILMGATE_PROGRAMS="$(CURDIR)/.build/release" swift test --no-parallel --filter 'Random(Update|Change)Tests|FilmgateStoreTests.EditTests|KilledEditTests|UndoModelTests|KilledUndoTests|HostileClientTests|StormTests|KilledWorkerTests|Fuzzed(File|RareFile|Block)Tests|InterferenceTests|CraftedLibraryTests'

## build     the programs, as they are installed
build: set-up-build $(CXX_RUNTIME)
	@$(RELEASE) --product modules
	@for program in $(filter-out filmgated,$(PROGRAMS)); do $(RELEASE) --product $$program || exit 1; done
	@$(RELEASE) -Xlinker -L$(CURDIR)/$(dir $(CXX_RUNTIME)) --product filmgated

$(CXX_RUNTIME):
	@mkdir -p $(dir $@)
	@ln -sf $$(ls /usr/lib/gcc/*-linux-gnu/*/libstdc++.a | tail -n 1) $@

## bench     speed and memory against floors in C, as ratios
bench: set-up build
	@for program in benchmark-store benchmark-echo-server; do $(RELEASE) --product $$program || exit 1; done
	@Benchmarks/run

## lint      the style of the source, the XML and the documents, and the translations
lint: set-up-build
	swift format lint --strict --parallel --recursive Package.swift Plugins Sources Tests
	xmllint --noout --nonet dbus/*.xml dbus/*.conf polkit/*.policy
	@# No line of a document is longer than 120 characters.
	! LC_ALL=C.UTF-8 grep -nE '^.{121}' *.md docs/*.md
	scripts/update-translations --check

## docs      the client library's reference, in .build/docs
docs: set-up-build
	@scripts/docs

## install   everything, where it belongs on a system [DESTDIR= PREFIX=/usr/local]
install: build
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BUILD=.build/release scripts/install-files

## deb       Debian packages, in .build/deb
deb: need-deb set-up-build
	@scripts/make-deb

# Before anything else is installed or built.
need-deb:
	@scripts/need $(PACKAGING)
need-check-deb:
	@scripts/need $(PACKAGING) debootstrap

## uninstall what `make install` put there [DESTDIR= PREFIX=/usr/local]
uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BUILD=.build/release scripts/uninstall-files

## check-deb these packages on a bare Debian: installed, looked at, upgraded, removed and purged; and used on one that is booted
##           for it, where that can be; needs root and some minutes
check-deb: need-check-deb deb
	@scripts/check-deb
	@scripts/check-system || [ $$? = 77 ]

## set-up    installs what is missing [FOR="build test desktop", or some of these]
set-up:
	@scripts/set-up $(FOR)

set-up-build:
	@scripts/set-up build

set-up-test:
	@scripts/set-up build test

clean:
	rm -rf .build
