//! Detection of requests with two lengths. A gateway may trust one header and the service the other; the rest of the
//! body then becomes another request (RFC 9112, section 6.1). hyper silently drops the Content-Length of such a
//! request, so this module reads the connection's bytes before hyper does.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// More than hyper accepts.
const MOST_HEADERS: usize = 128;
const MOST_BYTES: usize = 1 << 20;

/// Whether a request of the connection had both Transfer-Encoding and Content-Length.
#[derive(Clone, Default)]
pub(crate) struct Ambiguous(Arc<AtomicBool>);

impl Ambiguous {
    pub(crate) fn was_seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection that inspects its requests while they are read.
pub(crate) struct Watched<S> {
    stream: S,
    position: Position,
    ambiguous: Ambiguous,
}

impl<S> Watched<S> {
    pub(crate) fn new(stream: S, ambiguous: Ambiguous) -> Watched<S> {
        Watched { stream, position: Position::Head(Vec::new()), ambiguous }
    }
}

/// Position within the requests of a connection.
enum Position {
    /// In a head, with the bytes received so far.
    Head(Vec<u8>),
    /// In a body, with the number of bytes still expected.
    Body(usize),
    /// After the last head: the server closes after a chunked request, and after an unreadable one.
    End,
}

impl Position {
    /// Processes the bytes that were read. Returns true if a head had both headers.
    fn advance(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match self {
                Position::End => return false,
                Position::Body(left) => {
                    let (of_body, rest) = bytes.split_at((*left).min(bytes.len()));
                    *left -= of_body.len();
                    bytes = rest;
                    if *left == 0 {
                        *self = Position::Head(Vec::new());
                    }
                }
                Position::Head(head) => {
                    let known = head.len();
                    head.extend_from_slice(bytes);
                    let (length, framing) = match read_head(head) {
                        Ok(Some(complete)) => complete,
                        Ok(None) if head.len() <= MOST_BYTES => return false,
                        _ => {
                            *self = Position::End;
                            return false;
                        }
                    };
                    bytes = bytes.get(length.saturating_sub(known)..).unwrap_or_default();
                    *self = match framing {
                        Framing::Length(0) => Position::Head(Vec::new()),
                        Framing::Length(length) => Position::Body(length),
                        Framing::Chunked | Framing::Both => Position::End,
                    };
                    if framing == Framing::Both {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Length of a body, as its head declares it.
#[derive(Clone, Copy, PartialEq)]
enum Framing {
    Length(usize),
    Chunked,
    Both,
}

/// Parses a complete head with hyper's parser, so that both see the same headers.
fn read_head(bytes: &[u8]) -> Result<Option<(usize, Framing)>, httparse::Error> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = request.parse(bytes)? else { return Ok(None) };
    let value = |name: &str| {
        let named = |header: &&httparse::Header<'_>| header.name.eq_ignore_ascii_case(name);
        request.headers.iter().find(named).map(|header| header.value)
    };
    let framing = match (value("Transfer-Encoding"), value("Content-Length")) {
        (Some(_), Some(_)) => Framing::Both,
        (Some(_), None) => Framing::Chunked,
        (None, None) => Framing::Length(0),
        // hyper refuses a value that is not a number.
        (None, Some(digits)) => {
            let digits = std::str::from_utf8(digits).unwrap_or_default();
            Framing::Length(digits.trim().parse().map_err(|_| httparse::Error::HeaderValue)?)
        }
    };
    Ok(Some((length, framing)))
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let known = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.position.advance(buffer.filled().get(known..).unwrap_or_default()) {
            self.ambiguous.0.store(true, Ordering::Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a connection is found ambiguous, for every split of its bytes.
    fn is_ambiguous(connection: &str) -> bool {
        let found = |cut: usize| {
            let mut position = Position::Head(Vec::new());
            let mut found = false;
            for piece in connection.as_bytes().chunks(cut) {
                found |= position.advance(piece);
            }
            found
        };
        let whole = found(connection.len());
        assert!((1..connection.len()).all(|cut| found(cut) == whole), "{connection}");
        whole
    }

    #[test]
    fn detects_two_lengths() {
        let first = "POST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody";
        for (expected, connection) in [
            (true, "POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            (true, "POST / HTTP/1.1\ntransfer-encoding: chunked\ncontent-length: 4\n\n0\r\n\r\n"),
            (false, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            (false, "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\nTransfer-Encoding: chunked\r\n\r\n"),
            (false, "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
            (false, "\0\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"),
            (false, "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
        ] {
            assert_eq!(is_ambiguous(connection), expected, "{connection}");
            let second = format!("{first}{first}{connection}");
            assert_eq!(is_ambiguous(&second), expected, "{second}");
        }
    }
}
