# Installing and packing.

.PHONY: install uninstall dist deb try-deb try-start rpm release

# Where a file of the Python module lies in it.
in_module = $(if $(filter $(BUILD)/python/referee_games/%,$(1)),$(1:$(BUILD)/python/referee_games/%=%),$(notdir $(1)))
install: all  ## install the referee, all AIs, fields, man pages and completion (PREFIX=/usr/local, DESTDIR=)
	@scripts/install-files $(BUILD) '$(DESTDIR)$(PREFIX)' '$(PREFIX)'
	$(if $(wildcard $(firstword $(python_module))),$(foreach file,$(python_module),install -D -m 644 '$(file)' '$(DESTDIR)$(PYTHON_FOLDER)/referee_games/$(call in_module,$(file))' &&) true)
	@$(if $(wildcard $(firstword $(python_module))),$(PYTHON) -c 'import sys; sys.exit(sys.argv[1] not in sys.path)' '$(PYTHON_FOLDER)' || \
	  echo 'the Python module is in a folder of its own; use it with PYTHONPATH=$(PYTHON_FOLDER)')

uninstall:  ## remove what `make install` has installed
	@scripts/install-files --remove '$(DESTDIR)$(PREFIX)'
	$(if $(wildcard $(firstword $(python_module))),rm -rf '$(DESTDIR)$(PYTHON_FOLDER)/referee_games')

# The version stands in one file.
version := $(shell sed -n 's/.*version = "\(.*\)";/\1/p' referee/version.hpp)
tarball := $(BUILD)/referee-$(version).tar.gz
dist:  ## pack the sources into build/referee-VERSION.tar.gz
	@scripts/make-tarball referee-$(version) $(tarball)
	@echo $(tarball)

deb: dist  ## build the Debian package in build/deb and check it with lintian
	@scripts/install-dependencies --ask --packages
	@scripts/packages/build-deb $(tarball) $(BUILD)/deb

try-deb:  ## install the package of `make deb` on a clean Debian 12, play, and remove it; as root
	@scripts/packages/try-deb $(BUILD)/deb/referee_*.deb

try-start: dist  ## the first ten minutes from the sources on a clean Debian 12 (SYSTEM=noble: Ubuntu 24.04), each step timed; as root
	@scripts/packages/try-start $(tarball) $(SYSTEM)

rpm: dist  ## build the RPM package in build/rpm
	@scripts/packages/build-rpm $(tarball) $(BUILD)/rpm

release: deb rpm wasm $(BUILD)/referee  ## all that is handed out, in build/release: packages, a page to play, checksums, an SPDX list of what is in it
	@scripts/packages/release $(BUILD) $(version) $(BUILD)/release
