import type { DarajaSettings } from '@viatu/daraja'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission, type Secrets } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import type { MpesaHost, TransactionType } from '#domain/mpesa-accounts.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'

declare module '#core/context.ts' {
  interface Services {
    /** The account in force, and those that earlier prompts and payouts were begun with. */
    accounts: PaymentAccounts
  }
}

/** An account as a prompt or a payout uses it. */
export interface UsedAccount {
  /** What they remember; null for the environment's, and the simulator's. */
  id: string | null
  provider: PaymentProvider
  /** Where the provider reaches this shop, no slash at the end. */
  callbackBaseUrl: string
}

export interface PaymentAccounts {
  /** The id of the one in force; null for the environment's, the simulator's, and none. */
  readonly inForce: string | null
  /** Where that one comes from. The environment's wins over the panel's, and both over the demo's simulator; with none no money is taken. */
  readonly from: 'environment' | 'panel' | 'simulator' | 'none'
  /** The panel's is in force, and this APP_SECRET does not open its keys: no money is taken. */
  readonly isUnreadable: boolean
  /** The sentence about it that the shop logs when it starts. */
  readonly fact: string
  /** Any account by its id (`accountOf`). One that cannot be used any more takes no money and answers no question. */
  open(id: string | null): UsedAccount
  /** Takes what was just written into force here at once; every process does so within a second by itself. */
  reload(): Promise<void>
  /** What the accounts of the panel talk to. */
  addresses: {
    /** The environment's, in place of Safaricom's. */
    baseUrl: string | null
    /** The account of the demo's simulator. */
    simulator: DarajaSettings | null
    callbackBaseUrl: string
  }
}

/** The account in force at this moment. */
export function accountInForce({ services }: Pick<Context, 'services'>): UsedAccount {
  return { id: services.accounts.inForce, provider: services.payments, callbackBaseUrl: services.callbackBaseUrl }
}

/** The account that a prompt or a payout was begun with: what became of it is asked there, also when another one is in force. */
export function accountOf(ctx: Pick<Context, 'services'>, id: string | null): UsedAccount {
  return id === ctx.services.accounts.inForce ? accountInForce(ctx) : ctx.services.accounts.open(id)
}

/** What is encrypted of an account. */
export interface AccountKeys {
  consumerKey: string
  consumerSecret: string
  passkey: string
  /** Null where payouts are made by hand. */
  initiatorPassword: string | null
}

export interface StoredAccount {
  id: string
  isInForce: boolean
  host: MpesaHost
  /** Null where this APP_SECRET does not open its keys. */
  settings: Omit<DarajaSettings, 'baseUrl'> | null
}

/** What is stored of an account in the clear. */
export interface AccountRow {
  transaction_type: TransactionType
  shortcode: string
  till: string | null
  host: MpesaHost
  payout_shortcode: string | null
  initiator_name: string | null
  certificate: string | null
}

interface Row extends AccountRow, Record<string, unknown> {
  id: string
  keys: string
  is_in_force: boolean
}

/** The accounts whose keys are not erased. */
export async function readAccounts(db: Database, secrets: Secrets): Promise<StoredAccount[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, certificate, keys, in_force_at is not null and replaced_at is null as is_in_force
    from mpesa_accounts where keys is not null`)
  return rows.map((row) => ({ id: row.id, isInForce: row.is_in_force, host: row.host, settings: settingsOf(row, openKeys(secrets, row.keys)) }))
}

/** Null where this secret and the one of before do not open them. */
export function openKeys(secrets: Secrets, sealed: string): AccountKeys | null {
  const text = secrets.decrypt(sealed)
  return text === null ? null : (JSON.parse(text) as AccountKeys)
}

function settingsOf(row: Row, keys: AccountKeys | null): StoredAccount['settings'] {
  if (keys === null) return null
  const { transaction_type, shortcode, till, payout_shortcode, initiator_name, certificate } = row
  const { consumerKey, consumerSecret, passkey, initiatorPassword } = keys
  return {
    ...{ consumerKey, consumerSecret, shortcode, passkey, transactionType: transaction_type, till },
    payouts:
      payout_shortcode !== null && initiator_name !== null && certificate !== null && initiatorPassword !== null
        ? { shortcode: payout_shortcode, initiatorName: initiator_name, initiatorPassword, certificate }
        : null,
  }
}

/**
 * Erases the keys of accounts that are not in force any more once nothing that was begun with them is open; those of an account that was tried in vain after a day. An
 * hour's grace covers a process that has not heard of the change. Returns how many.
 */
export async function eraseKeys(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update mpesa_accounts m set keys = null, token = null, token_expires_at = null, erased_at = ${ctx.now}
    where keys is not null and (replaced_at < ${ctx.now} - interval '1 hour' or (in_force_at is null and created_at < ${ctx.now} - interval '1 day'))
      and not exists (select from payment_attempts a where a.account_id = m.id and a.state in ('created', 'accepted', 'unknown'))
      and not exists (select from affiliate_payouts p where p.account_id = m.id and p.status = 'processing')
    returning id`)
  for (const { id } of rows) ctx.log.info({ account: id }, 'the keys of an M-Pesa account are erased')
  return rows.length
}
