import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'
import { addImage } from '#features/catalogue/product-images.ts'
import { createCategory } from '#features/catalogue/write-category.ts'
import { createAd } from '#features/content/ads.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { createPromotion } from '#features/content/promotions.ts'
import { addHoliday } from '#features/delivery/holidays.ts'
import { createOption } from '#features/delivery/options.ts'
import { addPlace } from '#features/delivery/places.ts'
import { createZone } from '#features/delivery/zones.ts'
import { uploadPicture } from '#features/files/uploads.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { beginSecondFactor, confirmSecondFactor } from '#features/people/change-second-factor.ts'
import { invitePerson } from '#features/people/invitations.ts'
import { type LinkKind, makeLink } from '#features/people/letter-links.ts'
import { signIn } from '#features/people/sign-in.ts'
import { permissions, permissionsDocument } from '#server/document-permissions.ts'
import { type Caller, callers, permissionsIn, type Verdict } from '#server/permissions.ts'
import { account, device, type Entered, entered, goodPassword, signedIn } from '../../test/accounts.ts'
import { earn, referred } from '../../test/affiliates.ts'
import { useApp } from '../../test/app.ts'
import { admin, attemptOf, contextOn, newPhone, type Pair, placed, putOnShelf, rowsOf, secrets, tellPaid } from '../../test/checkout.ts'
import { mismatches } from '../../test/conforms.ts'
import { photoOf, storedPicture } from '../../test/pictures.ts'
import { failedBody, failedPayoutBody, newReceipt } from '../../test/scripted-mpesa.ts'
import { codeOf } from '../../test/totp.ts'

const app = useApp({ isWalk: true })
const permissionsOf = (route: string) => permissionsIn(permissions, route)
type Role = Exclude<Caller, 'anonymous' | 'key' | 'otherKey'>
type SignedUp = Entered & { userId: string; headers: Record<string, string> }
const people = {} as Record<Role, SignedUp>
let factored: SignedUp
let factorCodes: string[]
let shoe: Pair
let otherKey: string
let photo: Uint8Array<ArrayBuffer>
let pictureUrl: string
// biome-ignore lint/suspicious/noExplicitAny: the document of the API, read as JSON
let document: any

beforeAll(async () => {
  photo = await photoOf()
  pictureUrl = await storedPicture(app.database, 'b')
  shoe = await putOnShelf(app.database, { sizes: { '40': 5000 } })
  people.owner = await signedUp('owner')
  people.other = await signedUp('other')
  people.affiliate = await signedUp('affiliate')
  for (const role of ['admin', 'manager', 'packer', 'content'] as const) people[role] = await signedUp(role)
  await app.database.db.execute(sql`update profiles set affiliate_code = 'KAMAU23' where id = ${people.affiliate.userId}`)
  factored = await signedUp('admin')
  const ctx = contextOn(app.database, { actor: factored.actor })
  const { uri, backup_codes } = await beginSecondFactor(ctx, { password: goodPassword }, device)
  factorCodes = backup_codes
  await confirmSecondFactor(ctx, { code: codeOf(uri) }, device)
  // Everybody has an order of their own, so that every refusal is about somebody else's.
  await orderOf(people.other)
  await orderOf(people.affiliate)
  otherKey = (await placed(contextOn(app.database), shoe)).key
  document = (await app.ask('GET', '/api/openapi.json')).body
  await noteWrites()
})

// The walk is about who may, not about how often.
const forgetUses = () => app.database.db.execute(sql`delete from rate_limits`)
beforeEach(forgetUses)

/** Somebody with an account and a session of their own. */
const signedUp = async (role: Role): Promise<SignedUp> => {
  const staff = role === 'admin' ? 'owner' : role === 'manager' || role === 'packer' || role === 'content' ? role : null
  const who = await entered(app.database, { role: staff, is_affiliate: role === 'affiliate' })
  return { ...who, userId: who.id, headers: { authorization: `Bearer ${who.token}` } }
}
/** The token of a link to a fresh account, as its letter has it. */
const linkToken = async (kind: LinkKind) => {
  const { id } = await account(app.database, { isProved: false })
  return new URL(await makeLink(contextOn(app.database), kind, id)).searchParams.get('token') as string
}
const unknownAddress = () => `${randomUUID()}@example.com`
const enterFactored = async () => {
  const answer = await signIn(contextOn(app.database), factored, device)
  return { challenge: (answer as { challenge: string }).challenge, code: factorCodes.pop() }
}
/** Turns a second factor on for somebody, whose session goes on; answers a code from paper. */
const withFactor = async ({ actor }: SignedUp) => {
  const { backup_codes } = await beginSecondFactor(
    contextOn(app.database, { actor: { ...actor, role: 'owner' } }),
    { password: goodPassword },
    device,
  )
  await app.database.db.execute(sql`update auth.users set two_factor_enabled = true where id = ${actor.userId}`)
  return backup_codes[0]
}

const orderOf = async ({ actor }: SignedUp) => (await placed(contextOn(app.database, { actor }), shoe)).id
const ownOrder = () => orderOf(people.owner)
const shippedOrder = async () => {
  const id = await ownOrder()
  const ctx = contextOn(app.database, { actor: people.admin.actor })
  await tellPaid(ctx, await attemptOf(app.database, id))
  await changeStatus(ctx, id, { status: 'shipped', courier: 'Easy Coach' })
  return id
}
const finishedOrder = async () => {
  const id = await shippedOrder()
  await changeStatus(contextOn(app.database, { actor: people.admin.actor }), id, { status: 'delivered' })
  await app.database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  return id
}
const product = async () => (await putOnShelf(app.database)).id
const image = async () =>
  (await addImage(contextOn(app.database, { actor: admin }), { product_id: await product(), image_url: await storedPicture(app.database) })).id
const adPicture = async () => {
  const { path } = await uploadPicture(contextOn(app.database, { actor: admin }), { bucket: 'ad-images', bytes: photo, name: 'ad.png' })
  return path.replace(/^ads\/|\.webp$/g, '')
}
const promotion = async () =>
  (await createPromotion(contextOn(app.database, { actor: people.admin.actor }), { title: 'School shoes', content_type: 'text' })).id
const ad = async () =>
  (await createAd(contextOn(app.database, { actor: people.admin.actor }), { title: 'Ferry', target_url: 'https://shop.example' })).id
const helpSection = async () => (await listHelpRows(contextOn(app.database)))[0]?.id as string
const unreferredOrder = async () => (await placed(contextOn(app.database), shoe)).id
const deletedOrder = async () => {
  const { id, ctx } = await placed(contextOn(app.database, { actor: people.owner.actor }), shoe)
  await discardOrder(ctx, id)
  return id
}
const factsOf = async (id: string) => {
  const [order] = await rowsOf<{ customer_phone: string; checkout_request_id: string }>(
    app.database,
    sql`select customer_phone, checkout_request_id from orders where id::text = ${id}`,
  )
  return order ?? { customer_phone: '254712345678', checkout_request_id: 'ws_CO_unknown' }
}

/** An order that came by the affiliate's link and was paid. */
const paidReferral = async ({ isApproved = false } = {}) => {
  const order = isApproved ? await earn(app.database, { code: 'KAMAU23' }) : await referred(app.database, { code: 'KAMAU23' })
  if (!isApproved) await tellPaid(order.ctx, order.attempt)
  return order
}
const details = { mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno' }
const endPayouts = () =>
  app.database.db.execute(sql`
    update affiliate_payouts set status = 'rejected', status_requested_at = now(), processed_at = now(), requested_at = now() - interval '2 days', failure_reason = 'Another walk'
    where affiliate_id = ${people.affiliate.userId} and status <> 'completed'`)
const rider = { kind: 'door', name: 'Rider', fee: 200, days_from: 1, days_to: 2 }
const boss = () => contextOn(app.database, { actor: people.admin.actor })
const category = async () => (await createCategory(boss(), { name: `Kind ${randomUUID()}` })).id
const zone = async () => (await createZone(boss(), { name: `Zone ${randomUUID()}` })).id
const option = async () => (await createOption(boss(), { ...rider, zone_id: await zone() })).id
const place = async () => (await addPlace(boss(), { name: `Kijiji ${randomUUID()}`, kind: 'town', parent_id: 'kenya' })).id
let days = 0
const newDay = () => new Date(Date.parse('2040-01-01') + days++ * 86_400_000).toISOString().slice(0, 10)
const holiday = async () => (await addHoliday(boss(), { day: newDay(), name: 'Stock-taking' })).day

/** One that is pending, of the affiliate. */
const payout = async () => {
  await endPayouts()
  await app.database.db.execute(
    sql`update affiliate_payouts set requested_at = now() - interval '2 days' where affiliate_id = ${people.affiliate.userId}`,
  )
  await paidReferral({ isApproved: true })
  return (await requestPayout(contextOn(app.database, { actor: people.affiliate.actor }), { amount: 20, ...details })).id
}

const snapshot = async () => {
  const [row] = await rowsOf<{ id: string }>(app.database, sql`insert into data_snapshots (counts) values ('{}') returning id`)
  return row?.id as string
}

/** One that M-Pesa has. */
const sentPayout = async () => {
  const id = await payout()
  await startB2cPayout(contextOn(app.database, { actor: people.admin.actor }), id)
  return id
}

/** Money for an order that was cancelled. */
const refundDue = async () => {
  const { id, ctx, attempt } = await placed(contextOn(app.database, { actor: people.owner.actor }), shoe)
  await tellPaid(ctx, attempt)
  await changeStatus(contextOn(app.database, { actor: people.admin.actor }), id, { status: 'cancelled', reason: 'No such size' })
  return (await rowsOf<{ id: string }>(app.database, sql`select id from refunds where order_id = ${id}`))[0]?.id as string
}
/** A payment that a person has to look at. */
const onDesk = async () => {
  const { ctx, attempt } = await placed(contextOn(app.database, { actor: people.owner.actor }), shoe)
  await queuePaymentReview(ctx, attempt.id, 'M-Pesa gave no outcome for a day')
  return attempt.id
}

interface Walk {
  /** Makes the row that the call is about. */
  target?: () => Promise<string>
  path: string | ((id: string) => string)
  body?: (id: string) => unknown
  /** What it sends that is no JSON. */
  bytes?: () => Uint8Array<ArrayBuffer>
  /** What it sends who is signed in: with an account of their own for this call alone, because it ends sessions, or more. */
  alone?: (me: SignedUp) => unknown
  headers?: () => Record<string, string>
  /** The status for whom is let in, 200 unless told. */
  done?: number
  /** What a row that is not there answers to whom is let in, 404 unless told; to whom is not, the same as one that is there. */
  missing?: Partial<Record<Caller, number>> | 400 | 'empty'
  /** The status of an id that is none, for everybody, where the route looks at it. */
  malformed?: 400
}

const walks: Record<keyof typeof permissions, Walk> = {
  'GET /api/products': { path: '/api/products' },
  'GET /api/products/{id}': { target: product, path: (id) => `/api/products/${id}` },
  'POST /api/products': { path: '/api/products', body: () => ({ name: 'Mbio', price: 4500, stock: 3 }), done: 201 },
  'PATCH /api/products/{id}': { target: product, path: (id) => `/api/products/${id}`, body: () => ({ price: 1 }) },
  'DELETE /api/products/{id}': { target: product, path: (id) => `/api/products/${id}`, done: 204 },
  'GET /api/product_images': { target: product, path: (id) => `/api/product_images?product_id=${id}`, missing: 'empty', malformed: 400 },
  'POST /api/product_images': {
    target: product,
    path: '/api/product_images',
    body: (product_id) => ({ product_id, image_url: pictureUrl }),
    done: 201,
    malformed: 400,
  },
  'PATCH /api/product_images/{id}': { target: image, path: (id) => `/api/product_images/${id}`, body: () => ({ alt_text: 'Side' }) },
  'DELETE /api/product_images/{id}': { target: image, path: (id) => `/api/product_images/${id}`, done: 204 },
  'GET /api/categories': { path: '/api/categories' },
  'POST /api/categories': { path: '/api/categories', body: () => ({ name: `Kind ${randomUUID()}` }), done: 201 },
  'PATCH /api/categories/{id}': { target: category, path: (id) => `/api/categories/${id}`, body: () => ({ is_hidden: true }) },
  'DELETE /api/categories/{id}': { target: category, path: (id) => `/api/categories/${id}`, done: 204 },
  'GET /api/storage/{bucket}/{folder}/{file}': { target: adPicture, path: (id) => `/api/storage/ad-images/ads/${id}.webp` },
  'POST /api/storage/{bucket}/{folder}/{file}': {
    target: product,
    path: (id) => `/api/storage/product-images/products/${id}_0_1763680000000.png`,
    bytes: () => photo,
    done: 201,
  },
  'DELETE /api/storage/{bucket}/{folder}/{file}': { target: adPicture, path: (id) => `/api/storage/ad-images/ads/${id}.webp`, done: 204 },
  'GET /api/promotional_content': { path: '/api/promotional_content' },
  'GET /api/promotional_content/{id}': { target: promotion, path: (id) => `/api/promotional_content/${id}` },
  'POST /api/promotional_content': { path: '/api/promotional_content', body: () => ({ title: 'School shoes', content_type: 'text' }), done: 201 },
  'PATCH /api/promotional_content/{id}': { target: promotion, path: (id) => `/api/promotional_content/${id}`, body: () => ({ is_active: false }) },
  'DELETE /api/promotional_content/{id}': { target: promotion, path: (id) => `/api/promotional_content/${id}`, done: 204 },
  'GET /api/ads': { path: '/api/ads' },
  'GET /api/ads/{id}': { target: ad, path: (id) => `/api/ads/${id}` },
  'POST /api/ads': { path: '/api/ads', body: () => ({ title: 'Ferry', target_url: 'https://shop.example' }), done: 201 },
  'PATCH /api/ads/{id}': { target: ad, path: (id) => `/api/ads/${id}`, body: () => ({ is_active: false }) },
  'POST /api/ads/{id}/clicks': { target: ad, path: (id) => `/api/ads/${id}/clicks` },
  'DELETE /api/ads/{id}': { target: ad, path: (id) => `/api/ads/${id}`, done: 204 },
  'GET /api/help_sections': { path: '/api/help_sections' },
  'GET /api/help_sections/{id}': { target: helpSection, path: (id) => `/api/help_sections/${id}` },
  'PATCH /api/help_sections/{id}': {
    target: helpSection,
    path: (id) => `/api/help_sections/${id}`,
    body: async (id) => ({
      title: `Help ${randomUUID()}`,
      updated_at: (await listHelpRows(contextOn(app.database))).find((row) => row.id === id)?.updated_at ?? new Date().toISOString(),
    }),
  },
  'GET /api/delivery_zones': { path: '/api/delivery_zones' },
  'POST /api/delivery_zones': { path: '/api/delivery_zones', body: () => ({ name: `Zone ${randomUUID()}` }), done: 201 },
  'PATCH /api/delivery_zones/{id}': { target: zone, path: (id) => `/api/delivery_zones/${id}`, body: () => ({ position: 3 }) },
  'DELETE /api/delivery_zones/{id}': { target: zone, path: (id) => `/api/delivery_zones/${id}`, done: 204 },
  'GET /api/delivery_options': { path: '/api/delivery_options' },
  'POST /api/delivery_options': {
    target: zone,
    path: '/api/delivery_options',
    body: (zone_id) => ({ ...rider, zone_id }),
    done: 201,
    missing: { admin: 400 },
    malformed: 400,
  },
  'PATCH /api/delivery_options/{id}': { target: option, path: (id) => `/api/delivery_options/${id}`, body: () => ({ is_on: false }) },
  'DELETE /api/delivery_options/{id}': { target: option, path: (id) => `/api/delivery_options/${id}`, done: 204 },
  'GET /api/delivery_places': { path: '/api/delivery_places' },
  'POST /api/delivery_places': {
    path: '/api/delivery_places',
    body: () => ({ name: `Kijiji ${randomUUID()}`, kind: 'town', parent_id: 'kenya' }),
    done: 201,
  },
  'PATCH /api/delivery_places/{id}': { target: place, path: (id) => `/api/delivery_places/${id}`, body: () => ({ aliases: [randomUUID()] }) },
  'DELETE /api/delivery_places/{id}': { target: place, path: (id) => `/api/delivery_places/${id}`, done: 204 },
  'GET /api/settings': { path: '/api/settings' },
  'PATCH /api/settings': { path: '/api/settings', body: () => ({ location: `Kisumu ${randomUUID()}` }) },
  'GET /api/holidays': { path: '/api/holidays' },
  'POST /api/holidays': { path: '/api/holidays', body: () => ({ day: newDay(), name: 'Stock-taking' }), done: 201 },
  'PATCH /api/holidays/{day}': { target: holiday, path: (id) => `/api/holidays/${id}`, body: () => ({ name: 'Idd' }) },
  'DELETE /api/holidays/{day}': { target: holiday, path: (id) => `/api/holidays/${id}`, done: 204 },
  'GET /api/customers': { path: '/api/customers?limit=2' },
  'GET /api/customers/{id}': { target: ownOrder, path: (id) => `/api/customers/${id}` },
  'PATCH /api/customers/{id}': { target: ownOrder, path: (id) => `/api/customers/${id}`, body: () => ({ note: 'Wears 43.' }) },
  'DELETE /api/customers/{id}': { target: finishedOrder, path: (id) => `/api/customers/${id}`, done: 204 },
  'GET /api/profiles': { path: '/api/profiles' },
  'GET /api/profiles with an affiliate_code': { path: '/api/profiles?affiliate_code=KAMAU23' },

  'GET /api/profiles/{id}': { target: async () => people.owner.userId, path: (id) => `/api/profiles/${id}` },
  'PATCH /api/profiles/{id}': {
    target: async () => people.owner.userId,
    path: (id) => `/api/profiles/${id}`,
    body: () => ({ address: 'Moi Avenue 12' }),
  },

  'POST /api/auth/sign-up': {
    path: '/api/auth/sign-up',
    body: () => ({ email: unknownAddress(), password: goodPassword, metadata: { full_name: 'Wanjiku Kamau', phone: newPhone() } }),
    done: 201,
  },
  'POST /api/auth/sign-in': {
    path: '/api/auth/sign-in',
    body: () => ({ email: people.owner.email, password: goodPassword }),
    alone: ({ email, password }) => ({ email, password }),
  },
  'POST /api/auth/sign-in/code': { path: '/api/auth/sign-in/code', body: enterFactored, alone: enterFactored },
  'POST /api/auth/sign-out': { path: '/api/auth/sign-out', alone: () => undefined, done: 204 },
  'GET /api/auth/session': { path: '/api/auth/session' },
  'POST /api/auth/session': { path: '/api/auth/session', body: async () => ({ access_token: await linkToken('recover') }) },
  'GET /api/auth/user': { path: '/api/auth/user' },
  'PATCH /api/auth/user': {
    path: '/api/auth/user',
    body: () => ({ password: 'nyumba-yangu-7' }),
    alone: () => ({ password: 'nyumba-yangu-7', current_password: goodPassword }),
  },
  'POST /api/auth/recover': { path: '/api/auth/recover', body: () => ({ email: unknownAddress() }), done: 204 },
  'GET /api/auth/recover': { target: () => linkToken('recover'), path: (id) => `/api/auth/recover?token=${id}`, done: 204, missing: 400 },
  'POST /api/auth/resend': { path: '/api/auth/resend', body: () => ({ email: unknownAddress() }), done: 204 },
  'POST /api/auth/verify': {
    target: () => linkToken('verify'),
    path: '/api/auth/verify',
    body: (token) => ({ token, type: 'signup', password: goodPassword }),
    missing: 400,
  },
  'GET /api/auth/verify': { target: () => linkToken('verify'), path: (id) => `/api/auth/verify?type=signup&token=${id}`, done: 204, missing: 400 },
  'POST /api/auth/email': {
    path: '/api/auth/email',
    body: () => ({ email: unknownAddress(), password: goodPassword }),
    alone: () => ({ email: unknownAddress(), password: goodPassword }),
    done: 204,
  },
  'GET /api/auth/sessions': { path: '/api/auth/sessions' },
  'DELETE /api/auth/sessions/{id}': {
    target: async () => (await signedIn(contextOn(app.database), people.owner)).actor.sessionId,
    path: (id) => `/api/auth/sessions/${id}`,
    done: 204,
  },
  'DELETE /api/auth/sessions': { path: '/api/auth/sessions', alone: () => undefined, done: 204 },
  'POST /api/auth/second-factor': {
    path: '/api/auth/second-factor',
    body: () => ({ password: goodPassword }),
    alone: () => ({ password: goodPassword }),
  },
  'POST /api/auth/second-factor/confirm': {
    path: '/api/auth/second-factor/confirm',
    body: () => ({ code: '123456' }),
    alone: async ({ actor }) => {
      const { uri } = await beginSecondFactor(contextOn(app.database, { actor }), { password: goodPassword }, device)
      return { code: codeOf(uri) }
    },
  },
  'POST /api/auth/second-factor/end': {
    path: '/api/auth/second-factor/end',
    body: () => ({ password: goodPassword, code: '123456' }),
    alone: async (me) => ({ password: goodPassword, code: await withFactor(me) }),
  },
  'GET /api/auth/export': { path: '/api/auth/export' },
  'POST /api/auth/delete': {
    path: '/api/auth/delete',
    body: () => ({ password: goodPassword }),
    alone: () => ({ password: goodPassword }),
    done: 204,
  },

  'GET /api/orders': { path: '/api/orders?limit=100' },
  'POST /api/orders': {
    path: '/api/orders',
    headers: () => ({ 'idempotency-key': randomUUID() }),
    body: () => ({
      customer_name: 'Wanjiku Kamau',
      customer_phone: `+2541${String(Math.random()).slice(2, 10)}`,
      delivery_address: 'Moi Avenue 12',
      items: [{ product_id: shoe.id, size: '40', quantity: 1 }],
    }),
    done: 201,
  },
  'GET /api/orders/{id}': { target: ownOrder, path: (id) => `/api/orders/${id}` },
  'GET /api/orders/{id}/events': { target: ownOrder, path: (id) => `/api/orders/${id}/events` },
  'POST /api/orders/{id}/claim': { target: ownOrder, path: (id) => `/api/orders/${id}/claim`, missing: { admin: 404 } },
  'PATCH /api/orders/{id}': {
    target: ownOrder,
    path: (id) => `/api/orders/${id}`,
    body: () => ({ status: 'cancelled', reason: 'No such size' }),
    missing: { key: 404, owner: 404 },
  },
  'PATCH /api/orders/{id} with what is stored': {
    target: ownOrder,
    path: (id) => `/api/orders/${id}`,
    body: async (id) => ({ status: 'awaiting_payment', checkout_request_id: (await factsOf(id)).checkout_request_id }),
  },
  'DELETE /api/orders/{id}': { target: ownOrder, path: (id) => `/api/orders/${id}`, done: 204 },
  'GET /api/order_items': { target: ownOrder, path: (id) => `/api/order_items?order_id=${id}`, missing: 'empty' },
  'POST /api/order_items': {
    target: ownOrder,
    path: '/api/order_items',
    body: (order_id) => [{ order_id, product_id: shoe.id, quantity: 1, price: 4500 }],
    malformed: 400,
  },
  'DELETE /api/order_items': { target: deletedOrder, path: (id) => `/api/order_items?order_id=${id}`, done: 204 },
  'POST /api/functions/ai-chatbot': { path: '/api/functions/ai-chatbot', body: () => ({ message: 'size 40' }) },
  'POST /api/functions/mpesa-stk-push': {
    target: ownOrder,
    path: '/api/functions/mpesa-stk-push',
    body: async (reference) => ({ amount: 4500, phone: (await factsOf(reference)).customer_phone, reference }),
  },
  'POST /api/functions/ask-mpesa': { target: ownOrder, path: '/api/functions/ask-mpesa', body: (order_id) => ({ order_id }) },
  'POST /api/functions/record-payment': {
    target: ownOrder,
    path: '/api/functions/record-payment',
    body: (order_id) => ({ order_id, receipt: newReceipt() }),
  },
  'GET /api/refunds': { path: '/api/refunds' },
  'GET /api/orders/{id}/desk': { target: ownOrder, path: (id) => `/api/orders/${id}/desk` },
  'POST /api/order_notes': {
    target: ownOrder,
    path: '/api/order_notes',
    body: (order_id) => ({ order_id, note: 'Calls back after five.', replaces: null }),
    done: 201,
  },
  'GET /api/order_events': { path: '/api/order_events' },
  'GET /api/payment_reviews': { path: '/api/payment_reviews' },
  'GET /api/deliveries': { path: '/api/deliveries' },
  'GET /api/deliveries/{id}': { target: shippedOrder, path: (id) => `/api/deliveries/${id}` },
  'POST /api/functions/change-orders': {
    path: '/api/functions/change-orders',
    body: () => ({ ids: [randomUUID()], status: 'shipped' }),
  },
  'POST /api/functions/pack-orders': {
    path: '/api/functions/pack-orders',
    body: () => ({ ids: [randomUUID()], packed: true }),
  },
  'POST /api/functions/refund-done': {
    target: refundDue,
    path: '/api/functions/refund-done',
    body: (refund_id) => ({ refund_id, receipt: newReceipt() }),
  },
  'POST /api/functions/payment-looked-at': {
    target: onDesk,
    path: '/api/functions/payment-looked-at',
    body: (attempt_id) => ({ attempt_id, note: 'M-Pesa shows no such payment.' }),
  },

  'GET /api/users': { path: '/api/users?limit=2' },
  'POST /api/rpc/promote_user_to_admin': {
    target: async () => (await account(app.database)).id,
    path: '/api/rpc/promote_user_to_admin',
    body: (target_user_id) => ({ target_user_id }),
  },
  'POST /api/rpc/demote_admin_to_user': {
    target: async () => (await account(app.database, { role: 'manager' })).id,
    path: '/api/rpc/demote_admin_to_user',
    body: (target_user_id) => ({ target_user_id }),
  },
  'POST /api/rpc/change_role': {
    target: async () => (await account(app.database)).id,
    path: '/api/rpc/change_role',
    body: (target_user_id) => ({ target_user_id, role: 'packer' }),
  },
  'GET /api/staff_invitations': { path: '/api/staff_invitations' },
  'POST /api/staff_invitations': { path: '/api/staff_invitations', body: () => ({ email: unknownAddress(), role: 'packer' }), done: 201 },
  'DELETE /api/staff_invitations/{id}': {
    target: () => invitePerson(boss(), { email: unknownAddress(), role: 'packer' }),
    path: (id) => `/api/staff_invitations/${id}`,
    done: 204,
  },
  'GET /api/affiliate_debts': { path: '/api/affiliate_debts' },
  'GET /api/affiliates': { path: '/api/affiliates?search=KAMAU23' },
  'GET /api/affiliate_clicks': { path: '/api/affiliate_clicks?limit=100' },
  'POST /api/affiliate_clicks': { path: '/api/affiliate_clicks', body: () => ({ affiliate_code: 'KAMAU23' }) },
  'PATCH /api/affiliate_clicks': { target: ownOrder, path: '/api/affiliate_clicks', body: (order_id) => ({ converted: true, order_id }) },
  'GET /api/affiliate_commissions': { path: '/api/affiliate_commissions?limit=100' },
  'GET /api/affiliate_commissions/missing': { path: '/api/affiliate_commissions/missing' },
  'PATCH /api/affiliate_commissions/{id}': {
    target: async () => (await paidReferral()).commissionId,
    path: (id) => `/api/affiliate_commissions/${id}`,
    body: () => ({ status: 'approved' }),
  },
  'POST /api/functions/change-affiliate-commissions': {
    path: '/api/functions/change-affiliate-commissions',
    body: () => ({ ids: [randomUUID()], status: 'approved' }),
  },
  'GET /api/affiliate_payouts': { path: '/api/affiliate_payouts?limit=100' },
  'PATCH /api/affiliate_payouts/{id}': { target: payout, path: (id) => `/api/affiliate_payouts/${id}`, body: () => details },
  'PATCH /api/affiliate_payouts/{id} with a rejection': {
    target: payout,
    path: (id) => `/api/affiliate_payouts/${id}`,
    body: () => ({ status: 'rejected' }),
  },
  'GET /api/commission_deductions': { path: '/api/commission_deductions?limit=100' },
  'POST /api/rpc/get_affiliate_balance': {
    target: async () => people.affiliate.userId,
    path: '/api/rpc/get_affiliate_balance',
    body: (affiliate_user_id) => ({ affiliate_user_id }),
  },
  'POST /api/rpc/request_affiliate_payout': {
    target: async () => {
      await endPayouts()
      await paidReferral({ isApproved: true })
      return people.affiliate.userId
    },
    path: '/api/rpc/request_affiliate_payout',
    body: (p_affiliate_id) => ({ p_affiliate_id, p_amount: 10 }),
    missing: { affiliate: 403 },
  },
  'POST /api/functions/create-affiliate-commission': {
    target: ownOrder,
    path: '/api/functions/create-affiliate-commission',
    body: (order_id) => ({ order_id, commission_rate: 0.1 }),
  },
  'POST /api/functions/process-affiliate-commissions': {
    target: ownOrder,
    path: '/api/functions/process-affiliate-commissions',
    body: (order_id) => ({ action: 'process_order', order_id }),
  },
  'POST /api/functions/process-payout-completion': {
    target: payout,
    path: '/api/functions/process-payout-completion',
    body: (payout_id) => ({ payout_id, receipt: newReceipt() }),
  },
  'POST /api/functions/assign-debt': {
    target: async () => {
      const { rows } = await app.database.db.execute<{ id: string }>(sql`
        with gone as (insert into profiles (full_name, deleted_at) values ('', now()) returning id)
        insert into affiliate_debts (profile_id, made_at, attached_to, attached_at) select id, now(), ${people.affiliate.userId}, now() from gone
        returning profile_id as id`)
      return rows[0]?.id as string
    },
    path: '/api/functions/assign-debt',
    body: (debt_id) => ({ debt_id, affiliate_id: people.affiliate.userId }),
  },
  'POST /api/functions/write-off-debt': {
    target: async () => {
      const { rows } = await app.database.db.execute<{ id: string }>(sql`
        with gone as (insert into profiles (full_name, deleted_at) values ('', now()) returning id)
        insert into affiliate_debts (profile_id, made_at) select id, now() from gone returning profile_id as id`)
      return rows[0]?.id as string
    },
    path: '/api/functions/write-off-debt',
    body: (debt_id) => ({ debt_id }),
  },
  'POST /api/functions/pause-affiliate': {
    target: async () => people.affiliate.userId,
    path: '/api/functions/pause-affiliate',
    body: (affiliate_id) => ({ affiliate_id, paused: false }),
  },
  'POST /api/functions/name-affiliate': {
    target: unreferredOrder,
    path: '/api/functions/name-affiliate',
    body: (order_id) => ({ order_id, affiliate_code: 'KAMAU23' }),
  },
  'GET /api/payout_stop': { path: '/api/payout_stop' },
  'POST /api/functions/resume-payouts': { path: '/api/functions/resume-payouts' },
  // Whom it lets in it would take everything from the walks behind it: they come as far as the word that is asked for.
  'POST /api/rpc/clear_all_user_data': { path: '/api/rpc/clear_all_user_data', body: () => ({ confirmation: 'Not that word' }), done: 400 },
  'GET /api/shop_status': { path: '/api/shop_status' },
  'GET /api/mpesa_account': { path: '/api/mpesa_account' },
  'POST /api/mpesa_account': {
    path: '/api/mpesa_account',
    body: () => ({
      ...{ transaction_type: 'CustomerPayBillOnline', shortcode: '600123', host: 'live', consumer_key: 'bWJpbw', consumer_secret: 'd2luZ3U' },
      ...{ passkey: 'bfb279f9aa9bdbcf', phone: '0712345678', password: goodPassword },
    }),
    // Whoever is let in is told that the environment of this shop sets its account.
    done: 400,
  },
  'GET /api/delivery_figures': { path: '/api/delivery_figures?from=2026-11-01' },
  'GET /api/data_snapshots': { path: '/api/data_snapshots' },
  'GET /api/data_snapshots/{id}/obstacles': { target: snapshot, path: (id) => `/api/data_snapshots/${id}/obstacles` },
  'POST /api/rpc/restore_data_snapshot': {
    target: snapshot,
    path: '/api/rpc/restore_data_snapshot',
    body: (snapshot_id) => ({ snapshot_id }),
    // It holds too little.
    done: 409,
  },
  'GET /api/data_snapshots/{id}': { target: snapshot, path: (id) => `/api/data_snapshots/${id}` },
  'POST /api/functions/look-up-payout': { target: sentPayout, path: '/api/functions/look-up-payout', body: (payout_id) => ({ payout_id }) },
  'POST /api/functions/payout-looked-at': {
    target: payout,
    path: '/api/functions/payout-looked-at',
    body: (payout_id) => ({ payout_id, note: 'Nothing was wrong.' }),
  },
  'POST /api/functions/send-payouts': { path: '/api/functions/send-payouts', body: () => ({ payout_ids: [randomUUID()] }) },
  'POST /api/functions/export-payouts': { path: '/api/functions/export-payouts', body: () => ({}) },
  'POST /api/functions/take-back-payouts': { path: '/api/functions/take-back-payouts', body: () => ({ payout_ids: [randomUUID()] }) },
  'POST /api/callbacks/payouts/{payout}/{secret}/{kind}': {
    target: payout,
    path: (id) => `/api/callbacks/payouts/${id}/${id.length === 36 && known.has(id) ? secrets.payoutSecret(id) : 'guessed'}/result`,
    body: (id) => JSON.parse(failedPayoutBody(id)),
  },

  'POST /api/callbacks/payments/{attempt}/{secret}': {
    target: async () => (await attemptOf(app.database, await ownOrder())).id,
    path: (id) => `/api/callbacks/payments/${id}/${id.length === 36 && known.has(id) ? secrets.callbackSecret(id) : 'guessed'}`,
    body: () => JSON.parse(failedBody('ws_CO_1')),
  },
  'GET /api/openapi.json': { path: '/api/openapi.json' },
  'GET /api/docs': { path: '/api/docs' },
}
/** Ids of rows that were made, not guessed. */
const known = new Set<string>()

const headersOf = (caller: Caller, orderId: string): Record<string, string> => {
  if (caller === 'anonymous') return {}
  if (caller === 'key') return { 'order-key': secrets.orderKey(orderId) }
  if (caller === 'otherKey') return { 'order-key': otherKey }
  return people[caller].headers
}

async function call(name: string, walk: Walk, caller: Caller, id: string, orderId = id) {
  const me = walk.alone && caller in people && permissions[name]?.[caller] === 'yes' ? await signedUp(caller as Role) : null
  const sent = me ? await walk.alone?.(me) : await walk.body?.(id)
  const response = await app.fetch(name.split(' ')[0] as string, typeof walk.path === 'string' ? walk.path : walk.path(encodeURIComponent(id)), {
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...walk.headers?.(),
      ...headersOf(caller, orderId),
      ...me?.headers,
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
    ...(walk.bytes && { body: walk.bytes() }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/')) await response.body?.cancel()
  const body = type.startsWith('application/json') ? await response.json() : null
  expect(problemsOf(name, response, body), `${name} answers what its document says`).toEqual([])
  return { status: response.status, body }
}

/** Whatever is answered stands in the document, field by field, and is kept by nobody. */
function problemsOf(name: string, response: Response, body: { code?: string; error?: { code?: string } } | null): string[] {
  const [method, path] = name.split(' ') as [string, string]
  const declared = document?.paths[path]?.[method.toLowerCase()]?.responses[response.status]
  if (!declared) return [`no answer ${response.status}`]
  const { schema, examples } = declared.content?.['application/json'] ?? {}
  const code = response.ok ? undefined : (body?.code ?? body?.error?.code)
  return [
    ...(code === undefined || Object.hasOwn(examples ?? {}, code) ? [] : [`no problem ${code}`]),
    ...(response.headers.get('cache-control') === 'no-store' ? [] : ['may be kept']),
    ...(response.headers.get('access-control-allow-origin') === null ? [] : ['CORS is open']),
    ...(schema && !path.endsWith('openapi.json') ? mismatches(body, schema, document) : []),
  ]
}

/** The tables with a row that was written since the last look. */
async function written(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>({ db: app.database.ownerDb }, sql`delete from walk.written returning name`)
  return [...new Set(rows.map(({ name }) => name))]
}

/** Every row that is written anywhere is noted, whoever writes it. */
async function noteWrites() {
  await app.database.ownerDb.execute(sql`
    create schema walk;
    create unlogged table walk.written (name text);
    create function walk.note() returns trigger language plpgsql security definer as 'begin insert into walk.written values (tg_table_name); return null; end';
    do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger walk_note after insert or update or delete on %I for each row execute function walk.note()', name);
      end loop;
    end $$`)
}

function walkOf(name: string): Walk {
  const walk = walks[name]
  if (!walk) throw new Error(`How ${name} is called has to be written down in \`walks\`.`)
  return walk
}

/** The status of a row that is not there. */
const missingFor = (name: string, { missing }: Walk, caller: Caller) =>
  typeof missing === 'object' ? missing[alike(name, caller)] : missing === 400 ? 400 : undefined

const isWorker = (caller: Caller) => caller in { manager: 1, packer: 1, content: 1 }

/** Who works in the shop is told what its owner is told, or any other user. */
const alike = (name: string, caller: Caller): Caller =>
  isWorker(caller) ? (permissions[name]?.[caller] === permissions[name]?.admin ? 'admin' : 'other') : caller

/** Ids under which there is nothing, beside one that is drawn. */
const nowhere = ['nonsense', "' or 1=1 --", '../x', `a${'b'.repeat(300)}`]
let turn = 0
/** What is tried: by the first of a route who is asked for an id one that is none, and by all who are one that is drawn. */
const nowhereFor = (isAsked: boolean, isFirst: boolean) => [
  ...(isAsked ? ['random'] : []),
  ...(isFirst ? [nowhere[turn++ % nowhere.length] as string] : []),
]

const isLetIn = (verdict: Verdict) => verdict === 'yes' || verdict === 'own'

/** A refused call leaves its row as it was: one is enough for everybody who is refused. */
async function expectRefusals(name: string, walk: Walk, refused: [Caller, Verdict][]) {
  const target = (await walk.target?.()) ?? ''
  known.add(target)
  const isAskedFor = ([, verdict]: [Caller, Verdict]) => verdict !== 401 && verdict !== 403
  const first = refused.findIndex(isAskedFor)
  const expectRefusal = async (each: [Caller, Verdict]) => {
    const [caller, verdict] = each
    const isAsked = isAskedFor(each)
    for (const id of walk.target ? [target, ...nowhereFor(isAsked, refused.indexOf(each) === Math.max(first, 0))] : ['']) {
      const isMalformed = id !== target && id !== 'random' && walk.malformed !== undefined && isAsked
      const answer = (id !== target && missingFor(name, walk, caller)) || verdict
      const { status, body } = await call(name, walk, caller, id === 'random' ? randomUUID() : id, target)
      expect.soft({ caller, id, status }).toEqual({ caller, id, status: isMalformed ? walk.malformed : verdict === 'empty' ? 200 : answer })
      if (verdict === 'empty') expect.soft(body.data, caller).toEqual([])
    }
  }
  await written()
  for (const each of refused) await expectRefusal(each)
  // Only where something was written: by whom.
  for (const each of (await written()).length > 0 ? refused : []) {
    await expectRefusal(each)
    expect.soft(await written(), `${each.join(': ')}: a refused call changes nothing`).toEqual([])
  }
}

async function expectLetIn(name: string, walk: Walk, letIn: [Caller, Verdict][]) {
  // What M-Pesa tells is answered as often as it tells it.
  const isReading = name.startsWith('GET ') || name.includes('/callbacks/')
  let target = ''
  for (const [caller, verdict] of letIn) {
    if (walk.target && (target === '' || !isReading)) {
      await forgetUses()
      target = await walk.target()
    }
    known.add(target)
    const { status, body } = await call(name, walk, caller, target)
    expect.soft({ caller, status }).toEqual({ caller, status: walk.done ?? 200 })
    if (verdict !== 'own') continue
    const { userId } = people[caller as keyof typeof people]
    const owners = body.data.map((row: { user_id?: string; affiliate_id: string }) => row.user_id ?? row.affiliate_id)
    expect.soft(owners, caller).toEqual(owners.map(() => userId))
  }
  if (!walk.target) return
  await written()
  for (const [at, [caller, verdict]] of letIn.entries()) {
    for (const id of nowhereFor(!isWorker(caller) || permissions[name]?.admin !== verdict, at === 0)) {
      const { status, body } = await call(name, walk, caller, id === 'random' ? randomUUID() : id, target)
      if (id !== 'random' && walk.malformed) expect.soft({ caller, id, status }).toEqual({ caller, id, status: walk.malformed })
      else if (walk.missing === 'empty') expect.soft(body.data, caller).toEqual([])
      else expect.soft({ caller, id, status }).toEqual({ caller, id, status: missingFor(name, walk, caller) ?? 404 })
    }
  }
  expect(await written(), 'a call about nothing changes nothing').toEqual([])
}

describe('the permission matrix', () => {
  it.each(Object.entries(permissions))('%s lets in whom it says, and nobody else', async (name, permission) => {
    const verdicts = Object.entries(permission) as [Caller, Verdict][]
    expect(verdicts.map(([caller]) => caller).sort()).toEqual(Object.keys(callers).sort())
    const refused = verdicts.filter(([, verdict]) => !isLetIn(verdict))
    if (refused.length > 0) await expectRefusals(name, walkOf(name), refused)
    await expectLetIn(
      name,
      walkOf(name),
      verdicts.filter(([, verdict]) => isLetIn(verdict)),
    )
  })

  it('is judged before the body', async () => {
    const bodies = ['{', JSON.stringify({ nothing: 'of this' }), JSON.stringify([null])]
    const asked = Object.entries(permissions).filter(([name]) => !/^GET | with /.test(name))
    for (const [at, [name, permission]] of asked.entries()) {
      const [method = '', path = ''] = name.replaceAll(/\{\w+\}/g, randomUUID()).split(' ')
      const status = async (more: object) =>
        (await app.fetch(method, path, { headers: { 'content-type': 'application/json', ...more }, body: bodies[at % 3] as string })).status
      if (permission.anonymous === 401) expect([name, await status({})]).toEqual([name, 401])
      // Whoever else may call it with another body, or about a row of their own, is judged by the verb.
      const isForStaff = permission.owner === 403 && permission.affiliate === 403 && permissionsOf(name).length === 1
      const refused = (['affiliate', 'packer', 'content', 'manager'] as const).filter((caller) => isForStaff && permission[caller] === 403)
      const caller = refused[at % refused.length]
      if (caller) expect([name, caller, await status(people[caller].headers)]).toEqual([name, caller, 403])
    }
  })

  it('has a row for every route that answers, and none for any other', () => {
    const routes = new Set(
      app
        .routes()
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
        .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    )
    expect(routes.size).toBeGreaterThan(20)
    expect([...routes].filter((route) => permissionsOf(route).length === 0)).toEqual([])
    expect(Object.keys(permissions).filter((name) => !routes.has(name.split(' with ')[0] as string))).toEqual([])
  })

  it('stands in docs/generated/permissions.md as it is (npx viatu docs)', () =>
    expect(readFileSync('docs/generated/permissions.md', 'utf8')).toBe(permissionsDocument()))
})

const functions = (names: string) => names.split(' ').map((name) => `POST /api/functions/${name}`)
/** Walks that leave nothing in the audit log: the row is so already, no row exists, or M-Pesa is asked. */
const unlogged = new Set([
  ...functions('change-orders pack-orders ask-mpesa pause-affiliate assign-debt write-off-debt change-affiliate-commissions'),
  ...functions('process-affiliate-commissions resume-payouts look-up-payout payout-looked-at send-payouts take-back-payouts'),
])
const doneByStaff = Object.entries(permissions).flatMap(([name, { admin, other }]) => {
  const { done = 200, bytes } = walkOf(name)
  return admin === 'yes' && other === 403 && !name.startsWith('GET ') && done < 300 && !bytes ? [name] : []
})

describe('what staff do', () => {
  const logged = async () =>
    (await rowsOf<{ actor_id: string }>(app.database, sql`select actor_id from audit_log order by id`)).map((row) => row.actor_id)

  it.each(doneByStaff)('%s asks for its fields, stands in the audit log under who did it, and is done once', async (name) => {
    const { target, path, body, done = 200 } = walkOf(name)
    const [method, pattern] = name.split(' ') as [string, string]
    const { requestBody, parameters = [] } = document.paths[pattern][method.toLowerCase()]
    const id = (await target?.()) ?? ''
    const sent = (await body?.(id)) as object | undefined
    const headers = { ...people.admin.headers, 'idempotency-key': randomUUID() }
    const send = (body?: object) => app.ask(method, typeof path === 'string' ? path : path(id), { headers, body })

    const required: string[] = requestBody?.content['application/json']?.schema.required ?? []
    const { body: refusal } = required.length > 0 ? await send({}) : { body: { fields: {} } }
    expect(Object.keys(refusal.fields ?? refusal.error.fields)).toEqual(required)

    const before = await logged()
    const first = await send(sent)
    const after = [...before, ...(unlogged.has(name) ? [] : [people.admin.userId])]
    expect([first.status, await logged()]).toEqual([done, after])
    const again = await send(sent)
    expect([done, 400, 404, 409]).toContain(again.status)
    const isKeyed = parameters.some((parameter: { name: string }) => parameter.name === 'Idempotency-Key')
    // A place and a holiday are called by what they hold, whatever the key.
    if (isKeyed && !/places|holidays/.test(pattern)) {
      expect(again.body).toEqual(first.body)
      const other = await send({ ...sent, [required.includes('title') ? 'title' : 'name']: `Another ${randomUUID()}` })
      if (done === 201) expect(other.body.error?.code).toBe('made_already')
    }
    expect(await logged()).toHaveLength(after.length + (again.status === 201 && !isKeyed ? 1 : 0))
  })
})

describe('the list of orders', () => {
  it('answers about somebody else’s as about none', async () => {
    for (const query of [`user_id=${people.owner.userId}`, `user_id=${randomUUID()}`, `affiliate_id=${people.affiliate.userId}`]) {
      const { status, body } = await app.ask('GET', `/api/orders?${query}`, { headers: people.other.headers })
      expect([status, body]).toEqual([200, { data: [], next: null }])
    }
    const all = await app.ask('GET', `/api/orders?user_id=${people.owner.userId}`, { headers: people.admin.headers })
    expect(all.body.data.length).toBeGreaterThan(0)
  })
})

describe('no way around', () => {
  it('an override of the method makes no other of it', async () => {
    const id = await product()
    await written()
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 200],
      ['OPTIONS', 405],
      ['PUT', 405],
    ] as const) {
      const headers = { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/orders' }
      expect([method, (await app.fetch(method, `/api/products/${id}?_method=DELETE`, { headers })).status]).toEqual([method, status])
    }
    expect(await written()).toEqual([])
  })

  it('another spelling lets nobody in who is not let in', async () => {
    const inside = [
      '/api//orders',
      '/api/orders/',
      '/api/orders;.js',
      '/api/orders.json',
      '/api/orders%2f',
      '/api/./orders/..%2forders',
      '/api/ORDERS',
    ]
    for (const path of inside) expect([401, 404], path).toContain((await app.fetch('GET', path)).status)
    for (const path of ['//api/orders', '/%61pi/orders']) expect([401, 404, 500], path).toContain((await app.fetch('GET', path)).status)
  })
})
