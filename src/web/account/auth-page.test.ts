import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SessionFacts } from '#features/people/sessions.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { clientAction, requireCookies } from '#web/account/auth-page.tsx'

const session: SessionFacts = {
  user: { id: 'w' },
  name: 'Wanjiku',
  is_affiliate: false,
  is_admin: false,
  role: null,
  affiliate_code: null,
  is_paused: false,
  expires_at: '2026-12-21T09:00:00Z',
}
const signedIn: AuthAnswer = { done: 'signed-in', session, cart: [] }

/** A browser, and what the shop says about who is signed in. */
function browser({ stores = true, cookies = true, said = session as SessionFacts | null | 'nothing' } = {}) {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const ask = vi.fn(async () => {
    if (said === 'nothing') throw new TypeError('Failed to fetch')
    return Response.json({ session: said })
  })
  vi.stubGlobal('localStorage', stores ? { setItem: () => undefined, removeItem: () => undefined } : { setItem: denied, removeItem: denied })
  vi.stubGlobal('navigator', { cookieEnabled: cookies })
  vi.stubGlobal('fetch', ask)
  return ask
}
afterEach(() => void vi.unstubAllGlobals())

describe('an answer that signs in', () => {
  it('is believed without asking where the browser keeps site data', async () => {
    const ask = browser({ said: null })
    expect(await requireCookies(signedIn)).toBe(signedIn)
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([
    ['whose cookie was kept all the same', { stores: false }, signedIn],
    ['that kept nothing', { stores: false, said: null }, 'session_missing'],
    ['that takes no cookies', { cookies: false, said: null }, 'session_missing'],
    ['that kept somebody else', { stores: false, said: { ...session, user: { id: 'o' } } }, 'session_missing'],
    ['that lost the answer', { stores: false, said: 'nothing' as const }, { unsure: 'lost' }],
  ])('is looked at in a browser %s', async (_, how, expected) => {
    browser(how)
    const answer = await requireCookies(signedIn)
    if (expected !== 'session_missing') return expect(answer).toEqual(expected)
    expect(answer).toMatchObject({
      refusal: { code: 'session_missing', title: 'Sign in failed', message: expect.stringContaining('store site data') },
    })
  })

  it('is looked at by the screen of signing in', async () => {
    browser({ stores: false, said: null })
    const sent = { serverAction: async () => signedIn } as unknown as Parameters<typeof clientAction>[0]
    expect(await clientAction(sent)).toMatchObject({ refusal: { code: 'session_missing' } })
  })

  it.each<AuthAnswer>([{ done: 'forgot', email: 'w@example.com' }, { unsure: 'busy' }])('other answers stay as they are: %j', async (answer) => {
    const ask = browser({ stores: false, said: null })
    expect(await requireCookies(answer)).toBe(answer)
    expect(ask).not.toHaveBeenCalled()
  })
})
