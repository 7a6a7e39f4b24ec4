//! Serves the requests of a connection.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use super::reply::{Ending, Reply};
use super::request::Request;
use super::server::State;

/// Serves a connection until the client or a quirk ends it.
pub(crate) fn serve(stream: &TcpStream, state: &State) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        if request.method == "CONNECT" {
            // The server plays both the proxy and the server behind it.
            (&*stream).write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
            continue;
        }
        let reply = state.answer(request);
        send(stream, &reply)?;
        match reply.ending {
            Ending::Complete => {}
            Ending::CutAfter(_) => return stream.shutdown(Shutdown::Both),
            Ending::StalledAfter(_) => return wait_for_the_end(stream, state),
            Ending::TrickledAfter(after) => trickle(stream, state, &reply.body[after.min(reply.body.len())..])?,
            Ending::TrickledHead => return trickle(stream, state, &[b'x'; 1000]),
        }
    }
    Ok(())
}

fn send(mut stream: &TcpStream, reply: &Reply) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {} Status\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if reply.ending == Ending::TrickledHead {
        return stream.write_all(format!("{head}Slow: ").as_bytes());
    }
    let has_body = reply.status != 304 && reply.status != 204;
    if has_body && reply.is_chunked {
        head.push_str("Transfer-Encoding: chunked\r\n");
    } else if has_body {
        head.push_str(&format!("Content-Length: {}\r\n", reply.body.len()));
    }
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    if reply.is_head {
        return Ok(());
    }
    let end = match reply.ending {
        Ending::Complete => reply.body.len(),
        Ending::StalledAfter(end) | Ending::CutAfter(end) | Ending::TrickledAfter(end) => end.min(reply.body.len()),
        Ending::TrickledHead => 0,
    };
    if !reply.is_chunked {
        return stream.write_all(&reply.body[..end]);
    }
    for chunk in reply.body[..end].chunks(4096) {
        stream.write_all(format!("{:x}\r\n", chunk.len()).as_bytes())?;
        stream.write_all(chunk)?;
        stream.write_all(b"\r\n")?;
    }
    if reply.ending == Ending::Complete { stream.write_all(b"0\r\n\r\n") } else { Ok(()) }
}

/// Sends a byte every 20 ms until the server stops. Fails if the client closes the connection.
fn trickle(mut stream: &TcpStream, state: &State, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        if state.is_stopping.load(Ordering::Relaxed) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
        stream.write_all(&[*byte])?;
    }
    Ok(())
}

/// Sends nothing until the client ends the connection or the server stops.
fn wait_for_the_end(mut stream: &TcpStream, state: &State) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_millis(20)))?;
    while !state.is_stopping.load(Ordering::Relaxed) {
        match stream.read(&mut [0; 64]) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
