import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeAudit } from '#core/write-audit.ts'
import { type AuditFilter, listAudit, listAuditChoices } from '#features/staff/list-audit.ts'
import { account, refusalOf } from '../../../test/accounts.ts'
import { contextOn, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { type Person, person } from '../../../test/people.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: theShop })
const order = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
const other = '3f9a21c9-6d0e-4b7a-9c55-0d1f2e3a4b5c'
let amina: Person
let juma: Person

beforeAll(async () => {
  amina = await person(database, { isAdmin: true, full_name: 'Amina Hassan' })
  juma = await person(database, { isAdmin: true, full_name: 'Juma_100% Otieno' })
  const tell = (who: Person | null, at: string, action: string, table: string, id: string | null) =>
    writeAudit(
      database.db,
      { now: sql`${at}::timestamptz`, actor: who ?? theShop },
      { action, table, id, before: { status: 'pending' }, after: { status: 'shipped' } },
    )
  await tell(amina, '2026-11-19T20:59:59Z', 'order confirm', 'orders', order)
  await tell(juma, '2026-11-19T21:00:00Z', 'order ship', 'orders', order)
  await tell(null, '2026-11-20T09:00:00Z', 'payouts resumed', 'payout_hold', null)
  await tell(amina, '2026-11-20T10:00:00Z', 'order cancel', 'orders', other)
  await tell(amina, '2026-11-21T10:00:00Z', 'product changed', 'products', '7')
})

const actions = async (filter: AuditFilter) => (await listAudit(ctx(), filter)).data.map(({ action }) => action)

describe('the audit log', () => {
  it('tells who did what to which row, and what it was before', async () => {
    const { data, next } = await listAudit(ctx(), { search: order })
    expect(next).toBeNull()
    expect(data).toEqual([
      expect.objectContaining({
        actor: { id: juma.userId, full_name: 'Juma_100% Otieno' },
        action: 'order ship',
        table_name: 'orders',
        row_id: order,
      }),
      expect.objectContaining({ at: '2026-11-19T20:59:59.000Z', before: { status: 'pending' }, after: { status: 'shipped' } }),
    ])
    expect((await listAudit(ctx(), { action: 'payouts resumed' })).data[0]).toMatchObject({ actor: null, row_id: null })
  })

  it.each<[string, AuditFilter, string[]]>([
    ['everything', {}, ['product changed', 'order cancel', 'payouts resumed', 'order ship', 'order confirm']],
    ['a part of a name', { search: 'amina' }, ['product changed', 'order cancel', 'order confirm']],
    ['signs that mean something to a search', { search: '_100%' }, ['order ship']],
    ['a name that nobody has', { search: '%' }, ['order ship']],
    ['nobody', { search: 'Nobody at all' }, []],
    ['the beginning of an id', { search: '3F9A21C9' }, ['order cancel']],
    ['a row that has a number', { search: '7' }, ['product changed']],
    ['a row and a table', { search: order, table: 'products' }, []],
    ['an action', { action: 'order ship' }, ['order ship']],
    ['a table', { table: 'payout_hold' }, ['payouts resumed']],
    ['one day in Nairobi', { from: '2026-11-20', to: '2026-11-20' }, ['order cancel', 'payouts resumed', 'order ship']],
    ['until a day', { to: '2026-11-19' }, ['order confirm']],
    ['all of it together', { search: 'Amina', table: 'orders', from: '2026-11-20' }, ['order cancel']],
  ])('is searched by %s', async (_, filter, expected) => expect(await actions(filter)).toEqual(expected))

  it('is searched by the e-mail of an account', async () => {
    const { id, email } = await account(database)
    await writeAudit(
      database.db,
      { ...ctx(), actor: { ...theShop, userId: id } },
      { action: 'payout requested', table: 'affiliate_payouts', id: null },
    )
    expect(await actions({ search: email.toUpperCase() })).toEqual(['payout requested'])
  })

  it('is paged by key, also where several entries have one instant', async () => {
    const now = sql`'2025-01-01T00:00:00Z'::timestamptz`
    for (let row = 0; row < 7; row++)
      await writeAudit(database.db, { now, actor: amina }, { action: 'same instant', table: 'orders', id: `row-${row}` })
    const seen: (string | null)[] = []
    for (let cursor: string | undefined, page = 0; page < 9; page++) {
      const { data, next } = await listAudit(ctx(), { search: 'Amina', action: 'same instant', limit: 3, cursor })
      seen.push(...data.map(({ row_id }) => row_id))
      if (next === null) break
      cursor = next
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((row) => `row-${row}`))
    expect(await refusalOf(listAudit(ctx(), { cursor: 'nonsense' }))).toBe('malformed')
  })

  it('offers what there is to choose from', async () => {
    const { actions, tables } = await listAuditChoices(ctx())
    expect(actions).toEqual([...new Set(actions)].sort())
    expect(actions).toContain('payouts resumed')
    expect(tables).toEqual(expect.arrayContaining(['orders', 'payout_hold', 'products']))
  })
})
