import { describe, expect, it, vi } from 'vitest'
import type { SessionFacts } from '#features/people/sessions.ts'
import { type AuthChange, createAuthStore, sessionKey } from '#web/session/auth-store.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const wanjiku: SessionFacts = {
  user: { id: 'w' },
  name: 'Wanjiku Kamau',
  is_affiliate: false,
  is_admin: false,
  role: null,
  affiliate_code: null,
  is_paused: false,
  expires_at: '2026-12-21T09:00:00Z',
}
const otieno: SessionFacts = { ...wanjiku, user: { id: 'o' }, name: 'Otieno Ouma' }

describe('the session store', () => {
  it('keeps what the server said, and answers the same object until it changes', () => {
    const { store, storage } = open()
    expect(store.get()).toBeNull()
    store.learn(wanjiku)
    expect(store.get()).toEqual(wanjiku)
    expect(store.get()).toBe(store.get())
    expect(JSON.parse(storage.getItem(sessionKey) as string)).toEqual(wanjiku)
    store.learn(null)
    expect(store.get()).toBeNull()
    expect(storage.getItem(sessionKey)).toBeNull()
  })

  it.each([
    [null, wanjiku, 'signed_in'],
    [wanjiku, null, 'signed_out'],
    [wanjiku, otieno, 'signed_in'],
    [wanjiku, { ...wanjiku, is_affiliate: true, affiliate_code: 'KAMAU23' }, 'user_updated'],
    [wanjiku, { ...wanjiku, expires_at: '2026-12-22T09:00:00Z' }, 'token_refreshed'],
    [wanjiku, { ...wanjiku }, null],
    [null, null, null],
  ])('says what happened between %j and %j: %s', (before, after, event) => {
    const { store, heard } = open()
    store.learn(before)
    heard.length = 0
    store.learn(after)
    expect(heard).toEqual(event === null ? [] : [{ event, elsewhere: false }])
  })

  it('follows other tabs', () => {
    const { store, storage, events, heard } = open()
    storage.setItem(sessionKey, JSON.stringify(wanjiku))
    events.dispatchEvent(storageEvent('something else'))
    expect(heard).toEqual([])
    events.dispatchEvent(storageEvent(sessionKey))
    storage.removeItem(sessionKey)
    events.dispatchEvent(storageEvent(null))
    expect(heard).toEqual([
      { event: 'signed_in', elsewhere: true },
      { event: 'signed_out', elsewhere: true },
    ])
    expect(store.get()).toBeNull()
  })

  it('tells the end of a session from signing out, here and in other tabs', () => {
    const { store, storage, events, heard } = open()
    store.end()
    expect([heard, storage.getItem(sessionKey)]).toEqual([[], null])
    const news = () => heard.splice(0).map(({ event, elsewhere, ended }) => [event, elsewhere, ended])
    store.learn(wanjiku)
    store.end()
    expect(store.get()).toBeNull()
    store.learn(wanjiku)
    store.learn(null)
    expect(news()).toEqual([
      ['signed_in', false, undefined],
      ['signed_out', false, true],
      ['signed_in', false, undefined],
      ['signed_out', false, undefined],
    ])
    expect(storage.getItem(sessionKey)).toBeNull()
    // As a browser tells of what another tab has written.
    const hear = (key: string, newValue: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    for (const ended of [true, false]) {
      store.learn(wanjiku)
      news()
      if (ended) hear(`${sessionKey}-news`, 'ended')
      storage.removeItem(sessionKey)
      hear(sessionKey, null)
      if (ended) hear(`${sessionKey}-news`, null)
      expect(news()).toEqual([['signed_out', true, ended || undefined]])
    }
    const written = vi.spyOn(storage, 'setItem')
    store.learn(wanjiku)
    store.end()
    expect(written.mock.calls.slice(1)).toEqual([[`${sessionKey}-news`, 'ended']])
    expect(storage.getItem(`${sessionKey}-news`)).toBeNull()
  })

  it('tells of a recovery, here and in other tabs', () => {
    const { store, storage, events, heard } = open()
    const written = vi.spyOn(storage, 'setItem')
    store.recover()
    const [[key, value] = []] = written.mock.calls
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }))
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
    expect(heard).toEqual([
      { event: 'password_recovery', elsewhere: false },
      { event: 'password_recovery', elsewhere: true },
    ])
  })

  it('knows nobody when a session is over, or when what is stored is none', () => {
    for (const text of [JSON.stringify({ ...wanjiku, expires_at: '2026-11-21T08:59:59Z' }), '{broken', '[]', '7', '{"user":{}}', '{"user":{"id":7}}'])
      expect(open({ [sessionKey]: text }).store.get()).toBeNull()
  })

  it('works in its own tab where the browser forbids storage', () => {
    const heard: AuthChange[] = []
    const store = createAuthStore(
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
      new EventTarget(),
      () => now,
    )
    store.subscribe((news) => heard.push(news))
    store.learn(wanjiku)
    expect(store.get()).toEqual(wanjiku)
    store.learn(null)
    expect(store.get()).toBeNull()
    expect(heard.map(({ event }) => event)).toEqual(['signed_in', 'signed_out'])
  })

  it('stops telling whoever left', () => {
    const { store, leave, heard } = open()
    leave()
    store.learn(wanjiku)
    expect(heard).toEqual([])
  })
})

function open(stored: Record<string, string> = {}) {
  const map = new Map(Object.entries(stored))
  const storage = {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as Storage
  const events = new EventTarget()
  const store = createAuthStore(
    () => storage,
    events,
    () => now,
  )
  const heard: AuthChange[] = []
  const leave = store.subscribe((news) => heard.push(news))
  return { storage, events, store, heard, leave }
}

function storageEvent(changed: string | null): Event {
  return Object.assign(new Event('storage'), { key: changed, newValue: null })
}
