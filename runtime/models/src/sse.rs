//! Reads server-sent events out of bytes that come in pieces of any size (WHATWG HTML, 9.2.6).
//!
//! One deviation: bytes that are no UTF-8 are told, and not replaced, for what is in them may be a program.

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its name; empty when it has none.
    pub(crate) name: String,
    /// Its data, lines joined by line feeds.
    pub(crate) data: String,
}

/// Why events cannot be read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A line or an event is larger than [`MOST`].
    TooLarge,
    /// A line is no UTF-8.
    NotText,
}

/// Bytes of a line and of an event at most.
pub(crate) const MOST: usize = 16 << 20;

/// Reads events.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    /// The last byte was a carriage return: a line feed right after it ends no second line.
    returned: bool,
    /// A first line was read, so that no byte order mark is expected any more.
    begun: bool,
}

impl Reader {
    /// Takes bytes, and tells `each` event they complete.
    pub(crate) fn take(&mut self, mut bytes: &[u8], mut each: impl FnMut(Event)) -> Result<(), Unreadable> {
        while let Some(first) = bytes.first() {
            if std::mem::take(&mut self.returned) && *first == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            if self.line.len() > MOST {
                return Err(Unreadable::TooLarge);
            }
            let Some(end) = end else { return Ok(()) };
            self.returned = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if let Some(event) = self.line()? {
                each(event);
            }
        }
        Ok(())
    }

    /// Takes the line that is complete; an empty one completes the event.
    fn line(&mut self) -> Result<Option<Event>, Unreadable> {
        let line = std::mem::take(&mut self.line);
        let line = std::str::from_utf8(&line).map_err(|_| Unreadable::NotText)?;
        let line = if std::mem::replace(&mut self.begun, true) { line } else { line.trim_start_matches('\u{feff}') };
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            return Ok(self.data.take().map(|data| Event { name, data }));
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => match &mut self.data {
                None => self.data = Some(value.to_owned()),
                Some(data) if data.len() + value.len() >= MOST => return Err(Unreadable::TooLarge),
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
            },
            // A comment, or a field that is for reconnecting.
            _ => {}
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(pieces: &[&[u8]]) -> Result<Vec<Event>, Unreadable> {
        let (mut reader, mut events) = (Reader::default(), Vec::new());
        for piece in pieces {
            reader.take(piece, |event| events.push(event))?;
        }
        Ok(events)
    }

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.to_owned(), data: data.to_owned() }
    }

    #[test]
    fn events_are_read_as_the_standard_says() {
        let stream = "\u{feff}: a comment\n\ndata: YHOO\ndata: +2\ndata: 10\n\nevent: add\rdata:73857293\r\rdata\n\n\
                      event: remove\r\ndata:  two spaces\r\n\r\nevent: nothing\n\nid: 1\nretry: 5\nother\n\ndata: cut";
        let expected =
            vec![event("", "YHOO\n+2\n10"), event("add", "73857293"), event("", ""), event("remove", " two spaces")];
        assert_eq!(read(&[stream.as_bytes()]).unwrap(), expected);
    }

    #[test]
    fn what_is_no_text_is_told() {
        assert_eq!(read(&[b"data: \xff\n\n"]), Err(Unreadable::NotText));
        let half = vec![b'x'; MOST / 2 + 1];
        assert_eq!(read(&[b"data: ", &half, &half]), Err(Unreadable::TooLarge));
        assert_eq!(read(&[b"data: ", &half, b"\ndata: ", &half, b"\n"]), Err(Unreadable::TooLarge));
    }

    proptest! {
        #[test]
        fn how_bytes_are_cut_does_not_matter(
            events in prop::collection::vec(("[a-z]{0,4}", "[ -~é日🦀\n]{0,40}"), 0..6),
            cuts in prop::collection::vec(0..400_usize, 0..12),
            ending in prop::sample::select(vec!["\n", "\r", "\r\n"]),
        ) {
            let mut stream = String::new();
            for (name, data) in &events {
                if !name.is_empty() {
                    stream += &format!("event: {name}{ending}");
                }
                for line in data.split('\n') {
                    stream += &format!("data: {line}{ending}");
                }
                stream += ending;
            }
            let bytes = stream.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).chain([0, bytes.len()]).collect();
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
            let expected: Vec<Event> = events.iter().map(|(name, data)| event(name, data)).collect();
            prop_assert_eq!(read(&pieces).unwrap(), expected.clone());
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(read(&single).unwrap(), expected);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let whole = read(&[&bytes]);
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(read(&single), whole);
        }
    }
}
