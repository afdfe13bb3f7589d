import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phoneHint } from '#domain/phone.ts'
import { shoot } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { cartPanel, enterPin, heading, newPhone, onThePhone, order, said } from './steps.ts'

const shop = useShop()

const again = (page: Page) => page.getByRole('button', { name: 'Send the prompt again' })
/** What is left of a small phone's screen between the bars of its browser. */
const isOnFirstScreen = (page: Page) => {
  const bottom = () => again(page).evaluate((button) => button.getBoundingClientRect().bottom + scrollY)
  return page.setViewportSize({ width: 390, height: 664 }).then(() => expect.poll(bottom).toBeLessThanOrEqual(664))
}

/** Without the screen of the phone: buying.test.ts types the PIN. */
const pay = (phone: string) => shop.tellMpesa('POST /answers', { phone, pin: true })
const paid = (page: Page) => heading(page, 'Paid. Thank you.').waitFor({ timeout: 30_000 })
const failed = (page: Page, sentence: string) => page.getByText(sentence).first().waitFor({ timeout: 30_000 })

/** A buyer on the order's page, where the first prompt has just gone out. */
async function buyer(shoe: [name: string, size: string], faults: Record<string, unknown>[] = []) {
  const phone = newPhone()
  const line = await shop.line(...shoe)
  const visitor = await shop.visit('phone', { cart: [line] })
  for (const fault of faults) await shop.tellMpesa('POST /faults', { ...fault, phone })
  await order(shop, visitor.page, phone)
  return { ...visitor, phone, line }
}

/** Moves a moment in the books back, so that nobody has to wait for it. */
async function agesAgo(phone: string, what: 'the prompt' | 'the hold' | 'both') {
  const order = sql`(select id from orders where customer_phone = ${phone})`
  if (what === 'both') {
    await shop.db.execute(sql`update orders set hold_expires_at = hold_expires_at - interval '30 minutes' where id = ${order}`)
    await shop.db.execute(sql`update payment_attempts set next_check_at = next_check_at - interval '30 minutes' where order_id = ${order}`)
  } else if (what === 'the hold') await shop.db.execute(sql`update orders set hold_expires_at = now() - interval '1 second' where id = ${order}`)
  else await shop.db.execute(sql`update payment_attempts set created_at = created_at - interval '4 minutes' where order_id = ${order}`)
}

describe('M-Pesa says no', () => {
  it('to a wrong PIN; the same order is paid from another number', async () => {
    const { page, phone } = await buyer(['Mbio Runner, Cloud', '40'])
    await onThePhone(shop, page, phone, (screen) => enterPin(screen, '0000'))
    await heading(page, 'Payment not completed').waitFor()
    await failed(page, 'The M-Pesa PIN was wrong. Nothing was paid.')
    await shoot(page, 'wrong-pin')
    await isOnFirstScreen(page)
    await shoot(page, 'wrong-pin-first-screen', 'screen')
    await page.getByRole('button', { name: 'Use another number' }).click()
    const field = page.getByLabel('Another M-Pesa number')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('07')
    await page.getByRole('button', { name: 'Send the prompt there' }).click()
    await page.getByText(phoneHint).waitFor()
    await shoot(page, 'another-number')
    const other = newPhone()
    await field.fill(other)
    await page.getByRole('button', { name: 'Send the prompt there' }).click()
    await heading(page, 'Check your phone').waitFor()
    await page.getByText(shown(other)).first().waitFor()
    await pay(other)
    await paid(page)
  })

  it('before the page of the order comes, which then says nothing else', async () => {
    const phone = newPhone()
    const { page } = await shop.visit('phone', { cart: [await shop.line('Mbio Runner, Cloud', '40')] })
    await shop.tellMpesa('POST /faults', { at: 'result', code: '1037', phone })
    await page.route('**/order/*.data*', async (route) => {
      const state = sql`select state from payment_attempts where phone = ${phone}`
      await expect.poll(async () => (await shop.db.execute(state)).rows).toEqual([{ state: 'failed' }])
      await route.continue()
    })
    await order(shop, page, phone)
    await heading(page, 'Payment not completed').waitFor()
    expect(await page.locator('.toast', { hasText: 'initiated' }).count()).toBe(0)
  })

  it('to a balance that is too low; after a top-up the same order is paid', async () => {
    const { page, phone } = await buyer(['Delamere Brogue, Black', '45'])
    await onThePhone(shop, page, phone, async (screen) => {
      await screen.getByRole('button', { name: 'Make it low' }).click()
      await screen.getByText('Too low').waitFor()
      await enterPin(screen, '1234')
    })
    await failed(page, 'Your M-Pesa balance is too low for this amount. Top up, then send the prompt again.')
    await shoot(page, 'low-balance')
    await onThePhone(shop, page, phone, async (screen) => {
      await screen.getByRole('button', { name: 'Fill it up' }).click()
      await screen.getByText('Enough for any shoe.').waitFor()
    })
    await again(page).dblclick()
    await heading(page, 'Check your phone').waitFor()
    await pay(phone)
    await paid(page)
    const { rows } = await shop.db.execute(sql`select state from payment_attempts where phone = ${phone} order by created_at`)
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'paid'])
  })

  it('because nobody answered', async () => {
    const { page } = await buyer(['Westi Stiletto, Red', '37'], [{ at: 'result', code: '1037' }])
    await failed(page, 'Your phone did not answer the prompt. Check that it is on and has signal, then send the prompt again.')
    await again(page).waitFor()
    await shoot(page, 'not-answered')
  })

  it('without a word of why', async () => {
    const { page, phone } = await buyer(['Westi Stiletto, Red', '38'], [{ at: 'result', code: '1' }])
    await heading(page, 'Payment not completed').waitFor()
    await shop.db.execute(sql`update payment_attempts set result_code = null where phone = ${phone}`)
    await page.reload()
    await failed(page, 'M-Pesa payment failed')
  })

  it('and the items go back into the cart, from where they are ordered again', async () => {
    const { page, phone, line } = await buyer(['Nyota Trainer, Sky', '37'], [{ at: 'result', code: '1032' }])
    await page.getByRole('button', { name: 'Put the items back in my cart' }).click()
    await cartPanel(page).getByText('Nyota Trainer, Sky').waitFor()
    expect(await shop.line(line.name, line.size)).toMatchObject({ stock: line.stock })
    await page.keyboard.press('Escape')
    await page.getByText('You took this order back; its pairs are in your cart.').waitFor()
    expect(await page.getByRole('button', { name: 'Put the items back in my cart' }).count()).toBe(0)
    await shoot(page, 'given-up')
    await order(shop, page, newPhone())
    await heading(page, 'Check your phone').waitFor()
    const { rows } = await shop.db.execute(sql`select status from orders where customer_phone = ${phone} and discarded_at is null`)
    expect(rows).toEqual([])
  })
})

const shown = (phone: string) => `+254 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`

describe('a mistyped number', () => {
  const change = (page: Page) => page.getByRole('button', { name: 'Wrong number? Change it' })
  const there = (page: Page) => page.getByRole('button', { name: 'Send the prompt there' })

  /** The link of a short message that a phone has got. */
  const linkOn = async (page: Page, phone: string, words: string) => {
    let link = ''
    await onThePhone(shop, page, phone, async (screen) => {
      link = (await screen.getByRole('listitem').filter({ hasText: words }).getByRole('link').getAttribute('href')) ?? ''
    })
    return link
  }

  it('is changed at once, twice at most; the page says what cannot be taken back, and money on the old prompt goes back to its number', async () => {
    const { page, phone } = await buyer(['Mbio Runner, Cloud', '41'])
    await heading(page, 'Check your phone').waitFor()
    await change(page).click()
    const field = page.getByLabel('The right M-Pesa number')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('07')
    await there(page).click()
    await page.getByText(phoneHint).waitFor()
    await examine(page, 'change-number', { finger: '.payment' })
    const right = newPhone()
    await field.fill(right)
    await there(page).click()
    await page.getByText(`We cannot take back the prompt on ${shown(phone)}.`).waitFor()
    await expect.poll(() => heading(page, 'Check your phone').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.locator('.payment-steps').getByText(shown(right)).waitFor()
    await page.getByRole('region', { name: 'Delivery' }).getByText(shown(right)).waitFor()
    await examine(page, 'number-changed', { finger: '.payment' })

    await change(page).click()
    const last = newPhone()
    await page.getByLabel('The right M-Pesa number').fill(last)
    await there(page).click()
    await page.getByText('The number was changed twice. When this prompt has closed, you can use another one.').waitFor()
    expect(await change(page).count()).toBe(0)
    await pay(last)
    await paid(page)
    await page.getByText(`A prompt may still be open on ${shown(phone)} and ${shown(right)}.`).waitFor()
    await pay(phone)
    await page.getByText(/^KSh [\d,]+ that came for this order goes back to \+254 [\d ]+, the number that paid it\.$/).waitFor({ timeout: 30_000 })
    await examine(page, 'paid-on-both')
  })

  it('is changed as well when nobody has answered there, with what is being typed', async () => {
    const { page, phone, expectComplaint } = await buyer(['Mbio Runner, Cloud', '42'])
    expectComplaint(/status of 400/)
    // Whoever has the wrong number opens what came there.
    const stranger = await shop.visit('phone')
    stranger.expectComplaint(/404/)
    await stranger.page.goto(await linkOn(page, phone, 'we have your order'))
    await heading(stranger.page, 'Check your phone').waitFor()
    await change(page).click()
    const right = newPhone()
    await page.getByLabel('The right M-Pesa number').fill(right)
    await onThePhone(shop, page, phone, (screen) => enterPin(screen, '0000'))
    await heading(page, 'Payment not completed').waitFor()
    await examine(page, 'wrong-number-failed')
    expect(await page.getByLabel('The right M-Pesa number').inputValue()).toBe(right)
    // What is refused is said at the form that was sent, and not at the other.
    await page.getByRole('button', { name: 'Use another number' }).click()
    await page.getByLabel('Another M-Pesa number').fill(newPhone())
    await page.getByLabel('Another M-Pesa number').blur()
    await page.route('**/order/**', (route) => route.continue({ postData: 'intent=change-number&phone=07' }), { times: 1 })
    await there(page).first().click()
    await page.getByText(phoneHint).waitFor()
    const trouble = (label: string) => page.getByLabel(label).getAttribute('aria-invalid')
    expect([await trouble('The right M-Pesa number'), await trouble('Another M-Pesa number')]).toEqual(['true', null])
    expect(await page.getByText(phoneHint).count()).toBe(1)
    await examine(page, 'wrong-number-refused')
    await there(page).first().click()
    await heading(page, 'Check your phone').waitFor()
    await page.getByRole('region', { name: 'Delivery' }).getByText(shown(right)).waitFor()
    await stranger.page.reload()
    await heading(stranger.page, 'Order not found').waitFor()
    const other = await shop.visit('phone')
    await other.page.goto(await linkOn(page, right, 'here is your order'))
    await other.page.getByRole('region', { name: 'Delivery' }).getByText(shown(right)).waitFor()
    await pay(right)
    await paid(page)
    await heading(other.page, 'Paid. Thank you.').waitFor({ timeout: 30_000 })
  })
})

describe('M-Pesa is slow to say', () => {
  it('and the page checks by itself while its reply is lost: no second prompt for three minutes, and the first one can be paid', async () => {
    const { page, phone } = await buyer(['Ruka High, Grape', '40'], [{ at: 'submit', answer: 'lostReply' }])
    await said(page, 'Order placed. We are checking with M-Pesa whether the prompt went out.')
    expect(await page.locator('.toast', { hasText: 'initiated' }).count()).toBe(0)
    await heading(page, 'Checking with M-Pesa').waitFor()
    await page.getByText('Do not pay twice: this page updates by itself.').waitFor()
    await page.getByText(/You can send it again at \d+:\d\d [AP]M\./).waitFor()
    expect(await again(page).count()).toBe(0)
    await shoot(page, 'lost-reply')
    await agesAgo(phone, 'the prompt')
    await page.reload()
    await page.getByText('No prompt on your phone, and no message from M-Pesa? Then send the prompt again.').waitFor()
    await isOnFirstScreen(page)
    await shoot(page, 'checking-first-screen', 'screen')
    await pay(phone)
    await paid(page)
  })

  it('and a person looks as soon as the hold ends without its word', async () => {
    const { page, phone } = await buyer(['Ruka High, Grape', '41'], [{ at: 'submit', answer: 'lostReply' }])
    await heading(page, 'Checking with M-Pesa').waitFor()
    await agesAgo(phone, 'both')
    await heading(page, 'We are checking your payment').waitFor({ timeout: 30_000 })
    await page.getByText('A person in our shop is looking at your payment.').waitFor()
    await shoot(page, 'person-looks')
    await pay(phone)
    await paid(page)
  })

  it('and money that moved after a failure was told turns the page to paid by itself', async () => {
    const { page } = await buyer(['Uwanja Low, Night', '42'], [{ at: 'result', code: '1037', thenPaidAfterMs: 6_000 }])
    await heading(page, 'Payment not completed').waitFor()
    await paid(page)
    await page.getByRole('region', { name: 'So far' }).getByText('Payment not completed').waitFor()
    await page.getByText('Paid - Ready to Ship').first().waitFor()
  })
})

describe('the page of an order', () => {
  it('says when the connection is away, and goes on by itself when it is back', async () => {
    const { page, context, phone, expectComplaint } = await buyer(['Ruka High, Grape', '42'])
    await heading(page, 'Check your phone').waitFor()
    await context.setOffline(true)
    expectComplaint(/net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/)
    await page.getByText('The connection is lost. This page continues by itself when it is back.').waitFor({ timeout: 30_000 })
    await shoot(page, 'order-offline')
    await shop.tellMpesa('POST /answers', { phone, pin: true })
    await context.setOffline(false)
    await paid(page)
    await page.getByText('The connection is lost.').waitFor({ state: 'hidden' })
  })

  it('sends one prompt when it is asked for in two tabs, and none when nobody hears', async () => {
    const { page, context, phone, expectComplaint } = await buyer(['Ruka High, Grape', '44'], [{ at: 'result', code: '1032' }])
    await heading(page, 'Payment not completed').waitFor()
    await page.route('**/order/*.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    expectComplaint(/net::ERR_FAILED/)
    await again(page).click()
    await page.getByRole('alert').getByText('We did not hear back.').waitFor()
    await shoot(page, 'prompt-unsure')
    await page.unrouteAll()

    const deaf = await context.newPage()
    // Before it opens: a stream that is open already would tell it.
    await deaf.route(/events|order\/.*\.data/, (route) => (route.request().method() === 'POST' ? route.continue() : route.abort()))
    await deaf.goto(page.url())
    await heading(deaf, 'Payment not completed').waitFor()
    await again(page).click()
    await heading(page, 'Check your phone').waitFor()
    expectComplaint(/status of 409 .*order/)
    await again(deaf).click()
    await deaf.getByRole('alert').getByText('A prompt is already on its way. Check your phone, or wait a moment before sending another.').waitFor()
    const { rows } = await shop.db.execute(sql`select state from payment_attempts where phone = ${phone} order by created_at`)
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'accepted'])
  })

  it('outlives a reload; Back after paying leads to no second order', async () => {
    const phone = newPhone()
    const { page, context } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '45', 2)] })
    const other = await context.newPage()
    await other.goto(`${shop.url}/checkout`)
    await heading(other, 'Checkout').waitFor()
    await other.locator('.short-total').getByText('2 pairs').waitFor()
    await page.goto(`${shop.url}/category/loafers`)
    await heading(page, 'Loafers').waitFor()
    await order(shop, page, phone)
    await heading(page, 'Check your phone').waitFor()
    await heading(other, 'This cart was just ordered').waitFor()
    await shoot(other, 'ordered-elsewhere')
    await other.getByRole('link', { name: /^See your order/ }).click()
    await heading(other, 'Check your phone').waitFor()
    await other.close()
    expect(await (await fetch(page.url())).text()).toContain('reload it to see how far your order is')
    await page.reload()
    await heading(page, 'Check your phone').waitFor()
    await pay(phone)
    await paid(page)
    const link = page.url()
    expect(decodeURIComponent((await page.getByRole('link', { name: 'Send the link to my WhatsApp' }).getAttribute('href')) ?? '')).toContain(link)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.goBack()
    await heading(page, 'Loafers').waitFor()
    await page.getByRole('button', { name: 'Cart, 0 items' }).click()
    await cartPanel(page)
      .getByRole('link', { name: /^Your order [0-9a-f]{8}/ })
      .waitFor()
    await page.goto(`${shop.url}/checkout`)
    await heading(page, 'Your cart is empty').waitFor()
    await shoot(page, 'empty-with-order')
    await page.getByRole('link', { name: /^Your order [0-9a-f]{8}/ }).click()
    await paid(page)
    expect(page.url()).toBe(link)
    const { rows } = await shop.db.execute(
      sql`select status, quantity from orders o join order_items i on i.order_id = o.id where customer_phone = ${phone}`,
    )
    expect(rows).toEqual([{ status: 'waiting_shipment', quantity: 2 }])
  })

  it('says when its pairs went back on the shelf, and puts them into the cart', async () => {
    const { page, phone, line } = await buyer(['Malindi Sandal, Black', '44'])
    await heading(page, 'Check your phone').waitFor()
    await agesAgo(phone, 'the hold')
    await page.getByText('This order waited too long and its pairs went back on the shelf.').waitFor({ timeout: 30_000 })
    await shoot(page, 'expired')
    expect(await shop.line(line.name, line.size)).toMatchObject({ stock: line.stock })
    await page.getByRole('button', { name: 'Put the items back in my cart' }).click()
    await cartPanel(page).getByText('Malindi Sandal, Black').waitFor()
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  })

  it('says so when an admin cancelled it', async () => {
    const { page, phone } = await buyer(['Malindi Sandal, Black', '42'], [{ at: 'result', code: '1032' }])
    await heading(page, 'Payment not completed').waitFor()
    await shop.db.execute(sql`
      with cancelled as (update orders set status = 'cancelled' where customer_phone = ${phone} returning id),
        told as (insert into order_events (order_id, from_status, to_status) select id, 'payment_failed', 'cancelled' from cancelled)
      insert into stock_movements (product_size_id, delta, reason, order_id) select product_size_id, quantity, 'release', order_id from order_items where order_id = (select id from cancelled)`)
    await page.getByText('This order was cancelled. Nothing will be charged for it.').waitFor({ timeout: 30_000 })
    await shoot(page, 'cancelled-by-admin')
  })

  it('says which sum came after it was cancelled, and that it goes back', async () => {
    const { page, phone } = await buyer(['Malindi Sandal, Black', '43'])
    await heading(page, 'Check your phone').waitFor()
    await shop.db.execute(sql`
      with cancelled as (update orders set status = 'cancelled' where customer_phone = ${phone} returning id),
        told as (insert into order_events (order_id, from_status, to_status) select id, 'awaiting_payment', 'cancelled' from cancelled)
      insert into stock_movements (product_size_id, delta, reason, order_id) select product_size_id, quantity, 'release', order_id from order_items where order_id = (select id from cancelled)`)
    await heading(page, 'Order cancelled').waitFor({ timeout: 30_000 })
    expect(await page.locator('.toast', { hasText: 'Order placed successfully!' }).count()).toBe(0)
    await page
      .getByText(
        'This order was cancelled. If the M-Pesa prompt is still on your phone, refuse it there. Money that comes all the same goes back to your M-Pesa.',
      )
      .waitFor()
    await shoot(page, 'cancelled-with-prompt')
    await pay(phone)
    await page.getByText(/^KSh [\d,]+ that came for this order goes back to your M-Pesa\.$/).waitFor({ timeout: 30_000 })
    await page
      .getByRole('list')
      .getByText(/^KSh [\d,]+ goes back$/)
      .waitFor()
    await shoot(page, 'money-goes-back')
  })

  it('tells nothing to who has not its key', async () => {
    const { page, phone, expectComplaint } = await buyer(['Karen Driver, Sand', '44'])
    const [address, key] = page.url().split('?key=') as [string, string]
    expectComplaint(/status of 404 .*order/)
    for (const wrong of [
      `${address}?key=${key.replace(/^./, key.startsWith('a') ? 'b' : 'a')}`,
      `${address}?key=`,
      address,
      `${shop.url}/order/nonsense?key=${key}`,
    ]) {
      const answer = await page.goto(wrong)
      expect(answer?.status()).toBe(404)
      await heading(page, 'Order not found').waitFor()
      const text = (await answer?.text()) ?? ''
      for (const secret of ['Wanjiru', 'Moi Avenue', phone.slice(4), 'Karen Driver']) expect(text).not.toContain(secret)
    }
  })
})
