"""Download files: resume interrupted downloads, verify checksums, and explain errors."""
