"""Readers of motions in files: CSV tables, and ROS messages in JSON and YAML."""
