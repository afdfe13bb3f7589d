import { expect, it } from 'vitest'
import { sessionKey } from '#web/session/auth-store.ts'
import { savedForMs, savedOrdersKey } from '#web/session/saved-orders.ts'
import { sessionScript } from '#web/session/session-watch.ts'

/** The marks that it leaves in a browser which has this in its store. */
function marks(stored: Record<string, unknown>): Record<string, string> {
  const dataset = {}
  const texts = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]))
  new Function('localStorage', 'document', sessionScript)({ getItem: (key: string) => texts[key] ?? null }, { documentElement: { dataset } })
  return dataset
}

const signedIn = { user: { id: 'w' }, is_admin: false, expires_at: new Date(Date.now() + 60_000).toISOString() }
const order = (age = 0) => ({ id: 'o', key: 'k', at: Date.now() - age, waiting: false })
const [guests, hers] = [savedOrdersKey(undefined), savedOrdersKey('w')]

it.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['an empty browser', {}, {}],
  ['a guest who has ordered', { [guests]: [order()] }, { orders: '' }],
  ['an order of more than a month ago', { [guests]: [order(savedForMs + 1)] }, {}],
  ['somebody who has ordered', { [sessionKey]: signedIn, [hers]: [order()] }, { session: 'in', orders: '' }],
  ['somebody after whom a guest has ordered', { [sessionKey]: signedIn, [guests]: [order()] }, { session: 'in' }],
  ['an admin', { [sessionKey]: { ...signedIn, role: 'packer' } }, { session: 'in', admin: '' }],
  ['a session that is over', { [sessionKey]: { ...signedIn, expires_at: '2026-01-01T00:00:00Z' }, [guests]: [order()] }, { orders: '' }],
  ['what is no list of orders', { [sessionKey]: signedIn, [hers]: '{broken' }, { session: 'in' }],
])('%s is marked before the first paint', (_, stored, marked) => expect(marks(stored)).toEqual(marked))
