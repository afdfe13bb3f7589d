// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import type { DeliveryOffer } from '#domain/delivery-options.ts'
import { phoneHint } from '#domain/phone.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '#domain/problem.ts'
import CheckoutPage from '#web/checkout/checkout-page.tsx'
import { refusalResponse } from '#web/forms/refusal.ts'
import { savedOrdersKey } from '#web/session/saved-orders.ts'
import { eventually, guestCart, scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

const place = 'Place Order & Pay with M-Pesa'
const alert = 'form [role=alert]'
const shoe: CartLine = {
  id: 'e8e67e7e-462f-4a6d-9d72-5637f6761f0d',
  size: '40',
  name: 'Mbio Runner',
  price: 5000,
  image_url: null,
  quantity: 2,
  stock: 9,
}
const other: CartLine = { ...shoe, id: 'aae67e7e-462f-4a6d-9d72-5637f6761f0d', name: 'Karen Loafer', price: 7000, quantity: 1 }
const option = (option_id: string, fee: number, more: Partial<DeliveryOffer> = {}): DeliveryOffer => ({
  ...{ option_id, kind: 'door', name: option_id, zone: 'West', fee, promised_from: '2026-12-01', promised_to: '2026-12-02' },
  ...{ address: null, hours: null, map_url: null, courier: null, ...more },
})
const plaza = option('Mega Plaza', 100, {
  kind: 'pickup',
  address: 'Oginga Odinga Street',
  hours: 'Mon - Sat 9 - 18',
  map_url: 'https://maps.example/mega',
})
const quoteOf = (name: string, options: DeliveryOffer[], more = {}) => ({
  ...{
    place: { id: name.toLowerCase(), name },
    sentence: '',
    option_id: options[0]?.option_id ?? null,
    options,
    refusal: null,
    stages: ['Kisumu Bus Park'],
    ...more,
  },
})
const nairobi = quoteOf('Nairobi', [option('Rider', 0)])
const kisumu = quoteOf('Kisumu', [option('Kisumu stage', 150, { kind: 'stage', courier: 'Easy Coach' }), option('Rider', 250), plaza])
const refused = (code: ProblemCode, details?: ProblemDetails) => refusalResponse(new Problem(code, details))
const placed = { placed: { id: shoe.id, key: 'k', prompt: 'accepted' } }

let sent: Record<string, unknown>[]
beforeEach(() => {
  sent = []
})

/** The checkout with a cart; the shop answers each press in turn, and quotes fee and days of an address. */
interface Given {
  cart?: CartLine[]
  answers?: unknown[]
  /** By the address that is typed, or the id of the place that is chosen. */
  quotes?: Record<string, unknown>
  /** What the shelf says of the cart now. */
  offers?: CartLine[]
}
function checkout({ cart = [shoe], answers = [], quotes = {}, offers = cart }: Given) {
  return openScripted('/checkout', {
    cart,
    fetched: (path, body) => {
      if (path.startsWith('/cart-offers')) return { offers }
      const { address = '', place: id = '' } = body ? JSON.parse(body) : Object.fromEntries(new URL(path, 'http://shop').searchParams)
      return quotes[address] ?? quotes[id] ?? nairobi
    },
    routes: [
      {
        path: 'checkout',
        Component: CheckoutPage as never,
        action: async ({ request }: { request: Request }) => {
          sent.push(await request.json())
          return answers.shift()
        },
      },
      { path: 'order/:id', Component: () => <h1>The order</h1> },
    ],
  })
}
type Page = Awaited<ReturnType<typeof openScripted>>
const typed = ['Wanjiru Kamau', '0711000001', 'Moi Avenue 12, Nairobi']
const labels = ['Full Name', 'Phone Number', 'Delivery Address']
async function filled(page: Page) {
  await page.sees('Delivering to')
  for (const [at, label] of labels.entries()) page.type(label, typed[at] as string)
  return page
}
const expectKept = (page: Page) => expect(labels.map(page.valueOf)).toEqual(typed)

describe('the form of the checkout', () => {
  it('says beside each field what to do about it, goes to the first, and says no more of one that is mended', async () => {
    const page = await checkout({})
    await page.sees('Delivering to Nairobi.')
    page.press(place)
    await page.sees('Enter your full name.')
    for (const [label, words] of [
      ['Full Name', 'Enter your full name.'],
      ['Phone Number', 'Enter your M-Pesa number.'],
      ['Delivery Address', 'Enter the delivery address.'],
    ] as const) {
      const field = page.getByLabelText(label, { exact: false })
      const describedBy = field.getAttribute('aria-describedby')?.split(' ').at(-1)
      expect([field.getAttribute('aria-invalid'), document.getElementById(describedBy ?? '')?.textContent]).toEqual(['true', words])
    }
    expect(page.focused()).toBe('customer_name')
    page.type('Full Name', 'Wanjiru Kamau')
    page.type('Delivery Address', 'Moi Avenue 12')
    page.type('Phone Number', '0712 34')
    page.type('Email', 'wanjiru@')
    page.press(place)
    await page.sees(phoneHint)
    await page.sees('Enter the e-mail as name@example.com.')
    await eventually(page.focused).toBe('customer_phone')
    expect([page.text('form').includes('Enter your full name.'), sent]).toEqual([false, []])
  })

  it('offers the e-mail that was meant', async () => {
    const page = await checkout({})
    await page.sees('Delivering to Nairobi.')
    page.type('Email', 'wanjiru@gmail.con')
    await page.sees('Did you mean wanjiru@gmail.com?')
    page.press('Did you mean wanjiru@gmail.com?')
    await eventually(() => page.valueOf('Email')).toBe('wanjiru@gmail.com')
    expect(page.focused()).toBe('customer_email')
  })

  it('keeps what was typed when the page is opened again', async () => {
    await filled(await checkout({}))
    expect(JSON.parse(sessionStorage.getItem('checkout-draft') ?? '{}')).toMatchObject({ customer_name: typed[0], delivery_address: typed[2] })
  })

  it('offers a guest the details of the last order on this device, until somebody says "Not me"', async () => {
    const page = await filled(await checkout({ answers: [refused('prompt_refused')] }))
    page.press(place)
    await page.sees('Error placing order')
    for (const label of labels) page.type(label, '')
    await page.sees('Order as last time on this device, with 07•• ••• 001?')
    page.press('Use my details')
    await eventually(() => page.valueOf('Full Name')).toBe(typed[0])
    expectKept(page)
    for (const label of labels) page.type(label, '')
    await page.sees('Order as last time')
    page.press('Not me')
    await eventually(() => page.text()).not.toContain('Order as last time')
  })
})

describe('Place Order', () => {
  it('sends the cart with the total on the screen once, and leads to the order', async () => {
    const page = await filled(await checkout({ cart: [shoe, other], answers: [placed] }))
    page.press(place)
    page.press(place)
    await page.sees('The order')
    expect(sent).toMatchObject([{ customer_phone: '254711000001', total_amount: 17_000, items: [{ quantity: 2 }, { quantity: 1 }] }])
    await page.sees('Order placed successfully! M-Pesa payment initiated. Complete the payment on your phone.', '.toast')
    expect([guestCart(), JSON.parse(localStorage.getItem(savedOrdersKey(undefined)) ?? '[]')]).toMatchObject([[], [{ id: shoe.id, key: 'k' }]])
  })

  it.each<[ProblemCode, ProblemDetails, title: string, text: string, toast: boolean]>([
    ['total_too_large', {}, 'Error placing order', 'M-Pesa takes at most KSh 250,000 in one payment. Please split this into two orders.', false],
    ['prompt_refused', {}, 'Error placing order', 'Payment failed. Please try again with a valid M-Pesa number.', true],
    [
      'prompt_failed',
      { reason: 'M-Pesa is busy and sent no prompt.' },
      'M-Pesa Error',
      'Failed to initiate M-Pesa payment. M-Pesa is busy and sent no prompt.',
      true,
    ],
    ['prompt_limit', { detail: 'ten minutes', retryAfter: 600 }, 'M-Pesa Error', 'Please wait ten minutes, then try again from ', true],
    ['too_many', { detail: 'Many orders were placed.', retryAfter: 600 }, 'Too many tries', 'Many orders were placed., then try again from ', false],
  ])('that is refused says why and keeps form and cart: %s', async (code, details, title, text, isToast) => {
    const page = await filled(await checkout({ answers: [refused(code, details), placed] }))
    page.press(place)
    await page.sees(title, alert)
    expect(page.text(alert)).toContain(text)
    await eventually(() => document.activeElement?.closest('[role=alert]')?.textContent ?? '').toContain(title)
    expect(page.text('.toasts').includes(title)).toBe(isToast)
    expectKept(page)
    expect(guestCart()).toEqual([shoe])
    page.type('Phone Number', '0711000002')
    page.press(place)
    await page.sees('The order')
    expect(page.text('.toasts')).not.toContain(title)
    expect(sent[0]?.idempotency_key).not.toBe(sent[1]?.idempotency_key)
  })

  it('says which prices changed, and sends the new total', async () => {
    const facts = { offers: [{ ...shoe, price: 5300 }, other] }
    const page = await filled(await checkout({ cart: [shoe, other], answers: [refused('prices_changed', { facts }), placed] }))
    page.press(place)
    await page.sees('Prices have changed', alert)
    await page.sees('Mbio Runner, size 40 now costs KSh 5,300.', alert)
    await page.sees('17,600', 'aside.summary .total')
    expectKept(page)
    page.press(place)
    await page.sees('The order')
    expect(sent.at(-1)?.total_amount).toBe(17_600)
  })

  it('says which size is gone and takes it out of the cart; with the last one the page says so', async () => {
    const gone = (offers: CartLine[]) => refused('size_gone', { detail: 'A size is gone.', facts: { offers } })
    const page = await filled(await checkout({ cart: [shoe, other], answers: [gone([other]), gone([])] }))
    page.press(place)
    await page.sees('Mbio Runner, size 40 has sold out and was taken out of your cart.', alert)
    expect([page.text('aside.summary .total').includes('7,000'), guestCart()]).toEqual([true, [other]])
    expectKept(page)
    page.press(place)
    await page.sees('Your cart is empty', 'h1')
    expect(page.text('[role=alert]')).toContain('Karen Loafer, size 40 has sold out and was taken out of your cart.')
    expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/')
  })

  it('leads to the order of this device that a prompt is open for', async () => {
    localStorage.setItem(savedOrdersKey(undefined), JSON.stringify([{ id: other.id, key: 'x', at: Date.now(), waiting: true }]))
    const page = await filled(await checkout({ answers: [refused('prompt_failed', { reason: 'A prompt is already on its way to this phone.' })] }))
    page.press(place)
    await page.sees('Your order aae67e7e waits for its payment.', alert)
    expect(page.getByRole('link', { name: 'Your order aae67e7e' }).getAttribute('href')).toBe(`/order/${other.id}?key=x`)
  })
})

describe('a cart that is not as it was', () => {
  it('says on opening which prices changed', async () => {
    const page = await checkout({ offers: [{ ...shoe, price: 5100 }] })
    await page.sees('Mbio Runner, size 40 now costs KSh 5,100.', '[role=status]')
    await page.sees('10,200', 'aside.summary .total')
  })

  it('was ordered in another tab: the page leads to that order', async () => {
    const page = await checkout({})
    await page.sees('Delivering to')
    localStorage.setItem(savedOrdersKey(undefined), JSON.stringify([{ id: other.id, key: 'x', at: Date.now(), waiting: true }]))
    localStorage.removeItem('viatu-cart-guest')
    for (const key of [savedOrdersKey(undefined), 'viatu-cart-guest']) dispatchEvent(Object.assign(new Event('storage'), { key }))
    await page.sees('This cart was just ordered', 'h1')
    expect(page.getByRole('link', { name: 'See your order aae67e7e' }).getAttribute('href')).toBe(`/order/${other.id}?key=x`)
  })
})

describe('delivery', () => {
  const inKisumu = 'Milimani, Kisumu'
  const open = async (answers: unknown[] = []) => {
    const page = await filled(await checkout({ answers, quotes: { [inKisumu]: kisumu, kisumu } }))
    page.type('Delivery Address', inKisumu)
    await page.sees('Delivering to Kisumu.')
    return page
  }
  const choose = (page: Page, name: string) => page.press(new RegExp(name), 'radio')

  it('is that of the address, with its fee in the total; a stage is asked for', async () => {
    const page = await open([placed])
    expect(page.text('form')).toContain('We send a prompt of KSh 10,150 to your phone.')
    expect(page.text('.small-summary')).toContain('delivery KSh 150')
    page.press(place)
    await page.sees('Enter which stage or office, such as Easy Coach, Kisumu.')
    expect(page.focused()).toBe('delivery_point')
    page.press('Kisumu Bus Park')
    await eventually(() => page.valueOf('Which stage or office?')).toBe('Kisumu Bus Park')
    page.press(place)
    await page.sees('The order')
    expect(sent).toMatchObject([
      { total_amount: 10_150, delivery_place: 'kisumu', delivery_option_id: 'Kisumu stage', delivery_point: 'Kisumu Bus Park' },
    ])
  })

  it('to a point puts its address into the field, and gives the buyer’s own back with an option that brings the order', async () => {
    const page = await open()
    choose(page, 'Mega Plaza')
    await eventually(() => page.valueOf('Delivery Address')).toBe('Mega Plaza, Oginga Odinga Street')
    expect(page.getByRole('link', { name: 'Map of Mega Plaza' }).getAttribute('href')).toBe('https://maps.example/mega')
    choose(page, 'Rider')
    await eventually(() => page.valueOf('Delivery Address')).toBe(inKisumu)
    await page.sees('We send a prompt of KSh 10,250')
  })

  it('goes to somebody else, who is named', async () => {
    const page = await open([placed])
    choose(page, 'Rider')
    page.press('Somebody else receives it', 'checkbox')
    await page.sees('We call this number on delivery.')
    page.press(place)
    await page.sees('Enter the name of the receiver.')
    page.type('Name of the receiver', 'Achieng Odhiambo')
    page.type('Phone of the receiver', '0722 000 111')
    page.press(place)
    await page.sees('The order')
    expect(sent).toMatchObject([{ receiver_name: 'Achieng Odhiambo', receiver_phone: '0722 000 111' }])
  })

  it('whose fee changed meanwhile is shown, and asked again', async () => {
    const options = [option('Rider', 300)]
    const facts = { delivery: { place: 'kisumu', place_name: 'Kisumu', option_id: 'Rider', options } }
    const page = await open([refused('prices_changed', { reason: 'It is KSh 10,300, with KSh 300 for delivery.', facts })])
    choose(page, 'Rider')
    page.press(place)
    await page.sees('It is KSh 10,300, with KSh 300 for delivery.', alert)
    await page.sees('We send a prompt of KSh 10,300')
    expect([page.text('.delivery-option').includes('KSh 300'), page.valueOf('Delivery Address')]).toEqual([true, inKisumu])
  })

  it('is asked for where the address names another place than the chosen one', async () => {
    const facts = { place_name: 'Karen', address_place: 'turkana/lodwar', address_place_name: 'Lodwar' }
    const page = await filled(await checkout({ answers: [refused('place_differs', { detail: 'The address names Lodwar.', facts }), placed] }))
    page.press(place)
    await page.sees('The address names Lodwar.', alert)
    await page.sees('To Karen', alert)
    page.press('To Karen')
    await eventually(() => page.getByRole('button', { name: 'To Karen' }).getAttribute('aria-pressed')).toBe('true')
    page.press(place)
    await page.sees('The order')
    expect(sent.at(-1)).toMatchObject({ address_place: 'turkana/lodwar' })
  })

  it('is not to be had there: the address says so, once, and WhatsApp is offered', async () => {
    const page = await filled(await checkout({ quotes: { Lodwar: quoteOf('Lodwar', []) } }))
    page.type('Delivery Address', 'Lodwar')
    await page.sees("We don't deliver to Lodwar yet.")
    page.press(place)
    await eventually(() => page.getByLabelText('Delivery Address', { exact: false }).getAttribute('aria-invalid')).toBe('true')
    expect(page.text().match(/We don't deliver to/g)).toHaveLength(1)
    const whatsapp = page.getByRole('region', { name: 'Delivery' }).querySelector('a')
    expect([whatsapp?.textContent?.trim(), whatsapp?.getAttribute('href')]).toEqual(['Ask us on WhatsApp', expect.stringContaining('Lodwar')])
    expect(sent).toEqual([])
  })

  it('needs a town, which is chosen from a list; the place is at fault then, not the address', async () => {
    const townless = quoteOf('Kenya', [], { refusal: 'town_needed', sentence: 'Which town or county is it in?' })
    const page = await filled(await checkout({ quotes: { 'House 4': townless, 'uasin-gishu/eldoret': quoteOf('Eldoret', []) } }))
    page.type('Delivery Address', 'House 4')
    await page.sees('Which town or county is it in?', '.delivery-options')
    page.press(place)
    await eventually(page.focused).toContain('Which town or county is it in?')
    page.press('Choose the town')
    await page.sees('Where shall we deliver?', 'dialog')
    page.press('Eldoret')
    await page.sees("We don't deliver to Eldoret yet.")
    page.press(place)
    await eventually(page.focused).toContain("We don't deliver to Eldoret yet.")
    expect(page.getByLabelText('Delivery Address', { exact: false }).getAttribute('aria-invalid')).toBeNull()
  })
})
