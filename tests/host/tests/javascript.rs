//! The JavaScript engine, on its own: the component of every table, and what programs of every kind come to in it.

mod javascript {
    pub(crate) mod boundary;
    pub(crate) mod calls;
    pub(crate) mod engines;
    pub(crate) mod failures;
    pub(crate) mod globals;
    pub(crate) mod hostile;
    pub(crate) mod idioms;
    pub(crate) mod language;
    pub(crate) mod modules;
    pub(crate) mod upstream;
    pub(crate) mod values;
}
