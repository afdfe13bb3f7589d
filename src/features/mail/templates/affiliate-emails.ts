import { type Cents, formatMoney } from '#domain/money.ts'
import { referralLink } from '#domain/referral-link.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** What the program promises. */
interface AffiliateTerms extends EmailFacts {
  shop: EmailFacts['shop'] & Pick<ShopFacts, 'commissionPercent' | 'referralDays'>
}

const toAffiliate = (shop: EmailFacts['shop']) => ({ label: 'Open my affiliate page', link: `${shop.origin}/affiliate` })

/** To a new affiliate: the code, and how links work. */
export function affiliateWelcomeEmail(facts: AffiliateTerms & { code: string }): Email {
  const { shop, code } = facts
  return renderEmail(facts, {
    kind: 'affiliate-welcome',
    subject: `You are an affiliate of ${shop.name}`,
    title: 'Welcome to the affiliate program',
    paragraphs: [
      `Your code is ${code}. Links that carry it earn you ${shop.commissionPercent}% of what people buy through them. Copy them from any product page, or make one for any page of the shop on your affiliate page.`,
      `Your link to the home page: ${referralLink(shop.origin, '/', code, [])}`,
      `A link counts for ${shop.referralDays} days after the last click. A commission is pending until the shop approves it after delivery; then you can ask for a payout to your M-Pesa number.`,
    ],
    button: toAffiliate(shop),
    notes: ['What you buy through your own links earns nothing.'],
  })
}

/** To an affiliate: an order that came by their link was paid. Does not name the buyer. */
export function affiliateSaleEmail(facts: EmailFacts & { order: string; amount: Cents }): Email {
  const { shop, order, amount } = facts
  return renderEmail(facts, {
    kind: 'affiliate-sale',
    subject: `Your link brought a sale at ${shop.name}`,
    title: 'Your link brought a sale',
    paragraphs: [
      `Order ${order} came through your link and is paid. Your commission is ${formatMoney(amount)}.`,
      'It is pending until the shop approves it after delivery. We write again then.',
    ],
    button: toAffiliate(shop),
    notes: [],
  })
}

/** To an affiliate: why their links count nothing for now. */
export function affiliatePausedEmail(facts: EmailFacts & { reason: string }): Email {
  const { shop, reason } = facts
  return renderEmail(facts, {
    kind: 'affiliate-paused',
    subject: `Your affiliate links at ${shop.name} are paused`,
    title: 'Your affiliate links are paused',
    paragraphs: [
      `We paused your affiliate links: ${reason.replace(/[.!]$/, '')}.`,
      'Orders that come through them earn nothing until we let them go on. What you earned before stays, and can be paid out.',
    ],
    button: toAffiliate(shop),
    notes: [`If you think this is wrong, answer this e-mail or call ${shop.phone}.`],
  })
}

/** To an affiliate: their links count again. */
export function affiliateResumedEmail(facts: AffiliateTerms): Email {
  const { shop } = facts
  return renderEmail(facts, {
    kind: 'affiliate-resumed',
    subject: `Your affiliate links at ${shop.name} count again`,
    title: 'Your affiliate links count again',
    paragraphs: [`Orders that come through your links earn you ${shop.commissionPercent}% again from now on.`],
    button: toAffiliate(shop),
    notes: [],
  })
}
