//! WASI with nothing behind it, for components whose language runtime links against it: an empty environment, no folder, no
//! socket, no standard input. Time and randomness come from the host's sources.

use std::{convert::Infallible, sync::Arc, time::Duration};

use rand::TryRng;
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, ResourceTable, WasiCtx, WasiCtxView, WasiView};

use super::{program::Program, sources::Sources, streams::SharedStreams};

/// What WASI sees of the world.
pub(super) struct Closed {
    context: WasiCtx,
    table: ResourceTable,
    pub(super) streams: SharedStreams,
}

impl Closed {
    pub(super) fn new(sources: &Arc<dyn Sources>) -> Self {
        let streams = SharedStreams::default();
        let source = || Source(sources.clone());
        let seed = u128::from(sources.random()) << 64 | u128::from(sources.random());
        let context = WasiCtx::builder()
            .stdout(streams.output())
            .stderr(streams.error())
            .wall_clock(source())
            .monotonic_clock(source())
            .secure_random(source())
            .insecure_random(source())
            .insecure_random_seed(seed)
            .allow_tcp(false)
            .allow_udp(false)
            .build();
        Self { context, table: ResourceTable::new(), streams }
    }
}

impl<H: Send> WasiView for Program<H> {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let wasi = self.wasi.get_or_insert_with(|| Box::new(Closed::new(&self.sources)));
        WasiCtxView { ctx: &mut wasi.context, table: &mut wasi.table }
    }
}

/// The host's sources, as WASI asks for them.
struct Source(Arc<dyn Sources>);

impl HostWallClock for Source {
    fn resolution(&self) -> Duration {
        Duration::from_micros(1)
    }

    fn now(&self) -> Duration {
        Duration::from_micros(self.0.now())
    }
}

impl HostMonotonicClock for Source {
    fn resolution(&self) -> u64 {
        1_000
    }

    fn now(&self) -> u64 {
        self.0.now().saturating_mul(1_000)
    }
}

impl TryRng for Source {
    type Error = Infallible;

    #[expect(clippy::cast_possible_truncation, reason = "half of a random number is one")]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.random() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.random())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let random = self.0.random().to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
        Ok(())
    }
}
