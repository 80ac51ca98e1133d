//! Random positions and games, the same in every run.

use damero_engine::rules::CrowningResult;
use damero_engine::setup::KingRun;
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

/// Something that shows positions: so many, with up to so many pieces of a side where they are set up at random.
pub(crate) type Show = fn(&Arbiter, &mut Random, usize, usize, &mut dyn FnMut(&Position));

/// Shows random positions: up to `most` pieces of each side, often many kings, either side to move.
pub(crate) fn positions(
    arbiter: &Arbiter,
    random: &mut Random,
    positions: usize,
    most: usize,
    visit: &mut dyn FnMut(&Position),
) {
    for _ in 0..positions {
        visit(&position(arbiter, random, most));
    }
}

fn position(arbiter: &Arbiter, random: &mut Random, most: usize) -> Position {
    let most = most.min(arbiter.rules().men_at_start() as usize);
    let turn = *random.pick(Color::ALL);
    // The side to move has at least one piece.
    let own = Pieces { color: turn, count: 1 + random.below(most), kings: *random.pick(&[10, 50, 90]) };
    // Where a crowning wins, the other side has as a rule no king: it would have won.
    let kings = match arbiter.rules().crowning_result {
        CrowningResult::Wins if random.percent(90) => 0,
        _ => *random.pick(&[10, 50, 90]),
    };
    let others = Pieces { color: turn.opponent(), count: random.below(most + 1), kings };
    place(arbiter, random, turn, [own, others])
}

/// Shows random positions with much to take: few pieces of the side to move, and up to `most` of the other, men and
/// kings.
pub(crate) fn rich_positions(
    arbiter: &Arbiter,
    random: &mut Random,
    positions: usize,
    most: usize,
    visit: &mut dyn FnMut(&Position),
) {
    let most = most.min(arbiter.rules().men_at_start() as usize);
    for _ in 0..positions {
        let turn = *random.pick(Color::ALL);
        let own = Pieces { color: turn, count: 1 + random.below(most.min(3)), kings: 50 };
        let kings = match arbiter.rules().crowning_result {
            CrowningResult::Wins => 0,
            CrowningResult::PlayOn => 50,
        };
        let others = Pieces { color: turn.opponent(), count: most - random.below(most.div_ceil(2)), kings };
        visit(&place(arbiter, random, turn, [own, others]));
    }
}

/// So many pieces of one side, so many of a hundred of them kings.
struct Pieces {
    color: Color,
    count: usize,
    kings: usize,
}

/// A position with pieces on random squares. A man that would stand where it is crowned is a king, or left out where
/// there are to be no kings.
fn place(arbiter: &Arbiter, random: &mut Random, turn: Color, sides: [Pieces; 2]) -> Position {
    let board = arbiter.geometry();
    let mut free: Vec<Square> = board.all_squares().collect();
    let mut pieces = Vec::new();
    for Pieces { color, count, kings } in sides {
        for _ in 0..count.min(free.len()) {
            let square = free.swap_remove(random.below(free.len()));
            let crowned = board.is_crowning_square(square, color);
            if crowned && kings == 0 {
                continue;
            }
            pieces.push((square, Piece { color, king: crowned || random.percent(kings) }));
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
    Some(KingRun { square: random.pick(&kings).index(), moves })
}

/// Shows positions of random games: from the start, and every second time from a random position. A game goes on until
/// the side to move has no move, or for as many plies as real games rarely last.
pub(crate) fn games(
    arbiter: &Arbiter,
    random: &mut Random,
    positions: usize,
    most: usize,
    visit: &mut dyn FnMut(&Position),
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
            let moves = arbiter.moves(&now).expect("few captures");
            if moves.is_empty() {
                break;
            }
            now = arbiter.play_unchecked(&now, random.pick(&moves));
        }
    }
}
