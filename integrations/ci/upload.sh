#!/bin/sh
# Uploads results with the command line that the service at ASSAY_URL serves. Settings are variables of the environment,
# so that nothing in them is read as a command: ASSAY_FILES has a name or pattern on each line.
set -euf

: "${ASSAY_URL:?is the URL of Assay, such as https://assay.example.org}"
: "${ASSAY_PROJECT:?is the key of the project in Assay}"
: "${ASSAY_FILES:?names the reports, such as reports/**/*.xml}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# While Assay is away this warns, and fails only where that is strict.
if ! curl -fsSL --retry 5 --retry-connrefused --max-time 120 "${ASSAY_URL%/}/assay.mjs" -o "$folder/assay.mjs"; then
  message="Assay cannot be reached: nothing was uploaded."
  if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::warning title=Assay::$message"; else echo "warning: $message" >&2; fi
  [ "${ASSAY_STRICT:-false}" = true ] && exit 4
  # What is known of the tests without Assay.
  [ "${ASSAY_FAIL_ON:-failures}" = never ] || [ "${ASSAY_EXIT_CODE:-0}" = 0 ] || exit 1
  exit 0
fi

set -- --ci --project "$ASSAY_PROJECT" --environment "${ASSAY_ENVIRONMENT:-ci}"
[ -z "${ASSAY_BRANCH:-}" ] || set -- "$@" --branch "$ASSAY_BRANCH"
[ -z "${ASSAY_COMMIT:-}" ] || set -- "$@" --commit "$ASSAY_COMMIT"
[ -z "${ASSAY_ROOT:-}" ] || set -- "$@" --root "$ASSAY_ROOT"
[ -z "${ASSAY_EXIT_CODE:-}" ] || set -- "$@" "--exit-code=$ASSAY_EXIT_CODE"
[ -z "${ASSAY_FAIL_ON:-}" ] || set -- "$@" --fail-on "$ASSAY_FAIL_ON"
[ -z "${ASSAY_CODE_QUALITY:-}" ] || set -- "$@" --code-quality "$ASSAY_CODE_QUALITY"
[ "${ASSAY_STRICT:-false}" != true ] || set -- "$@" --strict
while IFS= read -r attribute; do
  [ -z "$attribute" ] || set -- "$@" --attribute "$attribute"
done <<ATTRIBUTES
${ASSAY_ATTRIBUTES:-}
ATTRIBUTES
# Names come last: after '--' none of them is an option.
set -- "$@" --
while IFS= read -r name; do
  [ -z "$name" ] || set -- "$@" "$name"
done <<FILES
$ASSAY_FILES
FILES

node "$folder/assay.mjs" upload "$@"
