//! The operations against workspaces made for the purpose, a case of the error matrix a test.

mod absent;
mod bench;
mod confinement;
mod docs;
mod edit;
mod grants;
mod hooks;
mod list;
mod memories;
mod profile;
mod programs;
mod prompt;
mod properties;
mod read;
mod search;
mod session;
mod shell;
mod skills;
mod store;
mod tasks;
mod tree;
mod uses;
mod views;
mod write;
