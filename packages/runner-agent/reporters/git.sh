# Starts git on Linux for repositories that are not trusted: where memory runs out it ends before the agent does, and
# it has no more than ASSAY_GIT_MEMORY_KB for its data (mapped packs do not count).
{ echo 500 > /proc/self/oom_score_adj; } 2>/dev/null
ulimit -d "$ASSAY_GIT_MEMORY_KB"
exec git "$@"
