//! Shared ground of the suites.
