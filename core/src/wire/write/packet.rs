//! Packets: three buffers with all text in UTF-16, the lengths, and the numbers of a request's values.
//!
//! Other languages pass a whole request this way in one call, because every call costs them time. The values are in the
//! order of the schema. The values of a list's elements stand behind the list's count. An absent field has the length
//! [`ABSENT`].

/// Length of an absent value.
pub const ABSENT: i32 = -1;
/// Length of a value that is the next number.
pub const NUMBER: i32 = -2;

/// Values of one request.
#[derive(Clone, Copy)]
pub struct Packet<'a> {
    /// Texts, one after the other. There may be more units behind the last text, so that it is read by whole chunks.
    text: &'a [u16],
    /// Units of the texts that are left.
    units: usize,
    /// Length of each text in units, or number of elements of a list.
    lengths: &'a [i32],
    /// Numbers, and the milliseconds of timestamps.
    numbers: &'a [f64],
}

/// Text at the start of its slice.
#[derive(Clone, Copy)]
pub(crate) struct PacketText<'a> {
    /// The text, and what stands behind it.
    pub(crate) from: &'a [u16],
    /// Units of the text.
    pub(crate) len: usize,
}

impl<'a> PacketText<'a> {
    pub(crate) fn units(&self) -> &'a [u16] {
        self.from.get(..self.len).unwrap_or_default()
    }
}

impl<'a> Packet<'a> {
    /// Creates a packet whose text is the first `units` of `text`. Returns `None` if there are fewer.
    pub fn new(text: &'a [u16], units: usize, lengths: &'a [i32], numbers: &'a [f64]) -> Option<Packet<'a>> {
        (units <= text.len()).then_some(Packet { text, units, lengths, numbers })
    }

    /// Returns how many units of text are left.
    pub(crate) fn units(&self) -> usize {
        self.units
    }

    /// Returns how many values may be left. Each of them has a length.
    pub(crate) fn values(&self) -> usize {
        self.lengths.len()
    }

    /// Returns whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.units == 0 && self.lengths.is_empty() && self.numbers.is_empty()
    }

    #[inline(always)]
    pub(crate) fn next_length(&mut self) -> Option<i32> {
        let (&length, rest) = self.lengths.split_first()?;
        self.lengths = rest;
        Some(length)
    }

    #[inline(always)]
    pub(crate) fn next_number(&mut self) -> Option<f64> {
        let (&number, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(number)
    }

    #[inline(always)]
    pub(crate) fn next_text(&mut self, length: i32) -> Option<PacketText<'a>> {
        let (from, len) = (self.text, usize::try_from(length).ok()?);
        self.units = self.units.checked_sub(len)?;
        self.text = from.get(len..)?;
        Some(PacketText { from, len })
    }

    /// Returns the number of elements of a list. Each element takes at least one length, so a larger number is none.
    pub(crate) fn count(&self, length: i32) -> Option<usize> {
        usize::try_from(length).ok().filter(|&count| count <= self.lengths.len())
    }
}
