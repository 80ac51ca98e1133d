//! Two ways to ask what a rule is: at compile time and at run time.
//!
//! The generator is written once over [`View`]. [`Fixed`] answers from a constant, so that every branch on a rule
//! folds away; [`Loaded`] answers from a reference, for rules that only exist as somebody's file.

use super::search::{KingRuns, Memory};
use super::word::Word;
use crate::geometry::Geometry;
use crate::rules::{Criterion, Directions, KingLanding, KingRange, PlayingSquares, Removal, Reversal, Rules};

/// Rules with what the generator derives from them once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compiled {
    pub(crate) rules: Rules,
    pub(crate) geometry: Geometry,
    /// Directions in absolute terms, for White and for Black.
    pub(crate) man_moves: [u8; 2],
    pub(crate) man_captures: [u8; 2],
    pub(crate) king_moves: [u8; 2],
    pub(crate) king_captures: [u8; 2],
    pub(crate) flying: bool,
    pub(crate) lands_anywhere: bool,
    /// Whether kings fly along the four diagonals and no piece goes straight, kings land anywhere behind a piece, and what
    /// they have jumped stays on the board until the move is over: then they can look in all directions at once.
    pub(crate) looks_at_once: bool,
    /// Fewer pieces than this are never taken along two paths with the same ends: two paths need a detour around a
    /// piece more on each side, unless a piece may take one, turn back over its square, and take the other, in either
    /// order. The slow generator of the tests agrees.
    pub(crate) fewest_with_two_paths: u32,
    /// Whether any criterion ranks captures.
    pub(crate) ranked: bool,
    /// Whether the first of them is the number of pieces.
    pub(crate) most_first: bool,
    /// Whether the first of them is the Frisian value.
    pub(crate) value_first: bool,
    /// Whether one of them looks at whether a king captures.
    pub(crate) ranks_movers: bool,
    /// Whether one of them looks at the kings taken.
    pub(crate) ranks_kings: bool,
    /// Whether one of them looks at the order in which they are taken.
    pub(crate) ranks_order: bool,
}

impl Compiled {
    pub(crate) const fn new(rules: Rules) -> Compiled {
        const fn both(set: crate::rules::Directions) -> [u8; 2] {
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
        let mut ranks_movers = false;
        let mut ranks_kings = false;
        let mut ranks_order = false;
        let mut i = 0;
        while let Some(criterion) = rules.capture_priority.get(i) {
            ranks_order |=
                matches!(criterion, Criterion::EarliestKings | Criterion::FirstKing | Criterion::FirstPieceKing);
            ranks_movers |= matches!(criterion, Criterion::WithKing);
            ranks_kings |= !matches!(criterion, Criterion::MostPieces | Criterion::WithKing);
            i += 1;
        }
        let flying = matches!(rules.king_range, KingRange::Flying);
        let lands_anywhere = !matches!(rules.king_landing, KingLanding::Adjacent);
        // Where all squares are played a step is more than a shift.
        let diagonal = !matches!(rules.playing_squares, PlayingSquares::All)
            && !rules.moves_straight()
            && rules.king_moves.covers(Directions::DIAGONAL)
            && rules.king_captures.covers(Directions::DIAGONAL);
        Compiled {
            rules,
            geometry: Geometry::new(&rules),
            man_moves: both(rules.man_moves),
            man_captures: both(rules.man_captures),
            king_moves: both(rules.king_moves),
            king_captures: both(rules.king_captures),
            flying,
            lands_anywhere,
            looks_at_once: flying && lands_anywhere && diagonal && matches!(rules.removal, Removal::AfterTheMove),
            fewest_with_two_paths: if matches!(rules.removal, Removal::AtOnce)
                && matches!(rules.reversal, Reversal::Allowed)
            {
                2
            } else {
                3
            },
            ranked: !rules.capture_priority.is_empty(),
            most_first: matches!(rules.capture_priority.get(0), Some(Criterion::MostPieces)),
            value_first: matches!(rules.capture_priority.get(0), Some(Criterion::FrisianValue)),
            ranks_movers,
            ranks_kings,
            ranks_order,
        }
    }
}

/// Something that knows the rules.
pub(crate) trait View: Copy {
    /// What holds the board.
    type W: Word;
    /// What of the past the moves depend on.
    type Memory: Memory<Self::W>;
    fn compiled(&self) -> &Compiled;

    #[inline(always)]
    fn rules(&self) -> &Rules {
        &self.compiled().rules
    }

    /// All of `bits` one step further in an absolute direction.
    #[inline(always)]
    fn step(&self, direction: usize, bits: Self::W) -> Self::W {
        let geometry = &self.compiled().geometry;
        let shift = geometry.shift[direction];
        if geometry.rotates {
            // The processor rotates into another register at once, and shifts only in place.
            return bits.rotated(shift);
        }
        let moved = if shift >= 0 { bits << shift as u32 } else { bits >> shift.unsigned_abs() };
        if geometry.masked { moved & Self::W::narrow(geometry.after[direction]) } else { moved }
    }

    #[inline(always)]
    fn board(&self) -> Self::W {
        Self::W::narrow(self.compiled().geometry.board)
    }

    #[inline(always)]
    fn crown<const WHITE: bool>(&self) -> Self::W {
        Self::W::narrow(self.compiled().geometry.crown[if WHITE { 0 } else { 1 }])
    }
}

/// A named set of rules as a type.
pub(crate) trait NamedRules: Copy + 'static {
    type Word: Word;
    type Memory: Memory<Self::Word>;
    const RULES: Rules;
}

/// Rules known to the compiler.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<N>(std::marker::PhantomData<N>);

impl<N: NamedRules> Fixed<N> {
    const COMPILED: &'static Compiled = {
        assert!(
            N::RULES.king_move_limit == 0 || <N::Memory as Memory<N::Word>>::KEEPS,
            "a limit on king moves must be remembered"
        );
        &Compiled::new(N::RULES)
    };

    pub(crate) const fn new() -> Self {
        Fixed(std::marker::PhantomData)
    }
}

impl<N: NamedRules> View for Fixed<N> {
    type W = N::Word;
    type Memory = N::Memory;
    #[inline(always)]
    fn compiled(&self) -> &Compiled {
        Self::COMPILED
    }
}

/// Rules loaded at run time, on the wide word that holds every board.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<'a>(pub(crate) &'a Compiled);

impl View for Loaded<'_> {
    type W = u128;
    type Memory = KingRuns<u128>;
    #[inline(always)]
    fn compiled(&self) -> &Compiled {
        self.0
    }
}
