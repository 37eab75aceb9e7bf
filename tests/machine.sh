#!/bin/sh
# Sees to it that the machine has what the tests use besides Python: a Chromium, and a PostgreSQL where one can be had.
# What is installed already is used; as root on Debian or Ubuntu the rest comes from the system's packages.
set -eu
python=${1:-python3}

has_browser() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || ls "${HOME:-}"/.cache/ms-playwright/chromium-*; }
has_postgresql() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }
get() { apt-get install -qq -y --no-install-recommends "$1" >/dev/null 2>&1; }
# The first of these packages that can be had.
install() {
  for package in "$@"; do get "$package" && return; done
  apt-get update -qq >/dev/null 2>&1 || true
  for package in "$@"; do get "$package" && return; done
  echo "No package $* can be installed here"
}

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  has_browser >/dev/null 2>&1 || { echo "Installing Chromium for the tests"; install chromium-headless-shell chromium; }
  has_postgresql >/dev/null 2>&1 || { echo "Installing PostgreSQL for the tests"; install postgresql; }
fi

has_browser >/dev/null 2>&1 || "$python" -m playwright install chromium ||
  { echo "The tests in a real browser need Chromium: install it, and run this again"; exit 2; }
has_postgresql >/dev/null 2>&1 || echo "PostgreSQL is neither installed nor installable here: the server is tested on SQLite alone"
