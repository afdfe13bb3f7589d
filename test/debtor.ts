import { sql } from 'drizzle-orm'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { type Entered, entered, goodPassword } from './accounts.ts'
import { boss, earn } from './affiliates.ts'
import { as, contextOn, newPhone, rowsOf } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import { newReceipt } from './scripted-mpesa.ts'

type On = Pick<TestDatabase, 'db'>

/** Makes an account an affiliate. */
export async function codeOf(on: On, id: string): Promise<{ code: string }> {
  const [row] = await rowsOf<{ code: string }>(on, sql`select affiliate_code as code from profiles where id = ${id}`)
  return row as { code: string }
}

/** An affiliate with a completed payout (KSh) to another number than their profile's, and the orders that earned it. */
export async function paidOut(on: On, amounts = [544, 544]): Promise<{ who: Entered; number: string; orders: string[] }> {
  const who = await entered(on, { is_affiliate: true })
  const [number, orders] = [newPhone(), [] as string[]]
  for (const amount of amounts) orders.push((await earn(on, await codeOf(on, who.id), amount)).orderId)
  const amount = amounts.reduce((sum, each) => sum + each, 0)
  const { id } = await requestPayout(as(contextOn(on), who.actor), { amount, mpesa_phone_number: number, mpesa_full_name: 'Achieng Otieno' })
  await completePayout(as(contextOn(on), await boss(on)), id, { receipt: newReceipt() })
  return { who, number, orders }
}

export async function cancelOrder(on: On, orderId: string): Promise<void> {
  await changeStatus(as(contextOn(on), await boss(on)), orderId, { status: 'cancelled', reason: 'Sent back' })
}

/** An affiliate who deleted their account while it owed a payout. */
export async function debtor(on: On, amounts?: number[]) {
  const made = await paidOut(on, amounts)
  for (const order of made.orders) await cancelOrder(on, order)
  await deleteAccount(as(contextOn(on), made.who.actor), { password: goodPassword })
  return made
}
