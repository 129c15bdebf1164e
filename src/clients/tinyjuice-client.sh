#!/bin/sh
# Reduces the output of a command by `tinyjuice`, for hosts that know only a shell:
#   some-command 2>&1 | sh tinyjuice-client.sh "some-command" [EXIT-CODE]
# Whatever goes wrong with TinyJuice, or takes longer than TINYJUICE_CLIENT_SECONDS (10), the text passes as it came.
# TINYJUICE_CLIENT: the program, where it is not `tinyjuice`.
set -u
command=${1-}
code=${2-}
text=$(mktemp) || exec cat
reduced=$text.reduced
trap 'rm -f "$text" "$reduced"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if ! cat >"$text"; then
  # No room to hold it: what is there, then the rest as it comes. What was on its way is gone, and we end with 1.
  cat "$text" -
  exit 1
fi
seconds=${TINYJUICE_CLIENT_SECONDS:-10}
limit() {
  if command -v timeout >/dev/null 2>&1; then
    timeout "$seconds" "$@"
    return
  fi
  "$@" &
  running=$!
  # Holds none of our outputs: who reads them must not wait for it.
  (sleep "$seconds" && kill -9 "$running") </dev/null >/dev/null 2>&1 &
  watching=$!
  wait "$running"
  ended=$?
  # Its number may soon be another one's.
  kill "$watching" 2>/dev/null
  return "$ended"
}
set -- reduce
if [ -n "$command" ]; then set -- "$@" --command "$command"; fi
if [ -n "$code" ]; then set -- "$@" --exit-code "$code"; fi
# shellcheck disable=SC2086 # words: a program with its arguments
if limit ${TINYJUICE_CLIENT:-tinyjuice} "$@" "$text" >"$reduced" 2>/dev/null; then cat "$reduced"; else cat "$text"; fi
