import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { demoProducts } from '../../demo/catalogue.ts'
import { type Answer, type Buyer, call, createBuyer, orderBecomes, pair } from '../../test/buyer.ts'
import type { Fault } from '../../test/fault-proxy.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { photoOf } from '../../test/pictures.ts'
import type { Service } from './rows.ts'
import { type FaultWorld, modelWords } from './world.ts'

/** What people do with a service: before it fails, while it fails, and when it is well again. */
export interface Journey {
  /** What they read on the screen. */
  meets(): Promise<string>
  heals(): Promise<void>
}
type Open = (world: FaultWorld, fault: Fault) => Promise<Journey>

interface Placed {
  id: string
  key: string
}

export const journeys: Record<Service, Open> = {
  'M-Pesa': async (world, fault) => {
    // A token is known.
    await buys(world)
    world.mpesa.stopAnswering()
    const buyer = createBuyer([pair(0)])
    const entersPin = async () => {
      const [prompt] = await vi.waitFor(() => {
        expect(world.mpesa.prompts(buyer.phone)).toHaveLength(1)
        return world.mpesa.prompts(buyer.phone)
      })
      await world.mpesa.answer(prompt!.checkoutRequestId, { pin: '1234' })
    }
    let placed: Answer
    return {
      meets: async () => {
        await textOf(world, '/')
        placed = await buyer.placeOrder(world.shop.url)
        if (fault === 'stopped') {
          expect([placed.status, world.mpesa.prompts(buyer.phone)]).toEqual([502, []])
          return placed.body.error.message
        }
        expect(placed.status).toBe(201)
        const page = await textOf(world, `/order/${placed.body.id}?key=${placed.body.key}`)
        // The PIN is entered while the fault lasts.
        if (fault === 'cut' || fault === 'garbage') {
          await entersPin()
          await orderBecomes(world.shop.url, placed.body, 'waiting_shipment')
        }
        return page
      },
      heals: async () => {
        if (fault === 'stopped') {
          // Another press, with a key of its own.
          placed = await createBuyer([pair(0)], buyer.phone).placeOrder(world.shop.url)
          expect(placed.status).toBe(201)
        }
        if (fault === 'silent') {
          const { id, key, total_amount } = placed.body
          await world.sql(`update payment_attempts set created_at = created_at - interval '3 minutes' where order_id = $1`, [id])
          const body = { amount: total_amount, phone: buyer.phone, reference: id }
          expect(await call(world.shop.url, '/api/functions/mpesa-stk-push', { body, headers: { 'order-key': key } })).toMatchObject({ status: 200 })
        }
        if (fault !== 'cut' && fault !== 'garbage') await entersPin()
        await orderBecomes(world.shop.url, placed.body, 'waiting_shipment')
        world.mpesa.answerAutomatically({ pin: true })
      },
    }
  },

  'mail server': async (world) => {
    const server = await startMailServer()
    world.services['mail server'].leadTo(server.port)
    const email = `wanjiku${people++}@example.com`
    return {
      meets: async () => {
        await buys(world)
        const metadata = { full_name: 'Wanjiku Kamau', phone: '0712345678', is_affiliate: false }
        const { status, body } = await call(world.shop.url, '/api/auth/sign-up', { body: { email, password: 'Nyumba-yangu-9!', metadata } })
        expect([status, body.session]).toEqual([201, null])
        return ''
      },
      heals: async () => {
        await world.sql('update messages set next_at = now() where sent_at is null and next_at > now()')
        const letters = () => server.taken.filter(({ envelopeTo }) => envelopeTo.includes(email))
        await vi.waitFor(() => expect(letters()).toHaveLength(1), { timeout: 20_000 })
      },
    }
  },

  'SMS gateway': async (world, fault) => {
    const buyer = createBuyer([pair(0)])
    return {
      meets: async () => {
        const placed = await pays(world, buyer)
        return textOf(world, `/order/${placed.id}?key=${placed.key}`)
      },
      heals: async () => {
        await world.sql(`update notices set next_at = now() where state = 'due' and next_at > now()`)
        const messages = { stopped: 1, slow: 1, silent: 0, cut: 1, garbage: 1 }[fault]
        await vi.waitFor(() => expect(world.mpesa.messages(buyer.phone)).toHaveLength(messages), { timeout: 10_000 })
        const next = createBuyer([pair(0)])
        await pays(world, next)
        await vi.waitFor(() => expect(world.mpesa.messages(next.phone)).toHaveLength(1), { timeout: 10_000 })
        expect(world.mpesa.messages(buyer.phone)).toHaveLength(messages)
      },
    }
  },

  'assistant model': async (world) => {
    const ask = async () => {
      const { status, body } = await call(world.shop.url, '/api/functions/ai-chatbot', { body: { message: 'Do you have the Uwanja Low?' } })
      expect(status).toBe(200)
      return body
    }
    return {
      meets: async () => {
        await buys(world)
        const { response, products } = await ask()
        return `${response} ${JSON.stringify(products)}`
      },
      heals: async () => expect((await ask()).response).toBe(modelWords),
    }
  },

  'file storage': async (world, fault) => {
    const upload = () => uploads(world)
    const kept = await upload()
    expect(kept.status).toBe(201)
    const picture = async () => {
      const answer = await fetch(world.shop.url + kept.body.public_url)
      const bytes = await answer.arrayBuffer().catch(() => new ArrayBuffer(0))
      return { status: answer.status, bytes: bytes.byteLength }
    }
    const whole = { status: 200, bytes: kept.body.byte_count }
    return {
      meets: async () => {
        await buys(world)
        if (fault === 'cut') {
          // In the middle of the picture: what comes is not taken for a whole one.
          await world.services['file storage'].fail('cut', { cutAfter: 4_000 })
          expect(await picture()).toEqual({ status: 200, bytes: 0 })
          await world.services['file storage'].fail('cut')
        }
        if (fault === 'slow') {
          expect(await picture()).toEqual(whole)
          expect((await upload()).status).toBe(201)
          return ''
        }
        const [seen, sent] = await Promise.all([picture(), upload()])
        expect([seen.status, sent.status]).toEqual([503, 503])
        return sent.body.error.message
      },
      heals: async () => {
        expect(await picture()).toEqual(whole)
        expect((await upload()).status).toBe(201)
      },
    }
  },

  database: async (world, fault) => {
    await buys(world)
    // The shop hears of changes again and has heard of this one: then the page stays in its memory.
    await vi.waitFor(async () => {
      const listening = `select from pg_stat_activity where application_name = 'viatu-listen' and state = 'idle' and query like 'listen%' and datname = current_database()`
      expect([(await world.sql(listening)).length, (await world.sql('select from changes')).length]).toEqual([1, 0])
    })
    await pause(200)
    await textOf(world, '/')
    const places = fault === 'cut' ? [0, 400, 1_200, 2_500, 5_000] : [0]
    const buyers = places.map(() => createBuyer([pair(0)]))
    const press = (buyer: Buyer) => buyer.placeOrder(world.shop.url)
    return {
      meets: async () => {
        if (fault === 'slow') {
          await pays(world, buyers[0]!)
          return ''
        }
        await textOf(world, '/')
        const answers: Answer[] = []
        for (const [index, cutAfter] of places.entries()) {
          // After the connections of the one before are gone.
          if (index > 0) await world.services.database.pass()
          if (index > 0) await vi.waitFor(() => textOf(world, '/products', 200), { timeout: 5_000 })
          await world.services.database.fail(fault, { cutAfter })
          answers.push(await press(buyers[index]!))
          if (index > 0) continue
          const [ready, healthy] = await Promise.all(['/readyz', '/healthz'].map((path) => fetch(world.shop.url + path)))
          expect([ready!.status, healthy!.status]).toEqual([503, 200])
        }
        // In the middle of a longer answer it may have come about all the same.
        expect(answers[0]!.status).toBe(503)
        for (const { status } of answers) expect([201, 503]).toContain(status)
        return answers[0]!.body.error.message
      },
      heals: async () => {
        for (const buyer of buyers) {
          await pays(world, buyer)
          expect(await world.sql('select from orders where customer_phone = $1', [buyer.phone])).toHaveLength(1)
        }
      },
    }
  },
}
let people = 0

/** An admin uploads a picture of the first product. */
export async function uploads({ shop, admin }: FaultWorld): Promise<Answer> {
  const path = `/api/storage/product-images/products/${demoProducts[0]!.id}_0_${1763680000000 + people++}.webp`
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'image/jpeg' },
    body: await photoOf({ format: 'jpeg' }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Browses, places an order and pays. */
export async function buys(world: FaultWorld): Promise<void> {
  await textOf(world, `/product/${demoProducts[people++ % 12]!.id}`)
  await pays(world, createBuyer([pair(1)]))
}

/** Place Order, again and again with the same key while the shop says that it is busy, and the PIN. */
async function pays(world: FaultWorld, buyer: Buyer): Promise<Placed> {
  for (const end = performance.now() + 10_000; ; await pause(200)) {
    const { status, body } = await buyer.placeOrder(world.shop.url)
    if (status === 503 && performance.now() < end) continue
    expect([status, body.error]).toEqual([201, undefined])
    await orderBecomes(world.shop.url, body, 'waiting_shipment')
    return body
  }
}

/** The page as the browser gets it, without markup. */
export async function textOf({ shop }: FaultWorld, path: string, expected = 200): Promise<string> {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' } })
  const text = await answer.text()
  expect(answer.status, path).toBe(expected)
  return text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}
