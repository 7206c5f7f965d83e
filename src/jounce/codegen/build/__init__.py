"""From C text to callable code: compilers, the cache of compiled files, and loaded libraries."""
