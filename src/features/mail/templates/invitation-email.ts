import type { ShopFacts } from '#domain/shop.ts'
import type { Email } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** Invites somebody to work in the shop; who invites them is named, so that a stranger's letter is known for one. */
export function invitationEmail(facts: { shop: ShopFacts; by: string; role: string; does: string; link: string }): Email {
  const { shop, by, role, does, link } = facts
  return renderEmail(
    { shop, name: '' },
    {
      kind: 'staff-invitation',
      subject: `${by} invites you to work at ${shop.name}`,
      title: `Work at ${shop.name}`,
      paragraphs: [`${by} invites you to ${shop.name} as ${role}: ${does[0]?.toLowerCase()}${does.slice(1)}.`],
      button: { label: 'Accept the invitation', link },
      notes: ['The link opens once, within three days, and only for this e-mail address.', 'If you do not know who this is, do nothing.'],
    },
  )
}
