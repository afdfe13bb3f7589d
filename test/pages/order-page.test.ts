import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '#domain/order.ts'
import { shortCode } from '#domain/order-code.ts'
import { formatPhone } from '#domain/phone.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { type AttemptFacts, contextOn, newPhone, orderIn, placed, putOnShelf, rowsOf, secrets, tellFailed, tellPaid } from '../checkout.ts'
import { lostPrompt } from '../scripted-mpesa.ts'
import { usePages } from '../visitor.ts'
import { putZone } from '../zones.ts'

const shop = usePages()
const linkOf = (id: string) => `/order/${id}?key=${secrets.orderKey(id)}`
/** As pages show a number that was typed with its plus. */
const shown = (phone: string) => formatPhone(phone.slice(1))
const ctx = () => contextOn(shop.database, { mpesa: shop.mpesa })

/** A new order and who looks at its page. */
async function bought(changes: Record<string, unknown> = {}) {
  const phone = newPhone()
  const order = await placed(ctx(), await putOnShelf(shop.database), { customer_phone: phone, ...changes })
  const link = linkOf(order.id)
  const buyer = await shop.visit().open(link)
  /** What the page's buttons send. */
  const ask = (intent: string, fields = {}) => buyer.post(link, { intent, ...fields })
  return { ...order, phone, link, buyer, ask, again: () => buyer.open(link) }
}
const heading = (page: { text: (selector: string) => string }) => page.text('h1')
const buttons = (page: { texts: (selector: string) => string[] }) => page.texts('main button')
const attempts = (id: string) =>
  rowsOf<{ state: string; phone: string }>(shop.database, sql`select state, phone from payment_attempts where order_id = ${id} order by created_at`)

describe('the page of an order', () => {
  it.each<[OrderStatus | 'discarded', heading: string, words: string, title: string]>([
    ['pending', 'Sending the prompt', 'Keep your phone in your hand.', 'Sending the prompt'],
    ['awaiting_payment', 'Check your phone', 'Enter your M-Pesa PIN on the phone', 'Check your phone'],
    ['payment_failed', 'Payment not completed', 'You cancelled the prompt on your phone.', 'Payment not completed'],
    ['waiting_shipment', 'Paid. Thank you.', 'Exchange within 7 days.', 'Paid'],
    ['confirmed', 'Order confirmed', 'Your order is', 'Order confirmed'],
    ['shipped', 'Your shoes have left the shop', 'Your order is', 'Shipped'],
    ['delivered', 'Delivered. Enjoy your shoes.', 'Your order is', 'Delivered'],
    ['cancelled', 'Order cancelled', 'Money that comes all the same goes back to your M-Pesa.', 'Order cancelled'],
    ['buyer_not_paid', 'Order expired', 'This order waited too long and its pairs went back on the shelf.', 'Order expired'],
    ['discarded', 'Order taken back', 'You took this order back; its pairs are in your cart.', 'Order taken back'],
  ])('that is %s says so', async (status, title, words, documentTitle) => {
    const { id } = await orderIn(shop.database, status)
    const page = await shop.visit().open(linkOf(id))
    expect([page.status, heading(page), page.text('title')]).toEqual([200, title, `${documentTitle} | Viatu`])
    expect(page.text()).toContain(words)
    expect(page.text('.order-facts')).toContain(`Your order ${shortCode(id)}`)
    expect(page.attributes('meta[name=robots]', 'content')).toEqual(['noindex'])
  })

  it('says on which phone the prompt is, of which sum, and that it is read again without scripts', async () => {
    const { buyer, phone } = await bought()
    expect(buyer.text('.payment-steps')).toBe(
      `1Open the prompt on ${shown(phone)}2Check that it says VIATU and KSh 4,5003Enter your M-Pesa PIN on the phone`,
    )
    expect(buyer.text('main noscript')).toContain('reload it to see how far your order is')
    expect(buttons(buyer)).toContain('Wrong number? Change it')
    expect(buyer.headers.get('cache-control')).toContain('no-store')
  })

  it.each([
    [2001, 'The M-Pesa PIN was wrong. Nothing was paid.'],
    [1, 'Your M-Pesa balance is too low for this amount. Top up, then send the prompt again.'],
    [1037, 'Your phone did not answer the prompt. Check that it is on and has signal, then send the prompt again.'],
  ])('says why M-Pesa refused it, and lets it be paid again: code %i', async (code, words) => {
    const { buyer, again, ask, attempt, ctx, id } = await bought()
    await tellFailed(ctx, attempt, code)
    await again()
    expect([heading(buyer), buyer.text('.payment')]).toEqual(['Payment not completed', expect.stringContaining(words)])
    expect(buttons(buyer)).toEqual(expect.arrayContaining(['Send the prompt again', 'Use another number', 'Put the items back in my cart']))
    await ask('retry')
    expect([buyer.status, heading(buyer)]).toEqual([200, 'Check your phone'])
    await ask('retry')
    expect([buyer.status, (await attempts(id)).map(({ state }) => state)]).toEqual([409, ['failed', 'accepted']])
  })

  it('says at least that it failed, where nobody knows why', async () => {
    const { buyer, again, attempt, ctx, id } = await bought()
    await tellFailed(ctx, attempt, 1)
    await shop.database.ownerDb.execute(sql`update payment_attempts set result_code = null where order_id = ${id}`)
    await again()
    expect(buyer.text('.payment')).toContain('M-Pesa payment failed')
  })

  it('checks while M-Pesa’s reply is lost: no second prompt for three minutes, and a person looks once the hold ends', async () => {
    shop.mpesa.onPrompt(lostPrompt)
    const { buyer, again, id } = await bought()
    expect(heading(buyer)).toBe('Checking with M-Pesa')
    expect(buyer.text('.payment')).toMatch(/Do not pay twice: this page updates by itself\..*You can send it again at \d+:\d\d [AP]M\./)
    expect(buttons(buyer)).not.toContain('Send the prompt again')
    await shop.database.ownerDb.execute(sql`update payment_attempts set created_at = created_at - interval '4 minutes' where order_id = ${id}`)
    await again()
    expect(buyer.text('.payment')).toContain('No prompt on your phone, and no message from M-Pesa? Then send the prompt again.')
    expect(buttons(buyer)).toContain('Send the prompt again')
    await shop.database.ownerDb.execute(sql`update orders set hold_expires_at = now() where id = ${id}`)
    await shop.database.ownerDb.execute(sql`update payment_attempts set next_check_at = now() where order_id = ${id}`)
    await expireOrders(ctx())
    await checkPayments(ctx())
    await again()
    expect(heading(buyer)).toBe('We are checking your payment')
    expect(buyer.text('.payment')).toContain('A person in our shop is looking at your payment.')
  })

  it('that is paid has its receipt, its story, and a link to keep', async () => {
    const { buyer, again, attempt, ctx, link } = await bought({ customer_email: 'wanjiru@example.com' })
    await tellFailed(ctx, attempt, 1037)
    const receipt = await tellPaid(ctx, attempt)
    await again()
    expect(buyer.text('.receipt')).toContain(receipt)
    expect(buyer.text('.receipt')).toContain('Paid - Ready to Ship')
    const story = buyer.page('section', 'So far')
    expect(['Payment not completed', 'Paid'].map((words) => story.getByText(words).tagName)).toHaveLength(2)
    expect(decodeURIComponent(buyer.page().getByRole('link', { name: 'Send the link to my WhatsApp' }).getAttribute('href') ?? '')).toContain(link)
    expect(buyer.text('.kept-address')).toBe(`http://localhost${link}`)
    expect(buyer.text('.order-notices')).toBe('We send news of your order to w***@example.com.')
    expect(buyer.page().getByText('Keep this order in an account:').parentElement?.innerHTML).toContain(`next=${encodeURIComponent(link)}`)
  })

  it('that sends no news says that its link is all there is', async () => {
    const { buyer } = await bought()
    expect(buyer.text('.payment')).toContain('Keep this link. We send no SMS and have no e-mail of yours')
  })

  it('says how, where, when and to whom it comes, and what that costs', async () => {
    await putZone(shop.database, 'West', ['kisumu'], [{ name: 'Rider', fee: 250 }])
    const { buyer, again, attempt, ctx } = await bought({
      ...{ delivery_address: 'House 4, Milimani, Kisumu', total_amount: 4750 },
      ...{ receiver_name: 'Achieng Odhiambo', receiver_phone: '0722 000 111' },
    })
    await tellPaid(ctx, attempt)
    await again()
    const facts = buyer.text('.order-facts')
    for (const words of ['Rider, Milimani, Kisumu', 'Achieng Odhiambo receives it, +254 722 000 111.', 'KSh 250', 'KSh 4,750', 'House 4, Milimani'])
      expect(facts).toContain(words)
    expect(buyer.text('.order-promise')).toMatch(/^Arrives \w{3} \d/)
    await shop.database.ownerDb.execute(sql`update delivery_places set zone_id = null where id = 'kisumu'`)
    forgetDeliveryTerms()
  })

  it('puts its pairs back, for its buyer', async () => {
    const { buyer, ask, attempt, ctx } = await bought()
    await tellFailed(ctx, attempt)
    await ask('put-back')
    expect([buyer.status, heading(buyer)]).toEqual([200, 'Order taken back'])
    expect(buttons(buyer)).not.toContain('Put the items back in my cart')
    expect(buyer.attributes('.payment .acts a', 'href')).toContain('/checkout')
  })

  it('that was cancelled says what becomes of the money', async () => {
    const failed = await bought()
    await tellFailed(failed.ctx, failed.attempt)
    const open = await bought()
    for (const { id } of [failed, open]) await cancel(id)
    expect((await failed.again()).text('.payment')).toContain('This order was cancelled. Nothing will be charged for it.')
    expect((await open.again()).text('.payment')).toContain(
      'This order was cancelled. If the M-Pesa prompt is still on your phone, refuse it there. Money that comes all the same goes back to your M-Pesa.',
    )
    await tellPaid(open.ctx, open.attempt)
    await open.again()
    expect(open.buyer.text('.payment')).toContain('KSh 4,500 that came for this order goes back to your M-Pesa.')
    expect(open.buyer.text('.order-facts')).toContain('KSh 4,500 goes back')
  })

  it('tells nothing to somebody without its key', async () => {
    const { link, phone } = await bought()
    const [address, key] = link.split('?key=') as [string, string]
    const wrong = [`${address}?key=${key.replace(/^./, key.startsWith('a') ? 'b' : 'a')}`, `${address}?key=`, address, `/order/nonsense?key=${key}`]
    for (const path of wrong) {
      const page = await shop.visit().open(path)
      expect([page.status, heading(page), page.text('title')]).toEqual([404, 'Order not found', 'Order not found | Viatu'])
      for (const secret of ['Wanjiku', 'Moi Avenue', phone.slice(4), 'Mbio Wingu']) expect(page.html).not.toContain(secret)
    }
  })
})

describe('a mistyped number', () => {
  it('is changed twice at most; the page says what cannot be taken back, and money on the old prompt goes back to its number', async () => {
    const { buyer, again, ask, attempt, ctx, phone, id } = await bought()
    const [right, last] = [newPhone(), newPhone()]
    await ask('change-number', { phone: '07' })
    expect(buyer.status).toBe(400)
    await ask('change-number', { phone: right })
    expect(buyer.text('.payment')).toContain(`We cannot take back the prompt on ${shown(phone)}.`)
    for (const part of ['.payment-steps', '.order-facts address']) expect(buyer.text(part)).toContain(shown(right))
    await ask('change-number', { phone: last })
    expect(buyer.text('.change-number')).toBe('The number was changed twice. When this prompt has closed, you can use another one.')
    expect(buttons(buyer)).not.toContain('Wrong number? Change it')
    await ask('change-number', { phone: newPhone() })
    expect(buyer.status).toBe(409)
    await tellPaid(
      ctx,
      (
        await rowsOf<AttemptFacts>(shop.database, sql`select * from payment_attempts where order_id = ${id} and phone = ${last.slice(1)}`)
      )[0] as AttemptFacts,
    )
    await again()
    expect(buyer.text('.payment')).toContain(`A prompt may still be open on ${shown(phone)} and ${shown(right)}.`)
    await tellPaid(ctx, attempt)
    await again()
    expect(buyer.text('.payment')).toContain(`KSh 4,500 that came for this order goes back to ${shown(phone)}, the number that paid it.`)
  })

  it('of a prompt that failed is changed as well; the order is paid from another number too', async () => {
    const { buyer, ask, attempt, ctx, phone } = await bought()
    await tellFailed(ctx, attempt, 2001)
    const payer = newPhone()
    await ask('other-number', { phone: '07' })
    expect(buyer.status).toBe(400)
    await ask('other-number', { phone: payer })
    expect([heading(buyer), buyer.text('.payment-steps')]).toEqual(['Check your phone', expect.stringContaining(shown(payer))])
    expect(buyer.text('.order-facts address')).toContain(shown(phone))
  })
})

/** As an admin does; with its effects on the books. */
async function cancel(id: string) {
  await shop.database.ownerDb.execute(sql`
    with cancelled as (update orders set status = 'cancelled' where id = ${id} returning id),
      told as (insert into order_events (order_id, from_status, to_status) select o.id, o.status, 'cancelled' from orders o, cancelled where o.id = cancelled.id)
    insert into stock_movements (product_size_id, delta, reason, order_id) select product_size_id, quantity, 'release', order_id from order_items where order_id = (select id from cancelled)`)
}
