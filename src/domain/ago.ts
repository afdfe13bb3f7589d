const steps = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** Seconds. "Last seen" times are stored at most this often, so nothing more exact can be shown. */
export const lastSeenPrecision = 600

/** How long ago in words: `a few minutes ago`, `2 hours ago`, `1 day ago`. Rounded down; a time in the future counts as now. */
export function formatTimeAgo(seconds: number): string {
  if (seconds < lastSeenPrecision) return 'a few minutes ago'
  const [size, unit] = steps.find(([size]) => seconds >= size) as (typeof steps)[number]
  const many = Math.floor(seconds / size)
  return `${many} ${unit}${many === 1 ? '' : 's'} ago`
}
