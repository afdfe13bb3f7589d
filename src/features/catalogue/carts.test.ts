import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { keepCart, takeCart } from '#features/catalogue/carts.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { exportData } from '#features/people/export-data.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import { as, contextOn, later, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const line: CartLine = { id: randomUUID(), size: '42', name: 'Mbio Runner', price: 5270, image_url: null, quantity: 1, stock: 3 }
const kept = (userId: string) => rowsOf(database, sql`select lines from carts where user_id = ${userId}`)
const somebody = async () => {
  const { id, actor } = await entered(database)
  return { id, ctx: as(contextOn(database), actor) }
}

it('a cart is kept for its person, handed over once, and the last one counts', async () => {
  const [who, other] = [await somebody(), await somebody()]
  await keepCart(who.ctx, JSON.stringify([line]))
  await keepCart(who.ctx, JSON.stringify([{ ...line, quantity: 2, more: 'than a line' }]))
  expect(await takeCart(other.ctx, other.id)).toEqual([])
  expect((await exportData(who.ctx)).cart).toEqual([{ ...line, quantity: 2 }])
  expect(await takeCart(who.ctx, who.id)).toEqual([{ ...line, quantity: 2 }])
  expect(await takeCart(who.ctx, who.id)).toEqual([])
  await keepCart(who.ctx, JSON.stringify([line]))
  await keepCart(who.ctx, '[]')
  expect(await kept(who.id)).toEqual([])
})

it.each(['', '{broken', 'null', '{}', '[{"id":1}]', JSON.stringify([{ ...line, name: 'a\u0000' }]), JSON.stringify(Array(101).fill(line))])(
  'what is no cart is not kept, and takes nothing away: %j',
  async (sent) => {
    const who = await somebody()
    await keepCart(who.ctx, JSON.stringify([line]))
    await keepCart(who.ctx, sent)
    expect(await kept(who.id)).toEqual([{ lines: [line] }])
  },
)

it('nobody’s cart is kept, and none for ever or longer than its account', async () => {
  await keepCart(contextOn(database), JSON.stringify([line]))
  const [who, gone] = [await somebody(), await somebody()]
  for (const { ctx } of [who, gone]) await keepCart(ctx, JSON.stringify([line]))
  await deleteAccount(gone.ctx, { password: goodPassword })
  expect(await rowsOf(database, sql`select user_id from carts where saved_at > now() - interval '1 minute'`)).toContainEqual({ user_id: who.id })
  expect(await kept(gone.id)).toEqual([])
  await deleteExpiredRows(as(later(contextOn(database), '179 days'), theShop))
  expect(await kept(who.id)).toHaveLength(1)
  await deleteExpiredRows(as(later(contextOn(database), '181 days'), theShop))
  expect(await kept(who.id)).toEqual([])
})
