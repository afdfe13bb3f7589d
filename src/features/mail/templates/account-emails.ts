import { maskAddress } from '#domain/mail.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { contactNotes, type ShopFacts } from '#domain/shop.ts'
import { type Email, type EmailFacts, renderEmail } from '#features/mail/templates/email.ts'

/** To a new account: asks the user to prove that the address is theirs. */
export function verifyAddressEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'verify-address',
    subject: `Confirm your e-mail address for ${shop.name}`,
    title: 'Confirm your e-mail address',
    paragraphs: [`Your account at ${shop.name} is almost ready. Confirm that this address is yours with the password you chose.`],
    button: { label: 'Confirm my e-mail address', link },
    notes: [
      'The link works once, for one hour. When it is too old, sign in and we send you another.',
      'If you did not open an account with us, leave this e-mail alone: nothing happens without the link.',
    ],
  })
}

/** To a user who forgot the password. */
export function recoverPasswordEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'recover-password',
    subject: `Set a new password for ${shop.name}`,
    title: 'Set a new password',
    paragraphs: [`Somebody, we hope you, asked for a new password for your account at ${shop.name}.`],
    button: { label: 'Set a new password', link },
    notes: [
      'The link works once, for one hour. If several of these e-mails came, any of them will do.',
      'Setting a new password signs you out everywhere else.',
      'If it was not you, leave this e-mail alone: your password stays as it is. Nobody from the shop will ever ask you for it.',
    ],
  })
}

/** To the new address of an account, before it replaces the old one. */
export function confirmNewAddressEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'confirm-new-address',
    subject: `Confirm your new e-mail address for ${shop.name}`,
    title: 'Confirm your new e-mail address',
    paragraphs: [`You asked to use this address for your account at ${shop.name}. It takes the place of the old one when you confirm it.`],
    button: { label: 'Use this address', link },
    notes: [
      'The link works once, for one hour. Until then you sign in with your old address.',
      'If you did not ask for this, leave this e-mail alone: nothing happens without the link.',
    ],
  })
}

/** To the old address of an account, after a new one took its place. The new one is masked: an old mailbox may have a new reader. */
export function addressChangedEmail(facts: EmailFacts & { newAddress: string }): Email {
  const { shop, newAddress } = facts
  return renderEmail(facts, {
    kind: 'address-changed',
    subject: `Your e-mail address for ${shop.name} was changed`,
    title: 'Your e-mail address was changed',
    paragraphs: [
      `Your account at ${shop.name} now uses ${maskAddress(newAddress)}. We no longer write to this address.`,
      ['If it was you, all is well.', ...contactNotes(shop, 'If it was not, tell us at once:')].join(' '),
    ],
    notes: [],
  })
}

/** After a password was changed; `link` leads to where a new one can be asked for. */
export function passwordChangedEmail(facts: EmailFacts & { link?: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'password-changed',
    subject: `Your password for ${shop.name} was changed`,
    title: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${shop.name} has just been changed, and every other device was signed out.`,
      'If it was you, all is well. If it was not, set a new password now and tell us.',
    ],
    ...(link && { button: { label: 'Set a new password', link } }),
    notes: contactNotes(shop, 'We answer at'),
  })
}

/** After two-step sign-in was turned on or off; `link` leads to where a new password can be asked for. */
export function secondFactorChangedEmail(facts: EmailFacts & { isOn: boolean; link: string }): Email {
  const { shop, isOn, link } = facts
  return renderEmail(facts, {
    kind: 'second-factor-changed',
    subject: `Two-step sign-in for ${shop.name} was turned ${isOn ? 'on' : 'off'}`,
    title: `Two-step sign-in was turned ${isOn ? 'on' : 'off'}`,
    paragraphs: [
      isOn
        ? `Signing in to your account at ${shop.name} now asks for a code as well, and every other device was signed out.`
        : `Signing in to your account at ${shop.name} now asks for the password alone, and every other device was signed out.`,
      'If it was you, all is well. If it was not, set a new password now and tell us.',
    ],
    button: { label: 'Set a new password', link },
    notes: contactNotes(shop, 'We answer at'),
  })
}

/** The last letter to an account; `forfeit` is what an affiliate gave up, `owed` what stays owed. */
export function accountDeletedEmail(facts: EmailFacts & { forfeit: Cents; owed: Cents }): Email {
  const { shop, forfeit, owed } = facts
  return renderEmail(facts, {
    kind: 'account-deleted',
    subject: `Your account at ${shop.name} was deleted`,
    title: 'Your account was deleted',
    paragraphs: [
      `Your account at ${shop.name} is gone, and so is what it held about you. What we must keep for our books, such as paid orders, no longer carries your name.`,
      ...(forfeit > 0 ? [`You gave up ${formatMoney(forfeit)} of commissions that had not been paid out.`] : []),
      ...(owed > 0
        ? [
            `Your wallet stood at −${formatMoney(owed)}. That stays owed: if you become an affiliate again with the same e-mail or M-Pesa number, it is taken off what you earn. Until then we keep it under a code that names nobody.`,
          ]
        : []),
      'You are welcome to shop without an account at any time.',
    ],
    notes: contactNotes(shop, 'If it was not you, tell us at once:'),
  })
}

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

/** To each owner: the shop's money goes to another M-Pesa account from now on. Both are masked. */
export function mpesaChangedEmail(facts: EmailFacts & { before: string | null; after: string }): Email {
  const { shop, before, after } = facts
  return renderEmail(facts, {
    kind: 'mpesa-changed',
    subject: `${shop.name} takes its money on another M-Pesa account`,
    title: 'The M-Pesa account was changed',
    paragraphs: [
      'Somebody who signed in as an owner entered it, and paid KSh 1 to it as a test. From now on buyers pay to this account:',
      'If it was you or another owner, all is well. If it was not, set a new password now and enter the right account again: until then the money goes there.',
    ],
    rows: [
      { label: 'Before', value: before ?? 'None of the panel' },
      { label: 'Now', value: after },
    ],
    button: { label: 'Set a new password', link: `${shop.origin}/auth?mode=forgot` },
    notes: contactNotes(shop, 'We answer at'),
  })
}
