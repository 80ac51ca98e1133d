//! The rules of a game as data: every parameter an enum, a number, or a short list, with its meaning beside it.
//!
//! [`Rules`] is declared once, below, by the `rules!` macro; the same lines give the struct, the registry
//! [`PARAMETERS`] with names and shapes, and reading and writing of [`Value`]s. There are no defaults: a set of rules
//! states everything, except parameters with a neutral value, which few documents mention. The named sets live in
//! [`variants`](crate::variants); what a document states is a rulebook, which the harness reads from YAML and turns
//! into a `Rules` by these names.
//!
//! ```
//! use damero_engine::rules::{KingRange, PARAMETERS, Parameter, Rules};
//! use damero_engine::value::Value;
//! use damero_engine::{Arbiter, variants};
//!
//! let mut rules = Rules { king_range: KingRange::Flying, ..variants::ENGLISH };
//! assert_eq!(Arbiter::new(rules)?.moves(&Arbiter::new(rules)?.read("W:WK32:B1")?)?.len(), 7);
//! let width = Parameter::named("width").expect("a parameter");
//! width.set(&mut rules, &Value::Number(12))?;
//! assert_eq!((rules.width, (width.get)(&rules)), (12, Value::Number(12)));
//! assert!(width.set(&mut rules, &Value::Word("wide".into())).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::color::Color;
use crate::value::{Field, List, MapReader, ParameterValue, Range, Shape, Step, Value, ValueError, Word, word_of};
use crate::words::parameter_words;

parameter_words! {
    /// Which squares of the board are played on.
    pub enum PlayingSquares {
        /// every second square; each player has one in the corner at his left hand
        NearLeft = "near-left",
        /// every second square; each player has one in the corner at his right hand
        NearRight = "near-right",
        /// all squares
        All = "all",
    }
}

parameter_words! {
    /// How far a king reaches, moving and capturing.
    pub enum KingRange {
        /// one square; captures only the adjacent piece
        OneStep = "one-step",
        /// any number of free squares; captures at a distance
        Flying = "flying",
    }
}

parameter_words! {
    /// Where a king may land behind the piece it takes.
    pub enum KingLanding {
        /// on the first square behind
        Adjacent = "adjacent",
        /// on any free square behind
        Any = "any",
        /// on any free square, but on the first where the last piece taken is a king
        AdjacentAfterKing = "adjacent-after-king",
    }
}

parameter_words! {
    /// What a man may take.
    pub enum ManMayCapture {
        /// men and kings
        MenAndKings = "men-and-kings",
        /// men only: a king next to a man blocks it
        MenOnly = "men-only",
    }
}

parameter_words! {
    /// Whether a side that can capture must.
    pub enum CaptureDuty {
        /// quiet moves are illegal while a capture exists
        Compulsory = "compulsory",
        /// capturing is a choice
        Optional = "optional",
    }
}

parameter_words! {
    /// Whether a capture that can go on must.
    pub enum ChainDuty {
        /// every jump that is possible must be made
        Complete = "complete",
        /// the move may end after any jump
        MayStop = "may-stop",
    }
}

parameter_words! {
    /// When captured pieces leave the board.
    pub enum Removal {
        /// when the whole move is over: until then they block
        AfterTheMove = "after-the-move",
        /// one by one, as each is jumped
        AtOnce = "at-once",
    }
}

parameter_words! {
    /// Whether a capturing piece may turn back by 180 degrees between two jumps in a row.
    pub enum Reversal {
        /// it may (where the piece just taken is still there it cannot)
        Allowed = "allowed",
        /// it may not
        Forbidden = "forbidden",
    }
}

parameter_words! {
    /// A criterion that decides between captures. A capture that another one beats is illegal.
    pub enum Criterion {
        /// more pieces taken
        MostPieces = "most-pieces",
        /// greater Frisian value: a king is worth more than one man and less than two, n kings less than 2n men
        FrisianValue = "frisian-value",
        /// made by a king rather than by a man
        WithKing = "with-king",
        /// more kings taken
        MostKings = "most-kings",
        /// kings taken earlier, the whole order compared piece by piece
        EarliestKings = "earliest-kings",
        /// the first king taken earlier, the rest not looked at
        FirstKing = "first-king",
        /// a king as the very first piece taken
        FirstPieceKing = "first-piece-king",
    }
}

parameter_words! {
    /// What happens to a man that reaches its crowning row in the middle of a capture.
    pub enum CrowningInCapture {
        /// it is crowned and the move ends there
        Stops = "stops",
        /// it goes on as a man if it can, and is crowned only where the move ends on the row
        Passes = "passes",
        /// it is crowned at once and goes on as a king
        ContinuesAsKing = "continues-as-king",
    }
}

parameter_words! {
    /// What a crowning means for the game.
    pub enum CrowningResult {
        /// the game goes on
        PlayOn = "play-on",
        /// the side that crowned has won
        Wins = "wins",
    }
}

parameter_words! {
    /// What it means for the side to move to have no legal move, with or without pieces.
    pub enum NoMove {
        /// it has lost
        Loses = "loses",
        /// it has won
        Wins = "wins",
        /// the game is drawn
        Draws = "draws",
    }
}

parameter_words! {
    /// What counts when one ply both wins the game and completes a draw.
    pub enum SamePly {
        /// the win
        WinFirst = "win-first",
        /// the draw
        DrawFirst = "draw-first",
    }
}

parameter_words! {
    /// Whether positions with different sides to move can be the same position.
    pub enum RepetitionKey {
        /// the same side must be to move
        Same = "same",
        /// the placement of the pieces decides alone
        Ignored = "ignored",
    }
}

parameter_words! {
    /// Who brings a draw about.
    pub enum DrawMode {
        /// it is there as soon as its condition holds
        Automatic = "automatic",
        /// a player must claim it
        Claimed = "claimed",
        /// a player must claim it, and may do so already when his next move would bring it about
        ClaimedBeforeMove = "claimed-before-move",
    }
}

parameter_words! {
    /// What the number of a draw clause counts.
    pub enum Unit {
        /// turns of one player
        Plies = "plies",
        /// turns of both: one move each is two plies
        EachSide = "each-side",
        /// turns of the side that had more material when it moved
        StrongerSide = "stronger-side",
    }
}

parameter_words! {
    /// A kind of draw clause.
    pub enum ClauseReason {
        /// nothing has happened for too long
        NoProgress = "no-progress",
        /// an ending has not been won in the moves allowed for it
        Endgame = "endgame",
    }
}

parameter_words! {
    /// What restarts a draw clause.
    pub enum Reset {
        /// a piece is taken
        Capture = "capture",
        /// a man moves, quietly or capturing
        ManMove = "man-move",
        /// a man is crowned
        Crowning = "crowning",
    }
}

parameter_words! {
    /// A condition on the long diagonal of the board.
    pub enum LongDiagonal {
        /// the weaker side's king has stood on it at every count
        WeakerThroughout = "weaker-throughout",
        /// the weaker side's king stands on it when the count is full
        WeakerNow = "weaker-now",
        /// the stronger side has a king on it
        StrongerHolds = "stronger-holds",
    }
}

parameter_words! {
    /// A circumstance in which a draw clause does not apply.
    pub enum Unless {
        /// a piece can be taken now, or will be on the next ply whatever is played
        Capture = "capture",
    }
}

parameter_words! {
    /// Whether the ply that brings the material of a clause about is the first one counted.
    pub enum CreatingMove {
        /// the count starts with the next ply
        NotCounted = "not-counted",
        /// it is number one
        Counted = "counted",
    }
}

parameter_words! {
    /// Whose moves a clause of the stronger side's moves counts where the count begins with equal sides.
    ///
    /// No value names a colour: the same game with the colours swapped must end alike.
    pub enum WhenEqual {
        /// both sides' moves: the count is full when each side has made that many
        EachSide = "each-side",
        /// the moves of the side that is to move when the count begins
        FirstToMove = "first-to-move",
    }
}

parameter_words! {
    /// Whether players may agree to a draw.
    pub enum Agreement {
        /// they may
        Draw = "draw",
        /// the document does not speak of it
        Unstated = "unstated",
    }
}

parameter_words! {
    /// What an act outside the board does to the side it comes from.
    pub enum Forfeit {
        /// it loses
        Loses = "loses",
        /// the document does not speak of it
        Unstated = "unstated",
    }
}

parameter_words! {
    /// How squares are named.
    pub enum SquareNames {
        /// 1, 2, 3, … over the playing squares, row by row
        Numeric = "numeric",
        /// a letter for the column and a number for the row
        Algebraic = "algebraic",
    }
}

parameter_words! {
    /// The corner where square 1 (or a1) lies, as White sees the board.
    pub enum FirstSquare {
        /// far left
        TopLeft = "top-left",
        /// far right
        TopRight = "top-right",
        /// near left
        BottomLeft = "bottom-left",
        /// near right
        BottomRight = "bottom-right",
    }
}

parameter_words! {
    /// The sign between the squares of a capture.
    pub enum CaptureSeparator {
        /// an x
        Cross = "x",
        /// a colon
        Colon = ":",
        /// a hyphen, the same as for a quiet move
        Hyphen = "-",
    }
}

/// A set of directions as the mover sees them.
///
/// Bit `d` stands for direction `d`, clockwise from straight ahead: 0 forward, 1 forward right, 2 right, … 7 forward
/// left. Every named set is symmetric left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// No direction.
    pub const NONE: Directions = Directions(0);
    /// Diagonally ahead, both ways.
    pub const FORWARD_DIAGONAL: Directions = Directions(1 << 1 | 1 << 7);
    /// Diagonally back, both ways.
    pub const BACKWARD_DIAGONAL: Directions = Directions(1 << 3 | 1 << 5);
    /// Straight ahead.
    pub const FORWARD: Directions = Directions(1);
    /// Straight back.
    pub const BACKWARD: Directions = Directions(1 << 4);
    /// To the left and right.
    pub const SIDEWAYS: Directions = Directions(1 << 2 | 1 << 6);
    /// The four diagonals.
    pub const DIAGONAL: Directions = Self::FORWARD_DIAGONAL.union(Self::BACKWARD_DIAGONAL);
    /// Along rows and columns.
    pub const ORTHOGONAL: Directions = Self::FORWARD.union(Self::BACKWARD).union(Self::SIDEWAYS);
    /// All eight.
    pub const ALL: Directions = Self::DIAGONAL.union(Self::ORTHOGONAL);

    const WORDS: &'static [Word] = &[
        Word { word: "forward-diagonal", meaning: "diagonally ahead, left and right" },
        Word { word: "backward-diagonal", meaning: "diagonally back, left and right" },
        Word { word: "forward", meaning: "straight ahead" },
        Word { word: "backward", meaning: "straight back" },
        Word { word: "sideways", meaning: "straight to the left and right" },
    ];
    const NAMED: [Directions; 5] =
        [Self::FORWARD_DIAGONAL, Self::BACKWARD_DIAGONAL, Self::FORWARD, Self::BACKWARD, Self::SIDEWAYS];

    /// The directions of either set; the operator `|` outside constants.
    #[must_use]
    pub const fn union(self, other: Directions) -> Directions {
        Directions(self.0 | other.0)
    }

    /// Whether a direction is in the set, 0 for straight ahead, clockwise.
    #[must_use]
    pub const fn has(self, direction: usize) -> bool {
        self.0 >> (direction & 7) & 1 == 1
    }

    /// Whether all of `other` is in the set.
    #[must_use]
    pub const fn covers(self, other: Directions) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for Directions {
    type Output = Directions;
    /// The directions of either set.
    fn bitor(self, other: Directions) -> Directions {
        self.union(other)
    }
}

impl ParameterValue for Directions {
    fn to_value(&self) -> Value {
        let named = Self::NAMED.iter().zip(Self::WORDS).filter(|(set, _)| self.covers(**set));
        Value::List(named.map(|(_, word)| Value::Word(word.word.to_string())).collect())
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let Value::List(items) = value else {
            return Err(ValueError::new(value.kind(), "a list of directions"));
        };
        let mut set = Directions::NONE;
        for (i, item) in items.iter().enumerate() {
            let named = Self::NAMED[word_of(item, Self::WORDS).map_err(|e| e.under(Step::Item(i)))?];
            if set.covers(named) {
                return Err(
                    ValueError::new(format!("`{item}` a second time"), "each direction once").under(Step::Item(i))
                );
            }
            set = set | named;
        }
        Ok(set)
    }
    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Word(Self::WORDS)), Self::NAMED.len())
    }
}

/// How repetition draws a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// How often the position must have occurred, the first time included; 0 where repetition never draws.
    pub occurrences: u8,
    /// Whether the side to move counts.
    pub side_to_move: RepetitionKey,
    /// Automatic, or on claim.
    pub draw: DrawMode,
}

impl Repetition {
    /// Repetition never draws.
    pub const NONE: Repetition =
        Repetition { occurrences: 0, side_to_move: RepetitionKey::Same, draw: DrawMode::Automatic };

    const NONE_WORD: &'static [Word] = &[Word { word: "none", meaning: "repetition never draws" }];

    /// A draw at the given occurrence of a position with the same side to move.
    #[must_use]
    pub const fn of_position(occurrences: u8, draw: DrawMode) -> Repetition {
        Repetition { occurrences, side_to_move: RepetitionKey::Same, draw }
    }
}

impl ParameterValue for Repetition {
    fn to_value(&self) -> Value {
        if self.occurrences == 0 {
            return Value::Word("none".to_string());
        }
        Value::Map(vec![
            ("occurrences".to_string(), self.occurrences.to_value()),
            ("side-to-move".to_string(), self.side_to_move.to_value()),
            ("draw".to_string(), self.draw.to_value()),
        ])
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        if let Value::Word(_) = value {
            return word_of(value, Self::NONE_WORD).map(|_| Self::NONE);
        }
        let mut map = MapReader::new(value)?;
        let occurrences: u8 = map.required("occurrences")?;
        let this = Self { occurrences, side_to_move: map.required("side-to-move")?, draw: map.required("draw")? };
        map.finish()?;
        if occurrences < 2 {
            return Err(ValueError::new(occurrences.to_string(), "2 or more occurrences, or `none` for the whole")
                .under(Step::Key("occurrences".to_string())));
        }
        Ok(this)
    }
    fn shape() -> Shape {
        let field = |name, shape, meaning| Field { name, shape, optional: false, meaning };
        Shape::WordOr(
            Self::NONE_WORD,
            Box::new(Shape::Map(vec![
                field(
                    "occurrences",
                    Shape::Number(2, 255),
                    "how often the position must occur, the first time included",
                ),
                field("side-to-move", RepetitionKey::shape(), "whether the side to move counts"),
                field("draw", DrawMode::shape(), "automatic or claimed"),
            ])),
        )
    }
}

/// Material of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// Pieces in all.
    pub pieces: Range,
    /// Kings among them.
    pub kings: Range,
    /// Men among them.
    pub men: Range,
}

impl Material {
    /// Any material.
    pub const ANY: Material = Material { pieces: Range::ANY, kings: Range::ANY, men: Range::ANY };
    /// A king and nothing else.
    pub const LONE_KING: Material = Material { pieces: Range::exactly(1), kings: Range::exactly(1), men: Range::ANY };
    /// One piece of either rank.
    pub const ONE_PIECE: Material = Material { pieces: Range::exactly(1), ..Self::ANY };

    /// So many pieces with at least one king among them.
    #[must_use]
    pub const fn with_king(pieces: Range) -> Material {
        Material { pieces, kings: Range::between(1, pieces.max), men: Range::ANY }
    }

    /// Whether a side with so many pieces, so many of them kings, has this material.
    pub(crate) const fn holds(&self, pieces: u32, kings: u32) -> bool {
        self.pieces.contains(pieces) && self.kings.contains(kings) && self.men.contains(pieces - kings)
    }
}

impl ParameterValue for Material {
    fn to_value(&self) -> Value {
        let parts = [("pieces", self.pieces), ("kings", self.kings), ("men", self.men)];
        let stated = parts.into_iter().filter(|(_, range)| *range != Range::ANY);
        Value::Map(stated.map(|(name, range)| (name.to_string(), range.to_value())).collect())
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let mut map = MapReader::new(value)?;
        let any = |range: Option<Range>| range.unwrap_or(Range::ANY);
        let this = Self {
            pieces: any(map.optional("pieces")?),
            kings: any(map.optional("kings")?),
            men: any(map.optional("men")?),
        };
        map.finish()?;
        Ok(this)
    }
    fn shape() -> Shape {
        let field = |name, meaning| Field { name, shape: Shape::Range, optional: true, meaning };
        Shape::Map(vec![
            field("pieces", "pieces in all"),
            field("kings", "kings among them"),
            field("men", "men among them"),
        ])
    }
}

/// The circumstances in which a draw clause counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Pieces of both sides together.
    pub total: Range,
    /// The side with more pieces; with equal numbers the one with more kings; where these are equal too, both sides.
    pub stronger: Material,
    /// The other side.
    pub weaker: Material,
    /// The long diagonal. Where the sides were equal from the beginning of the count, a king of either side will do.
    pub long_diagonal: Option<LongDiagonal>,
    /// An exception.
    pub unless: Option<Unless>,
}

impl Condition {
    /// Always.
    pub const ALWAYS: Condition = Condition {
        total: Range::ANY,
        stronger: Material::ANY,
        weaker: Material::ANY,
        long_diagonal: None,
        unless: None,
    };

    /// This material against that.
    #[must_use]
    pub const fn material(stronger: Material, weaker: Material) -> Condition {
        Condition { stronger, weaker, ..Self::ALWAYS }
    }

    /// Whether sides with so many pieces, and so many kings among them, have the material for it.
    #[must_use]
    pub const fn has_material(&self, stronger: (u32, u32), weaker: (u32, u32)) -> bool {
        self.total.contains(stronger.0 + weaker.0)
            && self.stronger.holds(stronger.0, stronger.1)
            && self.weaker.holds(weaker.0, weaker.1)
    }

    /// Whether it can hold where neither side is the stronger: as many pieces on each side, and as many kings.
    #[must_use]
    pub fn allows_equal_sides(&self) -> bool {
        // More pieces than any board has squares for one side.
        const MOST: u32 = 64;
        (0..=MOST).any(|pieces| (0..=pieces).any(|kings| self.has_material((pieces, kings), (pieces, kings))))
    }
}

impl ParameterValue for Condition {
    fn to_value(&self) -> Value {
        let mut entries = Vec::new();
        if self.total != Range::ANY {
            entries.push(("total".to_string(), self.total.to_value()));
        }
        for (name, material) in [("stronger", self.stronger), ("weaker", self.weaker)] {
            if material != Material::ANY {
                entries.push((name.to_string(), material.to_value()));
            }
        }
        if let Some(diagonal) = self.long_diagonal {
            entries.push(("long-diagonal".to_string(), diagonal.to_value()));
        }
        if let Some(unless) = self.unless {
            entries.push(("unless".to_string(), unless.to_value()));
        }
        Value::Map(entries)
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let mut map = MapReader::new(value)?;
        let this = Self {
            total: map.optional("total")?.unwrap_or(Range::ANY),
            stronger: map.optional("stronger")?.unwrap_or(Material::ANY),
            weaker: map.optional("weaker")?.unwrap_or(Material::ANY),
            long_diagonal: map.optional("long-diagonal")?,
            unless: map.optional("unless")?,
        };
        map.finish()?;
        Ok(this)
    }
    fn shape() -> Shape {
        let field = |name, shape, meaning| Field { name, shape, optional: true, meaning };
        Shape::Map(vec![
            field("total", Shape::Range, "pieces of both sides together"),
            field("stronger", Material::shape(), "the side with more pieces, with equal numbers more kings"),
            field("weaker", Material::shape(), "the other side"),
            field("long-diagonal", LongDiagonal::shape(), "what must hold on the long diagonal"),
            field("unless", Unless::shape(), "an exception"),
        ])
    }
}

/// A counter of plies that draws the game when it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawClause {
    /// What kind of clause it is.
    pub reason: ClauseReason,
    /// The number the document writes, in [`of`](Self::of); 0 draws at once.
    pub moves: u16,
    /// The unit of that number.
    pub of: Unit,
    /// Whose moves count where neither side is the stronger when the count begins; of meaning where
    /// [`needs_when_equal`](Self::needs_when_equal).
    pub when_equal: WhenEqual,
    /// What sets the count back to zero.
    pub reset_by: List<Reset, 3>,
    /// When it counts at all.
    pub condition: Condition,
    /// Whether the ply that makes the condition true counts.
    pub creating_move: CreatingMove,
    /// Automatic, or on claim.
    pub draw: DrawMode,
}

impl DrawClause {
    /// A count of quiet plies with kings, the commonest clause: so many moves each without capture or man move.
    #[must_use]
    pub const fn quiet(moves: u16, of: Unit, draw: DrawMode) -> DrawClause {
        DrawClause {
            reason: ClauseReason::NoProgress,
            moves,
            of,
            when_equal: WhenEqual::EachSide,
            reset_by: List::of(&[Reset::Capture, Reset::ManMove]),
            condition: Condition::ALWAYS,
            creating_move: CreatingMove::NotCounted,
            draw,
        }
    }

    /// An ending that must be won in so many moves, drawn automatically.
    #[must_use]
    pub const fn endgame(moves: u16, of: Unit, condition: Condition) -> DrawClause {
        DrawClause {
            reason: ClauseReason::Endgame,
            moves,
            of,
            when_equal: WhenEqual::EachSide,
            reset_by: List::EMPTY,
            condition,
            creating_move: CreatingMove::NotCounted,
            draw: DrawMode::Automatic,
        }
    }

    /// How many counted plies make the draw, in plies of the unit that is counted: twice the number for `each-side`,
    /// the number itself otherwise.
    #[must_use]
    pub const fn limit(&self) -> u32 {
        match self.of {
            Unit::EachSide => self.moves as u32 * 2,
            Unit::Plies | Unit::StrongerSide => self.moves as u32,
        }
    }

    /// Whether it must say whose moves it counts between equal sides: it counts the stronger side's, and can hold where
    /// neither side is the stronger.
    #[must_use]
    pub fn needs_when_equal(&self) -> bool {
        self.of == Unit::StrongerSide && self.condition.allows_equal_sides()
    }
}

const WHEN_EQUAL: &str = "when-equal";

impl ParameterValue for DrawClause {
    fn to_value(&self) -> Value {
        let mut entries = vec![
            ("reason".to_string(), self.reason.to_value()),
            ("moves".to_string(), self.moves.to_value()),
            ("of".to_string(), self.of.to_value()),
        ];
        if self.needs_when_equal() {
            entries.push((WHEN_EQUAL.to_string(), self.when_equal.to_value()));
        }
        if !self.reset_by.is_empty() {
            entries.push(("reset-by".to_string(), self.reset_by.to_value()));
        }
        if self.condition != Condition::ALWAYS {
            entries.push(("while".to_string(), self.condition.to_value()));
        }
        if self.creating_move == CreatingMove::Counted {
            entries.push(("creating-move".to_string(), self.creating_move.to_value()));
        }
        entries.push(("draw".to_string(), self.draw.to_value()));
        Value::Map(entries)
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let mut map = MapReader::new(value)?;
        let when_equal = map.optional(WHEN_EQUAL)?;
        let resets: List<Reset, 3> = map.optional("reset-by")?.unwrap_or(List::EMPTY);
        // Their order means nothing.
        let sorted: Vec<Reset> = Reset::ALL.iter().copied().filter(|one| resets.iter().any(|it| it == *one)).collect();
        let this = Self {
            reason: map.required("reason")?,
            moves: map.required("moves")?,
            of: map.required("of")?,
            when_equal: when_equal.unwrap_or(WhenEqual::EachSide),
            reset_by: List::of(&sorted),
            condition: map.optional("while")?.unwrap_or(Condition::ALWAYS),
            creating_move: map.optional("creating-move")?.unwrap_or(CreatingMove::NotCounted),
            draw: map.required("draw")?,
        };
        map.finish()?;
        match (when_equal, this.needs_when_equal()) {
            (None, true) => Err(ValueError::new(
                "no `when-equal`",
                "`when-equal: each-side` or `when-equal: first-to-move`, as the clause counts the stronger side's moves \
                 and its material allows equal sides",
            )),
            (Some(stated), false) => Err(ValueError::new(
                format!("`{}`", stated.word()),
                "no `when-equal`, as it makes no difference here: the clause does not count the stronger side's moves, \
                 or its material allows no equal sides",
            )
            .under(Step::KeyItself(WHEN_EQUAL.to_string()))),
            _ => Ok(this),
        }
    }
    fn shape() -> Shape {
        let field = |name, shape, optional, meaning| Field { name, shape, optional, meaning };
        Shape::Map(vec![
            field("reason", ClauseReason::shape(), false, "no progress, or an ending"),
            field("moves", Shape::Number(0, 65535), false, "the number the document writes; 0 draws at once"),
            field("of", Unit::shape(), false, "what that number counts"),
            field(
                WHEN_EQUAL,
                WhenEqual::shape(),
                true,
                "whose moves count between equal sides; exactly where the stronger side's count and the sides can be equal",
            ),
            field("reset-by", List::<Reset, 3>::shape(), true, "what starts the count anew"),
            field("while", Condition::shape(), true, "the circumstances in which it counts"),
            field("creating-move", CreatingMove::shape(), true, "whether the ply that brings them about counts"),
            field("draw", DrawMode::shape(), false, "automatic or claimed"),
        ])
    }
}

/// A parameter of [`Rules`], seen from outside.
pub struct Parameter {
    /// Its name in YAML, JSON, and tables.
    pub name: &'static str,
    /// The heading it stands under.
    pub group: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The values it may have.
    pub shape: fn() -> Shape,
    /// Its value in a set of rules.
    pub get: fn(&Rules) -> Value,
    /// The value that needs no statement: no document speaks of the matter but those that have another value. `None` if
    /// every set of rules must state one.
    pub neutral: Option<fn() -> Value>,
    set: fn(&mut Rules, &Value) -> Result<(), ValueError>,
}

impl Parameter {
    /// The parameter of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Parameter> {
        PARAMETERS.iter().find(|p| p.name == name)
    }

    /// Changes its value in a set of rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not have the parameter's shape; the rules are then unchanged.
    pub fn set(&self, rules: &mut Rules, value: &Value) -> Result<(), ValueError> {
        (self.set)(rules, value)
    }

    /// Whether a set of rules has the value that needs no statement.
    #[must_use]
    pub fn is_neutral_in(&self, rules: &Rules) -> bool {
        self.neutral.is_some_and(|neutral| neutral() == (self.get)(rules))
    }

    /// Whether the parameter belongs to notation, which the PDN standard fixes and rule documents do not.
    #[must_use]
    pub fn is_notation(&self) -> bool {
        self.group == "notation"
    }
}

impl std::fmt::Debug for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parameter").field("name", &self.name).field("group", &self.group).finish_non_exhaustive()
    }
}

/// Declares [`Rules`] and its registry from one list. The parameters of a group that have a neutral value come last in
/// it, each with that value.
macro_rules! rules {
    ($( $group:literal {
        $( $(#[doc = $doc:literal])+ $field:ident : $type:ty = $name:literal, )+
        $( neutral {
            $( $(#[doc = $neutral_doc:literal])+ $neutral_field:ident : $neutral_type:ty = $neutral_name:literal
                is $neutral:expr, )+
        } )?
    } )+) => {
        /// The complete rules of a game: what a board, a man, a king, a capture are, and how games end.
        ///
        /// Plain data, `Copy`, and buildable in a `const`. [`PARAMETERS`] lists the same fields with their names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Rules {
            $(
                $( $(#[doc = $doc])+ pub $field: $type, )+
                $( $( $(#[doc = $neutral_doc])+ pub $neutral_field: $neutral_type, )+ )?
            )+
        }

        /// The parameters that have no neutral value: what every set of rules must state.
        #[derive(Clone, Copy, Debug)]
        pub struct Stated {
            $( $( $(#[doc = $doc])+ pub $field: $type, )+ )+
        }

        impl Stated {
            /// The rules with the neutral value of every other parameter.
            #[must_use]
            pub const fn rules(self) -> Rules {
                Rules {
                    $(
                        $( $field: self.$field, )+
                        $( $( $neutral_field: $neutral, )+ )?
                    )+
                }
            }
        }

        /// Every parameter of [`Rules`] in the order of rule documents.
        pub static PARAMETERS: &[Parameter] = &[
            $(
                $( rules!(@parameter $group, $field: $type = $name, concat!($($doc),+), None), )+
                $( $( rules!(
                    @parameter $group, $neutral_field: $neutral_type = $neutral_name, concat!($($neutral_doc),+),
                    Some(|| <$neutral_type as ParameterValue>::to_value(&$neutral))
                ), )+ )?
            )+
        ];
    };
    (@parameter $group:literal, $field:ident : $type:ty = $name:literal, $meaning:expr, $neutral:expr) => {
        Parameter {
            name: $name,
            group: $group,
            meaning: $meaning.trim_ascii(),
            shape: <$type as ParameterValue>::shape,
            get: |rules| rules.$field.to_value(),
            neutral: $neutral,
            set: |rules, value| {
                rules.$field = <$type as ParameterValue>::from_value(value)?;
                Ok(())
            },
        }
    };
}

rules! {
    "board" {
        /// number of columns
        width: u8 = "width",
        /// number of rows
        height: u8 = "height",
        /// which squares are played on
        playing_squares: PlayingSquares = "playing-squares",
        /// who moves first
        starting_side: Color = "starting-side",
        /// rows of men each side starts with
        start_rows: u8 = "start-rows",
        /// empty rows behind those men at the start
        start_offset: u8 = "start-offset",
    }
    "man" {
        /// directions in which a man moves, one step
        man_moves: Directions = "man-moves",
        /// directions in which a man captures
        man_captures: Directions = "man-captures",
        /// what a man may take
        man_may_capture: ManMayCapture = "man-may-capture",
    }
    "king" {
        /// directions in which a king moves
        king_moves: Directions = "king-moves",
        /// directions in which a king captures
        king_captures: Directions = "king-captures",
        /// how far a king reaches
        king_range: KingRange = "king-range",
        /// where a king may land behind the piece it takes
        king_landing: KingLanding = "king-landing",
        neutral {
            /// quiet moves in a row allowed to one king while its side has men; 0 for no limit
            king_move_limit: u8 = "king-move-limit" is 0,
        }
    }
    "capture" {
        /// whether a side that can capture must
        capture_duty: CaptureDuty = "capture-duty",
        /// whether a capture that can go on must
        chain_duty: ChainDuty = "chain-duty",
        /// what decides between captures, strongest criterion first; empty for a free choice
        capture_priority: List<Criterion, 4> = "capture-priority",
        /// when captured pieces leave the board
        removal: Removal = "removal",
        /// turning back by 180 degrees between two jumps in a row
        reversal: Reversal = "reversal",
    }
    "promotion" {
        /// a man that reaches the crowning row in the middle of a capture
        crowning_in_capture: CrowningInCapture = "crowning-in-capture",
        neutral {
            /// what a crowning means for the game
            crowning_result: CrowningResult = "crowning-result" is CrowningResult::PlayOn,
        }
    }
    "end" {
        /// what having no legal move means for the side to move
        no_move: NoMove = "no-move",
        /// what counts when one ply both wins and completes a draw
        same_ply: SamePly = "same-ply",
    }
    "draws" {
        /// how repetition draws
        repetition: Repetition = "repetition",
        /// counters that draw
        draw_clauses: List<DrawClause, 8> = "draw-clauses",
    }
    "events" {
        /// whether players may agree to a draw
        agreement: Agreement = "agreement",
        /// what resigning does
        resignation: Forfeit = "resignation",
        /// what running out of time does
        time_out: Forfeit = "time-out",
        /// what leaving the game does
        leaving: Forfeit = "leaving",
    }
    "notation" {
        /// how squares are named
        square_names: SquareNames = "square-names",
        /// the corner of square 1 or a1 as White sees it
        first_square: FirstSquare = "first-square",
        /// the sign between the squares of a capture
        capture_separator: CaptureSeparator = "capture-separator",
        /// number of the game in PDN's GameType tag: the standard's, or one in common use; 0 where there is neither
        game_type: u8 = "game-type",
    }
}

/// Rules that every game of the family shares; a clause that states one has no parameter to fix.
pub const LAWS: &[Word] = &[
    Word { word: "turn-order", meaning: "one move each, alternately" },
    Word { word: "empty-target", meaning: "a piece goes only to an empty square and never over one of its own side" },
    Word { word: "jump", meaning: "a capture passes over one enemy piece onto an empty square behind it" },
    Word { word: "no-double-jump", meaning: "no piece is jumped twice in one move" },
    Word { word: "chain-is-one-move", meaning: "all jumps of a capture together are one move" },
    Word { word: "same-piece", meaning: "only the piece that began the capture goes on with it" },
    Word { word: "playing-squares-only", meaning: "no piece ever stands on a square that is not played on" },
    Word { word: "crowning", meaning: "a man that ends its move on the last row becomes a king" },
    Word { word: "no-pieces-loses", meaning: "a side without pieces has no move" },
    Word { word: "no-choice-of-colour", meaning: "who plays which side is settled before the game" },
];

/// Why a set of rules cannot be played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {problem}")]
pub struct RulesError {
    /// The parameter at fault.
    pub parameter: &'static str,
    /// What is wrong with its value.
    pub problem: &'static str,
}

impl Rules {
    /// Whether any piece goes along rows or columns.
    pub(crate) const fn moves_straight(&self) -> bool {
        let all = self.man_moves.union(self.man_captures).union(self.king_moves).union(self.king_captures);
        !Directions::DIAGONAL.covers(all)
    }

    /// Checks that the values fit each other and the sizes the engine can hold.
    ///
    /// # Errors
    ///
    /// Returns an error for the first parameter whose value is impossible.
    pub const fn validate(&self) -> Result<(), RulesError> {
        const fn wrong(parameter: &'static str, problem: &'static str) -> Result<(), RulesError> {
            Err(RulesError { parameter, problem })
        }
        let all = matches!(self.playing_squares, PlayingSquares::All);
        if self.width < 4 || self.width > 14 || !self.width.is_multiple_of(2) {
            return wrong("width", "must be an even number from 4 to 14");
        }
        if self.height < 4 || self.height > 14 || !self.height.is_multiple_of(2) {
            return wrong("height", "must be an even number from 4 to 14");
        }
        if all && self.width as u32 * self.height as u32 > 128 {
            return wrong("playing-squares", "at most 128 squares can be played on");
        }
        if self.start_rows == 0 || (self.start_rows as u32 + self.start_offset as u32) * 2 > self.height as u32 {
            return wrong("start-rows", "the men of the two sides must fit on the board");
        }
        if !Directions::ALL.covers(self.man_moves) || self.man_moves.0 == 0 {
            return wrong("man-moves", "a man must have a direction to move in");
        }
        if matches!(self.king_range, KingRange::OneStep) && !matches!(self.king_landing, KingLanding::Adjacent) {
            return wrong("king-landing", "a king of one step lands on the adjacent square");
        }
        Ok(())
    }

    /// Men each side starts with.
    #[must_use]
    pub const fn men_at_start(&self) -> u32 {
        let per_row = match self.playing_squares {
            PlayingSquares::All => self.width as u32,
            PlayingSquares::NearLeft | PlayingSquares::NearRight => self.width as u32 / 2,
        };
        per_row * self.start_rows as u32
    }

    /// The same rules with everything that does not touch the making of moves set to one fixed value, so that two
    /// rulebooks that move alike compare equal: start, draws, events, notation. What a crowning means stays:
    /// where it wins, no move follows it.
    pub(crate) const fn movement(&self) -> Rules {
        Rules {
            starting_side: Color::White,
            start_rows: 1,
            start_offset: 0,
            no_move: NoMove::Loses,
            same_ply: SamePly::WinFirst,
            repetition: Repetition::NONE,
            draw_clauses: List::EMPTY,
            agreement: Agreement::Unstated,
            resignation: Forfeit::Unstated,
            time_out: Forfeit::Unstated,
            leaving: Forfeit::Unstated,
            square_names: SquareNames::Numeric,
            first_square: FirstSquare::TopLeft,
            capture_separator: CaptureSeparator::Cross,
            game_type: 0,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_parameter_of_every_variant_survives_writing_and_reading() {
        for variant in variants::ALL {
            let mut copy = variants::ENGLISH;
            for parameter in PARAMETERS {
                let value = (parameter.get)(&variant.rules);
                parameter.set(&mut copy, &value).unwrap_or_else(|e| panic!("{}: {e}", parameter.name));
            }
            assert_eq!(copy, variant.rules, "{}", variant.name);
        }
    }

    #[test]
    fn a_wrong_value_is_refused_with_its_path_and_changes_nothing() {
        let clauses = Parameter::named("draw-clauses").expect("a parameter");
        let mut rules = variants::ENGLISH;
        let mut value = DrawClause::quiet(40, Unit::EachSide, DrawMode::Automatic).to_value();
        let Value::Map(entries) = &mut value else { unreachable!("a clause is a map") };
        entries[2].1 = Value::Word("fortnights".to_string());
        let error = clauses.set(&mut rules, &Value::List(vec![value])).expect_err("no such unit");
        assert_eq!(error.path, [Step::Item(0), Step::Key("of".to_string())]);
        assert_eq!(error.found, "`fortnights`");
        assert_eq!(error.expected, "`plies`, `each-side` or `stronger-side`");
        assert_eq!(rules, variants::ENGLISH);
    }

    /// A clause must say whose moves it counts between equal sides exactly where that makes a difference.
    #[test]
    fn equal_sides_are_stated_where_they_matter_and_only_there() {
        let of = |stronger, weaker, of| DrawClause::endgame(5, of, Condition::material(stronger, weaker));
        let up_to_two = Material::with_king(Range::between(1, 2));
        let two = Material::with_king(Range::exactly(2));
        let with = |clause: DrawClause, stated: Option<&str>| {
            let Value::Map(mut entries) = clause.to_value() else { unreachable!("a clause is a map") };
            entries.retain(|(key, _)| key != WHEN_EQUAL);
            entries.extend(stated.map(|word| (WHEN_EQUAL.to_string(), Value::Word(word.to_string()))));
            DrawClause::from_value(&Value::Map(entries))
        };
        let needed = of(up_to_two, Material::LONE_KING, Unit::StrongerSide);
        let error = with(needed, None).expect_err("it must be stated");
        assert_eq!((error.path.as_slice(), error.found.as_str()), ([].as_slice(), "no `when-equal`"));
        assert_eq!(with(needed, Some("each-side")), Ok(needed));
        let first = DrawClause { when_equal: WhenEqual::FirstToMove, ..needed };
        assert_eq!(with(needed, Some("first-to-move")), Ok(first));
        assert_eq!(DrawClause::from_value(&first.to_value()), Ok(first));
        assert_eq!(with(needed, Some("white")).expect_err("no colour").expected, "`each-side` or `first-to-move`");
        for idle in [
            of(up_to_two, Material::LONE_KING, Unit::EachSide),
            of(two, Material::LONE_KING, Unit::StrongerSide),
            // As many pieces, but never as many kings.
            of(
                Material { men: Range::exactly(0), ..two },
                Material { men: Range::exactly(1), ..two },
                Unit::StrongerSide,
            ),
        ] {
            assert_eq!(with(idle, None), Ok(idle));
            let error = with(idle, Some("each-side")).expect_err("it makes no difference");
            assert_eq!(error.path, [Step::KeyItself(WHEN_EQUAL.to_string())]);
        }
        let odd = Condition { total: Range::exactly(3), ..Condition::ALWAYS };
        assert!(!odd.allows_equal_sides(), "three pieces are never shared equally");
    }

    #[test]
    fn ranges_read_what_they_write() {
        for range in [Range::exactly(3), Range::between(1, 3), Range::at_least(3)] {
            assert_eq!(Range::from_value(&range.to_value()), Ok(range));
        }
        for bad in ["", "-", "3-1", "x", "1-2-3", "+", "300", "-1"] {
            assert!(Range::from_value(&Value::Word(bad.to_string())).is_err(), "{bad}");
        }
    }
}
