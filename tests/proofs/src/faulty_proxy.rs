//! Proxy between two programs that delays every piece and can cut its connections. The caller notices a cut at once, while
//! its request may still arrive: the outcome is then in doubt.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;

const CHUNK: usize = 64 * 1024;

/// Forwards connections for as long as this program runs.
pub(crate) struct FaultyProxy {
    port: u16,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl FaultyProxy {
    /// Listens for a port of this machine. Each piece takes at most `slowest`, in either direction.
    pub(crate) fn to(port: u16, slowest: Duration, seed: u64) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let proxy = Self { port: listener.local_addr()?.port(), open: Arc::default() };
        let open = Arc::clone(&proxy.open);
        let mut rng = Rng::with_seed(seed);
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                // Nobody listens: the caller is hung up on.
                if let Ok(far) = TcpStream::connect(("127.0.0.1", port)) {
                    let _ = join(&open, &near, &far, slowest, &mut rng);
                }
            }
        });
        Ok(proxy)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Cuts every connection, and returns their number.
    pub(crate) fn cut(&self) -> usize {
        let cut = std::mem::take(&mut *self.open.lock().unwrap_or_else(PoisonError::into_inner));
        // Ended connections do not count.
        cut.iter().filter(|stream| stream.shutdown(Shutdown::Both).is_ok()).count()
    }
}

fn join(
    open: &Mutex<Vec<TcpStream>>,
    near: &TcpStream,
    far: &TcpStream,
    slowest: Duration,
    rng: &mut Rng,
) -> Result<()> {
    let mut all = open.lock().unwrap_or_else(PoisonError::into_inner);
    // Drops connections that both sides have closed.
    all.retain(|stream| stream.peer_addr().is_ok());
    all.push(near.try_clone()?);
    for (from, to) in [(near, far), (far, near)] {
        let (from, to, rng) = (from.try_clone()?, to.try_clone()?, rng.fork());
        thread::spawn(move || carry(from, to, slowest, rng));
    }
    Ok(())
}

/// Forwards bytes until one end is closed, and closes the other.
fn carry(mut from: TcpStream, mut to: TcpStream, slowest: Duration, mut rng: Rng) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        thread::sleep(slowest.mul_f64(rng.f64()));
        let Some(piece) = chunk.get(..length) else { break };
        if to.write_all(piece).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carries_both_ways_until_it_is_cut() {
        let far = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let proxy = FaultyProxy::to(far.local_addr().unwrap().port(), Duration::from_millis(5), 1).unwrap();
        let mut near = TcpStream::connect(("127.0.0.1", proxy.port)).unwrap();
        let (mut far, _) = far.accept().unwrap();
        let mut word = [0; 4];
        near.write_all(b"ping").unwrap();
        far.read_exact(&mut word).unwrap();
        far.write_all(b"pong").unwrap();
        near.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"pong");

        assert_eq!(proxy.cut(), 1);
        assert_eq!((near.read(&mut word).unwrap(), far.read(&mut word).unwrap()), (0, 0));
        assert_eq!(proxy.cut(), 0);
    }
}
