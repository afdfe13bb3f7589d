import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { isProblem } from '#domain/problem.ts'
import { forgetTurns, takeTurn, takeTurns } from '#features/limits/take-turn.ts'
import { contextOn, later, newPhone, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
/** Every statement at the same instant, so that windows are exact. */
const start = '2026-11-20T09:00:00Z'
const ctx = () => contextOn(database, { now: sql`timestamptz '2026-11-20T09:00:00Z'` })
const at = (interval: string) => later(ctx(), interval)
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', details: expect.objectContaining({ retryAfter }) })

/** How many of so many at once were let in. */
async function letIn(count: number, take: () => Promise<void>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, take))
  for (const each of results) if (each.status === 'rejected' && !isProblem(each.reason)) throw each.reason
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a turn', () => {
  it('is taken exactly as often as the limit says, by fifty at once, at one instant and on the running clock', async () => {
    const key = newPhone()
    expect(await letIn(50, () => takeTurn(ctx(), 'order_phone', key))).toBe(limits.order_phone.most)
    expect(await letIn(50, () => takeTurn(contextOn(database), 'order_address', '41.90.1.2'))).toBe(limits.order_address.most)
  })

  it('is there again when the oldest one is over, and not before', async () => {
    const key = newPhone()
    for (const minute of [0, 1, 2, 3, 4, 5]) await takeTurn(at(`${minute} minutes`), 'order_phone', key)
    await expect(takeTurn(at('9 minutes 59 seconds'), 'order_phone', key)).rejects.toEqual(tooMany(1))
    await takeTurn(at('10 minutes'), 'order_phone', key)
    await expect(takeTurn(at('10 minutes'), 'order_phone', key)).rejects.toEqual(tooMany(60))
    await takeTurn(at('11 minutes'), 'order_phone', key)
    expect(await letIn(10, () => takeTurn(at('1 hour'), 'order_phone', key))).toBe(limits.order_phone.most)
  })

  it('that was refused was not taken: who keeps asking does not wait longer', async () => {
    const key = newPhone()
    await letIn(6, () => takeTurn(ctx(), 'order_phone', key))
    for (const minute of [1, 5, 9]) await expect(takeTurn(at(`${minute} minutes`), 'order_phone', key)).rejects.toEqual(tooMany((10 - minute) * 60))
    await takeTurn(at('10 minutes'), 'order_phone', key)
  })

  it('says in words when to come back', async () => {
    await letIn(6, () => takeTurn(ctx(), 'order_account', 'wanjiku'))
    await expect(takeTurn(at('7 minutes 30 seconds'), 'order_account', 'wanjiku')).rejects.toThrow(
      'You placed many orders in a short time. Please wait about 3 minutes, then try again.',
    )
  })

  it('takes nothing from other keys, nor from other limits of the same key', async () => {
    const key = newPhone()
    expect(await letIn(10, () => takeTurn(ctx(), 'order_phone', key))).toBe(6)
    expect(await letIn(10, () => takeTurn(ctx(), 'order_account', key))).toBe(6)
    const other = newPhone()
    expect(await letIn(10, () => takeTurn(ctx(), 'order_phone', other))).toBe(6)
  })

  it('of a mark is one turn, however often and however much at once it comes, also when all are taken', async () => {
    const key = newPhone()
    expect(await letIn(50, () => takeTurn(ctx(), 'order_phone', key, 'the same press'))).toBe(50)
    expect(await letIn(50, () => takeTurn(ctx(), 'order_phone', key))).toBe(5)
    await takeTurn(at('1 minute'), 'order_phone', key, 'the same press')
    await expect(takeTurn(at('1 minute'), 'order_phone', key, 'another press')).rejects.toEqual(tooMany(540))
  })

  it('of several limits is taken of all or of none, and the refusal is that of the longest wait', async () => {
    const phones = Array.from({ length: 6 }, newPhone)
    const take = (minutes: number, phone: string, address = '41.90.7.7') =>
      takeTurns(at(`${minutes} minutes`), { order_address: address, order_account: null, order_phone: phone })
    const [phone = ''] = phones
    for (const minute of [0, 1, 2, 3, 4, 5]) await take(minute, phone)
    await expect(take(5, phone)).rejects.toThrow(
      'Many orders were placed for this phone in a short time. Please wait about 5 minutes, then try again.',
    )
    for (let turn = 6; turn < limits.order_address.most; turn++) await take(5, newPhone())
    await expect(take(5, phone)).rejects.toEqual(tooMany(300))
    for (const other of phones.slice(1))
      for (const _ of [1, 2]) await expect(take(5, other)).rejects.toThrow('Very many orders came from this network.')
    for (const other of phones.slice(1)) expect(await letIn(10, () => take(5, other, '41.90.7.8')), 'none was taken of the phone').toBe(6)
  })

  it('of a mark that was let in stays taken, and ends when it would have, when the same mark is refused later', async () => {
    const [own, full, address] = [newPhone(), newPhone(), '41.90.8.8']
    await letIn(6, () => takeTurn(at('5 minutes'), 'order_phone', full))
    await takeTurns(ctx(), { order_address: address, order_phone: own }, 'the same press')
    const refused = takeTurns(at('5 minutes'), { order_address: address, order_phone: full }, 'the same press')
    await expect(refused).rejects.toEqual(tooMany(600))
    const left = () => letIn(50, () => takeTurn(at('9 minutes 59 seconds'), 'order_address', address))
    expect(await left(), 'the first try still counts').toBe(limits.order_address.most - 1)
    await takeTurn(at('10 minutes'), 'order_address', address)
    await expect(takeTurn(at('10 minutes'), 'order_address', address)).rejects.toEqual(tooMany(599))
  })

  it('of a mark is not lost when one call with it is refused while another is let in', async () => {
    const full = newPhone()
    await letIn(6, () => takeTurn(ctx(), 'order_phone', full))
    const address = '41.90.8.9'
    for (let round = 0; round < 10; round++) {
      const mark = `press ${round}`
      await letIn(6, () => takeTurns(ctx(), { order_address: address, order_phone: full }, mark).catch(() => {}))
      const both = [newPhone(), full].map((phone) => takeTurns(ctx(), { order_address: address, order_phone: phone }, mark).catch(() => {}))
      await Promise.all(both)
    }
    expect(await letIn(50, () => takeTurn(ctx(), 'order_address', address))).toBe(limits.order_address.most - 10)
  })

  it('of several limits is taken by many at once without any waiting for each other in a circle', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const phones = Array.from({ length: 4 }, newPhone)
      let turn = 0
      const take = () => {
        turn++
        const keys = { order_phone: phones[turn % 4] as string, order_address: `41.94.${round}.${turn % 3}`, order_account: `${round} ${turn % 5}` }
        return takeTurns(ctx(), keys)
      }
      const taken = await letIn(100, take)
      expect(taken).toBeGreaterThanOrEqual(6)
      expect(taken).toBeLessThanOrEqual(24)
    }
  })

  it('is not counted where nobody knows who asks', async () => {
    expect(await letIn(50, () => takeTurn(ctx(), 'order_address', null))).toBe(50)
    await forgetTurns(ctx(), 'order_address', null)
  })

  it('is forgotten when all is well again, of that key and limit alone', async () => {
    for (const key of ['achieng', 'otieno']) await letIn(6, () => takeTurn(ctx(), 'sign_in_account', key))
    await letIn(6, () => takeTurn(ctx(), 'password_account', 'achieng'))
    await forgetTurns(ctx(), 'sign_in_account', 'achieng')
    await takeTurn(ctx(), 'sign_in_account', 'achieng')
    await expect(takeTurn(ctx(), 'sign_in_account', 'otieno')).rejects.toEqual(tooMany(60))
    await expect(takeTurn(ctx(), 'password_account', 'achieng')).rejects.toEqual(tooMany(600))
  })

  it('stays taken when what it was taken for is rolled back', async () => {
    const key = newPhone()
    const own = ctx()
    const work = own.db.transaction(async () => {
      await takeTurn(own, 'order_phone', key)
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect(await letIn(10, () => takeTurn(ctx(), 'order_phone', key))).toBe(5)
  })

  it('leaves neither phone nor network nor mark to read', async () => {
    const key = newPhone()
    await takeTurn(ctx(), 'order_phone', key, 'a-mark-of-a-press')
    const text = JSON.stringify(await rowsOf(database, sql`select * from turns where expires_at = ${start}::timestamptz + interval '10 minutes'`))
    expect(text).toContain('order_phone')
    for (const secret of [key, key.slice(1), 'a-mark']) expect(text).not.toContain(secret)
  })
})
