const steps = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** What a time is written down less often than: below it nobody can say more. */
export const momentSeconds = 600

/** How long ago, as people say it: `a few minutes ago`, `2 hours ago`, `1 day ago`. Rounded down; a clock that is ahead makes it now. */
export function agoWords(seconds: number): string {
  if (seconds < momentSeconds) return 'a few minutes ago'
  const [size, unit] = steps.find(([size]) => seconds >= size) as (typeof steps)[number]
  const many = Math.floor(seconds / size)
  return `${many} ${unit}${many === 1 ? '' : 's'} ago`
}
