"""The endpoints of one group."""
