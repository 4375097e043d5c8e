"""Tests in a real browser: `make browser-test`. They are no part of `make test`, which needs none."""
