import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/**
 * At the start: seals again the second factors, passwords and keys that the former secret had sealed, and returns what neither opens, as lines for the console; none where
 * all is well. The first start of a database remembers its secret's mark.
 */
export async function checkAppSecret(ctx: Context): Promise<string[]> {
  const { mark, previous } = ctx.services.secrets
  const unreadable = await resealSecondFactors(ctx)
  const keys = await resealKeys(ctx)
  const { rows } = await ctx.db.execute<{ mark: string }>(sql`
    insert into app_secret_mark (mark) values (${mark}) on conflict (singleton) do update set mark = case
      when app_secret_mark.mark = ${previous?.mark ?? null} then excluded.mark else app_secret_mark.mark end returning mark`)
  const isOther = rows[0]?.mark !== mark
  if (!isOther && unreadable + keys === 0) return []
  const { rows: counted } = await ctx.db.execute<{ open: number; debts: number }>(sql`
    select (select count(*)::integer from payment_attempts where state in ('created', 'accepted', 'unknown')) as open,
      (select count(distinct profile_id)::integer from affiliate_debt_hashes) as debts`)
  const { open, debts } = counted[0] as { open: number; debts: number }
  return [
    'APP_SECRET is not the one that sealed what this database holds. Set APP_SECRET_PREVIOUS to that one, or bring it back. Until then nothing opens:',
    `  ${unreadable} second factors: their owners cannot sign in; the links of all earlier letters and messages; sessions and referrals of browsers`,
    `  callbacks of ${open} open payments: M-Pesa is asked about them instead; ${debts} debts of deleted accounts: they are not recognised`,
    ...(keys > 0 ? [`  ${keys} passwords and keys that were entered in the panel: enter them again there`] : []),
  ]
}

/** Seals what the older secret sealed with the present one. Returns how many second factors neither opens. */
async function resealSecondFactors({ db, services }: Context): Promise<number> {
  const { authSecret, previous } = services.secrets
  const { rows } = await db.execute<{ id: string; secret: string; codes: string }>(
    sql`select id, secret, backup_codes as codes from auth.two_factors order by id`,
  )
  let unreadable = 0
  for (const { id, secret, codes } of rows) {
    if (await opens(authSecret, secret)) continue
    const texts = previous && (await Promise.all([secret, codes].map((data) => opens(previous.authSecret, data))))
    const [ownSecret, ownCodes] = texts ?? []
    if (!ownSecret || !ownCodes) {
      unreadable++
      continue
    }
    const [newSecret, newCodes] = await Promise.all([ownSecret, ownCodes].map((data) => symmetricEncrypt({ key: authSecret, data })))
    // Only what was read: somebody may set the factor up again at this moment.
    await db.execute(
      sql`update auth.two_factors set secret = ${newSecret as string}, backup_codes = ${newCodes as string} where id = ${id} and secret = ${secret} and backup_codes = ${codes}`,
    )
  }
  return unreadable
}

/** Columns that hold what `Secrets.encrypt` made, and whether people entered it: the shop makes the others again. */
const encrypted = [
  ['shop_settings', 'encrypted', true],
  ['mpesa_accounts', 'keys', true],
  ['mpesa_accounts', 'token', false],
  ['push_keys', 'private_key', false],
] as const

/** The same for passwords and keys, which outlive the older secret. Returns how many that people entered neither opens. */
async function resealKeys({ db, services: { secrets } }: Context): Promise<number> {
  let unreadable = 0
  for (const [table, column, isEntered] of encrypted) {
    const [name, value] = [sql.identifier(table), sql.identifier(column)]
    const { rows } = await db.execute<{ sealed: string }>(sql`select ${value} as sealed from ${name} where ${value} is not null`)
    for (const { sealed } of rows) {
      const older = secrets.previous?.decrypt(sealed) ?? null
      if (older !== null) await db.execute(sql`update ${name} set ${value} = ${secrets.encrypt(older)} where ${value} = ${sealed}`)
      else if (isEntered && secrets.decrypt(sealed) === null) unreadable++
    }
  }
  return unreadable
}

async function opens(key: string, data: string): Promise<string | null> {
  return symmetricDecrypt({ key, data }).catch(() => null)
}
