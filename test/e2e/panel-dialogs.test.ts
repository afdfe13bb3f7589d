import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { keepLostPayment } from '#features/orders/find-lost-payments.ts'
import { queuePaymentReview } from '#features/orders/payment-review-queue.ts'
import { account } from '../accounts.ts'
import { affiliate } from '../affiliates.ts'
import { contextOn, rowsOf } from '../checkout.ts'
import { codeOf, debtor } from '../debtor.ts'
import { orderFor } from '../orders-of.ts'
import { pendingPayout } from '../payout-scene.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { said } from './steps.ts'

const shop = useShop()

/** What each button of a page asks in its dialog: what is read, and the names that are sent. */
async function questionsOf(page: Page, path: string, scope = 'main'): Promise<Record<string, string>> {
  await shop.open(page, path)
  return page.locator(scope).evaluate(async (part) => {
    const drawn = () => new Promise((settle) => requestAnimationFrame(settle))
    const asked: Record<string, string> = {}
    for (const button of part.querySelectorAll<HTMLButtonElement>('button[aria-haspopup=dialog]')) {
      button.click()
      let open: HTMLDialogElement | null = null
      while (!open) {
        await drawn()
        open = document.querySelector('dialog[open]')
      }
      await drawn()
      const sent = [...open.querySelectorAll<HTMLInputElement>('[name]')].filter(({ name }) => name !== 'id')
      const fields = sent.map(({ name, value }) => (name === 'intent' ? value : name))
      const text = (open.querySelector('.dialog-body') as HTMLElement).innerText.replace(/\s+/g, ' ')
      asked[button.getAttribute('aria-label') ?? button.innerText] = `${open.querySelector('h2')?.textContent} ${text} [${fields.join(' ')}]`
      open.querySelector<HTMLElement>('.dialog-head button')?.click()
      while (document.querySelector('dialog[open]')) await drawn()
    }
    return asked
  })
}

/** A shop in which each dialog of orders, people and payouts can be opened: its addresses, each with the part of the page. */
async function everyDialog(): Promise<[path: string, scope?: string][]> {
  const on = { db: shop.db }
  const [paid, failed, assumed] = [
    await orderFor(on, 'Wambui Paid', 'paid'),
    await orderFor(on, 'Wambui Failed', 'failed'),
    await orderFor(on, 'Wambui Assumed', 'pending'),
  ]
  await queuePaymentReview(failed.ctx, failed.attempt.id, 'M-Pesa gave no outcome for a day')
  const lost = { receipt: newReceipt(), amount: 254_900, phone: null, maskedPhone: '2547 ***** 126', reference: 'ABCD1234' }
  await keepLostPayment(contextOn(on), lost)
  await account(on, { full_name: 'Zuhura Salim', email: 'zuhura@example.com' })
  const payout = await pendingPayout(on)
  await debtor(on)
  await shop.db.execute(sql`insert into payout_hold (reason, payout_id) values ('the initiator is locked.', ${payout.id})`)
  return [
    [`/admin/orders/${paid.id}`, '.pane'],
    [`/admin/orders/${failed.id}`, '.pane'],
    [`/admin/orders/${assumed.id}`, '.pane'],
    ['/admin/orders?view=refunds'],
    ['/admin/orders?view=review'],
    ['/admin/users?search=zuhura'],
    [`/admin/affiliates?search=${payout.code}`],
    [`/admin/commissions?search=${payout.code}`],
    [`/admin/payouts?search=${payout.code}`],
    ['/admin/affiliates/debts'],
    ['/admin/data'],
  ]
}

it('each dialog of the panel says what it does, and sends what its form needs', async () => {
  const { page } = await shop.visitAsAdmin('phone')
  const asked: Record<string, string> = {}
  for (const [path, scope] of await everyDialog()) Object.assign(asked, await questionsOf(page, path, scope))
  const plain = JSON.parse(JSON.stringify(asked).replace(/\b[0-9a-f]{8}\b/g, 'CODE'))
  console.log(JSON.stringify(plain, null, 1))
  expect(plain).toEqual({})
})
