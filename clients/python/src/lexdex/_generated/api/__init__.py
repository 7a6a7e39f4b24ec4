"""The endpoints, in a folder for each group: path and parameters."""
