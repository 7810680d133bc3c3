#!/usr/bin/env bash
# Installs missing programs that tests need besides Python, where that is possible. Can be sourced or run.
# Sets left_out to the packages that are still missing.
left_out=()
missing=()
needed=( # PACKAGE: a command that succeeds if it is installed
    "chromium-headless-shell: command -v chromium-headless-shell"
    "postgresql: ls /usr/lib/postgresql/*/bin/initdb"
    "redis-server: command -v redis-server"
    "nodejs: command -v node"
    "scowl: ls /usr/share/dict/scowl"
    "wordnet-base: ls /usr/share/wordnet"
    "gettext: command -v msgfmt && command -v xgettext"
)

is_there() { sh -c "${1#*: }" >/dev/null 2>&1; }

install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

for one in "${needed[@]}"; do is_there "$one" || missing+=("${one%%:*}"); done
if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing ${missing[*]}"
    install "${missing[@]}" 2>/dev/null || { # a package that this distribution lacks must not stop the others
        apt-get update -qq || true
        install "${missing[@]}" 2>/dev/null || for one in "${missing[@]}"; do install "$one" || true; done
    }
fi
for one in "${needed[@]}"; do is_there "$one" || left_out+=("${one%%:*}"); done
if command -v chromium >/dev/null; then # works as well
    for n in "${!left_out[@]}"; do [ "${left_out[n]}" != chromium-headless-shell ] || unset "left_out[n]"; done
fi
