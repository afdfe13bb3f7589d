import { expect, it } from 'vitest'
import { hashScript } from '#web/account/auth-screen.tsx'

it.each([
  ['#access_token=abc&refresh_token=x&type=recovery', '/auth?access_token=abc&refresh_token=x&type=recovery'],
  ['#type=signup&token=abc', '/auth?type=signup&token=abc'],
  ['#main', null],
  ['#prototype=x', null],
  ['', null],
])('the hash %j leads to %j', (hash, expected) => {
  let opened: string | null = null
  const location = { hash, pathname: '/auth', replace: (to: string) => (opened = to) }
  new Function('location', hashScript)(location)
  expect(opened).toBe(expected)
})
