//! Rules with what the generator derives from them once, and the two ways to know them.
//!
//! The generator is written once over [`RulesView`]. [`Loaded`] answers from a reference, for any rules; the views of
//! [`perft`](super::perft) answer from a constant, so that every branch on a rule folds away.

use super::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::Geometry;
use crate::rules::{Criterion, Directions, KingLanding, KingRange, Removal, Reversal, Rules};
use std::marker::PhantomData;

/// Rules with what the generator derives from them once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompiledRules {
    pub(crate) rules: Rules,
    pub(crate) geometry: Geometry,
    /// Directions in absolute terms, for White and for Black.
    man_moves: [u8; 2],
    man_captures: [u8; 2],
    king_moves: [u8; 2],
    king_captures: [u8; 2],
    /// The squares a step away to which a man may move, by side and bit of its square.
    man_targets: [[u128; 128]; 2],
    pub(super) flying: bool,
    /// Whether a flying king may land anywhere behind what it takes.
    pub(super) lands_anywhere: bool,
    /// Fewer pieces than this are never taken along two paths with the same ends: two paths need a detour around a
    /// piece more on each side, unless a piece may take one, turn back over its square, and take the other, in either
    /// order. The slow generator of the tests agrees.
    pub(super) fewest_with_two_paths: u32,
    /// Whether any criterion ranks captures.
    pub(super) ranked: bool,
    /// Whether one of them looks at the kings taken.
    pub(super) ranks_kings: bool,
    /// Whether one of them looks at the order in which they are taken.
    pub(super) ranks_order: bool,
}

/// Whether a criterion looks at the kings taken, and at the order in which they are.
const fn looks_at(criterion: Criterion) -> (bool, bool) {
    match criterion {
        Criterion::MostPieces | Criterion::WithKing => (false, false),
        Criterion::FrisianValue | Criterion::MostKings => (true, false),
        Criterion::EarliestKings | Criterion::FirstKing | Criterion::FirstPieceKing => (true, true),
    }
}

const fn both_sides(set: Directions) -> [u8; 2] {
    let mut sides = [0, 0];
    let mut d = 0;
    while d < 8 {
        if set.has(d) {
            sides[0] |= 1 << d;
            sides[1] |= 1 << ((d + 4) & 7);
        }
        d += 1;
    }
    sides
}

const fn man_targets(geometry: &Geometry, directions: [u8; 2]) -> [[u128; 128]; 2] {
    let mut targets = [[0; 128]; 2];
    let mut i = 0;
    while i < 2 * 8 * 128 {
        let (side, d, bit) = (i / 1024, i / 128 % 8, i % 128);
        if directions[side] >> d & 1 == 1 {
            targets[side][bit] |= geometry.step(d, geometry.board & 1 << bit);
        }
        i += 1;
    }
    targets
}

impl CompiledRules {
    pub(crate) const fn new(rules: Rules) -> CompiledRules {
        let (mut ranks_kings, mut ranks_order) = (false, false);
        let mut i = 0;
        while let Some(criterion) = rules.capture_priority.get(i) {
            let (kings, order) = looks_at(criterion);
            ranks_kings |= kings;
            ranks_order |= order;
            i += 1;
        }
        let geometry = Geometry::new(&rules);
        let meets_itself = matches!(rules.removal, Removal::AtOnce) && matches!(rules.reversal, Reversal::Allowed);
        CompiledRules {
            rules,
            geometry,
            man_moves: both_sides(rules.man_moves),
            man_captures: both_sides(rules.man_captures),
            king_moves: both_sides(rules.king_moves),
            king_captures: both_sides(rules.king_captures),
            man_targets: man_targets(&geometry, both_sides(rules.man_moves)),
            flying: matches!(rules.king_range, KingRange::Flying),
            lands_anywhere: !matches!(rules.king_landing, KingLanding::Adjacent),
            fewest_with_two_paths: if meets_itself { 2 } else { 3 },
            ranked: !rules.capture_priority.is_empty(),
            ranks_kings,
            ranks_order,
        }
    }
}

/// The rules, as one of the two sides sees them.
pub(crate) trait RulesView: Copy {
    /// What holds the board.
    type Board: Bitboard;

    fn compiled(&self) -> &CompiledRules;

    /// The side to move.
    fn color(&self) -> Color;

    #[inline(always)]
    fn rules(&self) -> &Rules {
        &self.compiled().rules
    }

    #[inline(always)]
    fn man_moves(&self) -> u8 {
        self.compiled().man_moves[self.color().index()]
    }

    #[inline(always)]
    fn man_captures(&self) -> u8 {
        self.compiled().man_captures[self.color().index()]
    }

    #[inline(always)]
    fn king_moves(&self) -> u8 {
        self.compiled().king_moves[self.color().index()]
    }

    #[inline(always)]
    fn king_captures(&self) -> u8 {
        self.compiled().king_captures[self.color().index()]
    }

    /// Where a man on a square of the side to move may go if nothing stands there.
    #[inline(always)]
    fn man_targets(&self, from: Self::Board) -> Self::Board {
        Self::Board::narrow(self.compiled().man_targets[self.color().index()][from.index() as usize & 127])
    }

    /// All of `bits` one step further in an absolute direction.
    #[inline(always)]
    fn step(&self, direction: usize, bits: Self::Board) -> Self::Board {
        let geometry = &self.compiled().geometry;
        bits.rotated(geometry.rotation[direction]) & Self::Board::narrow(geometry.reach[direction])
    }

    #[inline(always)]
    fn board(&self) -> Self::Board {
        Self::Board::narrow(self.compiled().geometry.board)
    }

    /// Where the men of the side to move are crowned.
    #[inline(always)]
    fn crown(&self) -> Self::Board {
        Self::Board::narrow(self.compiled().geometry.crown[self.color().index()])
    }
}

/// Any rules, read at run time.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<'a, W> {
    rules: &'a CompiledRules,
    color: Color,
    board: PhantomData<W>,
}

impl<'a, W> Loaded<'a, W> {
    pub(super) fn new(rules: &'a CompiledRules, color: Color) -> Self {
        Loaded { rules, color, board: PhantomData }
    }

    /// The same rules for the other side.
    pub(super) fn opponent(self) -> Self {
        Loaded { color: self.color.opponent(), ..self }
    }
}

impl<W: Bitboard> RulesView for Loaded<'_, W> {
    type Board = W;
    #[inline(always)]
    fn compiled(&self) -> &CompiledRules {
        self.rules
    }
    #[inline(always)]
    fn color(&self) -> Color {
        self.color
    }
}
