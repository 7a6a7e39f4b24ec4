/*!
Repeats a call that another program prevents for a moment.
*/

use std::io;
use std::time::Duration;

/// The number of further attempts. Their pauses add up to 2.55 seconds.
const MAX_RETRIES: u32 = 8;

const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// Calls a function again while its error may pass. Each pause is twice as long as the one before.
pub(super) fn retry(
    mut call: impl FnMut() -> io::Result<()>,
    may_pass: impl Fn(&io::Error) -> bool,
    sleep: impl Fn(Duration),
) -> io::Result<()> {
    for n_retries in 0..MAX_RETRIES {
        match call() {
            Err(error) if may_pass(&error) => sleep(FIRST_PAUSE * 2_u32.pow(n_retries)),
            ended => return ended,
        }
    }
    call()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Calls a function that fails with these errors before it succeeds. Returns its last error, and the pauses in
    /// milliseconds.
    fn outcome(errors: &[io::ErrorKind]) -> (Option<io::ErrorKind>, Vec<u128>) {
        let mut left = errors.iter();
        let pauses = RefCell::new(Vec::new());
        let ended = retry(
            || left.next().map_or(Ok(()), |kind| Err((*kind).into())),
            |error| error.kind() == io::ErrorKind::PermissionDenied,
            |pause| pauses.borrow_mut().push(pause.as_millis()),
        );
        (ended.err().map(|error| error.kind()), pauses.into_inner())
    }

    #[test]
    fn call_is_repeated_while_its_error_may_pass() {
        const DENIED: io::ErrorKind = io::ErrorKind::PermissionDenied;
        const MISSING: io::ErrorKind = io::ErrorKind::NotFound;
        let all = vec![10, 20, 40, 80, 160, 320, 640, 1280];
        assert_eq!(all.iter().sum::<u128>(), 2550);
        for (errors, error, pauses) in [
            (&[][..], None, &[][..]),
            (&[MISSING], Some(MISSING), &[]),
            (&[DENIED, DENIED, DENIED], None, &all[..3]),
            (&[DENIED, MISSING], Some(MISSING), &all[..1]),
            (&[DENIED; 8], None, &all),
            (&[DENIED; 9], Some(DENIED), &all),
        ] {
            assert_eq!(outcome(errors), (error, pauses.to_vec()), "{errors:?}");
        }
    }
}
