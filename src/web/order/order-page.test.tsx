// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderView, PaymentView } from '#domain/order-view.ts'
import { placedWords } from '#domain/payment.ts'
import { phoneHint } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { Confirm } from '#web/account/confirm-email-form.tsx'
import { refusalResponse } from '#web/forms/refusal.ts'
import OrderPage from '#web/order/order-page.tsx'
import { eventually, guestCart, scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

const [id, phone] = ['e8e67e7e-462f-4a6d-9d72-5637f6761f0d', '254712345678']
const now = () => new Date().toISOString()
const line = { id, size: '40', name: 'Mbio Runner', price: 5000, image_url: null, quantity: 1, stock: 3 }
const shown = (state: PaymentView['state'], more: Partial<PaymentView> = {}): PaymentView => ({
  ...{ state, requested_at: now(), phone, amount: 5000, sentence: null, result_code: null, retry_at: null },
  ...{ may_retry: state === 'failed', may_change_number: state === 'accepted', ...more },
})
const orderWith = (payment: PaymentView, more: Partial<OrderView> = {}) =>
  ({
    ...{ id, short_code: 'e8e67e7e', status: payment.state === 'failed' ? 'payment_failed' : 'awaiting_payment', total_amount: 5000 },
    ...{
      customer_name: 'Wanjiru',
      customer_phone: phone,
      delivery_address: 'Moi Avenue',
      delivery_kind: 'door',
      delivery_fee: 0,
      parcel: null,
      steps: [],
    },
    ...{ late: null, created_at: now(), paid_at: null, hold_expires_at: new Date(Date.now() + 1_800_000).toISOString(), discarded: false, lines: [] },
    ...{ in_review: false, payment, open_prompts: [], timeline: [], refunds: [], notices: { email: null, phone: '07•• ••• 678' }, ...more },
  }) as unknown as OrderView

/** What the page is told of the order and its reader, what it sends, and what it is answered. */
let order: OrderView
let offline: boolean
let reader: { mayKeep: boolean; signedIn: boolean }
let sent: Record<string, unknown>[]
let answers: unknown[]
/** Tells the open page that the order has changed. */
let tell: () => void
beforeEach(() => {
  ;[offline, sent, answers, reader] = [false, [], [], { mayKeep: false, signedIn: false }]
  const stream = { onmessage: () => {}, readyState: 1, close: () => {} }
  vi.stubGlobal('EventSource', function EventSource() {
    return stream
  })
  Object.assign(window, { EventSource: globalThis.EventSource })
  tell = () => stream.onmessage()
})

const open = () =>
  openScripted(`/order/${id}?key=k`, {
    routes: [
      {
        path: 'order/:id',
        Component: OrderPage as never,
        HydrateFallback: () => null,
        loader: () => ({ order, key: 'k', link: null, at: Date.now(), offline, ...reader }),
        action: async ({ request }) => {
          sent.push(Object.fromEntries(await request.formData()))
          return answers.shift()
        },
      },
      {
        path: 'sign-up',
        Component: () => <Confirm linkWorks isNew isChange={false} signedIn={false} next={null} />,
        action: () => {
          reader = { mayKeep: true, signedIn: true }
          return { done: 'signed-in', session: { user: { id: phone }, expires_at: new Date(Date.now() + 60_000).toISOString() }, cart: [] }
        },
      },
    ],
  })
const refused = (...given: ConstructorParameters<typeof Problem>) => refusalResponse(new Problem(...given))

it('changes by itself from the prompt to its end, says so, and takes back the message about the prompt', async () => {
  order = orderWith(shown('accepted'))
  const page = await open()
  await page.sees('Check your phone', 'h1')
  showToast({ title: placedWords.accepted, topic: id, seconds: 60 })
  await page.sees('Order placed successfully!', '.toasts')
  order = orderWith(shown('failed', { sentence: 'The M-Pesa PIN was wrong. Nothing was paid.' }))
  tell()
  await page.sees('Payment not completed', 'h1')
  await page.sees('The M-Pesa PIN was wrong. Nothing was paid.', '.payment')
  await eventually(() => page.text('.toasts')).not.toContain('Order placed successfully!')
  expect(page.getAllByRole('status').some(({ textContent }) => textContent?.startsWith('Payment not completed The M-Pesa PIN'))).toBe(true)
})

it('says when the connection is lost, and goes on when it is back', async () => {
  order = orderWith(shown('accepted'))
  const page = await open()
  await page.sees('Check your phone', 'h1')
  offline = true
  tell()
  await page.sees('The connection is lost. This page continues by itself when it is back.')
  offline = false
  tell()
  await eventually(() => page.text()).not.toContain('The connection is lost.')
})

it('sends the prompt to another number, which it asks for, and then to nobody twice', async () => {
  order = orderWith(shown('failed', { sentence: 'No.' }))
  answers = [{ sent: true }]
  const page = await open()
  await page.sees('Payment not completed', 'h1')
  page.press('Use another number')
  await eventually(page.focused).toBe('phone')
  page.type('Another M-Pesa number', '07')
  page.press('Send the prompt there')
  await page.sees(phoneHint, '#other-number')
  expect([sent, page.focused()]).toEqual([[], 'phone'])
  page.type('Another M-Pesa number', '0722000111')
  order = orderWith(shown('accepted', { phone: '254722000111' }))
  page.press('Send the prompt there')
  page.press('Send the prompt there')
  await page.sees('Check your phone', 'h1')
  expect(sent).toEqual([{ intent: 'other-number', phone: '0722000111' }])
  await eventually(() => document.activeElement?.tagName, 'the pressed button is gone').toBe('H1')
  expect(page.text('.payment-steps')).toContain('+254 722 000 111')
})

it('keeps the right number that is being typed when the prompt fails, and says what is refused at the form that was sent', async () => {
  order = orderWith(shown('accepted'))
  answers = [refused('bad_input', { fields: { phone: 'Enter another one.' } })]
  const page = await open()
  await page.sees('Check your phone', 'h1')
  page.press('Wrong number? Change it')
  await eventually(page.focused).toBe('phone')
  page.type('The right M-Pesa number', '0722000111')
  order = orderWith(shown('failed', { sentence: 'No.' }))
  tell()
  await page.sees('Payment not completed', 'h1')
  expect(page.valueOf('The right M-Pesa number')).toBe('0722000111')
  page.press('Use another number')
  await page.sees('Another M-Pesa number')
  page.press('Send the prompt there')
  await page.sees('Enter another one.', '#right-number')
  expect(sent).toEqual([{ intent: 'change-number', phone: '0722000111' }])
  expect([page.text('#other-number').includes('Enter another one.'), page.text().match(/Enter another one\./g)?.length]).toEqual([false, 1])
})

it('says where it did not hear back, and why it was refused, with the focus there', async () => {
  order = orderWith(shown('failed', { sentence: 'No.' }))
  answers = [{ unsure: 'lost' }, refused('prompt_open'), refused('prompt_limit', { detail: 'ten minutes', retryAfter: 600 })]
  const page = await open()
  await page.sees('Payment not completed', 'h1')
  for (const words of [
    /We did not hear back\. Look whether your phone shows a prompt before you send another\./,
    /A prompt is already on its way\. Check your phone/,
    /Please wait ten minutes, then try again from \d+:\d\d [AP]M on\./,
  ]) {
    page.press('Send the prompt again')
    await page.sees(words, '[role=alert].notice')
    await eventually(() => document.activeElement?.getAttribute('role')).toBe('alert')
  }
  expect(sent).toEqual(Array.from({ length: 3 }, () => ({ intent: 'retry' })))
})

it('puts its items back into the cart, which opens', async () => {
  order = orderWith(shown('failed', { sentence: 'No.' }))
  answers = [{ again: { lines: [{ product_id: id, size: '40', quantity: 1, name: line.name, price: line.price, image_url: null }], offers: [line] } }]
  const page = await open()
  await page.sees('Payment not completed', 'h1')
  page.press('Put the items back in my cart')
  await page.sees('Mbio Runner', 'dialog[open]')
  expect([sent, guestCart()]).toMatchObject([[{ intent: 'put-back' }], [{ id, size: '40', quantity: 1 }]])
})

it('copies its link, and says so', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  order = orderWith(shown('paid'), { status: 'waiting_shipment', paid_at: now(), mpesa_receipt_number: 'QKJ4XT81ZP' })
  const page = await open()
  await page.sees('Paid. Thank you.', 'h1')
  page.press('Copy link')
  await page.sees('Link copied', '.toasts')
  expect(copied).toEqual([`http://localhost/order/${id}?key=k`])
})

it('of a guest who opens an account for it is kept there once the letter is answered, by itself', async () => {
  reader = { mayKeep: true, signedIn: false }
  order = orderWith(shown('paid'), { status: 'waiting_shipment', paid_at: now(), mpesa_receipt_number: 'QKJ4XT81ZP' })
  answers = [{}]
  const page = await open()
  await page.sees('Keep this order in an account:')
  page.press('Sign Up', 'link')
  await page.sees('One more step')
  page.type('Password', 'any password')
  page.press('Confirm and sign in')
  await page.sees('Paid. Thank you.', 'h1')
  await page.sees('Kept in your account', '.toasts')
  expect(sent).toEqual([{ intent: 'claim' }])
  expect(localStorage.getItem('keep-order'), 'not for the next person').toBeNull()
})
