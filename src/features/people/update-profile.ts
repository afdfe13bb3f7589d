import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { addressInput, nameInput, phoneInput } from '#core/person-input.ts'
import { phoneHint } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { getProfile, type Profile } from '#features/people/get-profile.ts'

const nothing = z.literal('').transform(() => null)

/** The fields that people may write in their profile; other fields of a body are not read (decisions, People). */
export const profileChanges = z.object({
  full_name: nameInput.optional(),
  phone: z.union([nothing, phoneInput], phoneHint).nullish(),
  address: addressInput.transform((text) => text || null).nullish(),
  /** Joins the affiliates; there is no way back from here. */
  is_affiliate: z.boolean('Write true or false.').optional(),
})

/** Changes the caller's own profile only. */
export async function updateProfile(ctx: Context, id: string, sent: unknown): Promise<Profile> {
  const { userId } = requireUser(ctx)
  if (id.toLowerCase() !== userId) throw new Problem('not_found')
  const { is_affiliate, full_name, phone, address } = parseInput(profileChanges, sent)
  const values = [
    full_name !== undefined ? sql`full_name = ${full_name}` : undefined,
    phone !== undefined ? sql`phone = ${phone}` : undefined,
    address !== undefined ? sql`address = ${address}` : undefined,
  ].filter((value) => value !== undefined)
  if (values.length > 0) await ctx.db.execute(sql`update profiles set ${sql.join(values, sql`, `)} where id = ${userId} and deleted_at is null`)
  // By itself: the debts that a new affiliate takes over are locked before the profile.
  if (is_affiliate) await ctx.services.effects.affiliateWanted(ctx)
  return getProfile(ctx, id)
}
