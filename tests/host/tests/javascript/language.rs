//! The language a program may be written in: ECMAScript 2022 and what the engine has beyond it. The cases are our own, a
//! line a feature, in the order of the standard's chapters; `language.js` holds them.

use super::engines::printed;

#[test]
fn every_promised_feature_works() {
    let lines = printed(include_str!("language.js"));
    let (last, failed) = lines.split_last().unwrap_or_else(|| panic!("nothing was checked"));
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!(last, "108 features");
}
