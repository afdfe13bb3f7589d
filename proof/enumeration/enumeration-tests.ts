import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Context } from '#core/context.ts'
import { requestRecovery, resendVerification } from '#features/people/email-requests.ts'
import { hashPassword, verifyPassword } from '#features/people/hash-password.ts'
import { signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import { type Account, account, device } from '../../test/accounts.ts'
import { contextOn, interrupted } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

/**
 * That no answer tells whether an account exists: neither its words nor the work behind it, which does not change on a busy machine, nor, with `samples`, its time.
 * The test that calls it spies on hash-password.ts, and so needs a process of its own.
 */
export function enumerationTests({ samples }: { samples: number }) {
  const database = useDatabase()
  /** Milliseconds by which the medians may differ (promises §4 G56). */
  const tolerance = 5

  let known: Account
  let unproved: Account
  let shared: Account
  beforeAll(async () => {
    known = await account(database)
    unproved = await account(database, { isProved: false })
    shared = await account(database)
    await account(database, { phone: shared.phone })
  })
  afterEach(() => database.db.execute(sql`delete from rate_limits`))

  /** The facts that a guesser learns: the outcome in words, and how long it took. */
  async function guess(ask: (ctx: Context) => Promise<unknown>) {
    const ctx = contextOn(database)
    const start = performance.now()
    const said = await ask(ctx).then(
      (answer) => answer,
      (error) => [error.code, error.message, error.details],
    )
    const took = performance.now() - start
    await database.db.execute(sql`delete from rate_limits`)
    return { said, took }
  }

  /** The work that takes time: passwords that were hashed or checked against a hash, and statements of our own. */
  async function workOf(ask: (ctx: Context) => Promise<unknown>) {
    const { db, seen } = interrupted(database)
    vi.mocked(hashPassword).mockClear()
    vi.mocked(verifyPassword).mockClear()
    await ask({ ...contextOn(database), db }).catch(() => {})
    return { hashes: vi.mocked(hashPassword).mock.calls.length + vi.mocked(verifyPassword).mock.calls.length, statements: seen.statements }
  }

  const password = 'wrong-password'
  const pairs: [string, (ctx: Context) => Promise<unknown>, (ctx: Context) => Promise<unknown>][] = [
    [
      'sign-in by e-mail',
      (ctx) => signIn(ctx, { email: known.email, password }, device),
      (ctx) => signIn(ctx, { email: 'nobody@example.com', password }, device),
    ],
    [
      'sign-in by phone',
      (ctx) => signIn(ctx, { phone: known.phone, password }, device),
      (ctx) => signIn(ctx, { phone: '+254711000000', password }, device),
    ],
    [
      'sign-in by a phone that two accounts have',
      (ctx) => signIn(ctx, { phone: shared.phone, password }, device),
      (ctx) => signIn(ctx, { phone: '+254711000000', password }, device),
    ],
    [
      'sign-in to an unproved account',
      (ctx) => signIn(ctx, { email: unproved.email, password }, device),
      (ctx) => signIn(ctx, { email: 'nobody@example.com', password }, device),
    ],
    ['recovery', (ctx) => requestRecovery(ctx, { email: known.email }), (ctx) => requestRecovery(ctx, { email: 'nobody@example.com' })],
    [
      'sending the link again',
      (ctx) => resendVerification(ctx, { email: unproved.email }),
      (ctx) => resendVerification(ctx, { email: 'nobody@example.com' }),
    ],
  ]

  describe('whether an account exists', () => {
    it.each(pairs)('%s does not tell, in words or by the work it takes', async (_, ofKnown, ofUnknown) => {
      expect((await guess(ofKnown)).said).toEqual((await guess(ofUnknown)).said)
      const work = await workOf(ofKnown)
      await database.db.execute(sql`delete from rate_limits`)
      expect(work).toEqual(await workOf(ofUnknown))
    })

    it('signing up says, but hashes the password first, as for a new one', async () => {
      const sent = { full_name: 'Wanjiku Kamau', phone: known.phone, password: 'mbio-wingu-42' }
      const ofNew = await workOf((ctx) => signUp(ctx, { ...sent, email: 'new@example.com' }))
      expect(ofNew.hashes).toBe(1)
      expect(await workOf((ctx) => signUp(ctx, { ...sent, email: known.email }))).toEqual(ofNew)
    })

    if (samples > 0)
      it.each(pairs)(`%s does not tell a stopwatch (${samples} samples)`, { timeout: 900_000 }, async (_, ofKnown, ofUnknown) => {
        const took: [number[], number[]] = [[], []]
        // In turns, so that other load of the machine falls on both; the first ones meet cold caches.
        for (let sample = -20; sample < samples; sample++) {
          const [one, other] = [await guess(ofKnown), await guess(ofUnknown)]
          if (sample >= 0) [took[0].push(one.took), took[1].push(other.took)]
        }
        const [a, b] = took.map(median) as [number, number]
        expect(Math.abs(a - b), `${a.toFixed(2)} ms and ${b.toFixed(2)} ms`).toBeLessThan(tolerance)
      })
  })

  function median(values: number[]): number {
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
  }
}
