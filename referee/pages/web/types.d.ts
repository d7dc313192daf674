// What travels between the modules of the page; read by `tsc`, not by browsers.

/** A move as the page has it: pages/replay_page.cpp writes it. */
export interface Move {
  seat: number;
  /** Wall-clock time in milliseconds. */
  ms: number;
  /** Of an AI that ran in a page, instead of a time. */
  instructions?: number;
  phase?: "prepare";
  /** How far the player's chance fell in this turn, if that is worth a mark. */
  loss?: number;
  mark?: "doubtful" | "mistake" | "blunder";
  effect?: string;
  fault?: string;
  /** What the AI wrote; only with a fault. */
  move?: string;
  reason?: string;
  errors?: string;
  comment?: string;
  notes?: string;
  /** What other AIs say to it. */
  analyses?: Analysis[];
}

/** What another AI would have played instead of a move, and says to the position. */
export interface Analysis {
  name: string;
  ms: number;
  /** Of an AI that ran in this page, instead of a time. */
  instructions?: number;
  /** It would have played the same. */
  same?: boolean;
  effect?: string;
  fault?: string;
  reason?: string;
  notes?: string;
}

/** The start of a game, or one turn: its moves and the frames they led to. */
export interface Entry {
  turn: number;
  moves: Move[];
  /** Seats that went out in it. */
  out: number[];
  first: number;
  last: number;
  /** By seat or team, after the turn: the judge's. They add up to 1. */
  chances?: number[];
}

/** A sentence of a game's story: record/story.cpp writes it. */
export interface Moment {
  /** None: the start. */
  turn?: number;
  kind: string;
  /** Of whom it tells. */
  seat?: number;
  text: string;
  /** Of whom it tells, before and after, by the judge. */
  chance?: [number, number];
}

/** What the judge says of a whole game: record/chances.cpp. */
export interface Judged {
  /** By how much it was wrong on average in so many other games. */
  error: number;
  games: number;
  players: { seat: number; moves: number; loss: number; worst: { turn: number; loss: number; mark?: Move["mark"] }[] }[];
  /** The sentence of the story that tells where it turned. */
  turning?: number;
}

export interface End {
  story?: Moment[];
  judge?: Judged;
  ranks?: number[];
  scores?: number[];
  reason?: string;
  differences?: string[];
}

export interface GameHead extends End {
  number: number;
  field: string;
  names: string[];
  /** In a game with teams the seats of each, from 1: view/teams. */
  teams?: number[][];
  /** Of a whole game: how many turns it has, and faults of all seats together. */
  turns?: number;
  faults?: number;
  /** How the game works on this field, if not as in Match.game. */
  rules?: Rules;
  /** Where it began, if it goes on from another game; `names` played until then. */
  from?: { record: string; game: number; turn: number; names: string[] };
}

/** How the game works: game/in_short.cpp reads it from the game's README. */
export interface Rules {
  lines: string[];
  /** What is seen on the board, and what it means. */
  legend: [string, string][];
}

export interface Match {
  /** `match_decides`: the scores of all games together decide who wins; `drawing`: the page has a module that draws the game; a stranger's is framed (framed.js). */
  game: { name: string; title: string; simultaneous: boolean; match_decides?: boolean; measures: string[]; drawing?: boolean | "framed"; rules?: Rules };
  games: GameHead[];
  /** Only in a page that shows games while they are played: the address of the events. */
  live?: { events: string; tournament: boolean };
}

/** How far a tournament is: tournament/play/progress.cpp writes it. */
export interface TournamentProgress {
  played: number;
  planned: number;
  per_second: number;
  /** Null if it can't be known. */
  seconds_left: number | null;
  /** The best share of a game first; keys as in the standings of `report --json`. */
  ais: { name: string; games: number; share: number; points: number }[];
  /** AIs for whom there is no room. */
  left_out: number;
}

/** Where games come from: PackedSource, LiveSource. */
export interface Source {
  match: Match;
  /** The game with that index; null if it has not begun. */
  game(index: number): Promise<import("view/source").Game | null>;
}

/** A value of a player: shown beside the name, with a bar if there is a maximum. */
export interface Gauge {
  name: string;
  value: number;
  max?: number;
  /** A class of board.css that colours the bar; else it has the player's colour. */
  kind?: string;
}

/** What has come about up to a frame. */
export interface SoFar {
  out: Set<number>;
  /** Seats that have made a move. */
  moved: Set<number>;
  /** By seat. */
  faults: number[];
  /** By seat, in milliseconds; NaN before the first move. */
  lastMs: number[];
  /** At the last frame only. */
  end: End | null;
}

/** What is shown with a frame. */
export interface View {
  frame: any;
  /** The frame before, or null at the start. */
  before: any;
  entry: Entry;
  /** The frame so many before this one, or null before the start; not in a drawing's frame (framed.js). */
  earlier?: (back: number) => any;
  /** Number of the frame within its entry, and of frames there. */
  step: number;
  steps: number;
  names: string[];
}

/** What a board draws. */
export interface Scene extends View {
  /**
   * The element with that key: the one of the last scene if `state` is still the same, else what `make` returns. A key
   * stands for one piece, `state` for everything that its element depends on. `move` says where a piece comes from,
   * relative to its place, and by how many degrees it turns, if it has come to it in this frame.
   */
  keep(key: string, state: string | number, make: () => Element, move?: [number, number] | [number, number, number] | null): Element;
}

/** What a legend shows of a game: elements, and the part of the plane in which they lie. */
export interface Sample {
  box: [number, number, number, number];
  parts: Element[];
}

/** A game's board; each module in games/ makes one by `board(first)`. */
/** A sound that is made by sound.js. */
export type SoundName = "step" | "gain" | "loss" | "eat" | "fall" | "roll" | "catch" | "lock" | "card" | "fault" | "out" | "end";

export interface Board {
  /** Left, top, width, height of the picture. */
  box: [number, number, number, number];
  draw(scene: Scene): Element[];
  /** The board as signs, for those who can't see the picture. */
  text(frame: any): string;
  /** What else is to be known of the frame, in a few words. */
  status(frame: any, names: string[]): string;
  gauges(frame: any, seat: number): Gauge[];
  /** Why a seat is out, in a few words, or empty. */
  fate(frame: any, seat: number, names: string[]): string;
  /** The middle of a cell in the board's own coordinates, and a cell's size. */
  centre(x: number, y: number): [number, number];
  cell: number;
  /** Boards of areas: the middle and the outline of one, or null. */
  area?(number: number): { centre: [number, number]; path: string } | null;
  /** What a seat has played in this turn, as far as the board shows it: for those who are told no more of others' moves; or empty. */
  played?(view: View, seat: number): string;
  /** What is heard when a frame comes, if somebody wants sound; without it, what every game tells: sound.js. */
  sounds?(view: View): SoundName[];
  /** The picture beside a word of the game's legend, or null. */
  sample?(word: string): Sample | null;

  // Of a board that is drawn in a frame (framed.js):
  /** Called when what it says of frames is known, or (`isOther`) when it is drawn otherwise. */
  onchange?: (isOther: boolean) => void;
  image?(view: View): Promise<HTMLElement>;
  sampleImage?(word: string): Promise<{ box: number[]; image: HTMLElement } | null>;
  saved?(over: string): Promise<string>;
}

/** What a person is asked: pages/live/seat_links.cpp writes it. */
export interface Question {
  /** Counts all questions of the match. */
  number: number;
  game: number;
  turn: number;
  /** Turns of the game that have been played: the page may not have them all yet. */
  played: number;
  seat: number;
  /** An answer is `length` of these. */
  choices: string[];
  length: number;
  /** If there are any: an answer has a word for each of them. */
  slots?: Slot[];
  answered: boolean;
  /** Time left when it was asked for; none: no limit. */
  left_ms?: number;
}

/** A part of an answer: one of the words, or a number. */
export interface Slot {
  name: string;
  words?: string[];
  from?: number;
  to?: number;
  step?: number;
}

/** Whom the match waits for. */
export interface Waiting {
  number: number;
  name: string;
  seat: number;
  game: number;
  turn: number;
  answered: boolean;
}

/** A choice as a button. */
export interface ChoiceButton {
  answer: string;
  label: string;
  /** The first one is shown; single letters in small. */
  keys: string[];
  icon?: string;
  /** Its place in a cross of five; none: in a row of its own. */
  place?: "n" | "w" | "c" | "e" | "s";
  /** False: not now. It keeps its place. */
  isLegal?: boolean;
  /** What it leads to, in a few words. */
  leads?: string;
}

/** A place on the board that can be chosen: its middle and outline in the board's units. */
export interface Spot {
  id: string;
  at: [number, number];
  d: string;
  name: string;
  /** It has no outline, and is seen under the pointer only: what lies there is to be seen. */
  isQuiet?: boolean;
}

/** A choice of two places, one after the other. `what` is a verb: "attack". */
export interface Pair {
  from: string;
  to: string;
  answer: string;
  what: string;
  /** What it leads to, in a few words. */
  leads?: string;
}

/** A plan: `length` choices for each unit. */
export interface PlanForm {
  units: { name: string; cell: [number, number] }[];
  length: number;
  /** What each choice does to a unit's cell. */
  steps: Record<string, [number, number]>;
  /** The choice for what isn't planned. */
  rest: string;
  /** Cells that can be clicked. */
  cells: [number, number][];
}

/** How a game's choices are offered to a person: `hand()` of each module in games/ makes it. */
export interface Hand {
  hint: string;
  /** What keys do that no button shows. */
  keys?: string;
  buttons: ChoiceButton[];
  pairs?: Pair[];
  /** The places of the pairs. Without pairs each is a choice by itself: its id is the answer of a button. */
  spots?: Spot[];
  /** Places that can't be chosen now: a click on one is answered by `refusal`. */
  closed?: Spot[];
  /** Why a place can't be chosen first (`to` is null), or why the second one doesn't go with the first. */
  refusal?: (from: string, to: string | null) => string;
  plan?: PlanForm;
}
/** What the module of a game exports: see pages/README.md, "A new game's drawing". */
export interface Drawing {
  /** Of this interface: 1. A drawing of another version isn't used. */
  version: number;
  board(first: any): Board;
  /** None: each choice is a button. */
  hand?: HandMaker;
  /** Rules of CSS for its elements, each for `.game-NAME`. */
  style?: string;
}
/** A drawing with all that it may leave out. A framed one's boards and hands come later. */
export type WholeDrawing = { version: number; board: BoardMaker; hand: LateHandMaker; style: string };
/** `place`: the element in which the board is shown. */
export type BoardMaker = (first: any, place?: Element) => Board | Promise<Board>;
export type HandMaker = (question: Question, frame: any, board: Board) => Hand;
export type LateHandMaker = (question: Question, frame: any, board: Board) => Hand | Promise<Hand>;
