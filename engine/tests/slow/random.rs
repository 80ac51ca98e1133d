//! Random positions and games, the same in every run.

use damero_engine::position::KingRun;
use damero_engine::{Arbiter, Color, Piece, Position, Setup, Square};

/// Random numbers by xorshift, from a seed.
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Random {
        // Neighbouring seeds are spread over the whole range, and none gives zero, where xorshift would stay.
        let mut random = Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32
    }

    /// A number below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("a small number");
        usize::try_from(self.next() % end).expect("a small number")
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// True so often in a hundred.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random position: up to `most` pieces of each side, often many kings, either side to move.
pub(crate) fn position(arbiter: &Arbiter, random: &mut Random, most: usize) -> Position {
    let board = arbiter.geometry();
    let most = most.min(arbiter.rules().men_at_start() as usize);
    let mut free: Vec<Square> = board.all_squares().collect();
    let turn = *random.pick(Color::ALL);
    let mut pieces = Vec::new();
    for color in Color::ALL {
        // The side to move has at least one piece.
        let count = if *color == turn { 1 + random.below(most) } else { random.below(most + 1) };
        let kings = *random.pick(&[10, 50, 90]);
        for _ in 0..count.min(free.len()) {
            let square = free.swap_remove(random.below(free.len()));
            let king = random.percent(kings) || board.is_crowning_square(square, *color);
            pieces.push((square, Piece { color: *color, king }));
        }
    }
    let king_runs = [Color::White, Color::Black].map(|color| king_run(arbiter, random, &pieces, color));
    let setup = Setup { turn: Some(turn), pieces, king_runs, ..Setup::default() };
    arbiter.position(&setup).unwrap_or_else(|refusals| panic!("{setup:?} is refused: {refusals}"))
}

/// Where rules limit the quiet moves of a king: often a king of a side that has made some.
fn king_run(arbiter: &Arbiter, random: &mut Random, pieces: &[(Square, Piece)], color: Color) -> Option<KingRun> {
    let limit = arbiter.rules().king_move_limit;
    let kings: Vec<Square> =
        pieces.iter().filter(|(_, p)| *p == Piece::king(color)).map(|(square, _)| *square).collect();
    if limit == 0 || kings.is_empty() || random.percent(30) {
        return None;
    }
    let moves = limit - u8::from(random.percent(50));
    Some(KingRun { square: random.pick(&kings).0, moves })
}

/// Shows so many positions of random games: from the start, and every second time from a random position with up to
/// `most` pieces of each side. A game goes on until the side to move has no move, or for as many plies as real games
/// rarely last.
pub(crate) fn games(
    arbiter: &Arbiter,
    random: &mut Random,
    most: usize,
    positions: usize,
    mut visit: impl FnMut(&Position),
) {
    const PLIES: usize = 120;
    let mut shown = 0;
    for number in 0.. {
        let mut now = if number % 2 == 0 { arbiter.start() } else { position(arbiter, random, most) };
        for _ in 0..PLIES {
            if shown == positions {
                return;
            }
            visit(&now);
            shown += 1;
            let moves = arbiter.moves(&now);
            if moves.is_empty() {
                break;
            }
            now = arbiter.after(&now, random.pick(&moves));
        }
    }
}
