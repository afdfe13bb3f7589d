import { recognisablePhone } from '#domain/phone.ts'
import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To an account with the number of somebody who asked the shop to forget them: what becomes of it. */
export function customerDeletedEmail(facts: EmailFacts & { phone: string }): Email {
  const { shop, phone } = facts
  const number = recognisablePhone(phone)
  return renderEmail(facts, {
    kind: 'customer-deleted',
    subject: `What ${shop.name} knew of ${number} was deleted`,
    title: 'Data of your number was deleted',
    paragraphs: [
      `Whoever has the number ${number} asked us to delete what we know of them. Finished orders with it no longer carry a name, a number or an address, and are no longer under My Orders.`,
      `Your account stays, with all else that is in it: you sign in with your e-mail and password as before. If ${number} was in your profile, it is there no more.`,
      'To delete the account as well, open your profile and press Delete my account.',
    ],
    button: { label: 'Open my profile', link: `${shop.origin}/dashboard` },
    notes: contactNotes(shop, 'If it was not you who asked, tell us:'),
  })
}
