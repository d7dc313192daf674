// Games with teams: a result is a team's. Everything else on a page has seats.

/** @typedef {import("view/types").GameHead} GameHead */

/**
 * The head with names, ranks and scores by team, and the seats of each, from 1; without teams by seat.
 * @template {GameHead} Head @param {Head} head @returns {Head & {members: number[][]}}
 */
export function byTeam(head) {
  const members = head.teams ?? head.names.map((_, i) => [i + 1]);
  if (!head.teams) {
    return { ...head, members };
  }
  const first = (/** @type {number[] | undefined} */ values) => values && members.map((seats) => values[(seats[0] ?? 1) - 1] ?? NaN);
  return {
    ...head, members, ranks: first(head.ranks), scores: first(head.scores),
    names: members.map((seats) => [...new Set(seats.map((seat) => head.names[seat - 1]))].join(" & ")),
  };
}

/** The place of the name among those of byTeam(), also if it is a partner's; or -1. @param {GameHead} head @param {string} name */
export const placeOf = (head, name) => byTeam(head).members.findIndex((seats) => seats.some((seat) => head.names[seat - 1] === name));
