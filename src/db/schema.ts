import { sql } from 'drizzle-orm'
import { bigint, boolean, date as day, integer, jsonb, numeric, pgTable, pgView, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, money } from '#db/columns.ts'
import type { NoticeChannel, NoticeKind, NoticeState } from '#domain/buyer-notice.ts'
import type { CartLine } from '#domain/cart.ts'
import type { SizeStock } from '#domain/catalogue.ts'
import type { CommissionStatus } from '#domain/commission.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import type { PayoutStatus } from '#domain/payout.ts'

// The tables of migrations/, as queries name them. A test holds the two against each other, column by column.

const serial = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const profiles = pgTable('profiles', {
  id: id(),
  full_name: text().notNull().default(''),
  phone: text(),
  address: text(),
  is_affiliate: boolean().notNull().default(false),
  is_admin: boolean().notNull().default(false),
  affiliate_code: text(),
  affiliate_paused_at: instant(),
  affiliate_pause_reason: text(),
  created_at: createdAt(),
  deleted_at: instant(),
})

export const categories = pgTable('categories', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  parent_id: uuid(),
  position: integer().notNull().default(0),
})

export const products = pgTable('products', {
  id: id(),
  name: text().notNull(),
  description: text().notNull().default(''),
  price: money().notNull(),
  category_id: uuid(),
  is_featured: boolean().notNull().default(false),
  discount_percentage: integer().notNull().default(0),
  is_available: boolean().notNull().default(true),
  style_code: text(),
  archived_at: instant(),
  created_at: createdAt(),
  /** Null while it is as it was made; written by a trigger. */
  changed_at: instant(),
  /** Written by a trigger. */
  size_count: integer().notNull().default(0),
  unit_price: money().notNull().generatedAlwaysAs(sql`round(price * (100 - discount_percentage) / 100)`),
  /** In small letters, a space before and behind each word. */
  name_words: text().notNull().generatedAlwaysAs(sql`' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g') || ' '`),
  style_words: text().generatedAlwaysAs(sql`' ' || regexp_replace(lower(style_code), '[^[:alnum:]]+', ' ', 'g') || ' '`),
})

export const productSize = pgTable('product_size', {
  id: id(),
  product_id: uuid().notNull(),
  label: text().notNull(),
  stock: integer().notNull().default(0),
  position: integer().notNull().default(0),
})

export const productImages = pgTable('product_images', {
  id: id(),
  product_id: uuid().notNull(),
  image_url: text().notNull(),
  alt_text: text().notNull().default(''),
  display_order: integer().notNull().default(0),
  is_primary: boolean().notNull().default(false),
})

export const orders = pgTable('orders', {
  id: id(),
  short_code: text().notNull().generatedAlwaysAs(sql`left(id::text, 8)`),
  user_id: uuid(),
  total_amount: money().notNull(),
  customer_name: text().notNull(),
  customer_phone: text().notNull(),
  customer_email: text(),
  delivery_address: text().notNull(),
  affiliate_id: uuid(),
  commission_amount: money().notNull().default(0),
  status: text().$type<OrderStatus>().notNull().default('pending'),
  checkout_request_id: text(),
  mpesa_receipt_number: text(),
  paid_at: instant(),
  payment_assumed: boolean().notNull().default(false),
  hold_expires_at: instant().notNull(),
  discarded_at: instant(),
  cancel_reason: text(),
  created_at: createdAt(),
  anonymised_at: instant(),
  visitor_id: uuid(),
  visit: integer().notNull().default(0),
  converted_at: instant(),
  affiliate_named_at: instant(),
  affiliate_named_by: uuid(),
  phone_changes: integer().notNull().default(0),
})

export const orderItems = pgTable('order_items', {
  id: id(),
  order_id: uuid().notNull(),
  product_id: uuid().notNull(),
  product_size_id: uuid().notNull(),
  quantity: integer().notNull(),
  price: money().notNull(),
  name: text().notNull(),
  size: text().notNull(),
  image_url: text(),
})

export const stockMovements = pgTable('stock_movements', {
  id: serial(),
  product_size_id: uuid().notNull(),
  delta: integer().notNull(),
  reason: text().$type<'opening' | 'hold' | 'release' | 'manual'>().notNull(),
  order_id: uuid(),
  actor_id: uuid(),
  note: text(),
  created_at: createdAt(),
})

export const paymentAttempts = pgTable('payment_attempts', {
  id: id(),
  order_id: uuid(),
  source: text().$type<'prompt' | 'recorded'>().notNull().default('prompt'),
  phone: text().notNull(),
  amount: money().notNull(),
  state: text().$type<AttemptState>().notNull().default('created'),
  prompted_at: instant(),
  merchant_request_id: text(),
  checkout_request_id: text(),
  result_code: text(),
  result_desc: text(),
  receipt: text(),
  recorded_by: uuid(),
  settled_at: instant(),
  next_check_at: instant(),
  checks: integer().notNull().default(0),
  needs_review_at: instant(),
  review_reason: text(),
  cleared_order_id: uuid(),
  cleared_at: instant(),
  replaced_at: instant(),
  replacement: integer(),
  created_at: createdAt(),
})

export const callbacks = pgTable('callbacks', {
  id: serial(),
  attempt_id: uuid(),
  body: text().notNull(),
  received_at: createdAt(),
  processed_at: instant(),
  outcome: text(),
  tries: integer().notNull().default(0),
  next_try_at: instant().notNull(),
  payout_id: uuid(),
  kind: text().$type<'payment' | 'payout_result' | 'payout_timeout' | 'payout_status'>().notNull().default('payment'),
})

export const refunds = pgTable('refunds', {
  id: id(),
  order_id: uuid(),
  attempt_id: uuid().notNull(),
  amount: money().notNull(),
  reason: text().$type<'late_payment' | 'double_payment' | 'cancelled'>().notNull(),
  state: text().$type<'due' | 'done' | 'failed'>().notNull().default('due'),
  receipt: text(),
  note: text(),
  created_at: createdAt(),
  processed_at: instant(),
  processed_by: uuid(),
})

export const transitions = pgTable('transitions', {
  from_status: text().$type<OrderStatus>().notNull(),
  to_status: text().$type<OrderStatus>().notNull(),
})

export const orderEvents = pgTable('order_events', {
  id: serial(),
  order_id: uuid().notNull(),
  from_status: text().$type<OrderStatus>(),
  to_status: text().$type<OrderStatus>().notNull(),
  actor_id: uuid(),
  note: text(),
  created_at: createdAt(),
})

/** What admins write about an order for each other, version by version. */
export const orderNotes = pgTable('order_notes', {
  id: serial(),
  order_id: uuid().notNull(),
  note: text().notNull(),
  replaces: bigint({ mode: 'number' }),
  author_id: uuid(),
  created_at: createdAt(),
})

export const idempotencyKeys = pgTable('idempotency_keys', {
  owner: text().notNull(),
  key: text().notNull(),
  body_hash: text().notNull(),
  order_id: uuid().notNull(),
  created_at: createdAt(),
})

export const orderDrafts = pgTable('order_drafts', {
  id: uuid().primaryKey(),
  user_id: uuid(),
  network_hash: text(),
  input: jsonb().notNull(),
  owner: text().notNull(),
  idempotency_key: text(),
  body_hash: text().notNull(),
  created_at: createdAt(),
  discarded_at: instant(),
})

export const affiliateCommissions = pgTable('affiliate_commissions', {
  id: id(),
  affiliate_id: uuid().notNull(),
  order_id: uuid().notNull(),
  commission_amount: money().notNull(),
  base_amount: money().notNull(),
  rate: numeric({ precision: 5, scale: 4, mode: 'number' }).notNull().default(0.1),
  status: text().$type<CommissionStatus>().notNull().default('pending'),
  reason: text(),
  created_at: createdAt(),
  approved_at: instant(),
  approved_by: uuid(),
  rejected_at: instant(),
  rejected_by: uuid(),
  paid_out: boolean().notNull().default(false),
  is_own: boolean().notNull().default(false),
})

export const affiliatePayouts = pgTable('affiliate_payouts', {
  id: id(),
  affiliate_id: uuid().notNull(),
  amount: money().notNull(),
  status: text().$type<PayoutStatus>().notNull().default('pending'),
  requested_at: createdAt(),
  processed_at: instant(),
  processed_by: uuid(),
  payout_method: text().notNull().default('mpesa'),
  mpesa_phone_number: text(),
  mpesa_full_name: text(),
  originator_id: text(),
  receipt: text(),
  failure_reason: text(),
  conversation_id: text(),
  sent_at: instant(),
  result_code: text(),
  result_desc: text(),
  next_check_at: instant(),
  checks: integer().notNull().default(0),
  needs_review_at: instant(),
  review_reason: text(),
  status_requested_at: instant(),
  unrecorded_payment_at: instant(),
  unrecorded_receipts: text().array().notNull().default([]),
  exported_at: instant(),
  batch_id: uuid(),
  held_at: instant(),
})

export const payoutHold = pgTable('payout_hold', {
  singleton: boolean().primaryKey().default(true),
  reason: text().notNull(),
  payout_id: uuid(),
  stopped_at: createdAt(),
})

export const commissionDeductions = pgTable('commission_deductions', {
  id: id(),
  affiliate_id: uuid().notNull(),
  commission_id: uuid().notNull(),
  payout_id: uuid(),
  kind: text().$type<'payout' | 'clawback'>().notNull(),
  amount: money().notNull(),
  created_at: createdAt(),
  undone_at: instant(),
})

/** What moved a wallet, in that order; written by triggers alone (migration 10). */
export const walletEntries = pgTable('wallet_entries', {
  id: serial(),
  affiliate_id: uuid().notNull(),
  at: instant().notNull(),
  kind: text().notNull(),
  text: text().notNull(),
  amount: money().notNull(),
  balance: money().notNull(),
  commission_id: uuid(),
  payout_id: uuid(),
})

export const affiliateDebts = pgTable('affiliate_debts', {
  profile_id: uuid().primaryKey(),
  made_at: instant().notNull(),
  attached_to: uuid(),
  attached_at: instant(),
  carried: money().notNull().default(0),
  written_off: money().notNull().default(0),
})

export const affiliateDebtHashes = pgTable('affiliate_debt_hashes', {
  profile_id: uuid().notNull(),
  hash: text().notNull(),
})

export const affiliateClicks = pgTable('affiliate_clicks', {
  id: id(),
  affiliate_id: uuid().notNull(),
  clicked_at: createdAt(),
  referrer_url: text(),
  user_agent: text(),
  session_id: text(),
  visitor_id: text().notNull(),
  product_id: uuid(),
  day: day().notNull(),
  converted: boolean().notNull().default(false),
  order_id: uuid(),
})

export const affiliatePhones = pgTable('affiliate_phones', {
  affiliate_id: uuid().notNull(),
  phone: text().notNull(),
  known_at: instant().notNull(),
})

export const affiliateVisitors = pgTable('affiliate_visitors', {
  affiliate_id: uuid().notNull(),
  visitor_id: uuid().notNull(),
  last_seen_at: instant().notNull(),
  known_at: instant().notNull(),
})

export const promotionalContent = pgTable('promotional_content', {
  id: id(),
  title: text().notNull(),
  description: text(),
  content_type: text().$type<'video' | 'image' | 'text'>().notNull(),
  content_url: text(),
  poster_url: text(),
  is_active: boolean().notNull().default(true),
  created_by: uuid(),
  created_at: createdAt(),
})

export const ads = pgTable('ads', {
  id: id(),
  title: text().notNull(),
  description: text(),
  target_url: text().notNull(),
  promotional_content_id: uuid(),
  image_url: text(),
  is_active: boolean().notNull().default(true),
  is_sponsored: boolean().notNull().default(false),
  click_count: integer().notNull().default(0),
  pruned_click_count: integer().notNull().default(0),
  embed_code: text(),
  created_by: uuid(),
  created_at: createdAt(),
})

/** One row for each visitor, ad and day in Nairobi. Migration 20. */
export const adClicks = pgTable('ad_clicks', {
  ad_id: uuid().notNull(),
  visitor_id: uuid().notNull(),
  day: day().notNull(),
})

export const helpSections = pgTable('help_sections', {
  id: id(),
  slug: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  position: integer().notNull(),
  updated_at: instant().notNull().defaultNow(),
  updated_by: uuid(),
})

export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  done_at: instant().notNull(),
})

/** What the storage holds: a row for every file with all that was made of it. Migrations 13 and 40. */
export const storedFiles = pgTable('stored_files', {
  stem: text().primaryKey(),
  content_type: text(),
  byte_count: bigint({ mode: 'number' }),
  width: integer(),
  height: integer(),
  uploaded_by: uuid(),
  created_at: createdAt(),
  remove_after: instant(),
  removed_at: instant(),
  fetched_from: text(),
})

export const rateLimits = pgTable('rate_limits', {
  limit_name: text().notNull(),
  key_hash: text().notNull(),
  uses: jsonb().$type<Record<string, number>>().notNull(),
  expires_at: instant().notNull(),
})

export const assistantSpending = pgTable('assistant_spending', {
  day: day().primaryKey(),
  tokens: bigint({ mode: 'number' }).notNull(),
})

export const auditLog = pgTable('audit_log', {
  id: serial(),
  at: createdAt(),
  actor_id: uuid(),
  action: text().notNull(),
  table_name: text().notNull(),
  row_id: text(),
  before: jsonb(),
  after: jsonb(),
})

export const carts = pgTable('carts', {
  user_id: uuid().primaryKey(),
  lines: jsonb().$type<CartLine[]>().notNull(),
  saved_at: instant().notNull().defaultNow(),
})

/** What a job has counted of a period: ids and sums (features/store-admin/keep-rankings.ts). */
export const rankingSnapshots = pgTable('ranking_snapshots', {
  period: text().primaryKey(),
  counted_at: instant().notNull(),
  rankings: jsonb().notNull(),
})

/** Written by triggers alone; sums of what each day brought, in parts until they are folded. */
export const dailyStats = pgTable('daily_stats', {
  kind: text().$type<'order' | 'commission' | 'prompt'>().notNull(),
  day: day().notNull(),
  status: text().notNull(),
  count: bigint({ mode: 'number' }).notNull(),
  amount: money().notNull(),
})

export const dataSnapshots = pgTable('data_snapshots', {
  id: id(),
  taken_at: createdAt(),
  taken_by: uuid(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
})

export const dataSnapshotRows = pgTable('data_snapshot_rows', {
  snapshot_id: uuid().notNull(),
  table_name: text().notNull(),
  position: bigint({ mode: 'number' }).notNull(),
  row: jsonb().notNull(),
})

export const mails = pgTable('mails', {
  id: id(),
  kind: text().notNull(),
  to_address: text().notNull(),
  user_id: uuid(),
  subject: text().notNull(),
  html: text(),
  text: text(),
  created_at: createdAt(),
  next_try_at: instant().defaultNow(),
  tries: integer().notNull().default(0),
  sent_at: instant(),
  outcome: text().$type<'smtp' | 'outbox'>(),
  given_up_at: instant(),
  last_error: text(),
  body_deleted_at: instant(),
  send_before: instant(),
})

export const notices = pgTable('notices', {
  id: serial(),
  event_id: bigint({ mode: 'number' }),
  refund_id: uuid(),
  order_id: uuid().notNull(),
  kind: text().$type<NoticeKind>().notNull(),
  channel: text().$type<NoticeChannel>().notNull(),
  state: text().$type<NoticeState>().notNull().default('due'),
  tries: integer().notNull().default(0),
  next_at: instant(),
  sent_at: instant(),
  mail_id: uuid(),
  provider_id: text(),
  last_error: text(),
  created_at: createdAt(),
})

export const mpesaToken = pgTable('mpesa_token', {
  singleton: boolean().primaryKey().default(true),
  value: text().notNull(),
  expires_at: instant().notNull(),
})

/** Orders and accounts of the demo's made-up history. Migration 57. */
export const madeUpOrders = pgTable('made_up_orders', { order_id: uuid().primaryKey() })
export const madeUpPeople = pgTable('made_up_people', { profile_id: uuid().primaryKey() })

/** A product as shelves show it: the view of the first migration. */
export const shelf = pgView('shelf', {
  id: uuid().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  price: money().notNull(),
  unit_price: money().notNull(),
  discount_percentage: integer().notNull(),
  category_id: uuid(),
  is_featured: boolean().notNull(),
  is_available: boolean().notNull(),
  style_code: text(),
  archived_at: instant(),
  created_at: instant().notNull(),
  stock: integer().notNull(),
  sizes: jsonb().$type<SizeStock[]>().notNull(),
  image_url: text(),
}).existing()

/** What each affiliate has earned and been paid, in sums: the view of migration 34. */
export const wallets = pgView('wallets', {
  affiliate_id: uuid().notNull(),
  earned: money().notNull(),
  pending: money().notNull(),
  reserved: money().notNull(),
  paid: money().notNull(),
  clawed_back: money().notNull(),
  available: money().notNull(),
  carried: money().notNull(),
}).existing()
