import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { createOrderQueue } from '#features/orders/checkout/order-queue.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { contextOn, orderOf, placed, putOnShelf, stockOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()
const small = { atOnce: 1, most: 3, patienceMs: 30_000, pollMs: 5 }
/** An order without lines, which no stock affects. */
const some = { owner: 'guest', key: 'some key', items: [], refuseGone: () => {} }
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((settle) => {
    open = settle
  })
  return { open, opened }
}

describe('the queue of orders', () => {
  it('lets so many work at once, and the others in the order in which they came', async () => {
    const queue = createOrderQueue({ ...small, atOnce: 2 })
    const [first, second] = [gate(), gate()]
    const begun: number[] = []
    const work = (number: number, until: Promise<void>) =>
      queue.run(database, some, async () => {
        begun.push(number)
        await until
      })
    const all = [work(1, first.opened), work(2, second.opened), work(3, first.opened), work(4, first.opened), work(5, first.opened)]
    await pause(20)
    expect(begun).toEqual([1, 2])
    second.open()
    await all[1]
    await pause(0)
    expect(begun).toEqual([1, 2, 3])
    // A new order goes behind those that already wait.
    all.push(work(6, first.opened))
    first.open()
    await Promise.all(all)
    expect(begun).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('gives a place on when the work fails, and takes new ones at once when nobody waits', async () => {
    const queue = createOrderQueue(small)
    const failing = queue.run(database, some, async () => {
      throw new Error('no')
    })
    const next = queue.run(database, some, async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
    expect(await queue.run(database, some, async () => 'alone')).toBe('alone')
  })

  it('is bounded in length and in time: beyond that a buyer is told when to come again, and the place is free for others', async () => {
    const queue = createOrderQueue({ ...small, most: 2, patienceMs: 60 })
    const { open, opened } = gate()
    const holding = queue.run(database, some, () => opened)
    const waiting = [1, 2].map(() => queue.run(database, some, async () => 'in').catch((error) => error))
    await expect(queue.run(database, some, async () => 'in')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
    for (const refused of await Promise.all(waiting)) expect(refused).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
    const late = queue.run(database, some, async () => 'in')
    open()
    await holding
    expect(await late).toBe('in')
  })

  it('looks at the shelf for those who wait, also after a time in which nobody did', async () => {
    const queue = createOrderQueue(small)
    const refuseGone = () => {
      throw new Error('gone')
    }
    for (const _ of ['first', 'later']) {
      const { open, opened } = gate()
      const holding = queue.run(database, some, () => opened)
      await expect(queue.run(database, { ...some, refuseGone }, async () => 'in')).rejects.toThrow('gone')
      open()
      await holding
      await pause(50)
    }
  })

  it('keeps the turns of those it could not look up', async () => {
    const queue = createOrderQueue(small)
    const away = { db: { execute: () => Promise.reject(new Error('away')) } as unknown as Database }
    const { open, opened } = gate()
    const holding = queue.run(away, some, () => opened)
    const waiting = queue.run(away, some, async () => 'in')
    await pause(30)
    open()
    await holding
    expect(await waiting).toBe('in')
  })
})

describe('an order that waits', () => {
  it('is refused as soon as its pairs are gone, without a turn; others, and repetitions of what was placed, keep theirs', async () => {
    const shoe = await putOnShelf(database, { name: 'Mbio Wingu', sizes: { '40': 1, '41': 5, '42': 1 } })
    const first = contextOn(database)
    const sent = orderOf([[shoe, '40', 1]])
    await placeOrder(first, sent)
    expect(await stockOf(database, shoe, '40')).toBe(0)

    // Buyers whose orders wait for a row hold all eight places.
    const { open, opened } = gate()
    const locked = gate()
    const held = database.ownerDb.transaction(async (tx) => {
      await tx.execute(sql`select from product_size where id = ${shoe.sizes['41']} for update`)
      locked.open()
      await opened
    })
    await locked.opened
    const holders = Array.from({ length: 8 }, () => placeOrder(contextOn(database), orderOf([[shoe, '41', 1]])))
    for (const holder of holders) holder.catch(() => {})
    await pause(100)
    const gone = placeOrder(contextOn(database), orderOf([[shoe, '40', 1]]))
    await expect(Promise.race([gone, ...holders]), 'before a place is free').rejects.toMatchObject({
      code: 'size_gone',
      details: { detail: 'Mbio Wingu, size 40, is sold out.', facts: { gone: [{ id: shoe.id, size: '40', stock: 0 }] } },
    })
    const repeated = placeOrder(first, sent)
    const wanted = placed(contextOn(database), [[shoe, '42', 1]])
    await pause(150)
    open()
    await held
    expect((await repeated).order.short_code).toMatch(/^\w+$/)
    expect((await wanted).order.status).toBe('awaiting_payment')
    const answers = await Promise.all(
      holders.map((holder) =>
        holder.then(
          () => 'placed',
          ({ code }) => code,
        ),
      ),
    )
    expect(answers.sort()).toEqual([...Array.from({ length: 5 }, () => 'placed'), 'size_gone', 'size_gone', 'size_gone'])
  })
})
