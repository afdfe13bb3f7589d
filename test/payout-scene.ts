import { sql } from 'drizzle-orm'
import { type Context, theShop } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { checkPayouts } from '#features/affiliates/wallet/check-payouts.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { affiliate, balanceOf, boss, earn } from './affiliates.ts'
import { as, contextOn, later, rowsOf, secrets, type TestContext } from './checkout.ts'
import { failedPayoutBody, newReceipt, paidPayoutBody } from './scripted-mpesa.ts'

export const payoutDetails = { mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }

export interface PayoutFacts extends Record<string, unknown> {
  status: string
  receipt: string | null
  failure_reason: string | null
  review_reason: string | null
  needs_review_at: string | null
  next_check_at: string | null
  originator_id: string | null
  unrecorded_payment_at: string | null
  unrecorded_receipts: string[]
  exported_at: string | null
  status_requested_at: string | null
  checks: number
}

export interface PayoutScene {
  id: string
  /** The affiliate's own context. */
  mine: TestContext
  code: string
  admin: TestContext
  tell(kind: 'result' | 'late' | 'status', body: string): Promise<void>
  /** M-Pesa reports that it paid; returns the receipt. */
  tellPaid(changes?: { amount?: number; receipt?: string }): Promise<string>
  tellFailed(code?: number | string): Promise<void>
  send(): Promise<PayoutScene>
  /** A day without a result, so that it is in the review queue. */
  forget(): Promise<PayoutScene>
  /** The next request of the same affiliate, KSh. */
  again(amount?: number): Promise<PayoutScene>
  row(): Promise<PayoutFacts>
  balance(): Promise<number>
}

/** An affiliate with KSh 300 and a pending request for all of it. */
export async function pendingPayout(database: { db: Database }): Promise<PayoutScene> {
  const who = await affiliate(database)
  await earn(database, who, 300)
  return sceneOf(database, as(contextOn(database), who), who.code, as(contextOn(database), await boss(database)), 300)
}

async function sceneOf(database: { db: Database }, mine: TestContext, code: string, admin: TestContext, amount: number): Promise<PayoutScene> {
  const { id } = await requestPayout(mine, { amount, ...payoutDetails })
  const tell: PayoutScene['tell'] = (kind, body) => receivePayoutCallback(admin, id, secrets.payoutSecret(id), kind, body)
  const scene: PayoutScene = {
    id,
    mine,
    code,
    admin,
    tell,
    async tellPaid(changes = {}) {
      const receipt = changes.receipt ?? newReceipt()
      await tell('result', paidPayoutBody({ payoutId: id, amount: (changes.amount ?? amount) * 100, receipt }))
      return receipt
    },
    tellFailed: (code = 17) => tell('result', failedPayoutBody(id, code)),
    async send() {
      await completePayout(admin, id, {})
      return scene
    },
    async forget() {
      for (let hours = 1; hours <= 40; hours++) await payoutJobs(admin, `${hours} hours`)
      // Moved to the past, because the tests' clock does not advance.
      await database.db.execute(
        sql`update affiliate_payouts set needs_review_at = now(), status_requested_at = now() - interval '1 hour' where id = ${id}`,
      )
      return scene
    },
    again: (next = 300) => sceneOf(database, mine, code, admin, next),
    row: async () => (await rowsOf<PayoutFacts>(database, sql`select * from affiliate_payouts where id = ${id}`))[0] as PayoutFacts,
    balance: () => balanceOf(database, mine.actor.userId as string),
  }
  return scene
}

/** Runs the job that queries payouts, with a later clock. */
export const payoutJobs = (admin: TestContext, after: string) => checkPayouts(later({ ...admin, actor: theShop }, after) as Context)
