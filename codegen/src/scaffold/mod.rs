//! What `new` and `init` write: a row or a module into a table, and a whole small project.

mod project;
mod row;
mod sections;

pub use project::project;
pub use row::{Inserted, module, operation};
