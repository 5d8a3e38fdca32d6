//! Writes the files that derive from the models: `generate DIR` writes each file below DIR, at its path in the
//! repository.

#![allow(clippy::expect_used, reason = "a generator can only fail")]
#![allow(missing_docs, reason = "a program, on which no other depends")]

mod comment;
mod declarations;
mod lists;
mod notice;
mod operations;
mod outcomes;
mod profile;
mod script;

use std::path::Path;

fn main() {
    let folder = std::env::args_os().nth(1).expect("generate DIR");
    let write = |name: &str, text: String| {
        let path = Path::new(&folder).join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder to write to");
        std::fs::write(path, text).expect("a file to write");
    };
    write("wasm/npm/src/models.js", script::script());
    write("wasm/npm/src/models.d.ts", declarations::declarations());
    write("wasm/npm/src/operations.d.ts", operations::declarations());
    write("wasm/npm/src/profile.d.ts", profile::declaration());
    write("docs/guide/src/outcomes.md", outcomes::table());
}
