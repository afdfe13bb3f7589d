import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { PushKeys } from '#services/push/push.ts'

/** The shop's keys of Web Push; null where there are none yet, or no secret of this shop opens them. */
export async function findPushKeys({ db, services }: Pick<Context, 'db' | 'services'>): Promise<PushKeys | null> {
  const { rows } = await db.execute<{ public_key: string; private_key: string }>(sql`select public_key, private_key from push_keys`)
  const privateKey = rows[0] ? services.secrets.decrypt(rows[0].private_key) : null
  return rows[0] && privateKey !== null ? { publicKey: rows[0].public_key, privateKey } : null
}

/**
 * The same, made at the first need, once in any number of processes. Keys that were encrypted with a secret that is lost are made again: no device takes messages of
 * other keys than those it was allowed with, so the devices go.
 */
export async function requirePushKeys(ctx: Context): Promise<PushKeys> {
  const found = await findPushKeys(ctx)
  if (found) return found
  const { publicKey, privateKey } = await ctx.services.push.makeKeys()
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table push_keys in exclusive mode`)
    const meanwhile = await findPushKeys({ ...ctx, db: tx })
    if (meanwhile) return meanwhile
    await tx.execute(sql`delete from push_devices`)
    await tx.execute(sql`delete from push_keys`)
    await tx.execute(sql`
      insert into push_keys (public_key, private_key, created_at) values (${publicKey}, ${ctx.services.secrets.encrypt(privateKey)}, ${ctx.now})`)
    ctx.log.info({}, 'keys of push messages made')
    return { publicKey, privateKey }
  })
}

/** Whom a push service may ask about messages of the shop (RFC 8292): its e-mail, or its address where it shows none. */
export function pushContact({ email, origin }: Pick<Context['services']['shop'], 'email' | 'origin'>): string {
  return email ? `mailto:${email}` : origin
}
