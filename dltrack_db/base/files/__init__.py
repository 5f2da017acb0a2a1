"""Source files: find, check and unpack them."""
