import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { noReferral } from '#domain/referral.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { readLinesOfMany } from '#features/orders/checkout/order-facts.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import {
  addProfile,
  as,
  attemptOf,
  contextOn,
  interrupted,
  later,
  newPhone,
  orderOf,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  secrets,
  stockOf,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { accountPrompt, busyPrompt, lockedPrompt, lostPrompt, refusedPrompt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const problem = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })
const count = async (table: string) => Number((await rowsOf<{ n: string }>(database, sql`select count(*) as n from ${sql.identifier(table)}`))[0]?.n)

describe('placing an order', () => {
  it('writes order, lines, movements, attempt, event and key, and sends the prompt', async () => {
    const shoe = await putOnShelf(database, { name: 'Mbio Wingu', price: 2999, discount: 15, sizes: { '39': 3, '40': 5 } })
    const other = await putOnShelf(database, { name: 'Karen Nyeusi', price: 4500, sizes: { '41': 2 } })
    const ctx = contextOn(database)
    const { id, key, order, attempt } = await placed(
      ctx,
      [
        [shoe, '40', 2],
        [other, '41', 1],
      ],
      { customer_phone: '0712 000 111', customer_email: 'w@example.com' },
    )

    expect(order).toMatchObject({
      status: 'awaiting_payment',
      total_amount: 9598,
      customer_phone: '254712000111',
      delivery_address: 'Moi Avenue 12\nNairobi',
      discarded: false,
      paid_at: null,
      affiliate_code: null,
      payment: { state: 'accepted', phone: '254712000111', amount: 9598, may_retry: false },
      lines: [
        { product_id: other.id, name: 'Karen Nyeusi', size: '41', quantity: 1, price: 4500 },
        { product_id: shoe.id, name: 'Mbio Wingu', size: '40', quantity: 2, price: 2549 },
      ],
    })
    expect(order.timeline.map(({ status }) => status)).toEqual(['pending', 'awaiting_payment'])
    expect(Date.parse(order.hold_expires_at) - Date.parse(order.created_at)).toBe(30 * 60_000)
    expect(key).toBe(secrets.orderKey(id))
    expect(await orderRow(database, id)).toMatchObject({
      customer_email: 'w@example.com',
      short_code: id.slice(0, 8),
      checkout_request_id: attempt.checkout_request_id,
    })
    expect(attempt).toMatchObject({ state: 'accepted', amount: '9598.00', phone: '254712000111', checks: 0 })

    expect(await rowsOf(database, sql`select product_size_id, delta, reason from stock_movements where order_id = ${id} order by delta`)).toEqual([
      { product_size_id: shoe.sizes['40'], delta: -2, reason: 'hold' },
      { product_size_id: other.sizes['41'], delta: -1, reason: 'hold' },
    ])
    expect([await stockOf(database, shoe, '39'), await stockOf(database, shoe, '40'), await stockOf(database, other)]).toEqual([3, 3, 1])
    expect(await rowsOf(database, sql`select owner, order_id from idempotency_keys where order_id = ${id}`)).toEqual([
      { owner: 'guest', order_id: id },
    ])

    expect(ctx.mpesa.prompts).toEqual([
      {
        phone: '254712000111',
        amount: 959800,
        reference: id.slice(0, 8),
        description: 'Shoe order',
        callbackUrl: `https://shop.example/api/callbacks/payments/${attempt.id}/${secrets.callbackSecret(attempt.id)}`,
      },
    ])
  })

  it('adds up two lines of the same size', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 5 } })
    const { order } = await placed(contextOn(database), [
      [shoe, '40', 2],
      [shoe, '40', 3],
    ])
    expect(order.lines).toMatchObject([{ size: '40', quantity: 5 }])
    expect(await stockOf(database, shoe)).toBe(0)
    await expect(
      placeOrder(
        contextOn(database),
        orderOf([
          [shoe, '40', 1],
          [shoe, '40', 1],
        ]),
      ),
    ).rejects.toEqual(problem('size_gone'))
  })

  it('knows a product by its id in capitals too', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 5 } })
    const items = [shoe.id, shoe.id.toUpperCase()].map((product_id) => ({ product_id, size: '40', quantity: 1 }))
    const { order } = await placeOrder(contextOn(database), { ...orderOf([]), items })
    expect(order.lines).toMatchObject([{ product_id: shoe.id, quantity: 2 }])
  })

  it('needs two statements at most up to and including its commit, however many lines it has', async () => {
    const statements: string[] = []
    const pool = new pg.Pool({ connectionString: database.appUrl, max: 1 })
    try {
      const ctx = contextOn({ db: drizzle({ client: pool, logger: { logQuery: (text) => void statements.push(text) } }) })
      await readDeliveryTerms(ctx)
      const shoes = await Promise.all(Array.from({ length: 20 }, (_, at) => putOnShelf(database, { name: `Mbio ${at}`, price: 1000 })))
      const counts: number[] = []
      for (const lines of [shoes.slice(0, 1), shoes]) {
        statements.length = 0
        await placed(
          ctx,
          lines.map((shoe) => [shoe, '40', 1]),
        )
        const written = statements.findIndex((text) => text.includes('insert into orders'))
        expect(
          statements.slice(0, written).some((text) => /^\s*begin/.test(text)),
          'the statement is its own transaction',
        ).toBe(false)
        counts.push(written + 1)
      }
      expect(counts).toEqual([2, 2])
    } finally {
      await pool.end()
    }
  })
})

describe('the price', () => {
  it.each([
    [999, 33, 669],
    [50, 99, 1],
  ])('of KSh %i at %i %% is charged as %i', async (price, discount, expected) => {
    const ctx = contextOn(database)
    const { order } = await placed(ctx, await putOnShelf(database, { price, discount }), { total_amount: expected })
    expect([order.total_amount, ctx.mpesa.prompts[0]?.amount]).toEqual([expected, expected * 100])
  })

  it('that changed since the cart was filled is told with the fresh one, and nothing is written', async () => {
    const shoe = await putOnShelf(database, { price: 2999, discount: 15 })
    const before = await count('orders')
    const order = orderOf(shoe, { total_amount: 2999 })
    await expect(placeOrder(contextOn(database), order)).rejects.toEqual(
      problem('prices_changed', {
        details: {
          facts: {
            total_amount: 2549,
            offers: [{ id: shoe.id, size: '40', name: shoe.name, price: 2549, image_url: null, stock: 10 }],
            delivery: expect.objectContaining({ place_name: 'Moi Avenue, Nairobi CBD', fee: 0 }),
          },
        },
      }),
    )
    expect([await count('orders'), await stockOf(database, shoe)]).toEqual([before, 10])
    const { order: written } = await placeOrder(contextOn(database), { ...order, total_amount: 2549 })
    expect(written.total_amount, 'the key was not used up').toBe(2549)
  })

  it('that changes between reading and writing is read again', async () => {
    const shoe = await putOnShelf(database, { price: 4500 })
    const raise = (statement: number) =>
      statement === 1 ? database.db.execute(sql`update products set price = 5000 where id = ${shoe.id}`) : Promise.resolve()
    const ctx = contextOn(interrupted(database, raise))
    expect((await placeOrder(ctx, orderOf(shoe))).order.total_amount).toBe(5000)
    const lower = (statement: number) =>
      statement === 1 ? database.db.execute(sql`update products set price = 4000 where id = ${shoe.id}`) : Promise.resolve()
    await expect(placeOrder(contextOn(interrupted(database, lower)), orderOf(shoe, { total_amount: 5000 }))).rejects.toEqual(
      problem('prices_changed'),
    )
  })

  it('of KSh 250,001 is too large, and nothing is written', async () => {
    const shoe = await putOnShelf(database, { price: 250_001 })
    const before = await count('orders')
    await expect(placeOrder(contextOn(database), orderOf([[shoe, '40', 1]]))).rejects.toEqual(problem('total_too_large'))
    expect([await count('orders'), await stockOf(database, shoe)]).toEqual([before, 10])
  })

  it('of exactly KSh 250,000 can be charged', async () => {
    const { order } = await placed(contextOn(database), [[await putOnShelf(database, { price: 25_000 }), '40', 10]])
    expect(order.total_amount).toBe(250_000)
  })
})

describe('what cannot be sold', () => {
  it('names the sizes that are gone and how many are left of the others', async () => {
    const shoe = await putOnShelf(database, { name: 'Mbio Wingu', sizes: { '39': 0, '40': 1, '41': 9 } })
    const refusal = await placeOrder(
      contextOn(database),
      orderOf([
        [shoe, '39', 1],
        [shoe, '40', 2],
        [shoe, '41', 1],
      ]),
    ).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'size_gone',
      message: 'Mbio Wingu, size 39, is sold out. Only 1 left of Mbio Wingu, size 40. The rest of your cart is kept.',
      details: {
        facts: {
          gone: [
            { id: shoe.id, size: '39', stock: 0 },
            { id: shoe.id, size: '40', stock: 1 },
          ],
        },
      },
    })
    expect(refusal.details.facts.offers).toHaveLength(3)
    expect([await stockOf(database, shoe, '40'), await stockOf(database, shoe, '41')]).toEqual([1, 9])
  })

  it.each([
    ['an unavailable product', sql`is_available = false`],
    ['an archived product', sql`archived_at = now()`],
  ])('%s', async (_, change) => {
    const shoe = await putOnShelf(database)
    await database.db.execute(sql`update products set ${change} where id = ${shoe.id}`)
    await expect(placeOrder(contextOn(database), orderOf(shoe))).rejects.toEqual(
      problem('size_gone', { message: 'Mbio Wingu, size 40, is sold out. The rest of your cart is kept.' }),
    )
    expect(await stockOf(database, shoe)).toBe(10)
  })

  it('an unknown size, an unknown product, the size of another product', async () => {
    const [shoe, other] = [await putOnShelf(database), await putOnShelf(database, { name: 'Karen', sizes: { '36': 4 } })]
    for (const { id: product_id, size } of [
      { id: shoe.id, size: '99' },
      { id: randomUUID(), size: '40' },
      { id: shoe.id, size: '36' },
    ]) {
      const message = `A product of your cart, size ${size}, is sold out. The rest of your cart is kept.`
      const sent = orderOf(shoe, { items: [{ product_id, size, quantity: 1 }] })
      await expect(placeOrder(contextOn(database), sent)).rejects.toEqual(problem('size_gone', { message }))
    }
    expect([await stockOf(database, shoe), await stockOf(database, other)]).toEqual([10, 4])
  })

  it.each([sql`archived_at = now()`, sql`is_available = false`])('a product that leaves the shelf between reading and writing', async (change) => {
    const shoe = await putOnShelf(database)
    const leave = (statement: number) =>
      statement === 1 ? database.db.execute(sql`update products set ${change} where id = ${shoe.id}`) : Promise.resolve()
    await expect(placeOrder(contextOn(interrupted(database, leave)), orderOf(shoe))).rejects.toEqual(problem('size_gone'))
    expect(await stockOf(database, shoe)).toBe(10)
  })

  it('an empty cart', () => expect(placeOrder(contextOn(database), { ...orderOf([]), items: [] })).rejects.toEqual(problem('cart_empty')))
})

describe('a form with characters that cannot be seen', () => {
  it('is read as the eye reads it', async () => {
    const shoe = await putOnShelf(database)
    const { id } = await placed(contextOn(database), shoe, {
      customer_name: 'Asha\u200b \u202eAli\u202c\u0000',
      customer_phone: '\u2068tel:+254 712\u2013345678\u2069',
      customer_email: '\u202aasha\u200b@m\u00fcnchen.example ',
      delivery_address: 'Plot 12\u200b, Kisumu',
    })
    expect(await orderRow(database, id)).toMatchObject({
      customer_name: 'Asha Ali',
      customer_phone: '254712345678',
      customer_email: 'asha@xn--mnchen-3ya.example',
      delivery_address: 'Plot 12, Kisumu',
    })
  })

  it.each(['\u0645\u062d\u0645\u062f\u200f \u0639\u0644\u064a', '李'])('takes the name %j', async (name) => {
    const shoe = await putOnShelf(database)
    const { id } = await placed(contextOn(database), shoe, { customer_name: name })
    expect(await orderRow(database, id)).toMatchObject({ customer_name: name.replace('\u200f', '') })
  })
})

describe('a form that is not filled in', () => {
  it.each<[string, Record<string, unknown>]>([
    ['customer_name', { customer_name: '  ' }],
    ['customer_name', { customer_name: 'x' }],
    ['customer_name', { customer_name: 'x'.repeat(201) }],
    ['customer_phone', { customer_phone: '' }],
    ['customer_phone', { customer_phone: '+4915112345678' }],
    ['delivery_address', { delivery_address: 'Home' }],
    ['delivery_address', { delivery_address: 'x'.repeat(501) }],
    ['customer_email', { customer_email: 'wanjiku' }],
    ['customer_email', { customer_email: 'a@b.example\r\nBcc: c@d.example' }],
    ['items', { items: 'all' }],
    ['total_amount', { total_amount: '4500' }],
    ['total_amount', { total_amount: -5 }],
    ['idempotencyKey', { idempotencyKey: 'short' }],
    ['idempotencyKey', { idempotencyKey: `${'k'.repeat(20)}\u0000` }],
  ])('%s: %j', async (field, change) => {
    const refusal = await placeOrder(contextOn(database), { ...orderOf([]), ...change } as never).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'bad_input' })
    expect(Object.keys(refusal.details.fields)).toEqual([field === 'idempotencyKey' ? 'body' : field])
  })

  it.each([-1, 0, 1.5, Number.NaN, 100, '1', null])('a quantity of %j', async (quantity) => {
    const shoe = await putOnShelf(database)
    const refusal = await placeOrder(contextOn(database), orderOf(shoe, { items: [{ product_id: shoe.id, size: '40', quantity }] })).catch(
      (error) => error,
    )
    expect(refusal).toMatchObject({ code: 'bad_input', details: { fields: { 'items.0.quantity': expect.any(String) } } })
  })

  it.each(['', 'x'.repeat(21), '4\u00000', '4\ud8000', null])('a size of %j', async (size) => {
    const shoe = await putOnShelf(database)
    await expect(placeOrder(contextOn(database), orderOf(shoe, { items: [{ product_id: shoe.id, size, quantity: 1 }] }))).rejects.toEqual(
      problem('bad_input'),
    )
  })

  it('51 lines', async () => {
    const items = Array.from({ length: 51 }, () => ({ product_id: randomUUID(), size: '40', quantity: 1 }))
    await expect(placeOrder(contextOn(database), { ...orderOf([]), items })).rejects.toEqual(problem('bad_input'))
  })
})

describe('one Place Order', () => {
  it('makes one order of presses with and without the cookie that the first answer brings, at the same moment', async () => {
    const shoe = await putOnShelf(database)
    const sent = orderOf(shoe)
    const actors = [null, randomUUID(), null].map((visitorId) => ({ ...anonymous, referral: { ...noReferral, visitorId }, address: '197.232.1.2' }))
    await Promise.allSettled(actors.map((actor) => placeOrder(contextOn(database, { actor }), sent)))
    expect(await stockOf(database, shoe)).toBe(9)
  })

  it('makes one order, pressed 20 times at once', async () => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    const sent = orderOf(shoe)
    const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(ctx, sent)))
    expect(new Set(answers.map(({ order, key }) => `${order.id} ${key}`)).size).toBe(1)
    expect([await stockOf(database, shoe), ctx.mpesa.prompts.length]).toEqual([9, 1])
    expect((await placeOrder(ctx, sent)).order).toMatchObject({ status: 'awaiting_payment', payment: { state: 'accepted' } })
  })

  it('refuses the same key for anything else', async () => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    const sent = orderOf(shoe)
    await placeOrder(ctx, sent)
    for (const change of [
      { customer_name: 'Otieno' },
      { items: [{ product_id: shoe.id, size: '40', quantity: 2 }] },
      { customer_phone: newPhone() },
    ]) {
      await expect(placeOrder(ctx, { ...sent, ...change })).rejects.toEqual(problem('key_reused'))
    }
    expect(await stockOf(database, shoe)).toBe(9)
  })

  it('keeps the keys of people apart', async () => {
    const shoe = await putOnShelf(database)
    const sent = orderOf(shoe, { customer_phone: undefined })
    const people = await Promise.all([null, await addProfile(database), await addProfile(database)].map(async (userId) => ({ ...anonymous, userId })))
    const ids = await Promise.all(
      people.map(async (actor) => (await placeOrder(as(contextOn(database), actor), { ...sent, customer_phone: newPhone() })).order.id),
    )
    const later = await placeOrder(contextOn(database, { actor: { ...anonymous, userId: await addProfile(database) } }), {
      ...sent,
      customer_phone: newPhone(),
    })
    expect(new Set([...ids, later.order.id]).size).toBe(4)
    const asked = ['guest', 'nobody'].map((owner) => ({ owner, key: sent.idempotencyKey, items: sent.items }))
    expect(await readLinesOfMany(database, asked as Parameters<typeof readLinesOfMany>[1])).toEqual([
      null,
      [expect.objectContaining({ productId: shoe.id })],
    ])
  })

  it('answers a repetition to the guest who sent it, known by browser or network, and to no other', async () => {
    const shoe = await putOnShelf(database)
    const guest = (visitorId: string | null, address: string | null) =>
      contextOn(database, { actor: { ...anonymous, referral: { ...noReferral, visitorId }, address } })
    const [browser, network, elsewhere] = [randomUUID(), '197.232.1.1', '41.90.1.1']
    const stranger = [guest(randomUUID(), elsewhere), guest(null, elsewhere), guest(null, null)]
    const cases = [
      // The answer was lost, and came from another network on the next try.
      { first: guest(browser, network), again: [guest(browser, network), guest(browser, elsewhere)], others: [...stranger, guest(null, network)] },
      // A client without cookies; or the first answer brought the cookie, and was lost or not.
      { first: guest(null, network), again: [guest(null, network), guest(browser, network)], others: stranger },
    ]
    for (const { first, again, others } of cases) {
      const sent = orderOf(shoe, { customer_phone: newPhone() })
      const before = await stockOf(database, shoe)
      const placed = await placeOrder(first, sent)
      for (const other of others) await expect(placeOrder(other, sent)).rejects.toEqual(problem('key_reused'))
      for (const same of again) expect(await placeOrder(same, sent)).toMatchObject({ order: { id: placed.order.id }, key: placed.key })
      // A key of before the shop knew whose it is.
      await database.db.execute(sql`update idempotency_keys set visitor_hash = null where order_id = ${placed.order.id}`)
      expect((await placeOrder(again.at(-1) ?? first, sent)).order.id).toBe(placed.order.id)
      expect(await stockOf(database, shoe)).toBe(before - 1)
    }
  })

  it('answers a repetition under a secret key also from another network without a cookie, and one of a guessed key to no stranger', async () => {
    const shoe = await putOnShelf(database)
    const at = (address: string) => contextOn(database, { actor: { ...anonymous, address } })
    const [wifi, mobile] = [at('197.232.1.1'), at('41.90.1.1')]
    const [secret, guessed] = [orderOf(shoe), orderOf(shoe, { customer_phone: newPhone() })]
    const placed = await placeOrder(wifi, secret, { isSecretKey: true })
    expect(await placeOrder(mobile, secret, { isSecretKey: true })).toMatchObject({ order: { id: placed.order.id }, key: placed.key })
    await placeOrder(wifi, guessed)
    await expect(placeOrder(mobile, guessed, { isSecretKey: true })).rejects.toEqual(problem('key_reused'))
    expect([await stockOf(database, shoe), wifi.mpesa.prompts.length, mobile.mpesa.prompts.length]).toEqual([8, 2, 0])
  })

  it('answers the refusal of its prompt again, and sends nothing', async () => {
    const shoe = await putOnShelf(database)
    for (const [answer, code] of [
      [refusedPrompt, 'prompt_refused'],
      [busyPrompt, 'prompt_failed'],
    ] as const) {
      const ctx = contextOn(database)
      ctx.mpesa.onPrompt(answer)
      const sent = orderOf(shoe)
      for (const _ of [1, 2]) await expect(placeOrder(ctx, sent)).rejects.toEqual(problem(code))
      expect([ctx.mpesa.prompts.length, await stockOf(database, shoe)]).toEqual([1, 10])
    }
  })
})

describe('many buyers', () => {
  it('buy 10 pairs when 40 want one, and no order is left behind', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 10 } })
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => placeOrder(contextOn(database), orderOf(shoe))))
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(refusals).toEqual(Array(30).fill('size_gone'))
    expect(await stockOf(database, shoe)).toBe(0)
    const [sold] = await rowsOf(
      database,
      sql`select count(*)::int as orders, sum(quantity)::int as pairs from order_items where product_id = ${shoe.id}`,
    )
    expect(sold).toEqual({ orders: 10, pairs: 10 })
  })

  it('with carts in opposite order never stand in each other’s way', async () => {
    const [a, b, c] = [
      await putOnShelf(database, { sizes: { '40': 200 } }),
      await putOnShelf(database, { sizes: { '40': 200 } }),
      await putOnShelf(database, { sizes: { '40': 200 } }),
    ]
    const watched = interrupted(database)
    const carts = [
      [a, b, c],
      [c, b, a],
      [b, c, a],
      [a, c, b],
    ] as const
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        placed(
          contextOn(watched),
          (carts[at % 4] as (typeof carts)[0]).map((shoe) => [shoe, '40', 1]),
        ),
      ),
    )
    expect(watched.seen.refusals).toEqual([])
    expect(await Promise.all([a, b, c].map((shoe) => stockOf(database, shoe)))).toEqual([160, 160, 160])
  })

  it.each(['price', 'last pair'])('are told to try again when the %s never holds still', async (what) => {
    const shoe = await putOnShelf(database, { price: 1000, sizes: { '40': 1 } })
    // The pair is sold when the order reads the stock, and back when the order cannot be written.
    const moves = [-1, 1, -1, 1, -1, 1, -1, 1]
    const change = (statement: number) =>
      what === 'price'
        ? sql`update products set price = ${1000 + statement} where id = ${shoe.id}`
        : sql`insert into stock_movements (product_size_id, delta, reason) select ${shoe.sizes['40']}, ${moves[statement - 1]}, 'manual' where ${moves[statement - 1]} <> 0`
    const ctx = contextOn(interrupted(database, (statement) => database.db.execute(change(statement))))
    await expect(placeOrder(ctx, orderOf(shoe))).rejects.toEqual(problem('unavailable', { details: { retryAfter: 2 } }))
    expect(await stockOf(database, shoe)).toBe(1)
  })
})

describe('a script that would hold the shelf', () => {
  const from = (address: string | null, userId: string | null = null) => as(contextOn(database), { ...anonymous, userId, address })
  const tooMany = (words: string) =>
    problem('too_many', { message: expect.stringContaining(words), details: expect.objectContaining({ retryAfter: expect.any(Number) }) })
  const at = (ctx: ReturnType<typeof from>, minutes: number) => later(ctx, `${minutes} minutes`)

  it('by changing phones is stopped by its network, and holds up no other', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 500 } })
    const ctx = from('41.90.1.2')
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => placeOrder(ctx, orderOf(shoe))))
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals).toEqual(Array(20).fill(tooMany('Very many orders came from this network. Please wait about 10 minutes, then try again.')))
    expect([await stockOf(database, shoe), ctx.mpesa.prompts.length]).toEqual([460, 40])
    await placeOrder(from('41.90.1.3'), orderOf(shoe))
    await placeOrder(from(null), orderOf(shoe))
    await placeOrder(at(ctx, 11), orderOf(shoe))
  })

  it('by changing networks is stopped by its account', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 50 } })
    const userId = await addProfile(database)
    const place = (turn: number) => placeOrder(from(`41.91.0.${turn}`, userId), orderOf(shoe))
    for (let turn = 1; turn <= 6; turn++) await place(turn)
    await expect(place(7)).rejects.toEqual(tooMany('You placed many orders'))
    await placeOrder(from('41.91.0.7', await addProfile(database)), orderOf(shoe))
  })

  it('by changing networks is stopped by its phone, also when no prompt reached it', async () => {
    const shoe = await putOnShelf(database)
    const phone = newPhone()
    for (let turn = 1; turn <= 6; turn++) {
      const ctx = from(`41.92.0.${turn}`)
      ctx.mpesa.onPrompt(busyPrompt)
      await expect(placeOrder(ctx, orderOf(shoe, { customer_phone: phone }))).rejects.toEqual(problem('prompt_failed'))
    }
    await expect(placeOrder(from('41.92.0.7'), orderOf(shoe, { customer_phone: phone }))).rejects.toEqual(
      tooMany('Many orders were placed for this phone'),
    )
    expect(await stockOf(database, shoe)).toBe(10)
  })

  it('is not who repeats an order that is known, nor who has to correct one', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 50 } })
    const ctx = from('41.93.0.1', await addProfile(database))
    const first = orderOf(shoe)
    const placed = await placeOrder(ctx, first)
    for (let turn = 1; turn <= 10; turn++) {
      expect((await placeOrder(ctx, first)).order.id).toBe(placed.order.id)
      await expect(placeOrder(ctx, orderOf(shoe, { total_amount: 1 }))).rejects.toEqual(problem('prices_changed'))
    }
    for (let turn = 2; turn <= 6; turn++) await placeOrder(ctx, orderOf(shoe))
    await expect(placeOrder(ctx, orderOf(shoe))).rejects.toEqual(tooMany('You placed many orders'))
    expect((await placeOrder(ctx, first)).order.id).toBe(placed.order.id)
  })
})

describe('the prompt', () => {
  it.each([
    [refusedPrompt, 'prompt_refused', 'Payment failed. Please try again with a valid M-Pesa number.'],
    [
      accountPrompt,
      'prompt_failed',
      'Failed to initiate M-Pesa payment. This is not your fault: our M-Pesa account takes no payments at this moment. Nothing was charged. Please try again later, or order on WhatsApp.',
    ],
    [busyPrompt, 'prompt_failed', 'Failed to initiate M-Pesa payment. M-Pesa is busy and sent no prompt. Wait a minute, then try again.'],
    [
      lockedPrompt,
      'prompt_failed',
      'Failed to initiate M-Pesa payment. A prompt is already on its way to this phone. Answer it there, or wait a minute, then try again.',
    ],
  ])('that M-Pesa refuses undoes the order for every reader', async (answer, code, message) => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(answer)
    await expect(placeOrder(ctx, orderOf(shoe))).rejects.toEqual(problem(code, { message }))
    const [order] = await rowsOf<{ id: string }>(
      database,
      sql`select * from orders o where exists (select from order_items i where i.order_id = o.id and i.product_id = ${shoe.id})`,
    )
    expect(order).toMatchObject({ status: 'payment_failed', discarded_at: expect.any(String) })
    expect(await attemptOf(database, order?.id as string)).toMatchObject({ state: 'failed', next_check_at: null })
    expect(await stockOf(database, shoe)).toBe(10)
  })

  it('of which nobody knows leaves the order waiting', async () => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const { order, attempt } = await placed(ctx, shoe)
    expect(order).toMatchObject({ status: 'awaiting_payment', discarded: false, payment: { state: 'unknown', may_retry: false } })
    expect(Date.parse(order.payment?.retry_at as string) - Date.parse(order.payment?.requested_at as string)).toBe(180_000)
    expect(attempt).toMatchObject({ state: 'unknown', checkout_request_id: null })
    expect(await stockOf(database, shoe)).toBe(9)
  })

  it('goes to one phone three times in ten minutes, six times an hour, and not more', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 50 } })
    const ctx = contextOn(database)
    const phone = newPhone()
    const place = (interval: string) => placeOrder(later(ctx, interval), orderOf(shoe, { customer_phone: phone }))
    for (const at of ['0', '1 minute', '2 minutes']) await place(at)
    await expect(place('3 minutes')).rejects.toEqual(
      problem('prompt_limit', { message: expect.stringContaining('ten minutes'), details: expect.objectContaining({ retryAfter: 600 }) }),
    )
    for (const at of ['13 minutes', '14 minutes', '15 minutes']) await place(at)
    await expect(place('26 minutes')).rejects.toEqual(
      problem('prompt_limit', { message: expect.stringContaining('an hour'), details: expect.objectContaining({ retryAfter: 3600 }) }),
    )
    await place('62 minutes')
    expect([await stockOf(database, shoe), ctx.mpesa.prompts.length]).toEqual([43, 7])
  })

  it('goes to one phone three times when six orders come at once', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 50 } })
    const ctx = contextOn(database)
    const phone = newPhone()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => placeOrder(ctx, orderOf(shoe, { customer_phone: phone }))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual(Array(3).fill('prompt_limit'))
    expect([ctx.mpesa.prompts.length, await stockOf(database, shoe)]).toEqual([3, 47])
  })

  it.each([
    ['was too busy to take', busyPrompt],
    ['refused for the account of the shop', accountPrompt],
  ])('that M-Pesa %s does not count: no phone rang', async (_, unheard) => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(unheard, unheard, unheard, unheard)
    const phone = newPhone()
    for (const _ of [1, 2, 3, 4]) await expect(placeOrder(ctx, orderOf(shoe, { customer_phone: phone }))).rejects.toEqual(problem('prompt_failed'))
    expect((await placeOrder(ctx, orderOf(shoe, { customer_phone: phone }))).order.status).toBe('awaiting_payment')
  })
})

describe('an affiliate’s code', () => {
  it.each<[string, { code: string; paused?: boolean; isAffiliate?: boolean } | null, string | null, number]>([
    ['known', { code: 'ACHENG22' }, 'ACHENG22', 254.9],
    ['in small letters, with spaces', { code: 'ACHENG33' }, ' acheng33 ', 254.9],
    ['paused', { code: 'ACHENG44', paused: true }, 'ACHENG44', 0],
    ['of somebody who is no affiliate', { code: 'ACHENG55', isAffiliate: false }, 'ACHENG55', 0],
    ['hostile', null, "' or 1=1 --", 0],
    ['ten thousand letters long', null, 'A'.repeat(10_000), 0],
    ['with a NUL in it', null, 'ACH\u0000ENG', 0],
    ['a number', null, 42 as never, 0],
    ['none', null, null, 0],
  ])('that is %s', async (_, profile, code, commission) => {
    const shoe = await putOnShelf(database, { price: 2999, discount: 15 })
    const affiliate = profile && (await addProfile(database, profile))
    const { id, order } = await placed(contextOn(database), shoe, { affiliate_code: code })
    expect(await orderRow(database, id)).toMatchObject({ affiliate_id: commission ? affiliate : null, commission_amount: commission.toFixed(2) })
    expect(order.affiliate_code).toBe(commission ? profile?.code : null)
  })

  it('may come by the cookie of a link', async () => {
    const affiliate = await addProfile(database, { code: 'ACHENG77' })
    const ctx = as(contextOn(database), { ...anonymous, referral: { code: 'ACHENG77', visitorId: randomUUID(), visit: 0 } })
    const { id } = await placed(ctx, await putOnShelf(database))
    expect(await orderRow(database, id)).toMatchObject({ affiliate_id: affiliate, commission_amount: '450.00' })
  })

  it('of a visit that ended with a paid order is not the order’s; of another visit it is', async () => {
    const affiliate = await addProfile(database, { code: 'ACHENG88' })
    const shoe = await putOnShelf(database)
    const visitorId = randomUUID()
    const visitor = (visit: number) => as(contextOn(database), { ...anonymous, referral: { code: 'ACHENG88', visitorId, visit } })
    const paid = await placed(visitor(0), shoe)
    await tellPaid(paid.ctx, paid.attempt)
    const [same, next] = [await placed(visitor(0), shoe), await placed(visitor(1), shoe)]
    expect(same.order.affiliate_code).toBeNull()
    expect(await orderRow(database, same.id)).toMatchObject({ affiliate_id: null, commission_amount: '0.00' })
    expect(await orderRow(database, next.id)).toMatchObject({ affiliate_id: affiliate, visit: 1, commission_amount: '450.00' })
  })

  it('of the buyer’s own goes through with the sale', async () => {
    const userId = await addProfile(database, { code: 'ACHENG66' })
    const ctx = as(contextOn(database), { ...anonymous, userId, isAffiliate: true })
    const { id } = await placed(ctx, await putOnShelf(database), { affiliate_code: 'ACHENG66' })
    expect(await orderRow(database, id)).toMatchObject({ user_id: userId, affiliate_id: userId, commission_amount: '450.00' })
  })
})
