//! The suite and the templates are embedded in the binary: a file that is added to them is a reason to build anew, which
//! the compiler, knowing only the files of the last time, would not see.

fn main() {
    for folder in ["../fixtures", "templates", "src"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
