import { describe, expect, it } from 'vitest'
import { deviceName, formatTimeAgo, sessionLimits } from '#domain/session.ts'

it('ends the session of a user after 7 days at rest or 30 days, and of an admin after half an hour or 8 hours', () =>
  expect(sessionLimits).toEqual({
    user: { idleSeconds: 604_800, absoluteSeconds: 2_592_000 },
    admin: { idleSeconds: 1_800, absoluteSeconds: 28_800 },
  }))

describe('what a device is called', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14; TECNO KJ5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['Opera/9.80 (Android; Opera Mini/80.0/191.290; U; en) Presto/2.12.423 Version/12.16', 'Opera on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 12; TECNO BF7) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 PHX/15.9',
      'Phoenix on Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0;]',
      'Facebook on Android',
    ],
    ['Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox on KaiOS'],
    ['Mozilla/5.0 (Android 14; Mobile)', 'Android'],
    ['Firefox/143.0', 'Firefox'],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s: %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})

describe('how long ago', () => {
  it.each([
    [-5, 'a few minutes ago'],
    [599, 'a few minutes ago'],
    [600, '10 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [7_300, '2 hours ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [6 * 86_400, '6 days ago'],
  ])('%d seconds: %s', (seconds, words) => expect(formatTimeAgo(seconds)).toBe(words))
})
