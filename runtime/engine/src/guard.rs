//! Keeps a panic of the host's own code inside the call that met it.

use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::Poll,
};

/// Runs a future to its end; a panic while it runs is an error with the panic's text. The caller pins it where it stands:
/// every call of a program passes here, and to be moved costs a future as much as it is large.
///
/// What the future borrowed may be left half changed. The caller says so to whoever watches over the host
/// ([`crate::Bracket::fault`]), which is what makes the assertion of unwind safety here an honest one.
pub(crate) fn guard<T>(mut future: Pin<&mut impl Future<Output = T>>) -> impl Future<Output = Result<T, String>> {
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Err(payload) => Poll::Ready(Err(text(payload.as_ref()))),
    })
}

fn text(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    literal.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a text".to_owned())
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Waker},
    };

    use super::*;

    fn now<T>(future: impl Future<Output = T>) -> Poll<T> {
        pin!(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_value_passes() {
        assert_eq!(now(guard(pin!(async { 1 }))), Poll::Ready(Ok(1)));
        assert_eq!(now(guard(pin!(std::future::pending::<()>()))), Poll::Pending);
    }

    #[test]
    fn a_panic_is_an_error_with_its_text() {
        let panic = |text: &'static str| async move {
            if text.is_empty() {
                std::panic::panic_any(1);
            }
            panic!("{text} {}", 1);
        };
        assert_eq!(now(guard(pin!(panic("text")))), Poll::Ready(Err("text 1".to_owned())));
        assert_eq!(now(guard(pin!(panic("")))), Poll::Ready(Err("a panic without a text".to_owned())));
    }
}
