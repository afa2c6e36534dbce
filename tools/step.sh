# shellcheck shell=bash
# A function for the other scripts of this folder.

# step TEXT LOG COMMAND...: runs COMMAND with its output in the file LOG; prints TEXT and the seconds that COMMAND took.
# If COMMAND fails, prints the end and the path of the log, and ends the script.
step() {
  local text=$1 log=$2 start=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  printf '%s ... ' "$text"
  if "$@" >"$log" 2>&1 </dev/null; then
    printf '%d s\n' $((SECONDS - start))
  else
    printf 'failed\n'
    tail -n 40 "$log" >&2
    printf '%s: %s: failed, the whole log is %s\n' "$0" "$text" "$PWD/$log" >&2
    exit 1
  fi
}
