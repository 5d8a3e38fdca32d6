//! Objects by number, as the fast path names them.

use std::{
    collections::BTreeMap,
    ops::Deref,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicI64, Ordering},
    },
};

/// Objects by number. No number is used twice: an object that is gone is never mistaken for a later one.
pub(crate) struct Table<T>(RwLock<BTreeMap<i64, Arc<T>>>);

static NEXT: AtomicI64 = AtomicI64::new(1);

impl<T> Table<T> {
    pub(crate) const fn new() -> Table<T> {
        Table(RwLock::new(BTreeMap::new()))
    }

    pub(crate) fn add(&self, object: Arc<T>) -> i64 {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(number, object);
        number
    }

    /// Returns an object, which lives at least until the caller drops it.
    pub(crate) fn get(&self, number: i64) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    pub(crate) fn remove(&self, number: i64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }
}

/// Type of objects that the fast path finds by number.
pub(crate) trait Tabled: Sized + 'static {
    fn table() -> &'static Table<Self>;

    fn by_number(number: i64) -> Option<Arc<Self>> {
        Self::table().get(number)
    }
}

macro_rules! tabled {
    ($($object:ty),+) => { $(
        impl Tabled for $object {
            fn table() -> &'static Table<$object> {
                static TABLE: Table<$object> = Table::new();
                &TABLE
            }
        }
    )+ };
}

tabled!(billwire::Biller, billwire::SigningKey, billwire::WebhookReceiver);

/// Object with the number by which the fast path finds it, until the object is dropped.
pub(crate) struct Numbered<T: Tabled> {
    object: Arc<T>,
    number: i64,
}

impl<T: Tabled> Numbered<T> {
    pub(crate) fn number(&self) -> i64 {
        self.number
    }
}

impl<T: Tabled> From<T> for Numbered<T> {
    fn from(object: T) -> Numbered<T> {
        let object = Arc::new(object);
        Numbered { number: T::table().add(Arc::clone(&object)), object }
    }
}

impl<T: Tabled> Deref for Numbered<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.object
    }
}

impl<T: Tabled> Drop for Numbered<T> {
    fn drop(&mut self) {
        T::table().remove(self.number);
    }
}
