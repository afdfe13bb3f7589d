import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { emailInput, passwordInput } from '#core/person-input.ts'
import { consume } from '#core/rate-limit.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { confirmNewAddressEmail } from '#features/mail/templates/confirm-new-address-email.ts'
import { getAccount } from '#features/people/get-account.ts'
import { makeLink } from '#features/people/links.ts'
import { lockPassword, requirePassword } from '#features/people/require-password.ts'

export const addressChange = z.object({ email: emailInput, password: passwordInput })

/**
 * Sends a link to the new address; the old one stays until the link is opened (verify-address.ts). An address of another account gets no e-mail, and the answer
 * is the same.
 */
export async function changeAddress(ctx: Context, sent: unknown): Promise<void> {
  const { email, password } = parseInput(addressChange, sent)
  await refuseOwnAddress(ctx, email)
  const checked = await requirePassword(ctx, password)
  const { userId, sessionId } = checked
  await consume(ctx, 'verify_address', ctx.actor.address)
  await consume(ctx, 'verify_account', userId)
  // However many accounts ask: one mailbox is spared. Counted apart, so that these requests do not use up the letters of a visitor who signs up with that
  // address.
  await consume(ctx, 'verify_account', `change to ${email}`)
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockPassword(inside, checked)
    const { rows } = await tx.execute<{ name: string }>(sql`
      select full_name as name from profiles where id = ${userId} and not exists (select from auth.users where email = ${email})`)
    if (!rows[0]) return
    const link = await makeLink(inside, 'change', userId, { address: email, sessionId })
    await queueMail(inside, { to: email, userId, ...confirmNewAddressEmail({ shop: ctx.services.shop, name: rows[0].name, link }) })
  })
}

async function refuseOwnAddress(ctx: Context, email: string) {
  if ((await getAccount(ctx)).email === email)
    throw new Problem('bad_input', { fields: { email: 'This is your e-mail already. Enter another one.' } })
}
