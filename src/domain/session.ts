const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds: idle timeout and absolute lifetime of a session (decisions, People; promises §5, Cookies). */
export const sessionLimits = {
  user: { idleSeconds: 7 * day, absoluteSeconds: 30 * day },
  admin: { idleSeconds: 30 * minute, absoluteSeconds: 8 * hour },
} as const

/** A browser that an account has signed in from before. */
export interface KnownDevice {
  userId: string
  id: string
}

/** Days for which a browser is known, from its last sign-in; browsers keep no cookie for longer. */
export const deviceDays = 400

/** The first match wins: most user agents also name the browsers they descend from. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera( Mini)?|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(UCBrowser|UCWEB)/, 'UC Browser'],
  [/\bPHX\//, 'Phoenix'],
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\bKAIOS\b/i, 'KaiOS'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** A device in words, `Chrome on Android`, from a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

function nameIn(table: [RegExp, string][], userAgent: string | null): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
}

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
