//! Results as JSON text. `JSON.parse` makes objects of it faster than calls into JavaScript do, and with less code.
//!
//! A key such as `__proto__`, which a service may send, becomes an ordinary member: `JSON.parse` changes no prototype.

use billwire::internal::JsonWriter;
use js_sys::Number;
use serde::{
    Serialize, Serializer,
    ser::{self, Impossible},
};
use std::fmt::{self, Display};

/// JSON text of a value.
pub fn text(value: &impl Serialize) -> String {
    let mut json = Json(JsonWriter::default());
    // The types of billwire contain no value that cannot be written.
    if value.serialize(&mut json).is_ok() { json.0.into_text() } else { String::from("null") }
}

/// Structs of core whose keys JavaScript spells in camel case. Models keep the names of the interface.
const CAMEL_CASE: [&str; 4] = ["Error", "LookupVerdict", "SettlementOutcome", "Validation"];

struct Json(JsonWriter);

/// Value that JSON cannot express.
#[derive(Debug)]
struct Unwritable;

type Done = Result<(), Unwritable>;

impl Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no JSON for it")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: Display>(_: T) -> Unwritable {
        Unwritable
    }
}

impl Json {
    fn raw(&mut self, text: &str) -> Done {
        self.0.bytes(text.as_bytes());
        Ok(())
    }

    fn quoted(&mut self, text: &str) -> Done {
        self.0.string(text);
        Ok(())
    }

    fn whole(&mut self, number: impl Into<i128>) -> Done {
        self.0.whole(number.into());
        Ok(())
    }

    fn open(&mut self, bracket: &str, close: &'static str) -> Result<Open<'_>, Unwritable> {
        self.raw(bracket)?;
        Ok(Open { json: self, before: "", close, is_camel_case: false })
    }
}

const EXPONENTS: [&str; 7] = ["", "e-1", "e-2", "e-3", "e-4", "e-5", "e-6"];

/// Whole number and number of places that are read as the same double. Dividing two exact numbers rounds as reading
/// does.
fn few_digits(value: f64) -> Option<(i64, usize)> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let mut scale = 1.0;
    for places in 0..EXPONENTS.len() {
        let digits = (value * scale).round();
        if digits.abs() >= EXACT {
            return None;
        }
        if digits / scale == value {
            return Some((digits as i64, places));
        }
        scale *= 10.0;
    }
    None
}

/// List or object that is still open.
struct Open<'a> {
    json: &'a mut Json,
    before: &'static str,
    close: &'static str,
    is_camel_case: bool,
}

impl Open<'_> {
    fn next(&mut self) -> &mut Json {
        self.json.0.bytes(self.before.as_bytes());
        self.before = ",";
        self.json
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(self.next())
    }

    fn close(self) -> Done {
        self.json.raw(self.close)
    }
}

impl<'a> Serializer for &'a mut Json {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Impossible<(), Unwritable>;
    type SerializeTupleVariant = Impossible<(), Unwritable>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Impossible<(), Unwritable>;

    fn serialize_bool(self, value: bool) -> Done {
        self.raw(if value { "true" } else { "false" })
    }

    fn serialize_i8(self, value: i8) -> Done {
        self.whole(value)
    }

    fn serialize_i16(self, value: i16) -> Done {
        self.whole(value)
    }

    fn serialize_i32(self, value: i32) -> Done {
        self.whole(value)
    }

    fn serialize_i64(self, value: i64) -> Done {
        self.whole(value)
    }

    fn serialize_u8(self, value: u8) -> Done {
        self.whole(value)
    }

    fn serialize_u16(self, value: u16) -> Done {
        self.whole(value)
    }

    fn serialize_u32(self, value: u32) -> Done {
        self.whole(value)
    }

    fn serialize_u64(self, value: u64) -> Done {
        self.whole(value)
    }

    fn serialize_f32(self, value: f32) -> Done {
        self.serialize_f64(value.into())
    }

    /// Writes text that is read as the same double. Most numbers have few digits; the engine writes the others.
    fn serialize_f64(self, value: f64) -> Done {
        if value == 0.0 && value.is_sign_negative() {
            return self.raw("-0"); // the engine leaves the sign out
        }
        if let Some((digits, places)) = few_digits(value) {
            self.whole(digits)?;
            return if places == 0 { Ok(()) } else { self.raw(EXPONENTS.get(places).copied().unwrap_or_default()) };
        }
        let text = Number::from(value).to_string_with_radix(10).map_err(|_| Unwritable)?;
        self.raw(&String::from(text))
    }

    fn serialize_char(self, value: char) -> Done {
        self.quoted(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Done {
        self.quoted(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Done {
        Err(Unwritable)
    }

    fn serialize_none(self) -> Done {
        self.raw("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.raw("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.raw("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.quoted(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Done {
        Err(Unwritable)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Unwritable> {
        self.open("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Unwritable> {
        self.open("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Unwritable> {
        self.open("{", "}")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Open<'a>, Unwritable> {
        Ok(Open { is_camel_case: CAMEL_CASE.contains(&name), ..self.open("{", "}")? })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritable> {
        Err(Unwritable)
    }
}

impl ser::SerializeSeq for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.element(value)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl ser::SerializeTuple for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.element(value)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(self.next())?;
        self.json.raw(":")
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.json)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl ser::SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        if !self.is_camel_case {
            return ser::SerializeMap::serialize_entry(self, name, value);
        }
        let mut key = String::with_capacity(name.len());
        push_camel_case(name, &mut key);
        ser::SerializeMap::serialize_entry(self, &key, value)
    }

    fn end(self) -> Done {
        self.close()
    }
}

/// Adds a name in camel case.
fn push_camel_case(name: &str, out: &mut String) {
    let mut is_initial = false;
    for letter in name.chars() {
        if letter != '_' {
            out.push(if is_initial { letter.to_ascii_uppercase() } else { letter });
        }
        is_initial = letter == '_';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_camel_case_keys_and_models_do_not() {
        let error = text(&billwire::Error::Internal);
        assert!(error.contains("\"nextStep\":") && error.contains("\"violationsOmitted\":"), "{error}");
        let line = text(&billwire::Line::builder().item_name("Rice").build());
        assert!(line.contains("\"item_name\":"), "{line}");
    }

    #[test]
    fn reads_few_digits_as_the_same_double() {
        let whole = (0..2_000).chain((1i64 << 53) - 3..1 << 53).map(|value| value as f64);
        let places =
            (0..200_000u32).map(|value| f64::from(value) / 100.0).chain((1..3_000).map(|value| f64::from(value) / 1e6));
        for value in
            whole.chain(places).chain([0.1 + 0.2, 1e300, 5e-324, f64::MAX, 0.3, 1e15 + 0.5, 123_456_789.123_456])
        {
            for value in [value, -value] {
                if let Some((digits, places)) = few_digits(value) {
                    assert_eq!(format!("{digits}e-{places}").parse(), Ok(value));
                }
            }
        }
        assert_eq!(
            [few_digits(7.0), few_digits(1.25), few_digits(-0.000_001)],
            [Some((7, 0)), Some((125, 2)), Some((-1, 6))]
        );
        assert_eq!([0.1 + 0.2, 1e300, 1e-7].map(few_digits), [None; 3]);
    }
}
