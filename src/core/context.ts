import type { SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { ShortLink } from '#domain/order-code.ts'
import { Problem } from '#domain/problem.ts'
import { type CarriedReferral, noReferral } from '#domain/referral.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'
import type { KnownDevice } from '#domain/session.ts'
import type { ShopFacts } from '#domain/shop.ts'

/** Everything a verb may reach. Made once per request, job or test; a verb takes nothing from anywhere else. */
export interface Context {
  /** The connection pool, or the open transaction: code inside one gets `{ ...ctx, db: tx }`, or takes `tx` first and never uses `ctx.db`. */
  db: Database
  actor: Actor
  /** The clock as an SQL expression: the database's own `now()`, or a fixed instant in a test. */
  now: SQL
  services: Services
  log: Log
}

/** What a verb may use beside the database. Each service brings its own type: `declare module` beside its interface. */
export interface Services {
  /** Makes and checks what a guest's authority rests on. */
  secrets: Secrets
  /** What letters write about the shop, and the origin of their links. */
  shop: ShopFacts
  /** A live shop opens its doors when its owner says so, and has them open while it can send e-mails and take money; a demo always has. */
  opening: { isOpen: boolean; hasMail: boolean; hasPayments: boolean }
  /** Whether the rights of owners and managers count only with a second factor: in a live shop. */
  asksSecondFactor: boolean
  effects: Effects
  /** Tells all processes what was written, in a moment (db/listen-notify.ts). Requests that write and jobs end with it: a verb calls it only before it waits for others. */
  announce(): void
}

/**
 * What the verbs of a noun announce to the nouns above it, in their own transaction. Each noun declares here what it announces (`declare module`), beside the verb;
 * who listens, and in which order, stands in features/effects.ts.
 */
export interface Effects {
  /** The database says that what pages show has changed: `key` is one of web/public-page.ts, or empty where anything may have. */
  contentChanged(key: string): void
}

export interface Secrets {
  /** A guest's key to an order: an HMAC of its id, so that notices can carry it (decisions, Orders and payments). */
  orderKey(orderId: string): string
  /** The unguessable part of an attempt's callback address. */
  callbackSecret(attemptId: string): string
  /** The same for a payout. */
  payoutSecret(payoutId: string): string
  /** The unguessable part of a rider's link: 128 bits. */
  riderToken(riderDayId: string): string
  /** What proves that the shop itself wrote a text that a browser brings back. */
  seal(text: string): string
  /** Encrypts what the shop must read again, such as the keys of its M-Pesa account (AES-256-GCM, base64url). */
  encrypt(text: string): string
  /** The text of `encrypt`, also by the secret of before; null where neither opens it. */
  decrypt(encrypted: string): string | null
  /** Hashes a phone or an address for counting: the shop must recognise it again and never read it. */
  blind(text: string): string
  /** A hash that recognises the e-mail or the phone of a deleted account that owes money. */
  debtHash(text: string): string
  /** The key that signs and seals sessions and second factors. */
  authSecret: string
  /** The password of a person of the demo. */
  demoPassword(name: string): string
  /** Recognises this secret in another place, without revealing it. */
  mark: string
  /** Constant-time comparison. */
  matches(expected: string, given: string): boolean
  /** Whether `given` is what this secret makes, or what the older one of APP_SECRET_PREVIOUS made. */
  proves(given: string, made: (secrets: Secrets) => string): boolean
  /** The secrets of APP_SECRET_PREVIOUS; null where it is not set. What they made still opens, and nothing new is made with them. */
  previous: Secrets | null
}

export interface Actor {
  userId: string | null
  isAffiliate: boolean
  /** What they may do in the shop's work; null for shoppers, and while `lacksSecondFactor`. */
  role: StaffRole | null
  /** Has a role that counts only once the account has a second factor. */
  lacksSecondFactor: boolean
  /** The session that the request came with; null for a visitor who is not signed in. */
  sessionId: string | null
  /** The order key that came with the request, if any. It opens one order, nothing else. */
  orderKey: string | null
  /** The short links of orders that the browser has opened, from its cookie. Each opens its order until that order's number is corrected. */
  opened: ShortLink[]
  /** The affiliate link that the browser came by, from its cookie. */
  referral: CarriedReferral
  /** The account that the browser has signed in to before, from its cookie. */
  device: KnownDevice | null
  /** The network the request came from, an IPv4 address or an IPv6 /64; null when unknown or this machine: then the limits by network do not count it. */
  address: string | null
}

export interface Log {
  info(facts: Record<string, unknown>, message: string): void
  warn(facts: Record<string, unknown>, message: string): void
  error(facts: Record<string, unknown>, message: string): void
}

export const anonymous: Actor = {
  userId: null,
  isAffiliate: false,
  role: null,
  lacksSecondFactor: false,
  sessionId: null,
  orderKey: null,
  opened: [],
  referral: noReferral,
  device: null,
  address: null,
}

/** Jobs act for the shop itself. */
export const theShop: Actor = {
  userId: null,
  isAffiliate: false,
  role: 'owner',
  lacksSecondFactor: false,
  sessionId: null,
  orderKey: null,
  opened: [],
  referral: noReferral,
  device: null,
  address: null,
}

/** The actor of a request that is signed in. */
export function requireUser(ctx: Context): Actor & { userId: string } {
  const { actor } = ctx
  if (actor.userId === null) throw new Problem('signed_out')
  return { ...actor, userId: actor.userId }
}

/** The actor of a request that came with a session of its own. Problem `session_missing`, in the words of the specification's back end (spec §8). */
export function requireSession(ctx: Pick<Context, 'actor'>): Actor & { userId: string; sessionId: string } {
  const { userId, sessionId } = ctx.actor
  if (userId === null || sessionId === null) throw new Problem('session_missing')
  return { ...ctx.actor, userId, sessionId }
}

/** The actor, whose role may do this (domain/roles.ts), or the shop itself. */
export function requirePermission({ actor }: Pick<Context, 'actor'>, useCase: UseCase): Actor {
  if (may(actor, useCase)) return actor
  if (actor.userId === null) throw new Problem('signed_out')
  throw new Problem(actor.lacksSecondFactor ? 'second_factor_needed' : 'forbidden')
}

/** The same context with the authority that an order's address carries: a key there counts instead of the links that were opened. */
export function withOrderKey(ctx: Context, orderKey: string | null): Context {
  return { ...ctx, actor: { ...ctx.actor, orderKey, opened: orderKey === null ? ctx.actor.opened : [] } }
}
