import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type AffiliateField, type AffiliateLetterName, affiliateLetters } from '#domain/affiliate-letters.ts'
import { type ChangedTexts, fillLetter } from '#domain/message-texts.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { referralLink } from '#domain/referral.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { type Email, type EmailFacts, renderEmail } from '#features/mail/templates/email.ts'

/** What happened; what a letter does not name may be left out. */
interface AffiliateFacts {
  amount?: Cents
  /** The short code of the order. */
  code?: string
  reason?: string
  receipt?: string
  /** The number that is paid. */
  phone?: string
  affiliateCode?: string
}

/** Queues a letter to an affiliate, in the transaction of the event it tells. An affiliate whose account is deleted gets none. */
export async function tellAffiliate(
  { db, services }: Pick<Context, 'db' | 'services'>,
  affiliateId: string,
  letter: AffiliateLetterName,
  facts: AffiliateFacts,
): Promise<void> {
  const { rows } = await db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from auth.users u join profiles p using (id) where u.id = ${affiliateId} and u.email_verified`)
  const [user] = rows
  if (!user) return
  const { shop, settings } = services
  await queueMail({ db }, { to: user.email, userId: affiliateId, ...affiliateEmail(letter, { shop, name: user.name, ...facts }, settings.texts) })
}

type Facts = AffiliateFacts & EmailFacts & { shop: EmailFacts['shop'] & Pick<ShopFacts, 'commissionPercent' | 'referralDays'> }

/** The letter in the words of the shop. */
export function affiliateEmail(letter: AffiliateLetterName, facts: Facts, changed: ChangedTexts): Email {
  const { title, button, leads } = affiliateLetters[letter]
  const link = `${facts.shop.origin}${leads}`
  return renderEmail(facts, {
    kind: letter.replaceAll('_', '-'),
    title,
    ...fillLetter(letter, valuesOf(facts), changed),
    button: { label: button, link },
    notes: [],
  })
}

function valuesOf({ shop, amount, code, reason, receipt, phone, affiliateCode }: Facts): Record<AffiliateField, string> {
  return {
    shop: shop.name,
    phone: shop.phone,
    email: shop.email,
    amount: amount === undefined ? '' : formatMoney(amount),
    code: code ?? '',
    reason: reason?.replace(/[.!]$/, '') ?? '',
    receipt: receipt ?? '',
    payout_phone: phone === undefined ? '' : recognisablePhone(phone),
    affiliate_code: affiliateCode ?? '',
    link: (affiliateCode && referralLink(shop.origin, '/', affiliateCode, [])) || '',
    percent: String(shop.commissionPercent),
    link_days: String(shop.referralDays),
  }
}
