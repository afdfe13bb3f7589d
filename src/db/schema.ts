import { sql } from 'drizzle-orm'
import { boolean, customType, date, integer, jsonb, numeric, pgTable, pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SizeStock } from '#domain/catalogue.ts'
import type { OptionKind } from '#domain/delivery-options.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState, RefundReason } from '#domain/payment.ts'
import type { StaffRole } from '#domain/roles.ts'

/** `numeric(12,2)` in PostgreSQL, whole cents in TypeScript (decisions, Money and prices). */
const money = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(12, 2)',
  fromDriver: (text) => fromShillings(text),
  toDriver: (cents) => (cents / 100).toFixed(2),
})

export const id = () => uuid().primaryKey().defaultRandom()
const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const createdAt = () => instant().notNull().defaultNow()

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

// The tables that the query builder is used on; all others are named in SQL alone (docs/decisions/0030). A test compares them with the migrated ones, column by column.

export const profiles = pgTable('profiles', {
  id: id(),
  full_name: text().notNull().default(''),
  phone: text(),
  address: text(),
  is_affiliate: boolean().notNull().default(false),
  affiliate_code: text(),
  affiliate_paused_at: instant(),
  affiliate_pause_reason: text(),
  created_at: createdAt(),
  deleted_at: instant(),
  role: text().$type<StaffRole>(),
  /** Of the role. */
  is_admin: boolean().notNull().generatedAlwaysAs(sql`role is not null and role in ('owner', 'manager')`),
  affiliate_since: instant(),
  products_as_table: boolean().notNull().default(false),
})

export const categories = pgTable('categories', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  parent_id: uuid(),
  position: integer().notNull().default(0),
  is_hidden: boolean().notNull().default(false),
  /** On the page of all sneakers. */
  is_sneaker: boolean().notNull().default(false),
  image_url: text(),
  /** Of its name, for searches (0004-catalogue.sql). */
  words: text().array().notNull().generatedAlwaysAs(sql`search_words(name)`),
})

/** What the table and the view `shelf` both have. */
const listed = {
  id: id(),
  name: text().notNull(),
  description: text().notNull().default(''),
  price: money().notNull(),
  unit_price: money().notNull().generatedAlwaysAs(sql`round(price * (100 - discount_percentage) / 100)`),
  discount_percentage: integer().notNull().default(0),
  category_id: uuid(),
  is_featured: boolean().notNull().default(false),
  is_available: boolean().notNull().default(true),
  style_code: text(),
  archived_at: instant(),
  created_at: createdAt(),
}

export const products = pgTable('products', {
  ...listed,
  /** Null while it is as it was made; written by a trigger. */
  changed_at: instant(),
  /** Written by a trigger. */
  size_count: integer().notNull().default(0),
  /** Its words by weight: name, style code, category, description (0004-catalogue.sql). */
  search: tsvector().notNull().generatedAlwaysAs(sql`search_text(name)`),
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
  commission_rate: numeric({ precision: 5, scale: 4, mode: 'number' }).notNull().default(0.1),
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
  packed_at: instant(),
  delivery_kind: text().$type<OptionKind>(),
  delivery_option: text(),
  delivery_zone: text(),
  delivery_place: text(),
  delivery_place_id: text(),
  delivery_point: text(),
  address_place: text(),
  delivery_to_agree: boolean().notNull().default(false),
  delivery_fee: money().notNull().default(0),
  promised_from: date(),
  promised_to: date(),
  receiver_name: text(),
  receiver_phone: text(),
  late_at: instant(),
})

export const paymentAttempts = pgTable('payment_attempts', {
  id: id(),
  order_id: uuid(),
  source: text().$type<'prompt' | 'recorded' | 'test'>().notNull().default('prompt'),
  phone: text(),
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
  account_id: uuid(),
})

export const refunds = pgTable('refunds', {
  id: id(),
  order_id: uuid(),
  attempt_id: uuid().notNull(),
  amount: money().notNull(),
  reason: text().$type<RefundReason>().notNull(),
  state: text().$type<'due' | 'done' | 'failed'>().notNull().default('due'),
  receipt: text(),
  note: text(),
  created_at: createdAt(),
  processed_at: instant(),
  processed_by: uuid(),
})

/** A product as lists show it (0004-catalogue.sql). */
export const shelf = pgView('shelf', {
  ...listed,
  stock: integer().notNull(),
  sizes: jsonb().$type<SizeStock[]>().notNull(),
  image_url: text(),
}).existing()
