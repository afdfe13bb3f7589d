import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { consume, consumeAll, resetLimit } from '#core/rate-limit.ts'
import { limits } from '#domain/limits.ts'
import { isProblem } from '#domain/problem.ts'
import { contextOn, later, newPhone, rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase({ isWalk: true })
/** Every statement at the same instant, so that windows are exact. */
const start = '2026-11-20T09:00:00Z'
const ctx = () => contextOn(database, { now: sql`timestamptz '2026-11-20T09:00:00Z'` })
const at = (interval: string) => later(ctx(), interval)
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', details: expect.objectContaining({ retryAfter }) })

/** How many of that many simultaneous uses were admitted. */
async function letIn(count: number, use: () => Promise<void>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, use))
  for (const each of results) if (each.status === 'rejected' && !isProblem(each.reason)) throw each.reason
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a rate limit', () => {
  it('lets in exactly as many as it says, by fifty at once, at one instant and on the running clock', async () => {
    const key = newPhone()
    expect(await letIn(50, () => consume(ctx(), 'order_phone', key))).toBe(limits.order_phone.max)
    expect(await letIn(50, () => consume(contextOn(database), 'order_address', '41.90.1.2'))).toBe(limits.order_address.max)
  })

  it('opens again when the oldest use has expired, and not before', async () => {
    const key = newPhone()
    for (const minute of [0, 1, 2, 3, 4, 5]) await consume(at(`${minute} minutes`), 'order_phone', key)
    await expect(consume(at('9 minutes 59 seconds'), 'order_phone', key)).rejects.toEqual(tooMany(1))
    await consume(at('10 minutes'), 'order_phone', key)
    await expect(consume(at('10 minutes'), 'order_phone', key)).rejects.toEqual(tooMany(60))
    await consume(at('11 minutes'), 'order_phone', key)
    expect(await letIn(10, () => consume(at('1 hour'), 'order_phone', key))).toBe(limits.order_phone.max)
  })

  it('does not count a refused call: a client that keeps calling does not wait longer', async () => {
    const key = newPhone()
    await letIn(6, () => consume(ctx(), 'order_phone', key))
    for (const minute of [1, 5, 9]) await expect(consume(at(`${minute} minutes`), 'order_phone', key)).rejects.toEqual(tooMany((10 - minute) * 60))
    await consume(at('10 minutes'), 'order_phone', key)
  })

  it('says in words when to come back', async () => {
    await letIn(6, () => consume(ctx(), 'order_account', 'wanjiku'))
    await expect(consume(at('7 minutes 30 seconds'), 'order_account', 'wanjiku')).rejects.toThrow(
      'You placed many orders in a short time. Please wait about 3 minutes, then try again.',
    )
  })

  it('takes nothing from other keys, nor from other limits of the same key', async () => {
    const key = newPhone()
    expect(await letIn(10, () => consume(ctx(), 'order_phone', key))).toBe(6)
    expect(await letIn(10, () => consume(ctx(), 'order_account', key))).toBe(6)
    const other = newPhone()
    expect(await letIn(10, () => consume(ctx(), 'order_phone', other))).toBe(6)
  })

  it('counts one idempotency key once, however often and however much at once it comes, also when it is reached', async () => {
    const key = newPhone()
    expect(await letIn(50, () => consume(ctx(), 'order_phone', key, 'the same press'))).toBe(50)
    expect(await letIn(50, () => consume(ctx(), 'order_phone', key))).toBe(5)
    await consume(at('1 minute'), 'order_phone', key, 'the same press')
    await expect(consume(at('1 minute'), 'order_phone', key, 'another press')).rejects.toEqual(tooMany(540))
  })

  it('counts several limits together or none of them, and the refusal is that of the longest wait', async () => {
    const phones = Array.from({ length: 6 }, newPhone)
    const use = (minutes: number, phone: string, address = '41.90.7.7') =>
      consumeAll(at(`${minutes} minutes`), { order_address: address, order_account: null, order_phone: phone })
    const [phone = ''] = phones
    for (const minute of [0, 1, 2, 3, 4, 5]) await use(minute, phone)
    await expect(use(5, phone)).rejects.toThrow(
      'Many orders were placed for this phone in a short time. Please wait about 5 minutes, then try again.',
    )
    for (let call = 6; call < limits.order_address.max; call++) await use(5, newPhone())
    await expect(use(5, phone)).rejects.toEqual(tooMany(300))
    for (const other of phones.slice(1))
      for (const _ of [1, 2]) await expect(use(5, other)).rejects.toThrow('Very many orders came from this network.')
    for (const other of phones.slice(1)) expect(await letIn(10, () => use(5, other, '41.90.7.8')), 'none was taken of the phone').toBe(6)
  })

  it('keeps the use of a key that was let in, and its end, when the same key is refused later', async () => {
    const [own, full, address] = [newPhone(), newPhone(), '41.90.8.8']
    await letIn(6, () => consume(at('5 minutes'), 'order_phone', full))
    await consumeAll(ctx(), { order_address: address, order_phone: own }, 'the same press')
    const refused = consumeAll(at('5 minutes'), { order_address: address, order_phone: full }, 'the same press')
    await expect(refused).rejects.toEqual(tooMany(600))
    const left = () => letIn(50, () => consume(at('9 minutes 59 seconds'), 'order_address', address))
    expect(await left(), 'the first try still counts').toBe(limits.order_address.max - 1)
    await consume(at('10 minutes'), 'order_address', address)
    await expect(consume(at('10 minutes'), 'order_address', address)).rejects.toEqual(tooMany(599))
  })

  it('does not lose the use of a key when one call with it is refused while another is let in', async () => {
    const full = newPhone()
    await letIn(6, () => consume(ctx(), 'order_phone', full))
    const address = '41.90.8.9'
    for (let round = 0; round < 10; round++) {
      const idempotencyKey = `press ${round}`
      await letIn(6, () => consumeAll(ctx(), { order_address: address, order_phone: full }, idempotencyKey).catch(() => {}))
      const both = [newPhone(), full].map((phone) =>
        consumeAll(ctx(), { order_address: address, order_phone: phone }, idempotencyKey).catch(() => {}),
      )
      await Promise.all(both)
    }
    expect(await letIn(50, () => consume(ctx(), 'order_address', address))).toBe(limits.order_address.max - 10)
  })

  it('is used by many at once over several limits without a deadlock', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const phones = Array.from({ length: 4 }, newPhone)
      let call = 0
      const use = () => {
        call++
        const keys = { order_phone: phones[call % 4] as string, order_address: `41.94.${round}.${call % 3}`, order_account: `${round} ${call % 5}` }
        return consumeAll(ctx(), keys)
      }
      const taken = await letIn(100, use)
      expect(taken).toBeGreaterThanOrEqual(6)
      expect(taken).toBeLessThanOrEqual(24)
    }
  })

  it('counts nothing without a key', async () => {
    expect(await letIn(50, () => consume(ctx(), 'order_address', null))).toBe(50)
    await resetLimit(ctx(), 'order_address', null)
  })

  it('is reset for that key and limit alone', async () => {
    for (const key of ['achieng', 'otieno']) await letIn(6, () => consume(ctx(), 'sign_in_account', key))
    await letIn(6, () => consume(ctx(), 'password_account', 'achieng'))
    await resetLimit(ctx(), 'sign_in_account', 'achieng')
    await consume(ctx(), 'sign_in_account', 'achieng')
    await expect(consume(ctx(), 'sign_in_account', 'otieno')).rejects.toEqual(tooMany(60))
    await expect(consume(ctx(), 'password_account', 'achieng')).rejects.toEqual(tooMany(600))
  })

  it('keeps the use when what it was for is rolled back', async () => {
    const key = newPhone()
    const own = ctx()
    const work = own.db.transaction(async () => {
      await consume(own, 'order_phone', key)
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect(await letIn(10, () => consume(ctx(), 'order_phone', key))).toBe(5)
  })

  it('stores neither phone nor network nor idempotency key in clear', async () => {
    const key = newPhone()
    await consume(ctx(), 'order_phone', key, 'a-key-of-a-press')
    const text = JSON.stringify(
      await rowsOf(database, sql`select * from rate_limits where expires_at = ${start}::timestamptz + interval '10 minutes'`),
    )
    expect(text).toContain('order_phone')
    for (const secret of [key, key.slice(1), 'a-key']) expect(text).not.toContain(secret)
  })
})
