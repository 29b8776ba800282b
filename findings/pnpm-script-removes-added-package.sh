#!/usr/bin/env bash
# pnpm 12: a script starts with an installation where package.json and node_modules differ, which removes packages.
#
# Versions: pnpm 12.21.0; pnpm 10.20.0 for comparison.
# Guess: a node_modules that was filled by `pnpm add` can be cached and put into the next checkout of the same commit, as
# with npm and earlier versions: `pnpm test` runs the script with what is there.
# Seen: before the script pnpm 12 installs by the checkout's package.json and lock file, which do not name the added
# package, and removes it; the script then fails. pnpm 10 runs the script with it. Nothing asks before the removal.
# Matters: reporters that a CI job adds (`pnpm add --save-dev`) are in the first build and not in the next one from the
# cache. Keep package.json and the lock file with node_modules, or set verifyDepsBeforeRun to false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 10.20.0 12.21.0; do
  mkdir "tool-$version"
  echo '{"private":true}' >"tool-$version/package.json"
  (cd "tool-$version" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error "pnpm@$version" >/dev/null)
done
mkdir commit
cat >commit/package.json <<'JSON'
{
  "private": true,
  "scripts": { "test": "node -p \"'has ' + require('is-even/package.json').name\"" },
  "devDependencies": { "is-odd": "3.0.1" }
}
JSON

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
for version in 10.20.0 12.21.0; do
  pnpm="$folder/tool-$version/node_modules/.bin/pnpm"
  (cd commit && "$pnpm" install --lockfile-only >/dev/null 2>&1)
  cp -r commit "first-$version"
  (cd "first-$version" && "$pnpm" install --frozen-lockfile && "$pnpm" add --save-dev is-even@1.0.0) >/dev/null 2>&1
  cp -r commit "next-$version"
  mv "first-$version/node_modules" "next-$version/"
  code=0
  (cd "next-$version" && "$pnpm" test) >"said-$version.txt" 2>&1 || code=$?
  echo "pnpm $("$pnpm" --version), exit code $code, is-even is $(test -e "next-$version/node_modules/is-even" && echo there || echo gone)"
  grep -E '^(has|- |Packages:)' "said-$version.txt" || true
done
expect grep -q '^has is-even' said-10.20.0.txt
expect test -e next-10.20.0/node_modules/is-even
expect grep -q '^- is-even 1.0.0' said-12.21.0.txt
expect grep -q "Cannot find module 'is-even/package.json'" said-12.21.0.txt
expect test ! -e next-12.21.0/node_modules/is-even
echo 'As described.'
