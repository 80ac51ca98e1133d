//! Positions and moves as text: FEN, PDN moves, drawn boards.

pub mod diagram;
pub mod fen;
pub mod moves;
