/*!
Bounds the number of concurrent exports, in total and per client.
*/

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::client::client_key::ClientKey;

/// The maximum number of concurrent exports.
pub(crate) const MAX_EXPORTS: usize = 4;

/// The maximum number of concurrent exports per client.
pub(crate) const MAX_EXPORTS_PER_CLIENT: usize = 2;

/// The clients of all running exports, one entry per export.
#[derive(Clone, Default)]
pub(crate) struct ExportSlots(Arc<Mutex<Vec<ClientKey>>>);

/// The slot of a running export. Dropping it frees the slot.
pub(crate) struct ExportSlot {
    slots: ExportSlots,
    client: ClientKey,
}

/// The reason why an export cannot run now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// The total limit is reached.
    All,
    /// The limit per client is reached.
    OfClient,
}

impl ExportSlots {
    /// Takes a slot for a client.
    pub(crate) fn try_take(&self, client: ClientKey) -> Result<ExportSlot, NoSlot> {
        let mut clients = self.lock();
        if clients.len() >= MAX_EXPORTS {
            return Err(NoSlot::All);
        }
        if clients.iter().filter(|other| **other == client).count() >= MAX_EXPORTS_PER_CLIENT {
            return Err(NoSlot::OfClient);
        }
        clients.push(client);
        Ok(ExportSlot { slots: self.clone(), client })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ClientKey>> {
        // A panic under the lock cannot leave the entries inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        let mut clients = self.slots.lock();
        if let Some(position) = clients.iter().position(|client| *client == self.client) {
            clients.swap_remove(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn slots_are_bounded_for_all_clients_and_for_each() {
        let slots = ExportSlots::default();
        let take = |number: u32| slots.try_take(ClientKey::V4(Ipv4Addr::from_bits(number)));
        let of_first = [take(1).unwrap(), take(1).unwrap()];
        assert_eq!(take(1).err(), Some(NoSlot::OfClient));
        let of_second = take(2).unwrap();
        let _of_third = take(3).unwrap();
        assert_eq!(take(2).err(), Some(NoSlot::All));
        drop(of_second);
        assert_eq!(take(1).err(), Some(NoSlot::OfClient));
        drop(of_first);
        assert!([take(1), take(1), take(4)].iter().all(Result::is_ok));
    }
}
