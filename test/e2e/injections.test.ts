import { parse } from '@babel/parser'
import { sql } from 'drizzle-orm'
import type { APIRequestContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { recordClick } from '#features/affiliates/clicks.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { invitePerson } from '#features/people/invitations.ts'
import { openApiWorld } from '../api-world.ts'
import { as, contextOn, rowsOf } from '../checkout.ts'
import { foreignParts, injections } from '../injections.ts'
import { addressesOf, pageRoutes, type Reader } from '../page-addresses.ts'
import { plant } from '../plant.ts'
import { recordPromise } from '../promises.ts'
import { useShop } from './shop.ts'
import { newPhone } from './steps.ts'

/** How many of the texts every field is given, and with how many of them each page is also opened in a browser, with and without the content policy: all 40 in npm run proof -- injections. */
const wanted = Number(process.env.VIATU_INJECTIONS ?? 1)
const visited = Number(process.env.VIATU_VISITED ?? 0)

const shop = useShop()
const roles: Reader[] = ['guest', 'customer', 'affiliate', 'admin']
let world: ReturnType<typeof openApiWorld>
/** A page that reads HTML as browsers do, and runs none of it. */
let reader: Page
/** Of the rider who has the shipped order. */
let riderToken: string
/** Of an invitation that is open. */
let invitationToken: string
const requests = {} as Record<Reader, APIRequestContext>
const seen = { pages: 0, fields: new Set<string>(), refused: new Set<string>(), executions: 0, visits: 0 }

beforeAll(async () => {
  world = openApiWorld({ db: shop.db, ownerDb: shop.db })
  await world.refresh()
  const { admin } = world.people
  const ctx = contextOn({ db: shop.db })
  await writeNote(as(ctx, admin.actor), world.rowOf('paidOrder'), { note: 'Calls back after five.', replaces: null })
  await queuePaymentReview(as(ctx, admin.actor), world.rowOf('attempt'), 'M-Pesa gave no outcome for a day')
  await recordClick(
    ctx,
    { affiliate_code: world.rowOf('code'), referrer_url: 'https://example.com/' },
    { userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140' },
  )
  const rider = await makeRiderDay(as(ctx, admin.actor), { name: 'Otieno', phone: '0722111222' })
  await changeStatus(as(ctx, admin.actor), world.rowOf('paidOrder'), { status: 'shipped', rider_day_id: rider })
  await changeCommission(as(ctx, admin.actor), world.rowOf('commission'), { status: 'rejected', reason: 'Not a real sale' })
  await invitePerson(as(ctx, admin.actor), { email: 'otieno-injections@example.com', role: 'packer' })
  const [letter] = await rowsOf<{ text: string }>({ db: shop.db }, sql`select text from messages where to_address = 'otieno-injections@example.com'`)
  invitationToken = /\/invitation\/([\w-]{43})/.exec(letter?.text ?? '')?.[1] as string
  await pauseAffiliate(as(ctx, admin.actor), world.rowOf('affiliate'), true, { reason: 'Clicks that no people made' })
  // The shop's own jobs leave what the test planted alone.
  await shop.db.execute(sql`update payment_attempts set next_check_at = null`)
})

/** Everybody's page, read with their session; signed in before their names are planted. */
async function enter() {
  for (const role of roles) {
    const visitor = role === 'guest' ? await shop.visit('desk') : await shop.visitAs(world.people[role], 'desk')
    requests[role] = visitor.context.request
    if (role === 'guest') reader = visitor.page
  }
  const riders = await (await requests.admin.get(`${shop.url}/admin/orders/riders`)).text()
  riderToken = /rider(?:\/|%2F)([\w-]{20,})/.exec(riders)?.[1] as string
}

/** Every page of the shop, as who reads it. */
function addresses(): { path: string; as: Reader }[] {
  const orders = [world.rowOf('paidOrder'), world.rowOf('order')]
  const same = ['product', 'snapshot', 'promotion', 'ad', 'zone', 'option', 'category', 'help'] as const
  const rows = {
    ...Object.fromEntries(same.map((name) => [name, [world.rowOf(name)]])),
    order: orders,
    customer: orders.slice(0, 1),
    rider: [riderToken],
    invitation: [invitationToken],
    // One that is not the shop's: its own is gone, because the shop has an owner.
    claim: ['A'.repeat(43)],
  }
  return pageRoutes.flatMap((route) => addressesOf(route, rows).map((path) => ({ path, as: route.as })))
}

/** What stands in the address itself, which a page may repeat. */
const echoes = (text: string) => {
  const said = encodeURIComponent(text)
  return [
    ...[
      '/products?search=',
      '/category/',
      '/category/casual?search=',
      '/track?code=',
      '/auth?next=',
      '/reset-password?next=',
      '/product/',
      '/order/',
      '/?ref=',
    ].map((path) => ({ path: path + said, as: 'guest' as const })),
    ...[
      'orders?search=',
      'products?search=',
      'users?search=',
      'customers?search=',
      'affiliates?search=',
      'payouts?search=',
      'commissions?search=',
      'audit?search=',
      'delivery/places?search=',
      'orders/',
    ].map((path) => ({
      path: `/admin/${path}${said}`,
      as: 'admin' as const,
    })),
  ]
}

/** Reads pages, four at a time, and answers their HTML. */
async function expectNothingForeign(all: { path: string; as: Reader }[]): Promise<string[]> {
  const answers: { path: string; html: string }[] = []
  for (let from = 0; from < all.length; from += 4) {
    const some = all.slice(from, from + 4).map(async ({ path, as }) => {
      const response = await requests[as].get(shop.url + path, { maxRedirects: 0 })
      const html = await response.text()
      expect(response.status(), `${path} ${html.slice(0, 300)}`).toBeLessThan(500)
      return { path, html: response.headers()['content-type']?.startsWith('text/html') ? html : '' }
    })
    answers.push(...(await Promise.all(some)))
  }
  const found = await foreignIn(answers.map(({ html }) => html))
  expect(answers.flatMap(({ path }, at) => (found[at]?.length ? [{ path, found: found[at] }] : []))).toEqual([])
  seen.pages += answers.filter(({ html }) => html !== '').length
  return answers.map(({ html }) => html)
}

/** What of each document came from a planted text: as its browser builds it, and in its scripts. */
async function foreignIn(documents: string[]): Promise<string[][]> {
  const read: { parts: string[]; scripts: { type: string; text: string }[] }[] = await reader.evaluate(`(() => {
    const foreignParts = ${foreignParts}
    return ${JSON.stringify(documents)}.map((html) => {
      const root = new DOMParser().parseFromString(html, 'text/html')
      const scripts = [...root.querySelectorAll('script')].map(({ type, textContent }) => ({ type, text: textContent }))
      return { parts: foreignParts(root), scripts: scripts.filter(({ text }) => text.includes('pwned')) }
    })
  })()`)
  return read.map(({ parts, scripts }) => [...parts, ...scripts.flatMap(foreignInScript)])
}

/** In a script a planted text may stand as a string only, and in data as a value only. */
function foreignInScript({ type, text }: { type: string; text: string }): string[] {
  if (type === 'application/ld+json') return typeof JSON.parse(text) === 'object' ? [] : ['no data']
  try {
    const { tokens = [] } = parse(text, { sourceType: type === 'module' ? 'module' : 'script', tokens: true })
    return (tokens ?? [])
      .filter(({ type, value }) => type.label !== 'string' && /pwned/.test(String(value)))
      .map(({ value }) => `a script has ${value}`)
  } catch (error) {
    return [`a script that is none: ${error} ${text.slice(0, 200)}`]
  }
}

describe('what people write', () => {
  it(`is text on every page, whatever it is: ${wanted} of ${injections.length} texts in every field`, { timeout: 4 * 3_600_000 }, async () => {
    await enter()
    await reader.goto('about:blank')
    await expectToFindThem()
    const all = addresses()
    for (let round = 0; round < wanted; round++) {
      const { fields, refused } = await plant(shop.db, injections, round)
      for (const field of fields) seen.fields.add(field)
      for (const field of refused) seen.refused.add(field)
      await isShown()
      const text = injections[round] as string
      await placeOrder(text)
      const shown = await expectNothingForeign([...all, ...echoes(text)])
      await expectNothingForeign(await letters(round))
      // The texts are on the pages.
      expect(shown.filter((html) => html.includes(`//r${round}.`)).length, 'pages that show what was planted').toBeGreaterThan(25)
      if (round < visited) for (const bypassCSP of [false, true]) await expectNothingRuns([...all, ...echoes(text)], bypassCSP, text)
    }
    const onlyRefused = [...seen.refused].filter((field) => !seen.fields.has(field))
    process.stdout.write(
      `${seen.fields.size} fields × ${wanted} texts on ${seen.pages} pages, ${seen.visits} in a browser; ${onlyRefused.length} fields refuse all: ${onlyRefused.join(', ')}\n`,
    )
    expect(seen.fields.size).toBeGreaterThan(40)
    if (wanted === 1) return
    recordPromise({
      promise: 'What one person writes never runs in the browser of another',
      command:
        wanted + visited < 2 * injections.length
          ? `VIATU_INJECTIONS=${wanted} VIATU_VISITED=${visited} npm run proof -- injections`
          : 'npm run proof -- injections',
      figure: `${seen.fields.size} fields × ${wanted} of ${injections.length} texts: 0 elements, attributes or addresses of theirs in ${seen.pages} pages; ${seen.executions} executions in ${seen.visits} visits of a browser, with and without the content policy, to the pages of ${visited} of the texts`,
    })
  })
})

/** Each of the texts would be found if it became a part of a page, and none is where it is text. */
async function expectToFindThem() {
  const places = injections.map((text) => [
    ...[`<p>${text}</p>`, `<p title="${text}">`, `<p title='${text}'>`, `<a href="${text}">`, `<title>${text}</title>`, `<style>${text}</style>`],
    ...[`<script>x("${text}")</script>`, `<script>x('${text}')</script>`, `<textarea>${text}</textarea>`, `<!--${text}-->`],
    ...[`<select><option>${text}</select>`, markdown(text)],
  ])
  const found = await foreignIn(places.flat())
  const seenIn = places.map((each, at) => found.slice(at * each.length, (at + 1) * each.length).flat().length)
  expect(injections.filter((_, at) => seenIn[at] === 0)).toEqual([])
  const texts = injections.map((text) => `<p title="${escaped(text)}">${escaped(text)}</p>`)
  expect((await foreignIn(texts)).flat()).toEqual([])
}

/** As a buyer with a name of this kind, where the shop takes it for one. */
async function placeOrder(text: string) {
  const items = [{ product_id: world.rowOf('product'), size: '40', quantity: 1 }]
  const data = {
    customer_phone: newPhone(),
    customer_email: 'buyer@example.com',
    delivery_address: 'Moi Avenue 12',
    delivery_place: 'nairobi',
    items,
  }
  const answer = await requests.guest.post(`${shop.url}/api/orders`, { data: { ...data, customer_name: text } })
  if (answer.status() === 400) await requests.guest.post(`${shop.url}/api/orders`, { data: { ...data, customer_name: 'Wanjiku Kamau' } })
  else expect(answer.status(), text).toBe(201)
}

/** The outbox, and the letter about an order of the planted product, once the shop's job has written it. */
async function letters(round: number): Promise<{ path: string; as: Reader }[]> {
  const newest = async () => {
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`select id from messages where to_address = 'buyer@example.com' and text like ${`%//r${round}.%`} order by created_at desc limit 1`,
    )
    return rows[0]?.id
  }
  await expect.poll(newest, { timeout: 30_000 }).toBeDefined()
  const id = await newest()
  return ['/outbox', `/outbox/${id}`, `/outbox/${id}/letter`].map((path) => ({ path, as: 'guest' }))
}

/** Waits until the cached pages show what was planted. */
async function isShown() {
  const path = `/product/${world.rowOf('product')}`
  const [row] = (await shop.db.execute<{ name: string }>(sql`select name from products where id = ${world.rowOf('product')}`)).rows
  const mark = /\/\/r\d+\.\d+$/.exec((row as { name: string }).name)?.[0] as string
  await expect.poll(async () => (await requests.guest.get(shop.url + path)).text()).toContain(mark)
}

/** Opens every page in a browser. Handlers that wait for a pointer or the keyboard would be found as attributes. */
async function expectNothingRuns(all: { path: string; as: Reader }[], bypassCSP: boolean, text: string) {
  const visitors = {} as Record<Reader, Awaited<ReturnType<typeof shop.visit>>>
  for (const role of roles) {
    const storageState = await requests[role].storageState()
    visitors[role] = await shop.visit('desk', { bypassCSP, storageState })
    visitors[role].expectComplaint(/Failed to load resource|ERR_/)
  }
  for (const { path, as } of all) {
    const { page } = visitors[as]
    await page.goto(shop.url + path)
    await expectQuietPage(page, `${path} ${bypassCSP ? 'without' : 'with'} the content policy`)
  }
  // What a visitor writes to the assistant, and what it answers of the planted shelf.
  const { page } = visitors.guest
  await page.goto(shop.url)
  await page
    .getByRole('button', { name: /^(Open )?Viatu Support/ })
    .filter({ visible: true })
    .click()
  const chat = page.getByRole('dialog', { name: 'Viatu Support' })
  for (const words of [text, 'shoes in size 40 under 9000']) {
    await chat.getByLabel('Your message').fill(words)
    const before = (await chat.getByRole('log').innerText()).length
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await chat.getByRole('log').innerText()).length).toBeGreaterThan(before + words.length + 30)
  }
  await expectQuietPage(page, 'the assistant')
  for (const { context } of Object.values(visitors)) await context.close()
}

async function expectQuietPage(page: Page, name: string) {
  const told: { ran: boolean; parts: string[] } = await page.evaluate(`({ ran: 'pwned' in window, parts: (${foreignParts})(document) })`)
  seen.visits++
  if (told.ran) seen.executions++
  expect(told, name).toEqual({ ran: false, parts: [] })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** As a reader of Markdown that trusts its writer would have it. */
const markdown = (text: string) =>
  text.replace(/!\[(.*?)\]\((.*)\)/g, '<img alt="$1" src="$2">').replace(/\[(.*?)\]\((.*?)\)/g, '<a href="$2">$1</a>')
