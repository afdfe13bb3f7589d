import { sql } from 'drizzle-orm'
import type { Secrets } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import type { MpesaHost, TransactionType } from '#domain/mpesa-accounts.ts'
import type { DarajaSettings } from '#services/payments/mpesa/mpesa.ts'

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
