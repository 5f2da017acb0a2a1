"""Source files as bytes on disk: finding, checking, unpacking them."""
