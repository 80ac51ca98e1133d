//! Damero: the conformance suite of the draughts family.
//!
//! Rule documents become [`source`]s with clauses, [`rulebook`]s that say what each parameter is and which clause says
//! so, and [`fixture`]s that show it on positions. A [`suite`] is all three; [`checks`] are its cases under rules, and
//! [`sensitivity`] knows what each hangs on. The [`runner`] puts it to an
//! [`implementation`], which speaks the [`protocol`], and makes [`record`]s of what came of it; a [`baseline`] knows
//! which failures are known, and a [`report`] shows the results. Imports run one way;
//! `tests/imports.rs` says which.

pub mod baseline;
pub mod checks;
pub mod cli;
pub mod docs;
pub mod equivalent;
pub mod files;
pub mod fixture;
pub mod format;
pub mod implementation;
pub mod lint;
mod numbers;
pub mod perft;
pub mod play;
pub mod protocol;
pub mod record;
pub mod report;
pub mod rulebook;
pub mod runner;
pub mod schemas;
pub mod sensitivity;
pub mod source;
pub mod suite;
mod template;
