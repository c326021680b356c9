//! The module `session`.

use gg_engine::ErrorCode::InvalidArgument;

use super::bench::{Bench, call, fails};
use crate::Ending;

#[tokio::test]
async fn the_last_ending_stands() {
    let mut bench = Bench::new();
    assert_eq!(call!(bench, SessionFinish, session::finish("done".to_owned())), Ok(()));
    assert_eq!(call!(bench, SessionApprove, session::approve()), Ok(()));
    let items = [" a ", "", "b\n", "\t"].map(str::to_owned).to_vec();
    assert_eq!(call!(bench, SessionRequestChanges, session::request_changes(items)), Ok(()));
    let expected = Ending::ChangesRequested(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(bench.host.declarations().ending(), Some(&expected));
    assert_eq!(bench.host.declarations().overridden(), 2);
}

#[tokio::test]
async fn failures_declare_nothing() {
    let mut bench = Bench::new();
    fails(call!(bench, SessionFinish, session::finish(" \n".to_owned())), InvalidArgument, "`summary` is blank");
    let none = "`items` has no item that is not blank";
    for items in [Vec::new(), vec![" ".to_owned()]] {
        fails(call!(bench, SessionRequestChanges, session::request_changes(items)), InvalidArgument, none);
    }
    assert_eq!(bench.host.declarations().ending(), None);
}

#[tokio::test]
async fn a_turn_has_its_own_declarations() {
    let mut bench = Bench::new();
    assert_eq!(call!(bench, SessionFinish, session::finish("done".to_owned())), Ok(()));
    let (declarations, _) = bench.host.begin_turn();
    assert_eq!(declarations.ending().map(Ending::text).as_deref(), Some("done"));
    assert_eq!(bench.host.declarations().ending(), None);
}
