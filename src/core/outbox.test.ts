import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { type Answer, type Composed, leaseSeconds, nextTryAfter, type Outbox, sendDue } from '#core/outbox.ts'
import { settleMessage } from '#features/mail/message-queue.ts'
import { contextOn, later, rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase({ isWalk: true })
beforeEach(async () => {
  await database.db.execute(sql`delete from messages`)
})
const ctx = () => contextOn(database, { actor: theShop })
const queue = (text: string) =>
  database.db.execute(sql`insert into messages (kind, way, text, created_at, next_at) values ('test', 'sms', ${text}, now(), now())`)
const messages = () =>
  rowsOf<{ text: string; state: string; tries: number; due_in: number | null; last_error: string | null }>(
    database,
    sql`select text, state, tries, extract(epoch from next_at - now())::float as due_in, last_error from messages order by text`,
  )

interface Row extends Record<string, unknown> {
  id: string
  kind: string
  tries: number
  text: string
}
type Compose = (row: Row) => Promise<Composed<Answer>> | Composed<Answer>

/** Two at a time, and what is done about each. */
const outboxOf = (compose: Compose, atOnce = 2): Outbox<Row, Answer> => ({
  name: 'test message',
  table: 'messages',
  atOnce,
  take: async ({ db, now }) => {
    const { rows } = await db.execute<Row>(sql`
      update messages set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
      where id = any(array(select id from messages where state = 'due' and next_at <= ${now} order by text limit ${atOnce} for update skip locked))
      returning id, kind, tries, text`)
    return rows
  },
  compose: async () => async (row) => compose(row),
  settle: settleMessage,
})
const answering = (answer: (text: string) => Answer, gone: string[] = [], isOnce = true): Compose => {
  return ({ text }) => ({
    isOnce,
    send: async () => {
      gone.push(text)
      return answer(text)
    },
  })
}
const send = (on: Context, compose: Compose) => sendDue(on, outboxOf(compose))

describe('messages that are due', () => {
  it('go once each, a batch after the other', async () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) await queue(text)
    const gone: string[] = []
    const compose = answering(() => ({ outcome: 'sent' }), gone)
    expect(await send(ctx(), compose)).toBe(5)
    expect(await send(later(ctx(), '4 days'), compose)).toBe(0)
    expect(gone.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await messages()).toMatchObject(gone.map((text) => ({ text, state: 'sent', tries: 1, due_in: null })))
  })

  it('go once each between three processes', async () => {
    const gone: string[] = []
    for (let at = 0; at < 20; at++) await queue(`${at}`)
    const compose = answering(() => ({ outcome: 'sent' }), gone)
    const counts = await Promise.all([send(ctx(), compose), send(ctx(), compose), send(ctx(), compose)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(20)
    expect(new Set(gone).size).toBe(20)
    expect(gone).toHaveLength(20)
  })

  it('end as they were answered, and the log says why without their words', async () => {
    const answers: Record<string, Answer> = {
      a: { outcome: 'never', code: 'no such number' },
      b: { outcome: 'unknown', code: 'time-out' },
      c: { outcome: 'skipped', code: 'over' },
      d: { outcome: 'sent' },
    }
    for (const text of Object.keys(answers)) await queue(text)
    const shop = ctx()
    expect(
      await send(
        shop,
        answering((text) => answers[text] as Answer),
      ),
    ).toBe(1)
    expect((await messages()).map(({ state, last_error }) => [state, last_error])).toEqual([
      ['failed', 'no such number'],
      ['unknown', 'time-out'],
      ['skipped', 'over'],
      ['sent', null],
    ])
    expect(shop.logged.map(({ level, message, facts }) => [level, message, facts.code]).sort()).toEqual([
      ['error', 'test message given up', 'no such number'],
      ['info', 'test message sent', undefined],
      ['warn', 'test message perhaps sent; it is not repeated', 'time-out'],
    ])
    const none: string[] = []
    expect(
      await send(
        later(ctx(), '4 days'),
        answering(() => ({ outcome: 'sent' }), none),
      ),
    ).toBe(0)
    expect(none).toEqual([])
  })
})

describe('a message that was not taken', () => {
  it('is tried again with growing pauses, and given up in the end', async () => {
    await queue('a')
    let at = ctx()
    for (let tries = 1; nextTryAfter(tries) !== null; tries++) {
      expect(
        await send(
          at,
          answering(() => ({ outcome: 'later', code: '503' })),
        ),
      ).toBe(0)
      expect(await messages()).toMatchObject([{ state: 'due', tries, last_error: '503' }])
      at = later(at, `${nextTryAfter(tries)} seconds`)
    }
    await send(
      at,
      answering(() => ({ outcome: 'later', code: '503' })),
    )
    expect(await messages()).toMatchObject([{ state: 'failed', due_in: null }])
  })

  it('waits as long as its server asks', async () => {
    await queue('a')
    await send(
      ctx(),
      answering(() => ({ outcome: 'later', code: '429', seconds: 300 })),
    )
    expect(await messages()).toMatchObject([{ state: 'due', due_in: expect.closeTo(300, -1) }])
  })

  it('leaves those behind it to the next run, so that a failing server has peace', async () => {
    for (const text of ['a', 'b', 'c']) await queue(text)
    const gone: string[] = []
    await send(
      ctx(),
      answering(() => ({ outcome: 'later', code: '503' }), gone),
    )
    expect(gone.sort()).toEqual(['a', 'b'])
  })
})

describe('a process that dies over a message', () => {
  const dying: Compose = () => ({
    isOnce: true,
    send: async () => {
      throw new Error('killed')
    },
  })

  it('leaves it in doubt where its receiver would have it twice, and it is never repeated', async () => {
    await queue('a')
    await send(ctx(), dying)
    expect(await messages()).toMatchObject([{ state: 'sending' }])
    const gone: string[] = []
    const compose = answering(() => ({ outcome: 'sent' }), gone)
    expect(await send(later(ctx(), '50 seconds'), compose)).toBe(0)
    const shop = later(ctx(), '61 seconds')
    expect(await send(shop, compose)).toBe(0)
    expect(gone).toEqual([])
    expect(await messages()).toMatchObject([{ state: 'unknown', last_error: 'cut off while it was sent' }])
  })

  it('leaves it due again where repeating it is harmless', async () => {
    await queue('a')
    await send(ctx(), async (row) => ({ ...(await dying(row)), isOnce: false }))
    const gone: string[] = []
    const compose = answering(() => ({ outcome: 'sent' }), gone, false)
    expect(await send(later(ctx(), '50 seconds'), compose)).toBe(0)
    expect(await send(later(ctx(), '61 seconds'), compose)).toBe(1)
    expect(gone).toEqual(['a'])
  })
})

describe('a process that comes back late', () => {
  it('sends nothing that another has sent meanwhile', async () => {
    await queue('a')
    const gone: string[] = []
    const compose = answering(() => ({ outcome: 'sent' }), gone)
    await send(ctx(), async (row) => {
      expect(await send(later(ctx(), '61 seconds'), compose)).toBe(1)
      return compose(row)
    })
    expect(gone).toEqual(['a'])
    expect(await messages()).toMatchObject([{ state: 'sent', tries: 2 }])
  })
})

describe('a message that cannot be written', () => {
  it('is put off like one that was not taken, and keeps no other waiting', async () => {
    for (const text of ['a', 'b']) await queue(text)
    const gone: string[] = []
    const compose = answering(() => ({ outcome: 'sent' }), gone)
    const shop = ctx()
    const failing: Compose = (row) => {
      if (row.text === 'a') throw new Error('no template')
      return compose(row)
    }
    expect(await send(shop, failing)).toBe(1)
    expect(gone).toEqual(['b'])
    expect(await messages()).toMatchObject([{ state: 'due', due_in: expect.closeTo(10, -1), last_error: 'not written' }, { state: 'sent' }])
    expect(shop.logged).toMatchObject([
      { level: 'error', message: 'test message could not be written', facts: { tries: 1, pause: 10 } },
      { message: 'test message sent' },
    ])
  })
})

describe('the pauses between tries', () => {
  it('begin with ten seconds', () => expect([1, 2, 3].map(nextTryAfter)).toEqual([10, 30, 60]))

  it('grow, and end after three days', () => {
    const pauses = Array.from({ length: 60 }, (_, tried) => nextTryAfter(tried + 1))
    const waited = pauses.filter((pause) => pause !== null)
    expect(waited).toEqual([...waited].sort((a, b) => a - b))
    expect(pauses.slice(waited.length).every((pause) => pause === null)).toBe(true)
    expect(Math.round(waited.reduce((sum, pause) => sum + pause) / 3600)).toBe(72)
  })
})
