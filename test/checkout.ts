import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Actor, anonymous, type Context, type Services, theShop, withOrderKey } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { refusalOf } from '#db/errors.ts'
import { fromShillings } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { effects } from '#features/effects.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import type { PaymentAccounts } from '#features/orders/mpesa-account/account-of.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { type Auth, createAuth } from '#features/people/better-auth.ts'
import { initialSettings, type ShopSettings } from '#features/settings/setting-fields.ts'
import type { SettingsInForce } from '#features/settings/shop-settings.ts'
import { createMonitor } from '#features/staff/monitoring/monitor.ts'
import { secretsFrom } from '#server/secrets.ts'
import { diskFiles } from '#services/files/disk-files.ts'
import type { Files } from '#services/files/files.ts'
import { type Mailer, outbox } from '#services/mail/mailer.ts'
import { closedAccount, mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { pictureEncoder } from '#services/pictures/picture-encoder.ts'
import { previewCache } from '#services/pictures/preview-cache.ts'
import { type Push, webPush } from '#services/push/push.ts'
import type { Sms } from '#services/sms/sms.ts'
import { httpsFiles, type WebFiles } from '#services/web-files/https-files.ts'
import { rememberingPictures } from './known-pictures.ts'
import { deathNote, died, failedBody, newCheckoutRequestId, newReceipt, paidBody, type ScriptedMpesa, scriptedMpesa } from './scripted-mpesa.ts'

export const secrets = secretsFrom('a secret for tests, long enough')

export interface TestContext extends Context {
  mpesa: ScriptedMpesa
  /** The log lines, in order. */
  logged: { level: string; message: string; facts: Record<string, unknown> }[]
}

/** A context on a test's own database. `now` moves the clock: sql`now() + interval '31 minutes'`. */
export function contextOn(
  database: { db: Database },
  {
    actor = anonymous,
    now = sql`now()`,
    mpesa = scriptedMpesa(),
    mailer = outbox,
    sms = null,
    push = webPush(),
    files = keptFiles,
    backups = null,
    assistant = null,
    webFiles = httpsFiles(),
  }: {
    actor?: Actor
    now?: SQL
    mpesa?: ScriptedMpesa
    mailer?: Mailer
    sms?: Sms | null
    push?: Push
    files?: Files
    backups?: Services['backups']
    assistant?: Services['assistant']
    webFiles?: WebFiles
  } = {},
): TestContext {
  const logged: TestContext['logged'] = []
  const write = (level: string) => (facts: Record<string, unknown>, message: string) => void logged.push({ level, message, facts })
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  return {
    db: database.db,
    actor,
    now: sql`(${now})`,
    services: {
      payments: mpesaProvider(mpesa),
      accounts: noOtherAccounts,
      mailer,
      sms,
      push,
      files,
      backups,
      pictures,
      webFiles,
      previews,
      secrets,
      auth: authOn(database.db),
      shop: shopFacts,
      callbackBaseUrl: 'https://shop.example',
      opening: { isOpen: true, hasMail: true, hasPayments: true },
      settings: settingsOf(),
      asksSecondFactor: false,
      allowsPrivateMail: false,
      reloadSettings: async () => {},
      effects,
      announce: () => {},
      monitor,
      assistant,
    },
    log,
    mpesa,
    logged,
  }
}

/** The one account of most tests is that of `payments`, as if the environment had set it. */
export const noOtherAccounts: PaymentAccounts = {
  ...{ inForce: null, from: 'environment', isUnreadable: false, fact: '' },
  open: (id) => ({ id, provider: closedAccount, callbackBaseUrl: 'https://shop.example' }),
  reload: async () => {},
  addresses: { baseUrl: null, simulator: null, callbackBaseUrl: 'https://shop.example' },
}

/** The file storage of this process's tests. */
export const filesFolder = join(tmpdir(), `viatu-files-${process.pid}-${randomUUID().slice(0, 8)}`)
process.once('exit', () => rmSync(filesFolder, { recursive: true, force: true }))
const keptFiles = diskFiles(filesFolder)
const pictures = rememberingPictures(pictureEncoder())
const previews = previewCache(filesFolder)

/** What this process's tests have counted. */
const monitor = createMonitor({
  pools: () => ({ pages: { inUse: 1, waiting: 0, max: 10 } }),
  breakers: () => ({ payments: false }),
  replica: null,
  schema: async () => '0019',
  disk: async () => ({ free: 40e9, total: 100e9 }),
})

/** The settings of a new shop, but for these. */
export function settingsOf(values: Partial<ShopSettings> = {}): SettingsInForce {
  return { values: { ...initialSettings, ...values }, variables: {}, unreadable: [], isOpened: true, texts: {} }
}

export const shopFacts: ShopFacts = {
  name: 'Viatu',
  phone: '+254 700 000 000',
  mpesaName: 'Viatu',
  whatsapp: '254700000000',
  email: 'hello@viatu.example',
  location: 'Nairobi',
  commissionPercent: 10,
  referralDays: 30,
  exchangeDays: 7,
  sendsSms: false,
  credit: 'Viatu',
  logo: null,
  accent: null,
  address: null,
  mapUrl: null,
  hours: null,
  pages: [],
  demo: null,
  origin: 'http://localhost',
}

/** One for each database: contexts come and go. */
const auths = new WeakMap<Database, Auth>()
function authOn(db: Database): Auth {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const auth = auths.get(db) ?? createAuth(db, { secret: secrets.authSecret, origin: shopFacts.origin, log })
  auths.set(db, auth)
  return auth
}

/** The same context with a later clock. */
export function later<Ctx extends Context>(ctx: Ctx, interval: string): Ctx {
  return { ...ctx, now: sql`(${ctx.now} + ${interval}::interval)` }
}
export function as<Ctx extends Context>(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor }
}
/** An admin with an id, so that audit rows have an actor. */
export const admin: Actor = { ...theShop, userId: '00000000-0000-4000-8000-0000000000ad' }
export { theShop }

export interface Pair {
  id: string
  name: string
  /** Label -> id of the size. */
  sizes: Record<string, string>
}

/** Creates a product; price in KSh, sizes as label -> stock. */
export async function putOnShelf(
  { db }: { db: Database },
  { name = 'Mbio Wingu', price = 4500, discount = 0, sizes = { '40': 10 } as Record<string, number> } = {},
): Promise<Pair> {
  const id = randomUUID()
  await db.execute(sql`insert into products (id, name, price, discount_percentage) values (${id}, ${name}, ${price}, ${discount})`)
  const ids = Object.fromEntries(Object.keys(sizes).map((label) => [label, randomUUID()]))
  for (const [position, [label, stock]] of Object.entries(sizes).entries()) {
    await db.execute(sql`insert into product_size (id, product_id, label, position) values (${ids[label]}, ${id}, ${label}, ${position})`)
    if (stock > 0) await db.execute(sql`insert into stock_movements (product_size_id, delta, reason) values (${ids[label]}, ${stock}, 'opening')`)
  }
  return { id, name, sizes: ids }
}

export async function addProfile({ db }: { db: Database }, values: { code?: string; paused?: boolean; isAffiliate?: boolean } = {}): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into profiles (full_name, affiliate_code, is_affiliate, affiliate_paused_at)
    values ('Achieng Otieno', ${values.code ?? null}, ${values.isAffiliate ?? values.code !== undefined}, ${values.paused ? sql`now()` : null}) returning id`)
  return (rows[0] as { id: string }).id
}

/** The body of a buyer's order. */
export function orderOf(product: Pair | [Pair, string, number][], changes: Record<string, unknown> = {}) {
  const items: [Pair, string, number][] = Array.isArray(product) ? product : [[product, Object.keys(product.sizes)[0] as string, 1]]
  return {
    idempotencyKey: `key-${randomUUID()}`,
    customer_name: 'Wanjiku Kamau',
    customer_phone: newPhone(),
    delivery_address: 'Moi Avenue 12\nNairobi',
    items: items.map(([{ id }, size, quantity]) => ({ product_id: id, size, quantity })),
    ...changes,
  }
}

/** A unique number, because prompts are limited per phone. */
export const newPhone = () => `+2547${String(++phones).padStart(8, '0')}`
let phones = 10_000_000

/** Places an order; the returned `ctx` has the buyer's key. */
export async function placed(ctx: TestContext, product: Pair | [Pair, string, number][], changes: Record<string, unknown> = {}) {
  const { order, key } = await placeOrder(ctx, orderOf(product, changes))
  const attempt = await attemptOf(ctx, order.id)
  return { id: order.id, order, key, attempt, ctx: withOrderKey(ctx, key) as TestContext }
}

export interface AttemptFacts extends Record<string, unknown> {
  id: string
  state: AttemptState
  phone: string
  amount: string
  checkout_request_id: string | null
  receipt: string | null
  result_code: string | null
  checks: number
  next_check_at: string | null
  needs_review_at: string | null
  review_reason: string | null
  replaced_at: string | null
  replacement: number | null
  prompted_at: string | null
  secret: string
}

/** The attempts of an order, oldest first. */
export async function attemptsOf({ db }: { db: Database }, orderId: string): Promise<AttemptFacts[]> {
  const { rows } = await db.execute<AttemptFacts>(sql`select * from payment_attempts where order_id = ${orderId} order by created_at, prompted_at`)
  return rows.map((row) => ({ ...row, secret: secrets.callbackSecret(row.id) }))
}
export async function attemptOf(where: { db: Database }, orderId: string): Promise<AttemptFacts> {
  return (await attemptsOf(where, orderId)).at(-1) as AttemptFacts
}

export interface OrderFacts extends Record<string, unknown> {
  status: string
  paid_at: string | null
  discarded_at: string | null
  payment_assumed: boolean
  mpesa_receipt_number: string | null
  checkout_request_id: string | null
  cancel_reason: string | null
  customer_phone: string
}
export async function orderRow({ db }: { db: Database }, orderId: string): Promise<OrderFacts> {
  const { rows } = await db.execute<OrderFacts>(sql`select * from orders where id = ${orderId}`)
  return rows[0] as OrderFacts
}

/** The stock in pairs. */
export async function stockOf({ db }: { db: Database }, product: Pair, size = Object.keys(product.sizes)[0] as string): Promise<number> {
  const { rows } = await db.execute<{ stock: number }>(sql`select stock from product_size where id = ${product.sizes[size]}`)
  return (rows[0] as { stock: number }).stock
}

export async function rowsOf<Row extends Record<string, unknown>>({ db }: { db: Database }, query: SQL): Promise<Row[]> {
  return (await db.execute<Row>(query)).rows as Row[]
}

/**
 * The same database with a hook after each statement, before its result is returned; also counts PostgreSQL's errors. The terms of delivery, which a process
 * keeps, are read without the hook.
 */
export function interrupted(database: { db: Database }, stepIn: (statement: number) => Promise<unknown> = async () => {}) {
  const seen = { statements: 0, refusals: [] as string[] }
  const execute: Database['execute'] = (async (query: SQL) => {
    if (dialect.sqlToQuery(query).sql.includes('from holidays')) return database.db.execute(query)
    const number = ++seen.statements
    try {
      return await database.db.execute(query)
    } catch (error) {
      seen.refusals.push(refusalOf(error)?.code ?? String(error))
      throw error
    } finally {
      await stepIn(number)
    }
  }) as never
  const db = new Proxy(database.db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
  return { db, seen }
}

const dialect = new PgDialect()

/** Sends M-Pesa's callback for an attempt, with its secret. */
export function callBack(ctx: Context, attempt: { id: string }, body: string): Promise<void> {
  return receiveCallback(ctx, attempt.id, secrets.callbackSecret(attempt.id), body)
}

/** M-Pesa reports an attempt as paid; returns the receipt. `undefined` leaves an item out. */
export async function tellPaid(
  ctx: Context,
  attempt: Pick<AttemptFacts, 'id' | 'amount' | 'checkout_request_id'>,
  changes: { amount?: number | undefined; receipt?: string | undefined; id?: string | null } = {},
): Promise<string> {
  const told = { amount: fromShillings(attempt.amount), receipt: newReceipt(), id: attempt.checkout_request_id, ...changes }
  await callBack(ctx, attempt, paidBody({ checkoutRequestId: told.id ?? newCheckoutRequestId(), amount: told.amount, receipt: told.receipt }))
  return told.receipt ?? ''
}

export function tellFailed(
  ctx: Context,
  attempt: Pick<AttemptFacts, 'id' | 'checkout_request_id'>,
  resultCode: number | string = 1032,
): Promise<void> {
  return callBack(ctx, attempt, failedBody(attempt.checkout_request_id ?? newCheckoutRequestId(), resultCode, `result ${resultCode}`))
}

/** An order whose process died before its prompt was sent, or while M-Pesa was answering. */
export async function placedAndDied(ctx: TestContext, product: Pair | [Pair, string, number][], where: 'before the prompt' | 'at the prompt') {
  const sent = orderOf(product)
  const dying = interrupted(ctx, async (statement) => (where === 'before the prompt' && statement === 2 ? died() : undefined))
  if (where === 'at the prompt') ctx.mpesa.onPrompt(died)
  const error = await placeOrder({ ...ctx, db: dying.db }, sent).catch((each: Error) => each)
  if (!(error instanceof Error) || error.message !== deathNote) throw new Error('the process should have died', { cause: error })
  const { rows } = await ctx.db.execute<{ order_id: string }>(sql`select order_id from idempotency_keys where key = ${sent.idempotencyKey}`)
  const id = rows[0]?.order_id as string
  return { id, sent, attempt: await attemptOf(ctx, id), ctx: withOrderKey(ctx, secrets.orderKey(id)) as TestContext }
}

/** Finishes everything that is due from earlier tests, so that jobs process this test's orders only. */
export async function clearDesk({ db }: { db: Database }): Promise<void> {
  await db.execute(sql`update payment_attempts set next_check_at = null where next_check_at is not null`)
  await db.execute(sql`update callbacks set processed_at = now(), outcome = 'left by another test' where processed_at is null`)
}

export interface OrderInStatus {
  id: string
  shoe: Pair
  attempt: AttemptFacts
  ctx: TestContext
}

/** An order of one pair in a status, brought there by verbs; statuses that the shop never sets are set by SQL. */
export async function orderIn(database: { db: Database }, status: OrderStatus | 'discarded', stock = 10): Promise<OrderInStatus> {
  const ctx = contextOn(database)
  const shoe = await putOnShelf(database, { sizes: { '40': stock } })
  if (status === 'pending' || status === 'confirmed') {
    const order = await placedAndDied(ctx, shoe, 'before the prompt')
    if (status === 'confirmed') await changeStatus(as(ctx, admin), order.id, { status })
    return { ...order, shoe }
  }
  const order = await placed(ctx, shoe)
  await ways[status](order)
  return { ...order, attempt: await attemptOf(ctx, order.id), shoe }
}

type Way = (order: { id: string; ctx: TestContext; attempt: AttemptFacts }) => Promise<unknown>
const paid: Way = ({ ctx, attempt }) => tellPaid(ctx, attempt)
const byAdmin =
  (status: string): Way =>
  ({ ctx, id }) =>
    changeStatus(as(ctx, admin), id, { status, reason: 'Asked for' })
const byHand =
  (status: string): Way =>
  async ({ ctx, id }) => {
    await ctx.db.execute(sql`update orders set status = ${status} where id = ${id}`)
    await ctx.db.execute(sql`insert into order_events (order_id, to_status) values (${id}, ${status})`)
  }
const ways: Record<Exclude<OrderStatus, 'pending' | 'confirmed'> | 'discarded', Way> = {
  awaiting_payment: async () => {},
  payment_failed: ({ ctx, attempt }) => tellFailed(ctx, attempt),
  // Only its own hold ends, so that no other test's order expires.
  buyer_not_paid: async ({ ctx, id }) => [
    await ctx.db.execute(sql`update orders set hold_expires_at = now() where id = ${id}`),
    await expireOrders(ctx),
  ],
  waiting_shipment: paid,
  awaiting_shipment: async (order) => [await paid(order), await byHand('awaiting_shipment')(order)],
  shipped: async (order) => [await paid(order), await byAdmin('shipped')(order)],
  delivered: async (order) => [await paid(order), await byAdmin('shipped')(order), await byAdmin('delivered')(order)],
  commission_earned: async (order) => [await paid(order), await byHand('commission_earned')(order)],
  cancelled: byAdmin('cancelled'),
  discarded: ({ ctx, id }) => discardOrder(ctx, id),
}

/** The refunds of an order: reason and state. */
export function refundsOf(where: { db: Database }, orderId: string) {
  return rowsOf<{ reason: string; amount: string }>(where, sql`select reason, amount from refunds where order_id = ${orderId} order by created_at`)
}
