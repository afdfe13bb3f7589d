/** How many of each are kept: the newest copy of each of so many days, weeks and months that have one; and all of the last of these days. */
const kept = { days: 7, weeks: 4, months: 6 }

const day = 24 * 60 * 60 * 1000
/** Kenya is three hours ahead of UTC all year round. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/**
 * Of copies, newest last, those that are kept: by day, week (from Monday) and month in Nairobi. The newest is always kept. `replayableFrom` begins with the oldest
 * copy that any time since can be restored from, so the WAL from there on is kept as well.
 */
export function keptCopies<Copy extends { endedAt: Date }>(copies: readonly Copy[]): { keep: Copy[]; replayableFrom: Copy | null } {
  const newestFirst = copies.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime())
  const dayOf = (local: number) => Math.floor(local / day)
  const [newest] = newestFirst
  // A copy made after a mistake must not remove the one from before it, nor one that a restore is reading.
  const today = newestFirst.filter((copy) => dayOf(localTime(copy)) === dayOf(localTime(newest as Copy)))
  const days = newestOfEach(newestFirst, dayOf, kept.days)
  // The first of January 1970 was a Thursday.
  const weeks = newestOfEach(newestFirst, (local) => Math.floor((local / day + 3) / 7), kept.weeks)
  const months = newestOfEach(newestFirst, (local) => new Date(local).toISOString().slice(0, 7), kept.months)
  return {
    keep: newestFirst.filter((copy) => [today, days, weeks, months].some((each) => each.includes(copy))).reverse(),
    replayableFrom: newestFirst.findLast((copy) => days.includes(copy) || today.includes(copy)) ?? null,
  }
}

function newestOfEach<Copy extends { endedAt: Date }>(newestFirst: Copy[], periodOf: (local: number) => number | string, most: number): Copy[] {
  const found = new Map<number | string, Copy>()
  for (const copy of newestFirst) {
    const period = periodOf(localTime(copy))
    if (!found.has(period) && found.size < most) found.set(period, copy)
  }
  return [...found.values()]
}

/** Milliseconds since 1970 by the clocks of Nairobi. */
export function localTime({ endedAt }: { endedAt: Date }): number {
  return endedAt.getTime() + aheadOfUtc
}
