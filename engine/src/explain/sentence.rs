//! The sentences of an explanation: what the reason means under the rules at hand, for the pieces on the board.

use super::{Explanation, Ground, Illegality};
use crate::arbiter::Arbiter;
use crate::color::{Color, Piece};
use crate::geometry::Square;
use crate::moves::Move;
use crate::notation::moves::WrittenMove;
use crate::position::Position;
use crate::rules::{
    CaptureDuty, Criterion, CrowningInCapture, CrowningResult, Directions, KingLanding, KingRange, Removal,
};

/// `1 piece`, `2 pieces`.
fn counted(number: usize, one: &str) -> String {
    match (number, one) {
        (1, _) => format!("1 {one}"),
        (_, "man") => format!("{number} men"),
        _ => format!("{number} {one}s"),
    }
}

/// Items as a sentence lists them: `a`, `a and b`, `a, b and c`.
fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn rank(king: bool) -> &'static str {
    if king { "king" } else { "man" }
}

/// Directions as a sentence tells them: `diagonally forward`, `straight forward or sideways`.
fn ways(directions: Directions) -> String {
    let mut ways = Vec::new();
    if directions.covers(Directions::DIAGONAL) {
        ways.push("diagonally forward and backward");
    } else if directions.covers(Directions::FORWARD_DIAGONAL) {
        ways.push("diagonally forward");
    } else if directions.covers(Directions::BACKWARD_DIAGONAL) {
        ways.push("diagonally backward");
    }
    if directions.covers(Directions::ORTHOGONAL) {
        ways.push("along rows and columns");
    } else {
        for (way, text) in [
            (Directions::FORWARD, "straight forward"),
            (Directions::BACKWARD, "straight backward"),
            (Directions::SIDEWAYS, "sideways"),
        ] {
            if directions.covers(way) {
                ways.push(text);
            }
        }
    }
    let ways: Vec<String> = ways.into_iter().map(str::to_string).collect();
    if ways.is_empty() { "in no direction".to_string() } else { listed(&ways, "or") }
}

impl Arbiter {
    /// What an explanation means for this move under these rules, as one sentence without its capital and full stop:
    /// `another capture takes more kings: 14x23 takes 1, 14x21 takes none`.
    #[must_use]
    pub fn sentence(&self, position: &Position, written: &WrittenMove, explanation: &Explanation) -> String {
        match explanation {
            Explanation::Legal(played) => self.legal_sentences(position, played).join("; "),
            Explanation::Ambiguous(moves) => {
                let texts: Vec<String> = moves.iter().map(|m| self.full_text(m)).collect();
                format!("it could be {}", listed(&texts, "or"))
            }
            Explanation::Illegal { reason, instead, ground, meant } => {
                let refused = RefusedMove { position, written, instead: instead.as_ref(), meant: meant.as_ref() };
                self.refusal(*reason, *ground, &refused)
            }
        }
    }

    /// Why a written move is not legal, in one line: the reason, what it means here, and a legal move to compare:
    /// `too-far (a man moves one square at a time)`. Empty for a legal move.
    #[must_use]
    pub fn why_not(&self, position: &Position, written: &WrittenMove, explanation: &Explanation) -> String {
        let sentence = || self.sentence(position, written, explanation);
        match explanation {
            Explanation::Legal(_) => String::new(),
            Explanation::Ambiguous(_) => format!("ambiguous ({})", sentence()),
            Explanation::Illegal { reason, .. } => {
                let example = self.example(position, written, explanation);
                format!("{reason} ({}){}", sentence(), example.map(|text| format!("; {text}")).unwrap_or_default())
            }
        }
    }

    /// The legal move that shows why another is not, where there is one and the sentence does not compare it already:
    /// `for example, 15x22 is legal`.
    #[must_use]
    pub fn example(&self, position: &Position, written: &WrittenMove, explanation: &Explanation) -> Option<String> {
        match explanation {
            Explanation::Illegal { ground: Some(Ground::Criterion(_)), meant: Some(_), .. }
            | Explanation::Illegal { instead: None, .. }
            | Explanation::Legal(_)
            | Explanation::Ambiguous(_) => None,
            Explanation::Illegal { instead: Some(instead), .. } => {
                let text = self.text(instead, &self.moves(position).unwrap_or_default());
                let same_ends = (instead.from(), instead.to()) == (written.from(), written.to());
                Some(format!("{}{text} is legal", if same_ends { "" } else { "for example, " }))
            }
        }
    }

    fn refusal(&self, reason: Illegality, ground: Option<Ground>, refused: &RefusedMove<'_>) -> String {
        let RefusedMove { position, written, instead, meant } = *refused;
        let rules = self.rules();
        let name = |square: Square| self.geometry().name(square);
        let (from, to) = (name(written.from()), name(written.to()));
        let king = position.kings(position.turn()).contains(written.from());
        let piece = rank(king);
        match reason {
            Illegality::GameOver => match self.outcome(position) {
                Some(outcome) => format!("the game is over: {outcome}"),
                // Ended by what was played before, or by something outside the board.
                None => "the game is over".to_string(),
            },
            Illegality::EmptyOrigin => format!("nothing stands on {from}"),
            Illegality::NotYourPiece => {
                format!("{} stands on {from}, and it is {}'s turn", self.standing_on(position, written.from()), position.turn().name())
            }
            Illegality::Occupied => {
                // The first square of its way that is taken; its own it leaves.
                let taken = |square: &&Square| **square != written.from() && position.piece_at(**square).is_some();
                let at = written.squares[1..].iter().find(taken).copied().unwrap_or(written.to());
                format!("{} stands on {}", self.standing_on(position, at), name(at))
            }
            Illegality::OffLine | Illegality::WrongWay => self.directions_of(ground, piece),
            Illegality::TooFar => match ground {
                Some(Ground::Parameter("man-moves")) => format!("a {piece} moves one square at a time"),
                Some(Ground::Parameter("king-range")) if meant.map_or(self.is_quiet(refused), |m| !m.is_capture()) => {
                    format!("a {piece} moves one square at a time")
                }
                _ => format!("a {piece} captures only a piece next to it and lands on the square right behind"),
            },
            Illegality::Blocked => self.blocked(ground, refused, piece),
            Illegality::NothingToCapture => self.nothing_to_capture(refused),
            Illegality::OwnPiece => match self.first_between(refused, |color| color == position.turn()) {
                Some(square) => {
                    format!("{} stands on {}, and a capture passes over enemy pieces only", self.standing_on(position, square), name(square))
                }
                None => "a capture passes over enemy pieces only".to_string(),
            },
            Illegality::TwoInARow => {
                let pieces = self.pieces_between(refused);
                let behind = pieces.windows(2).find(|pair| self.line(pair[0], pair[1]).is_some_and(|(_, steps)| steps == 1));
                match behind {
                    Some(pair) => format!(
                        "pieces stand on {} and, right behind, on {}: a capture needs an empty square behind each piece",
                        name(pair[0]),
                        name(pair[1])
                    ),
                    None => "a capture needs an empty square behind each piece".to_string(),
                }
            }
            Illegality::DoubleJump => match (self.jumps_twice(position, written), rules.removal) {
                (Some(twice), Removal::AfterTheMove) => {
                    format!("it would pass over the piece on {} twice, which no move may", name(twice))
                }
                (Some(twice), Removal::AtOnce) => format!(
                    "it would pass over {} twice, but the piece there leaves the board as soon as it is jumped",
                    name(twice)
                ),
                (None, _) => {
                    "a captured piece stays on the board until the move is over, and none is passed over twice".to_string()
                }
            },
            Illegality::CaptureIsCompulsory => "there is a capture, and capturing is compulsory".to_string(),
            Illegality::MustContinue => format!("from {to} the capture can go on, and it must"),
            Illegality::MustStop => match rules.crowning_in_capture {
                CrowningInCapture::Stops => {
                    format!("{} and its move ends there", self.crowned_on(refused))
                }
                CrowningInCapture::Passes | CrowningInCapture::ContinuesAsKing => {
                    "a man that reaches its crowning row during a capture stays a man until the move is over, so it does \
                     not go on as a king"
                        .to_string()
                }
            },
            Illegality::WrongLanding => match (ground, rules.king_landing) {
                (Some(Ground::Parameter("king-landing")), KingLanding::AdjacentAfterKing) => {
                    "where the last piece taken is a king, the capturing king lands on the square right behind it".to_string()
                }
                (Some(Ground::Parameter("king-landing")), _) => {
                    "a king lands on the square right behind the piece it takes".to_string()
                }
                _ => format!("from {to} the capture cannot go on, but from another square behind the piece it can, and it must"),
            },
            Illegality::QuantityLaw | Illegality::QualityLaw | Illegality::KingFirst | Illegality::ValueLaw => {
                match (ground, instead, meant) {
                    (Some(Ground::Criterion(criterion)), Some(better), Some(worse)) => {
                        self.outranked(position, criterion, better, worse)
                    }
                    _ => "another capture comes first".to_string(),
                }
            }
            Illegality::ManCannotTakeKing => {
                let kings = meant.map(|m| m.captured().iter().filter(|s| position.kings(position.turn().opponent()).contains(*s)));
                let kings: Vec<String> = kings.into_iter().flatten().map(name).collect();
                format!("a man may not take a king, and {} on {}", if kings.len() == 1 { "one stands" } else { "kings stand" }, listed(&kings, "and"))
            }
            Illegality::Reversal => "a piece may not turn back by 180 degrees between two jumps".to_string(),
            Illegality::KingMoveLimit => format!(
                "the king on {from} has made {} in a row, and while its side has men a king may make no more",
                counted(usize::from(rules.king_move_limit), "quiet move")
            ),
        }
    }

    /// `a white man`, `a black king`.
    fn standing_on(&self, position: &Position, square: Square) -> String {
        match position.piece_at(square) {
            Some(Piece { color, king }) => {
                format!("a {} {}", color.word(), rank(king))
            }
            None => "nothing".to_string(),
        }
    }

    fn directions_of(&self, ground: Option<Ground>, piece: &str) -> String {
        let rules = self.rules();
        let (does, directions) = match ground {
            Some(Ground::Parameter("man-moves")) => ("moves", rules.man_moves),
            Some(Ground::Parameter("man-captures")) => ("captures", rules.man_captures),
            Some(Ground::Parameter("king-moves")) => ("moves", rules.king_moves),
            Some(Ground::Parameter("king-captures")) => ("captures", rules.king_captures),
            _ => return "one of the squares is not on the board".to_string(),
        };
        format!("a {piece} {does} {}", ways(directions))
    }

    /// Whether nothing stands between the first two squares of a move that does not call itself a capture.
    fn is_quiet(&self, refused: &RefusedMove<'_>) -> bool {
        refused.written.capture != Some(true) && self.pieces_between(refused).is_empty()
    }

    /// The occupied squares between the first two squares of a move.
    fn pieces_between(&self, refused: &RefusedMove<'_>) -> Vec<Square> {
        let squares = &refused.written.squares;
        let mut between = self.between(squares[0], squares[1]);
        between.retain(|square| refused.position.piece_at(*square).is_some());
        between
    }

    fn first_between(&self, refused: &RefusedMove<'_>, wanted: impl Fn(Color) -> bool) -> Option<Square> {
        let of_color = |square: &Square| refused.position.piece_at(*square).is_some_and(|piece| wanted(piece.color));
        self.pieces_between(refused).into_iter().find(of_color)
    }

    fn blocked(&self, ground: Option<Ground>, refused: &RefusedMove<'_>, piece: &str) -> String {
        let name = |square: Square| self.geometry().name(square);
        let pieces = self.pieces_between(refused);
        let Some(&first) = pieces.first() else { return "the way is not free".to_string() };
        let stands = format!("{} stands on {}", self.standing_on(refused.position, first), name(first));
        match ground {
            Some(Ground::Parameter("king-captures" | "man-captures")) => {
                format!("{stands}, and {}", self.directions_of(ground, piece))
            }
            Some(Ground::Law("jump")) if pieces.len() > 1 => {
                let names: Vec<String> = pieces.iter().copied().map(name).collect();
                format!("pieces stand on {}, and a jump passes over one piece only", listed(&names, "and"))
            }
            _ => format!("{stands}, in the way"),
        }
    }

    fn nothing_to_capture(&self, refused: &RefusedMove<'_>) -> String {
        let RefusedMove { position, written, meant, .. } = *refused;
        let name = |square: Square| self.geometry().name(square);
        if let Some(meant) = meant {
            let taken: Vec<String> = meant.captured().iter().map(name).collect();
            let taken = if taken.is_empty() { "nothing".to_string() } else { listed(&taken, "and") };
            return format!("{} takes {taken}, not what is written", self.text(meant, &[]));
        }
        let mut jumped: Vec<Square> = Vec::new();
        for leg in written.squares.windows(2) {
            let enemy =
                |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.color != position.turn());
            let passed: Vec<Square> = self.between(leg[0], leg[1]).into_iter().filter(enemy).collect();
            if passed.iter().all(|square| jumped.contains(square)) {
                return format!("no enemy piece stands between {} and {}", name(leg[0]), name(leg[1]));
            }
            jumped.extend(passed);
        }
        "no capture goes over these squares".to_string()
    }

    /// `the man is crowned on 3`: the crowning square that the move reaches first.
    fn crowned_on(&self, refused: &RefusedMove<'_>) -> String {
        let crowning = |square: &Square| self.geometry().is_crowning_square(*square, refused.position.turn());
        let meant = refused.meant.into_iter().flat_map(Move::path).find(crowning);
        match meant {
            Some(square) => format!("the man is crowned on {}", self.geometry().name(square)),
            None => "a man that reaches its crowning row is crowned".to_string(),
        }
    }

    /// By which criterion one capture comes before another, with what is compared.
    fn outranked(&self, position: &Position, criterion: Criterion, better: &Move, worse: &Move) -> String {
        let (better_text, worse_text) = self.distinct_texts(better, worse);
        let kings = |m: &Move| (m.captured().0 & position.kings(position.turn().opponent()).0).count_ones() as usize;
        let pieces = |m: &Move| m.captured().len() as usize;
        match criterion {
            Criterion::MostPieces => format!(
                "another capture takes more pieces: {better_text} takes {}, {worse_text} takes {}",
                pieces(better),
                pieces(worse)
            ),
            Criterion::MostKings => {
                let number = |m: &Move| match kings(m) {
                    0 => "none".to_string(),
                    n => n.to_string(),
                };
                format!(
                    "another capture takes more kings: {better_text} takes {}, {worse_text} takes {}",
                    number(better),
                    number(worse)
                )
            }
            Criterion::FrisianValue => {
                let haul = |m: &Move| {
                    let (kings, men) = (kings(m), pieces(m) - kings(m));
                    let parts = [(kings, "king"), (men, "man")];
                    let parts: Vec<String> =
                        parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, one)| counted(n, one)).collect();
                    listed(&parts, "and")
                };
                format!(
                    "another capture is worth more, a king counting a little less than 2 men: {better_text} takes {}, \
                     {worse_text} takes {}",
                    haul(better),
                    haul(worse)
                )
            }
            Criterion::WithKing => {
                format!("another capture is made by a king: {better_text} by a king, {worse_text} by a man")
            }
            Criterion::EarliestKings | Criterion::FirstKing | Criterion::FirstPieceKing => {
                let order = |m: &Move| {
                    let ranks: Vec<&str> =
                        self.taken_in_order(position, m).into_iter().map(|(_, king)| rank(king)).collect();
                    ranks.join(", ")
                };
                let what = match criterion {
                    Criterion::EarliestKings => "another capture takes its kings earlier",
                    Criterion::FirstKing => "another capture takes its first king earlier",
                    _ => "another capture takes a king as its first piece",
                };
                format!("{what}: {better_text} takes {}; {worse_text} takes {}", order(better), order(worse))
            }
        }
    }

    /// Two captures as texts that differ: short where their ends do, else with their paths, else with what they take.
    fn distinct_texts(&self, one: &Move, other: &Move) -> (String, String) {
        if (one.from(), one.to()) != (other.from(), other.to()) {
            return (self.text(one, &[]), self.text(other, &[]));
        }
        let texts = (self.full_text(one), self.full_text(other));
        if texts.0 != texts.1 {
            return texts;
        }
        let with_captured = |m: &Move, text: &str| {
            let captured: Vec<String> = m.captured().iter().map(|square| self.geometry().name(square)).collect();
            format!("{text} <{}>", captured.join(","))
        };
        (with_captured(one, &texts.0), with_captured(other, &texts.1))
    }

    /// The pieces a capture takes in the order of its path, and whether each is a king.
    fn taken_in_order(&self, position: &Position, played: &Move) -> Vec<(Square, bool)> {
        let path: Vec<Square> = played.path().collect();
        let kings = position.kings(position.turn().opponent());
        let mut taken = Vec::new();
        for leg in path.windows(2) {
            for square in self.between(leg[0], leg[1]) {
                if played.captured().contains(square) && !taken.contains(&(square, kings.contains(square))) {
                    taken.push((square, kings.contains(square)));
                }
            }
        }
        taken
    }

    /// What a legal move does, and why no other outranks it: one sentence each, without capital and full stop.
    #[must_use]
    pub fn legal_sentences(&self, position: &Position, played: &Move) -> Vec<String> {
        let rules = self.rules();
        let name = |square: Square| self.geometry().name(square);
        let king = position.kings(position.turn()).contains(played.from());
        let piece = rank(king);
        let mut sentences = Vec::new();
        if played.is_capture() {
            let taken: Vec<String> = self
                .taken_in_order(position, played)
                .into_iter()
                .map(|(square, king)| format!("the {} on {}", rank(king), name(square)))
                .collect();
            sentences.push(format!("the {piece} takes {}", listed(&taken, "and")));
        } else {
            sentences.push(format!("the {piece} moves from {} to {}", name(played.from()), name(played.to())));
        }
        let crowning_square = (!king)
            .then(|| played.path().skip(1).find(|square| self.geometry().is_crowning_square(*square, position.turn())))
            .flatten();
        if let Some(square) = crowning_square {
            sentences.push(self.crowning_sentence(played, square));
        }
        if played.is_capture() {
            sentences.extend(self.why_this_capture(position, played));
        } else if self.can_capture(position, position.turn()) != Ok(true) {
            sentences.push("no capture is possible, so any quiet move may be chosen".to_string());
        } else if rules.capture_duty == CaptureDuty::Optional {
            sentences.push("there is a capture, but capturing is a choice".to_string());
        }
        sentences
    }

    fn crowning_sentence(&self, played: &Move, square: Square) -> String {
        let rules = self.rules();
        let on = self.geometry().name(square);
        if !played.crowns() {
            return format!("it passes its crowning row on {on} and stays a man");
        }
        let mut sentence = format!("it is crowned on {on}");
        if played.is_capture() {
            sentence += match rules.crowning_in_capture {
                _ if rules.crowning_result == CrowningResult::Wins => "",
                CrowningInCapture::Stops => " and the move ends there",
                CrowningInCapture::ContinuesAsKing if square != played.to() => " and goes on capturing as a king",
                CrowningInCapture::Passes | CrowningInCapture::ContinuesAsKing => "",
            };
        }
        if rules.crowning_result == CrowningResult::Wins {
            sentence += ", which wins the game";
        }
        sentence
    }

    /// Why no other capture comes before a legal one.
    fn why_this_capture(&self, position: &Position, played: &Move) -> Vec<String> {
        let standing = self.standing(position);
        let among = match standing.captures {
            None => return Vec::new(),
            Some(1) => return vec!["it is the only capture".to_string()],
            Some(captures) => captures,
        };
        let mut sentences: Vec<String> = standing
            .ruled_out
            .iter()
            .map(|(criterion, loser)| self.ruled_out(position, *criterion, played, loser))
            .collect();
        sentences.push(match (standing.legal, sentences.is_empty()) {
            (1, _) => format!("of {among} captures only this one is legal"),
            (_, true) if self.rules().capture_priority.is_empty() => {
                format!("there are {among} captures, and the choice between captures is free")
            }
            (_, true) => format!("there are {among} captures of the same rank, and the choice between them is free"),
            (legal, false) => format!("of {among} captures {legal} are legal, and the choice between them is free"),
        });
        sentences
    }

    fn ruled_out(&self, position: &Position, criterion: Criterion, better: &Move, worse: &Move) -> String {
        let text = self.outranked(position, criterion, better, worse);
        // The same comparison, seen from the capture that comes first.
        text.replacen("another capture", "it", 1)
    }

    /// The rules on which the answer about a legal move rests, each once.
    #[must_use]
    pub fn grounds(&self, position: &Position, played: &Move) -> Vec<Ground> {
        let rules = self.rules();
        let king = position.kings(position.turn()).contains(played.from());
        let mut grounds = Vec::new();
        let crowns_or_passes =
            !king && played.path().skip(1).any(|square| self.geometry().is_crowning_square(square, position.turn()));
        if played.is_capture() {
            let standing = self.standing(position);
            if standing.captures == Some(1) {
                grounds.push(Ground::Parameter("capture-duty"));
            }
            grounds.extend(standing.ruled_out.iter().map(|(criterion, _)| Ground::Criterion(*criterion)));
            if standing.captures.is_none_or(|captures| captures > 1) && standing.legal > 1 {
                grounds.push(Ground::FreeChoice);
            }
            if crowns_or_passes {
                grounds.push(Ground::Parameter("crowning-in-capture"));
            }
        } else {
            grounds.push(Ground::Parameter(if king { "king-moves" } else { "man-moves" }));
            let far = self.line(played.from(), played.to()).is_some_and(|(_, steps)| steps > 1);
            if king && far && rules.king_range == KingRange::Flying {
                grounds.push(Ground::Parameter("king-range"));
            }
            if rules.capture_duty == CaptureDuty::Optional && self.can_capture(position, position.turn()) == Ok(true) {
                grounds.push(Ground::Parameter("capture-duty"));
            }
            if crowns_or_passes {
                grounds.push(Ground::Law("crowning"));
            }
        }
        if crowns_or_passes && rules.crowning_result == CrowningResult::Wins {
            grounds.push(Ground::Parameter("crowning-result"));
        }
        grounds
    }
}

/// What a sentence about a refused move is made of.
#[derive(Clone, Copy)]
struct RefusedMove<'a> {
    position: &'a Position,
    written: &'a WrittenMove,
    instead: Option<&'a Move>,
    meant: Option<&'a Move>,
}
