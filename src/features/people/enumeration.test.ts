import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#features/context.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { requestRecovery } from '#features/people/request-recovery.ts'
import { resendVerification } from '#features/people/resend-verification.ts'
import { signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import { type Account, account, device } from '../../../test/accounts.ts'
import { contextOn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
/** 200 in the long run (npm run test:long), when nothing else runs; a few are enough to see that a path forgot to hash. */
const samples = Number(process.env.VIATU_SAMPLES ?? 15)
const tolerance = samples >= 200 ? 0.1 : 0.5

let known: Account
let unproved: Account
beforeAll(async () => {
  known = await account(database)
  unproved = await account(database, { isProved: false })
})

/** What somebody who guesses learns: the outcome in words, and how long it took. */
async function guess(ask: (ctx: Context) => Promise<unknown>) {
  const ctx = contextOn(database)
  const start = performance.now()
  const said = await ask(ctx).then(
    (answer) => answer,
    (error) => [error.code, error.message, error.details],
  )
  const took = performance.now() - start
  await database.db.execute(sql`delete from turns`)
  return { said, took }
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

describe(`whether an account exists (${samples} samples)`, () => {
  it.each(pairs)('%s does not tell, in words or in time', { timeout: 120_000 }, async (_, ofKnown, ofUnknown) => {
    const took: [number[], number[]] = [[], []]
    for (let sample = -3; sample < samples; sample++) {
      const [one, other] = [await guess(ofKnown), await guess(ofUnknown)]
      expect(one.said).toEqual(other.said)
      // The first ones meet cold caches.
      if (sample >= 0) [took[0].push(one.took), took[1].push(other.took)]
    }
    const [a, b] = took.map(median) as [number, number]
    expect(Math.abs(a - b) / Math.max(a, b), `${a.toFixed(2)} ms and ${b.toFixed(2)} ms`).toBeLessThan(tolerance)
  })
})

it('signing up hashes a password also for an address that is known, which it says', async () => {
  const hash = median(await Promise.all(Array.from({ length: 5 }, () => timed(() => hashPassword(password)))))
  const sent = { full_name: 'Wanjiku Kamau', phone: known.phone, password: 'mbio-wingu-42' }
  expect(await timed(() => signUp(contextOn(database), { ...sent, email: 'new@example.com' }))).toBeGreaterThan(hash / 4)
  expect(await timed(() => signUp(contextOn(database), { ...sent, email: known.email }).catch(() => {}))).toBeGreaterThan(hash / 4)
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
