import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { limits } from '#domain/limits.ts'
import { answerMessage } from '#features/assistant/answer-message.ts'
import { type ChatRequest, takeQuestion } from '#features/assistant/chat-reply.ts'
import { settleBudget, takeBudget } from '#features/assistant/reply-with-model.ts'
import { runTool, tools } from '#features/assistant/tools.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { as, contextOn, later, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { cancelOrder } from '../../../test/debtor.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase({ isWalk: true })
const start = () => contextOn(database, { now: sql`timestamptz '2026-11-20T09:00:00Z'` })
const take = (ctx: Context, input: Partial<ChatRequest>, browser = 'a browser') => takeQuestion(ctx, { message: 'hi', ...input }, browser)
const ask = async (ctx: Context, input: Partial<ChatRequest>, browser = 'a browser') =>
  answerMessage(ctx, await take(ctx, input, browser), { say: () => {}, signal: new AbortController().signal })

describe('a message', () => {
  it('is refused when it is empty or too long, and loses what no text should hold', async () => {
    const ctx = start()
    for (const message of ['', '  \n ', '\u0000\u200b']) expect(await refusalOf(take(ctx, { message }))).toBe('message_missing')
    expect(await refusalOf(take(ctx, { message: 'a'.repeat(1001) }))).toBe('message_too_long')
    expect(await refusalOf(take(ctx, { message: 'a'.repeat(2 ** 20) }))).toBe('message_too_long')
    expect((await take(ctx, { message: `${'é'.repeat(1000)}  ` })).message).toHaveLength(1000)
    expect((await take(ctx, { message: ' a\u0000b\ud800 ' })).message).toBe('ab')
  })

  it('brings along the last ten turns, cut, and what page it was written on', async () => {
    const history = Array.from({ length: 40 }, (_, at) => ({
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      text: `${at} ${'x'.repeat(1500)}`,
    }))
    const question = await take(start(), { history, product_id: 'no id', order_id: '__proto__' }, 'another')
    expect(question.history.map(({ text }) => [text.slice(0, 2), text.length])).toEqual(Array.from({ length: 10 }, (_, at) => [`${30 + at}`, 1000]))
    expect(question.visitor).toMatchObject({ productId: null, order: null })
  })

  it('is counted by browser and by account, for a minute and for a day', async () => {
    const [home, cafe] = ['197.248.1.2', '197.248.1.3'].map((address) => contextOn(database, { now: start().now, actor: { ...anonymous, address } }))
    const often = async (ctx: Context, times: number, input: Partial<ChatRequest> = {}) => {
      for (let time = 0; time < times; time++) await take(ctx, input, 'counted')
    }
    await often(home as Context, limits.chat_visitor.max)
    await expect(take(home as Context, {}, 'counted')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 60 } })
    await often(cafe as Context, 2)
    await often(home as Context, 2, { visitor: 'another of the house' })
    for (let minute = 1; minute < 10; minute++) await often(later(home as Context, `${minute} minutes`), 10)
    await expect(take(later(home as Context, '11 minutes'), {}, 'counted')).rejects.toThrow(
      /^You sent very many messages today. Please wait about 24 hours/,
    )
    await often(later(home as Context, '25 hours'), 1)
  })
})

describe('an answer', () => {
  it('goes on from what was looked for before', async () => {
    const ctx = contextOn(database)
    await putOnShelf(database, { name: 'Zamani Clog, Black', price: 4000, sizes: { '42': 1 } })
    await putOnShelf(database, { name: 'Zamani Clog, Brown', price: 5000, sizes: { '43': 1 } })
    const history = ['black zamani clog', 'asante', 'in 42?'].map((text) => ({ role: 'user' as const, text }))
    expect((await ask(ctx, { message: 'under 4500?', history }, 'goes on')).products.map(({ name }) => name)).toEqual(['Zamani Clog, Black'])
    const other = await ask(ctx, { message: 'and in 43?', history }, 'goes on')
    expect(other.response).toMatch(/^We have no black shoes called “zamani clog” in size 43 in stock now. The nearest/)
  })
})

it('a pair of the page without the size that is asked for is told with the sizes it has', async () => {
  const ctx = contextOn(database)
  const bag = await putOnShelf(database, { name: 'Bahari Strap', sizes: { 'One size': 2 } })
  const { response } = await ask(ctx, { message: 'Is this in 42?', product_id: bag.id }, 'sizes of a page')
  expect(response).toBe('No, Bahari Strap is not in stock in 42. In stock: One size.')
})

it('an answer of the help does not offer its question again', async () => {
  const { response, links } = await ask(contextOn(database), { message: 'How much is delivery?' })
  expect(response).toContain('say what delivery to your place costs')
  expect(links[0]).toEqual({ label: 'Shipping', href: expect.stringMatching(/^\/help#shipping/) })
})

describe('an order that the visitor does not hold', () => {
  const network = '197.248.7.7'
  const visitor = () => contextOn(database, { actor: { ...anonymous, address: network } })
  const bought = async () => {
    const order = await placed(visitor(), await putOnShelf(database, { name: 'Mbio Wingu', price: 4500 }), { customer_phone: '0799111222' })
    await tellPaid(order.ctx, order.attempt, { receipt: `QKJ4XT${order.id.slice(0, 4).toUpperCase()}` })
    return { ...order, code: order.id.slice(0, 8), receipt: `QKJ4XT${order.id.slice(0, 4).toUpperCase()}` }
  }

  it('is looked at by its code or receipt with its phone, in one message or two, and shows nothing of its buyer', async () => {
    const { code, receipt, order } = await bought()
    const asked = [
      { message: `${code} 0799111222` },
      { message: `where is my order ${code.toUpperCase()}? my phone is +254 799 111 222` },
      { message: `${receipt} 0799 111 222` },
      { message: '0799111222', history: [{ role: 'user' as const, text: `where is ${code}` }] },
      { message: code, history: [{ role: 'user' as const, text: 'I am on 0799111222' }] },
      { message: '0799111222', history: [{ role: 'user' as const, text: `My receipt is ${receipt}` }] },
      { message: receipt, history: [{ role: 'user' as const, text: 'I am on 0799111222' }] },
    ]
    for (const input of asked) {
      const reply = await ask(visitor(), input, JSON.stringify(input))
      expect(reply.response, input.message).toMatch(new RegExp(`^Order ${code}: Paid - Ready to Ship\\. `))
      expect(reply.links[0]?.href).toBe('/track')
      expect(JSON.stringify(reply)).not.toMatch(new RegExp(`${order.customer_name}|${order.delivery_address}|4,500|Mbio|9911`))
    }
    const question = await take(visitor(), asked[3] as (typeof asked)[number], 'phones')
    expect(JSON.stringify([question.message, question.history])).not.toContain('99111')
    const history = (['assistant', 'user'] as const).map((role) => ({ role, text: `Call 0712 345 678, for ${receipt}` }))
    const { tracked, history: sent } = await take(visitor(), { message: 'what did I pay?', history }, 'own phone')
    expect([tracked, sent.map(({ text }) => text)]).toEqual([null, [`Call 0712 345 678, for ${receipt}`, `Call [my phone], for ${receipt}`]])
  })

  it('stays closed without its phone, and misses count as those of /track do', async () => {
    const { code } = await bought()
    const { response, products } = await ask(visitor(), { message: code })
    expect([response, products]).toEqual([`To look at order ${code} I also need the phone number you gave at checkout. Please write it here.`, []])
    const missed = async (at: number) => (await ask(visitor(), { message: `${code} 07110000${at + 10}` }, `miss ${at}`)).response
    for (let at = 0; at < limits.track_code.max; at++) expect(await missed(at)).toMatch(/^We found no order with this code/)
    expect(await missed(50)).toMatch(/^This code was tried with many phone numbers\./)
    expect((await ask(visitor(), { message: `${code} 0799111222` }, 'right')).response).toMatch(/^Order /)
  })
})

describe('questions about the shop', () => {
  it('about where it is are answered with the points of checkout', async () => {
    const where = async (words: string) => (await ask(contextOn(database), { message: words }, words)).response
    expect(await where('where is your shop?')).toMatch(/^We are in Nairobi\. Call/)
    await putZone(
      database,
      'Nairobi',
      ['nairobi'],
      [{ kind: 'collect', name: 'Collect at the shop', address: 'Ngong Road 88', hours: 'Mon to Sat, 9 to 6' }],
    )
    expect(await where('what are your opening hours?')).toMatch(/^Collect at the shop: Ngong Road 88 \(Mon to Sat, 9 to 6\)\. Call/)
  })

  it('about a person or a number name only what the shop has entered', async () => {
    const ctx = contextOn(database)
    const shop = { ...ctx.services.shop, phone: '', email: '', whatsapp: '' }
    const asked = async (message: string) => (await ask({ ...ctx, services: { ...ctx.services, shop } }, { message }, message)).response
    for (const message of ['what is your phone number?', 'simu'])
      expect(await asked(message), message).toMatch(/This shop on the web is always open\.$/)
    for (const message of ['what is your phone number?', 'support staff', 'simu', 'human'])
      expect(await asked(message), message).not.toMatch(/call ,|to \.|: \.|at \./i)
  })

  it.each([
    ['are they original?', /^The page of each shoe says what it is\./],
    ['are your shoes original or fake', /^The page of each shoe says what it is\./],
    ['can I pay on delivery?', /^No\. Orders on this site are paid by M-Pesa before they are sent\./],
    ['nalipa nikipokea?', /^No\. Orders on this site are paid by M-Pesa before they are sent\..*only English so far\.$/s],
  ])('are answered honestly: %s', async (message, answer) => expect((await ask(contextOn(database), { message }, message)).response).toMatch(answer))

  it('in Kiswahili are told once that answers are in English', async () => {
    const first = await ask(contextOn(database), { message: 'bei ya viatu ni ngapi' }, 'Kiswahili')
    expect(first.response).toMatch(/\n\nSamahani! I read some Kiswahili, but I can write only English so far\.$/)
    const history = [{ role: 'assistant' as const, text: first.response }]
    expect((await ask(contextOn(database), { message: 'bei ya viatu ni ngapi', history }, 'Kiswahili')).response).not.toContain('Samahani')
  })

  it('with a PIN are answered with a warning, and the PIN goes no further', async () => {
    const question = await take(contextOn(database), { message: 'my mpesa pin is 1234', history: [{ role: 'user', text: 'pin 4321' }] }, 'PIN')
    expect(JSON.stringify(question)).not.toMatch(/1234|4321/)
    expect((await ask(contextOn(database), { message: 'my mpesa pin is 1234' }, 'PIN')).response).toMatch(/^Never write your PIN/)
    for (const [message, answer] of [
      ['I entered my PIN and 4500 was deducted twice', /^An order takes one payment\./],
      ['I entered my PIN and 4500 was deducted but I see no order', /^I can look at your order when I have its link\./],
    ] as const)
      expect((await ask(contextOn(database), { message }, message)).response).toMatch(answer)
  })
})

describe('an order', () => {
  it('that is cancelled while its prompt may be open asks to refuse the prompt', async () => {
    const ctx = contextOn(database)
    const { id, key, attempt, ctx: buyer } = await placed(ctx, await putOnShelf(database))
    const next = async () => (await ask(ctx, { message: 'where is my order?', order_id: id, order_key: key })).order?.next
    await cancelOrder(database, id)
    expect(await next()).toContain('refuse it there. Money that comes all the same goes back to your M-Pesa.')
    await tellPaid(buyer, attempt)
    expect(await next()).toBe('It was cancelled. Questions about your money? Write to us on WhatsApp.')
    // A payment that came too late is refunded: the answer says so, and names a contact.
    for (const message of ['I paid twice!', 'where is my refund?', 'where is my order?']) {
      const { response, links, order } = await ask(ctx, { message, orders: [{ id, key }] }, message)
      expect(response, message).toMatch(/KSh [\d,]+ that came for it goes back to your M-Pesa\./)
      expect(links.at(-1)?.href, message).toContain(encodeURIComponent(order?.code as string))
      expect(order?.refunds).toEqual([{ amount: order?.total, done_at: null, receipt: null, in_cash: false }])
    }
  })

  it('is told of to whoever holds its key, on its page or by its link, and to nobody else; never with a name, a phone or an address', async () => {
    const ctx = contextOn(database)
    const shoe = await putOnShelf(database, { name: 'Mbio Wingu', sizes: { '41': 5 } })
    const { id, key, order, attempt, ctx: buyer } = await placed(ctx, shoe)
    await tellPaid(buyer, attempt)
    const link = `http://shop.example/order/${id}?key=${key}`
    const where = 'where is my order?'
    const told = [
      await ask(ctx, { message: where, order_id: id, order_key: key }),
      await ask(ctx, { message: where, order_id: id, orders: [{ id, key }] }),
      await ask(ctx, { message: `${where} ${link}` }),
      await ask(ctx, { message: link }),
      await ask(ctx, { message: where, history: [{ role: 'user', text: link }] }),
    ]
    for (const reply of told) {
      expect(reply.order).toMatchObject({
        code: order.short_code,
        label: 'Paid - Ready to Ship',
        lines: [{ name: 'Mbio Wingu', size: '41', quantity: 1 }],
      })
      expect(reply.response).toContain('Paid - Ready to Ship')
      for (const secret of [key, order.customer_name, order.customer_phone, order.delivery_address])
        expect(JSON.stringify(reply)).not.toContain(secret)
    }
    const question = await take(ctx, { message: `${where} ${link}`, history: [{ role: 'user', text: link }] })
    expect(JSON.stringify([question.message, question.history])).not.toContain(key)

    // A page that was opened by its short link has no key: the cookie is enough.
    const opened = (key: string) => as(ctx, { ...ctx.actor, opened: [{ code: order.short_code, key }] })
    expect((await ask(opened(key.slice(0, 16)), { message: where, order_id: id }, 'by link')).order?.code).toBe(order.short_code)
    expect((await ask(opened('A'.repeat(16)), { message: where, order_id: id }, 'by no link')).order).toBeUndefined()

    const other = await placed(ctx, shoe)
    for (const input of [
      { order_id: id },
      { order_id: id, order_key: other.key },
      { message: `where is my order /order/${id}?key=wrong` },
      { message: `where is my order ${order.short_code}` },
      { history: [{ role: 'assistant' as const, text: link }] },
    ]) {
      const reply = await ask(ctx, { message: where, ...input }, 'a stranger')
      expect(reply.order).toBeUndefined()
      expect(JSON.stringify(reply)).not.toContain('Mbio Wingu')
    }
  })

  it('is known by the browser that placed it: the newest in full, others in a line, and one by its code', async () => {
    const ctx = contextOn(database)
    const shoe = await putOnShelf(database, { name: 'Mbio Jua', sizes: { '42': 9 } })
    const [old, fresh, others] = [await placed(ctx, shoe), await placed(ctx, shoe), await placed(ctx, shoe)]
    await tellPaid(fresh.ctx, fresh.attempt)
    const orders = [fresh, old].map(({ id, key }) => ({ id, key }))
    const { response, order, links } = await ask(ctx, { message: 'where is my order?', orders }, 'its browser')
    expect(response).toContain(`Order ${fresh.order.short_code}: Paid - Ready to Ship.`)
    expect(response).toContain(`Your other orders: ${old.order.short_code}: `)
    expect(order?.code).toBe(fresh.order.short_code)
    expect(links.at(-1)?.href).toContain(`wa.me`)
    for (const secret of [fresh.key, old.key, fresh.order.customer_phone]) expect(JSON.stringify({ response, order, links })).not.toContain(secret)
    for (const message of [`where is ${old.order.short_code}`, old.order.short_code.toUpperCase(), `my order ${old.order.short_code}`])
      expect((await ask(ctx, { message, orders }, 'its browser')).order?.code, message).toBe(old.order.short_code)
    // The order of the page comes first; an order that its key does not open does not exist for the visitor.
    expect((await ask(ctx, { message: 'where is my order?', orders, order_id: others.id, order_key: others.key }, 'its browser')).order?.code).toBe(
      others.order.short_code,
    )
    const twice = await ask(ctx, { message: 'nimelipa mara mbili', orders }, 'another')
    expect(twice.response).toMatch(/^An order takes one payment\..*Up to now we see one payment for it, KSh [\d,]+\.$/s)
    for (const wrong of [[{ id: old.id, key: fresh.key }], [{ id: old.id }], [{ id: 'no id', key: old.key }]]) {
      for (const message of ['where is my order?', 'I paid twice', 'refund please', `my order ${old.order.short_code}`]) {
        const told = await ask(ctx, { message, orders: wrong, visitor: `${message} ${JSON.stringify(wrong)}` }, 'a stranger')
        expect(told.order, message).toBeUndefined()
        expect(JSON.stringify(told), message).not.toContain('Mbio Jua')
      }
    }
  })

  it('that was not placed is not counted among those of a browser', async () => {
    const ctx = contextOn(database)
    const shoe = await putOnShelf(database)
    const [kept, gone] = [await placed(ctx, shoe), await placed(ctx, shoe)]
    await discardOrder(gone.ctx, gone.id)
    const { order } = await ask(ctx, { message: 'where is my order?', orders: [gone, kept].map(({ id, key }) => ({ id, key })) }, 'another browser')
    expect(order?.code).toBe(kept.order.short_code)
  })

  it('is answered about money as often as messages are, and looked for ten times', async () => {
    const ctx = contextOn(database)
    const { id, key } = await placed(ctx, await putOnShelf(database))
    const question = { message: 'I paid twice', history: [], visitor: { productId: null, order: null, kept: [{ id, key }], countedBy: 'a worrier' } }
    const reply = () => answerMessage(ctx, question, { say: () => {}, signal: new AbortController().signal })
    for (let time = 0; time < 10; time++) expect((await reply()).order).toBeDefined()
    const late = await reply()
    expect([late.order, late.links.length]).toEqual([undefined, 1])
    expect(late.response).toMatch(/^An order takes one payment\./)
  })

  it('opens for its signed-in owner without a key, and for others not', async () => {
    const profile = async () => (await rowsOf<{ id: string }>(database, sql`insert into profiles default values returning id`))[0]?.id as string
    const [owner, other] = [await profile(), await profile()].map((userId) => contextOn(database, { actor: { ...anonymous, userId } }))
    const { id } = await placed(owner as never, await putOnShelf(database))
    expect((await ask(owner as Context, { message: 'where is my order', order_id: id })).order).toBeDefined()
    // On another device too.
    expect((await ask(owner as Context, { message: 'where is my order' })).order).toBeDefined()
    expect((await ask(other as Context, { message: 'where is my order', orders: [{ id }] })).order).toBeUndefined()
    const refused = await ask(other as Context, { message: 'where is my order', order_id: id })
    expect(refused.order).toBeUndefined()
    expect(refused.links[0]).toEqual({ label: 'My Orders', href: '/dashboard/orders' })
  })

  it('is looked for ten times an hour, whatever keys are tried', async () => {
    const ctx = contextOn(database)
    const order = { id: (await placed(ctx, await putOnShelf(database))).id, key: 'guessed' }
    const visitor = { productId: null, order, kept: [], countedBy: 'a guesser' }
    for (let time = 0; time < 10; time++) expect((await runTool(ctx, 'order_status', {}, visitor)).order).toBeUndefined()
    expect(await refusalOf(runTool(ctx, 'order_status', {}, visitor))).toBe('too_many')
  })
})

describe('what comes nearest', () => {
  it('keeps the size and the budget that some shoe has, and names sizes only where none has the one that is asked for', async () => {
    const ctx = contextOn(database)
    const [dear, large] = [
      { sizes: { '42': 1 }, price: 9000 },
      { sizes: { '43': 1 }, price: 3500 },
    ]
    await putOnShelf(database, { name: 'Kijani Loafer, Brown', ...dear })
    await putOnShelf(database, { name: 'Samawati Loafer, Brown', ...large })
    const near = async (message: string) => {
      const { response, products } = await ask(ctx, { message }, message)
      return [response.replace(/^.* in stock now\. /, ''), products.map(({ name }) => name)]
    }
    expect(await near('pink loafers in 42')).toEqual(['The nearest we have: loafers in size 42.', ['Kijani Loafer, Brown']])
    const cheap = 'The nearest sizes in stock for brown loafers up to KSh 4,000: 43.'
    expect(await near('brown loafers in 50 under 4000')).toEqual([cheap, ['Samawati Loafer, Brown']])
    // Two conditions have to go: the budget stays.
    expect((await near('pink loafers in 50 under 4000'))[1]).toEqual(['Samawati Loafer, Brown'])
    expect((await near('pink loafers in 42 under 4000'))[0]).toBe('The nearest we have: loafers in size 42.')
  })
})

describe('the tools', () => {
  const visitor = { productId: null, order: null, kept: [], countedBy: 'a model' }
  it('take what their schemas say and nothing else', async () => {
    const ctx = contextOn(database)
    for (const [name, input] of [
      ['drop_tables', {}],
      ['__proto__', {}],
      ['constructor', {}],
      ['order_status', { order_id: '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c' }],
      ['search_products', { price: 1 }],
      ['search_products', { category: 'drop table' }],
      ['product_facts', { product_id: "' or 1=1" }],
      ['help', { words: 'x'.repeat(201) }],
      ['help', null],
      ['delivery', { place: '' }],
      ['delivery', { place: 'Kisumu', fee: 0 }],
    ] as const)
      expect(await refusalOf(runTool(ctx, name, input, visitor)), `${name} ${JSON.stringify(input)}`).toMatch(/^(bad_input|not_found)$/)
    expect(Object.keys(tools)).toEqual(['search_products', 'product_facts', 'help', 'delivery', 'order_status'])
  })

  it('find by words and fields together, and say what they left out', async () => {
    const ctx = contextOn(database)
    const { id } = await putOnShelf(database, { name: 'Zulu Brogue, Black', price: 5000, discount: 10, sizes: { '42': 2, '43': 0 } })
    const search = async (input: object) => {
      const { words, products } = await runTool(ctx, 'search_products', input, visitor)
      return [words, products]
    }
    const card = { id, price: 4500, original_price: 5000, sizes: ['42'] }
    expect(await search({ words: 'black zulu brogues', size: '42', max_price: 4500 })).toMatchObject([
      expect.stringMatching(/^Zulu Brogue, Black is KSh 4,500/),
      [card],
    ])
    expect(await search({ words: 'zulu', size: '43' })).toMatchObject([
      expect.stringMatching(/^We have no .* in stock now\. The nearest sizes in stock for .*: 42\.$/),
      [card],
    ])
    expect(await search({ words: 'zulu', max_price: 4499 })).toMatchObject([
      expect.stringMatching(/^We have no .* in stock now\. The nearest in price: Zulu Brogue, Black/),
      [card],
    ])
    expect(await runTool(ctx, 'product_facts', { product_id: id }, visitor)).toMatchObject({ facts: { sizes_sold_out: ['43'] }, products: [card] })
  })
})

describe('what the model may cost', () => {
  it('is reserved exactly by many at once, settled by what was used, and there again on the next day in Nairobi', async () => {
    const evening = contextOn(database, { now: sql`timestamptz '2026-11-20T20:59:00Z'` })
    const reserved = await Promise.all(Array.from({ length: 20 }, () => takeBudget(evening, { tokens: 100, daily: 1000 })))
    const granted = reserved.filter((each) => each !== null)
    expect(granted).toHaveLength(10)
    await settleBudget(evening, '2026-11-20', 20 - 100)
    expect(await takeBudget(evening, { tokens: 81, daily: 1000 })).toBe(null)
    expect(await takeBudget(evening, { tokens: 80, daily: 1000 })).toBe('2026-11-20')
    expect(await takeBudget(later(evening, '1 minute'), { tokens: 1001, daily: 1000 })).toBe(null)
    const tomorrow = await takeBudget(later(evening, '1 minute'), { tokens: 1000, daily: 1000 })
    expect(tomorrow).toBe('2026-11-21')
    await settleBudget(evening, '2026-11-21', 1200 - 1000)
    expect(await rowsOf(database, sql`select day::text, tokens::integer from assistant_spending order by day`)).toEqual([
      { day: '2026-11-20', tokens: 1000 },
      { day: '2026-11-21', tokens: 1200 },
    ])
  })
})
