//! The ways in which a publisher's server departs from a plain one.

/// A departure of the server at one path.
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
    /// A byte of the body from time to time after this many.
    Trickle(usize),
    /// A byte of the head from time to time.
    TrickleHead,
    /// A page of HTML with this title and status 200.
    Html(&'static str),
    /// Another content from the next request on.
    ChangesTo(Vec<u8>),
    /// 302 with this `Location`.
    Redirect(String),
    /// 302 to the same path with a cookie, until the client sends the cookie.
    NeedsCookie,
    /// Neither `ETag` nor `Last-Modified`.
    NoValidators,
    /// `Last-Modified` alone.
    NoEtag,
    /// A weak `ETag` alone.
    WeakEtag,
    /// Chunks instead of a `Content-Length`.
    Chunked,
    /// The whole content with status 200 for a request with a range.
    IgnoresRange,
    /// 206 with the asked bytes and a `Content-Range` one byte further on.
    WrongContentRange,
    /// This status with the body of an error of S3 with this code.
    S3Error(u16, &'static str),
    /// The header with this name and value, beside those that there are.
    Header(&'static str, String),
    /// 403 with the code `ExpiredToken` for requests that are signed by this key.
    Expired(&'static str),
    /// A PUT is done, whatever its conditions say.
    IgnoresConditions,
    /// The request is done, and its response is 500.
    LostResponse,
    /// After the request, another path has this content, or is gone.
    Also(String, Option<Vec<u8>>),
}
