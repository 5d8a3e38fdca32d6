//! Objects of Rust that JavaScript uses by number.

/// Objects by number. The number of a dropped object is used again.
pub(crate) struct HandleTable<T>(Vec<Option<T>>);

impl<T> Default for HandleTable<T> {
    fn default() -> Self {
        HandleTable::new()
    }
}

impl<T> HandleTable<T> {
    /// An empty table.
    pub(crate) const fn new() -> Self {
        HandleTable(Vec::new())
    }

    /// Adds an object and returns its number.
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let number = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        match self.0.get_mut(number) {
            Some(object) => *object = Some(value),
            None => self.0.push(Some(value)),
        }
        number as u32
    }

    /// Object of a number.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.0.get(number as usize)?.as_ref()
    }

    /// Object of a number, to change it.
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.0.get_mut(number as usize)?.as_mut()
    }

    /// Number of objects.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Puts an object in the place of another one.
    pub(crate) fn replace(&mut self, number: u32, value: T) {
        if let Some(object) = self.0.get_mut(number as usize) {
            *object = Some(value);
        }
    }

    /// Drops an object.
    pub(crate) fn drop(&mut self, number: u32) {
        if let Some(value) = self.0.get_mut(number as usize) {
            *value = None;
        }
    }
}
