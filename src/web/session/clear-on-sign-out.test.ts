import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyDelivery } from '#domain/checkout-fields.ts'
import type { SessionFacts } from '#features/people/sessions.ts'
import { readDraft as accountDraft, storeDraft as keepAccountDraft } from '#web/account/account-form.tsx'
import { readDraft as checkoutDraft, storeDraft as keepCheckoutDraft } from '#web/checkout/use-delivery.tsx'
import { readSubmission, submissionOf } from '#web/checkout/use-placing.ts'
import { createAuthStore, sessionKey } from '#web/session/auth-store.ts'
import { clearOnSignOut } from '#web/session/clear-on-sign-out.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', memory()))
afterEach(() => vi.unstubAllGlobals())

const wanjiku: SessionFacts = {
  user: { id: 'w' },
  name: 'Wanjiku Kamau',
  is_affiliate: false,
  is_admin: false,
  role: null,
  affiliate_code: null,
  is_paused: false,
  expires_at: '2999-12-21T09:00:00Z',
}
const otieno: SessionFacts = { ...wanjiku, user: { id: 'o' }, name: 'Otieno Ouma' }

it.each<[string, SessionFacts | null, SessionFacts | null, boolean]>([
  ['who signs out leaves nothing behind', wanjiku, null, false],
  ['who takes somebody’s place finds nothing', wanjiku, otieno, false],
  ['a guest who signs in keeps it', null, wanjiku, true],
  ['a profile that changes changes nothing', wanjiku, { ...wanjiku, name: 'Wanjiku' }, true],
])('of what was typed in a tab: %s', (_, before, after, isKept) => {
  for (const where of ['here', 'in another tab', 'in another tab while this one slept']) {
    const { store, storage, events } = open(before)
    let stop = clearOnSignOut(store)
    keepAccountDraft({ email: 'wanjiku@example.com' })
    keepCheckoutDraft({ owner: before?.user.id ?? null, typed: { ...emptyDelivery, delivery_address: 'Moi Avenue' } })
    submissionOf('{"customer_name":"Wanjiku"}')
    for (const key of ['viatu-chat', 'viatu-chat-draft']) sessionStorage.setItem(key, 'I am Wanjiku')
    if (where.endsWith('slept')) stop()
    if (where !== 'in another tab') store.learn(after)
    else {
      if (after) storage.setItem(sessionKey, JSON.stringify(after))
      else storage.removeItem(sessionKey)
      events.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey, newValue: null }))
    }
    if (where.endsWith('slept')) stop = clearOnSignOut(store)
    const left = [
      accountDraft().email,
      checkoutDraft().typed.delivery_address,
      readSubmission()?.content,
      sessionStorage.getItem('viatu-chat-draft'),
      sessionStorage.getItem('viatu-chat'),
    ]
    const typed = ['wanjiku@example.com', 'Moi Avenue', '{"customer_name":"Wanjiku"}', 'I am Wanjiku', 'I am Wanjiku']
    expect(left, where).toEqual(isKept ? typed : [undefined, '', undefined, null, null])
    stop()
  }
})

function open(facts: SessionFacts | null) {
  const storage = memory()
  const events = new EventTarget()
  const store = createAuthStore(() => storage, events)
  store.learn(facts)
  return { store, storage, events }
}

function memory(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as Storage
}
