"""MOTIONS IN FILES: tables in CSV, messages of ROS in JSON and YAML."""
