import { boolean, integer, pgSchema, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { id } from '#db/schema.ts'

// The tables of the schema `auth` (db/migrations/0002-accounts.sql), with better-auth's field names. A test compares them with the database.

const auth = pgSchema('auth')
const at = (column: string) => timestamp(column, { withTimezone: true, mode: 'date' })
const times = { createdAt: at('created_at').notNull().defaultNow(), updatedAt: at('updated_at').notNull().defaultNow() }
const userId = () => uuid('user_id').notNull()

export const users = auth.table('users', {
  id: id(),
  name: text().notNull().default(''),
  phone: text(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  ...times,
})

export const sessions = auth.table('sessions', {
  id: id(),
  userId: userId(),
  token: text().notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  expiresAt: at('expires_at').notNull(),
  ...times,
})

export const accounts = auth.table('accounts', {
  id: id(),
  userId: userId(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: at('access_token_expires_at'),
  refreshTokenExpiresAt: at('refresh_token_expires_at'),
  scope: text(),
  password: text(),
  ...times,
})

export const verifications = auth.table('verifications', {
  id: id(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: at('expires_at').notNull(),
  ...times,
})

export const twoFactors = auth.table('two_factors', {
  id: id(),
  userId: userId(),
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean().notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
})

export const links = auth.table('links', {
  tokenHash: text('token_hash').primaryKey(),
  kind: text().$type<'verify' | 'recover' | 'change'>().notNull(),
  userId: userId(),
  address: text(),
  sessionId: uuid('session_id'),
  slot: smallint().notNull().default(1),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const usedCodes = auth.table('used_codes', {
  userId: userId(),
  codeHash: text('code_hash').notNull(),
  expiresAt: at('expires_at').notNull(),
})
