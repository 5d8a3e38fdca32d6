//! How settings cross to Kotlin and Swift: what has a default may be left out.

/// Type of a setting.
#[cfg_attr(not(feature = "explain"), expect(unreachable_pub, reason = "a field of `ExplainOptions` has its `Form`"))]
pub trait Setting: Sized {
    /// Type in which other languages pass it.
    type Form;

    /// Returns the setting that was passed.
    fn of(form: Self::Form) -> Self;

    /// Returns the setting that was passed, or its default.
    fn or(form: Option<Self::Form>, default: impl FnOnce() -> Self) -> Self {
        form.map_or_else(default, Self::of)
    }

    /// Returns the setting as other languages have it.
    fn form(self) -> Self::Form;
}

/// Settings as other languages pass them.
pub(crate) type Form<S> = <S as Setting>::Form;
