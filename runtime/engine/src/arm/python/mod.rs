//! Python: a program is run as it is, by a `CPython` that the private environment builds into a component once for a table.

mod arm;
mod component;
mod environment;
mod reading;
mod write;

pub use arm::Python;
pub use component::PythonGuest;
pub use environment::Environment;
