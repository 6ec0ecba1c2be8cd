# Runs and counts the steps of `run` and `night`, also of several lanes at a time. The output of a step is shown when it ends.
results=$(mktemp -d)
: >"$results/counts"

# step TITLE COMMAND...: runs it and counts it.
step() {
  local title=$1 log start=$SECONDS
  shift
  log=$(mktemp -p "$results")
  if "$@" >"$log" 2>&1; then report "$title" 1 0 "$log" 15 $((SECONDS - start)); else report "$title" 0 1 "$log" 400 $((SECONDS - start)); fi
}

# tests TITLE COMMAND...: the same for a jest run, whose own counts are added.
tests() {
  local title=$1 log start=$SECONDS line code
  shift
  log=$(mktemp -p "$results")
  "$@" >"$log" 2>&1
  code=$?
  line=$(grep -aE '^Tests: ' "$log" | tail -n 1)
  count() { printf '%s' "$line" | grep -oE "[0-9]+ $1" | grep -oE '[0-9]+' || echo 0; }
  if [ $code -eq 0 ]; then
    grep -aE '^(Tests|Test Suites|Time|notice):' "$log" >"$log.short"
    report "$title" "$(count passed)" 0 "$log.short" 50 $((SECONDS - start))
  else
    # A run may fail outside its tests.
    report "$title" "$(count passed)" "$(($(count failed) > 0 ? $(count failed) : 1))" "$log" 600 $((SECONDS - start))
  fi
}

# report TITLE PASSED FAILED LOG LINES SECONDS: one lane at a time. `seed=7 step ...` puts the seed into the table of `finish`.
report() {
  (
    flock 9
    printf '\n== %s\n' "$1"
    tail -n "$5" "$4"
    if [ "$3" = 0 ]; then printf -- '-- ok (%s s)\n' "$6"; else printf -- '-- FAILED (%s s)\n' "$6"; fi
    printf '%s\t%s\t%s\t%s\t%s\n' "$2" "$3" "$6" "${seed:--}" "$1" >>"$results/counts"
  ) 9>"$results/lock"
}

# mine: whether the next step belongs to this shard.
position=0
mine() {
  position=$((position + 1))
  [ $((position % shards)) -eq $((shard % shards)) ]
}

failures() { awk -F '\t' '{ failed += $2 } END { print failed + 0 }' "$results/counts"; }

# finish: prints a table of the steps, the failed ones and the counts, and ends.
finish() {
  printf '\n%8s  %-6s  %-8s  %s\n' seconds result seed step
  awk -F '\t' '{ printf "%8d  %-6s  %-8s  %s\n", $3, ($2 > 0 ? "FAILED" : "ok"), $4, $5 }' "$results/counts"
  printf '\n'
  awk -F '\t' '$2 > 0 { print "failed: " $5 }' "$results/counts"
  awk -F '\t' '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed }' "$results/counts"
  [ "$(failures)" = 0 ]
  exit
}

# apt_packages NAME...: installs Debian packages, one call at a time.
apt_packages() {
  local as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root apt-get update -q && $as_root apt-get install -q -y --no-install-recommends "$@"
}

# Tests skip with a notice where these programs are missing.
redis_server() { command -v redis-server || apt_packages redis-server; }
postgres_server() { ls /usr/lib/postgresql/*/bin/postgres || apt_packages postgresql; }
pgvector() {
  if [ "$(id -u)" -eq 0 ]; then bash scripts/servers/install-pgvector.sh; else sudo bash scripts/servers/install-pgvector.sh; fi
}
sandbox_programs() { { command -v bwrap && command -v rg; } || apt_packages bubblewrap ripgrep; }
# chromium_browser: the one of Debian without windows takes less time. Other systems lack it.
chromium_browser() {
  command -v chromium-headless-shell || apt_packages chromium-headless-shell || command -v chromium || apt_packages chromium
}

# first_command: the first command of the README with the oldest Node, in a clone without the rest.
first_command() {
  local clone
  clone=$(mktemp -d)
  (
    use_node 20
    git clone -q . "$clone" && cd "$clone" && npm ci && node scripts/check-light-set.mjs && npm run demo && test -z "$(git status --porcelain)"
  )
  local code=$?
  rm -rf "$clone"
  return $code
}

clean_tree() { test -z "$(git status --porcelain)" || { git status --porcelain; return 1; }; }
