#!/bin/sh
# Sees to it that the machine has what the tests use besides Python: a Chromium, and a PostgreSQL where one can be had.
# What is installed already is used; as root on Debian or Ubuntu the rest comes from the system's packages.
set -eu
python=${1:-python3}

has_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome || ls "${HOME:-}"/.cache/ms-playwright/chromium-*; }
has_postgresql() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }

wanted=""
has_browser >/dev/null 2>&1 || wanted="$wanted chromium"
has_postgresql >/dev/null 2>&1 || wanted="$wanted postgresql"
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing$wanted for the tests"
  export DEBIAN_FRONTEND=noninteractive
  for package in $wanted; do
    apt-get install -qq -y --no-install-recommends "$package" >/dev/null 2>&1 ||
      { apt-get update -qq >/dev/null 2>&1 && apt-get install -qq -y --no-install-recommends "$package" >/dev/null 2>&1; } ||
      echo "The package $package cannot be installed here"
  done
fi

has_browser >/dev/null 2>&1 || "$python" -m playwright install chromium ||
  { echo "The tests in a real browser need Chromium: install it, and run this again"; exit 2; }
has_postgresql >/dev/null 2>&1 || echo "PostgreSQL is neither installed nor installable here: the server is tested on SQLite alone"
