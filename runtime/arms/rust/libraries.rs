//! Nothing: what counts are the libraries this depends on.
