"""Downloads: complete, resumed, with errors that say what to do."""
