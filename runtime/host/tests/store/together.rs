//! Two processes write to one workspace at once.

use std::collections::BTreeSet;

use crate::child::{answered, is_sound, kept, start};

#[tokio::test]
async fn two_processes_lose_and_spoil_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut children = ["one", "two"].map(|name| start(folder.path(), name, 150));
    let said: BTreeSet<String> = children.iter_mut().flat_map(answered).collect();
    for child in &mut children {
        assert!(child.wait().expect("it ends").success());
    }
    assert_eq!(said.len(), 300);
    assert_eq!(kept(folder.path()).await, (said.clone(), said));
    is_sound(folder.path());
}
