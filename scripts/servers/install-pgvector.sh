#!/usr/bin/env bash
# Installs pgvector for the Postgres of this Debian. Debian 12 has no package of it, so this script
# builds the source package of Debian 13 with the headers of the installed Postgres. Needs root.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
version=$(basename "$(dirname "$bin")")
share="/usr/share/postgresql/$version"
[ ! -e "$share/extension/vector.control" ] || exit 0
apt-get update -q
if apt-get install -q -y --no-install-recommends "postgresql-$version-pgvector" 2>/dev/null; then exit 0; fi
command -v make >/dev/null && command -v gcc >/dev/null ||
  apt-get install -q -y --no-install-recommends make gcc libc6-dev

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"

# The mirror is the one that this machine uses.
mirror=$(sed -nE 's/^(URIs:|deb( \[[^]]*\])?) +(\S*\/debian)\/?( .*)?$/\3/p' \
  /etc/apt/sources.list.d/* $(ls /etc/apt/sources.list 2>/dev/null) | head -n 1)
[ -n "$mirror" ] || { echo 'No Debian mirror is configured.' >&2; exit 1; }
mkdir -p lists/partial
printf 'Types: deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: %s\n' \
  "$mirror" /usr/share/keyrings/debian-archive-keyring.gpg >trixie.sources
trixie=(-o Dir::Etc::sourceparts=/dev/null -o "Dir::Etc::sourcelist=$folder/trixie.sources"
  -o "Dir::State::lists=$folder/lists" -o APT::Sandbox::User=root)
apt-get "${trixie[@]}" update -q
apt-get "${trixie[@]}" source -q --download-only pgvector
mkdir source && tar -xzf pgvector_*.orig.tar.gz -C source --strip-components 1

# The headers alone: the package also depends on a whole LLVM, which pgvector does not need.
apt-get -o APT::Sandbox::User=root download -q "postgresql-server-dev-$version" libpq-dev
for package in ./*.deb; do dpkg -x "$package" headers; done
make -C source -s -j2 with_llvm=no OPTFLAGS= PG_CONFIG="$bin/pg_config" \
  PGXS="/usr/lib/postgresql/$version/lib/pgxs/src/makefiles/pgxs.mk" \
  PG_CPPFLAGS="-I$folder/headers/usr/include/postgresql/$version/server -I$folder/headers/usr/include/postgresql"
install -m 644 source/vector.so "/usr/lib/postgresql/$version/lib/vector.so"
install -m 644 source/vector.control "$share/extension/"
install -m 644 source/sql/vector--*.sql "$share/extension/"
