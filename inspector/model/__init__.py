"""The model: QObjects without widgets between the core and the views."""
