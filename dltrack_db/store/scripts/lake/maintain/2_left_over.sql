-- Files that no snapshot names any more, and what killed writers left, go when they are older than variable `grace`
-- minutes: somebody may still be reading the former.
call ducklake_cleanup_old_files('lake', older_than => now() - to_minutes(getvariable('grace')::integer));

call ducklake_delete_orphaned_files('lake', older_than => now() - to_minutes(getvariable('grace')::integer));
