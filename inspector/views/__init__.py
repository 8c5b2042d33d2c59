"""The views: widgets that show the session and ask it for changes."""
