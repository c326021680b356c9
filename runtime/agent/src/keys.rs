//! What a request is found by in a record: a hash of all that is asked. What a message hashes to is kept as long as it is
//! sent, so that a turn reads only what is new.

use std::{collections::HashMap, sync::Arc};

use gg_models::{Message, Request};
use sha2::{Digest as _, Sha256};

use crate::journal::{first_bits, hash};

/// The messages of the last request by their address, with what each hashes to. One that is kept here stays where it is and
/// as it is, for whoever changes a message that is shared makes another.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    known: HashMap<usize, (Arc<Message>, u128)>,
}

impl Keys {
    /// The key of a request: what it is sent, pictures and marks among it, and how its reply is to come.
    pub(crate) fn of(&mut self, request: &Request) -> String {
        let mut known = HashMap::with_capacity(request.messages.len());
        let mut whole = Sha256::new();
        whole.update(hash(&request.system));
        whole.update(serde_json::to_vec(&request.form).unwrap_or_default());
        for message in &request.messages {
            let address = Arc::as_ptr(message).addr();
            let (message, hashed) = self.known.remove(&address).unwrap_or_else(|| {
                let text = serde_json::to_vec(&**message).unwrap_or_default();
                (message.clone(), first_bits(Sha256::digest(text)))
            });
            whole.update(hashed.to_be_bytes());
            known.insert(address, (message, hashed));
        }
        self.known = known;
        format!("{:032x}", first_bits(whole.finalize()))
    }
}

#[cfg(test)]
mod tests {
    use gg_models::{Answer, Form, Part, Picture};

    use super::*;

    fn request(messages: &[Message]) -> Request {
        let messages = messages.iter().cloned().map(Arc::new).collect();
        Request { caller: String::new(), system: "You are.".into(), messages, form: Form::Plain }
    }

    #[test]
    fn a_key_tells_everything_that_is_sent() {
        let picture = |bytes: &[u8]| Part::Picture(Picture::new("image/png", bytes));
        let told = |parts: Vec<Part>, cache| Message::Told { parts, cache };
        let replied = |text: &str| Message::Replied(Answer { text: text.to_owned(), ..Answer::default() });
        let mut requests = vec![
            request(&[]),
            request(&[Message::text("a")]),
            request(&[replied("a")]),
            request(&[Message::text("a"), Message::text("b")]),
            request(&[Message::text("b"), Message::text("a")]),
            request(&[told(vec![Part::Text("a".to_owned()), picture(b"1")], false)]),
            request(&[told(vec![Part::Text("a".to_owned()), picture(b"2")], false)]),
            request(&[told(vec![Part::Text("a".to_owned())], true)]),
            request(&[told(vec![Part::Acknowledged { call: "c".to_owned(), text: "a".to_owned() }], false)]),
        ];
        requests.push(Request { system: "You are not.".into(), ..request(&[]) });
        requests.push(Request { form: Form::Wrapped, ..request(&[]) });
        let mut all: Vec<String> = requests.iter().map(|request| Keys::default().of(request)).collect();
        let mut keys = Keys::default();
        let in_a_row: Vec<String> = requests.iter().map(|request| keys.of(request)).collect();
        assert_eq!(in_a_row, all, "what was asked before changes nothing");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), requests.len());
    }

    #[test]
    fn a_window_that_grows_shrinks_and_changes_keys_as_a_new_one_does() {
        let mut keys = Keys::default();
        let mut request = request(&["a", "b", "c"].map(Message::text));
        let anew = |request: &Request| Keys::default().of(request);
        assert_eq!(keys.of(&request), anew(&request));
        request.messages.push(Arc::new(Message::text("d")));
        assert_eq!(keys.of(&request), anew(&request));
        request.messages.remove(1);
        // The same message twice, and one that is changed in its place.
        request.messages.push(request.messages[0].clone());
        assert_eq!(keys.of(&request), anew(&request));
        if let Message::Told { parts, .. } = Arc::make_mut(&mut request.messages[1]) {
            parts.push(Part::Text("e".to_owned()));
        }
        assert_eq!(keys.of(&request), anew(&request));
    }
}
