"""The commands that do the window's work without a window; none of them imports Qt before it has to paint."""
