import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { type Cents, fromShillings } from '#domain/money.ts'

/** `numeric(12,2)` in PostgreSQL, whole cents in TypeScript (decisions, Money and prices). */
export const money = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(12, 2)',
  fromDriver: (text) => fromShillings(text),
  toDriver: (cents) => (cents / 100).toFixed(2),
})

export const id = () => uuid().primaryKey().defaultRandom()
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
