//! The quirks of publishers' servers.

/// A quirk of the server at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quirk {
    /// 406 unless the request accepts this media type by name.
    AcceptOnly(&'static str),
    /// This status with a short body.
    Status(u16),
    /// This status with a `Retry-After`.
    RetryAfter(u16, String),
    /// No further byte after this many of the body; the connection stays open.
    Stall(usize),
    /// The end of the connection after this many bytes of the body.
    Cut(usize),
    /// After this many bytes, a byte of the body every 20 ms.
    Trickle(usize),
    /// A byte of the head every 20 ms.
    TrickleHead,
    /// A page of HTML with this title and status 200.
    Html(&'static str),
    /// New content from the next request on.
    ChangesTo(Vec<u8>),
    /// 302 with this `Location`.
    Redirect(String),
    /// 302 to the same path with a cookie, until the client sends the cookie.
    NeedsCookie,
    /// A response with neither `ETag` nor `Last-Modified`.
    NoValidators,
    /// A response with `Last-Modified` and no `ETag`.
    NoEtag,
    /// A response with a weak `ETag` and no `Last-Modified`.
    WeakEtag,
    /// Chunks instead of a `Content-Length`.
    Chunked,
    /// The whole content with status 200 for a request with a range.
    IgnoresRange,
    /// 206 with the requested bytes and a `Content-Range` that is one byte too high.
    WrongContentRange,
    /// This status with the body of an S3 error with this code.
    S3Error(u16, &'static str),
    /// An additional header with this name and value.
    Header(&'static str, String),
    /// A PUT succeeds whatever its conditions are.
    IgnoresConditions,
    /// The request is done, and its response is 500.
    LostResponse,
    /// After the request, the file at another path gets this content, or is removed for `None`.
    Also(String, Option<Vec<u8>>),
}
