/** Providers that ignore dots in the name of a mailbox, and are one provider. The SQL function `mailbox_of` has the same list. */
const dotless = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an e-mail address leads to, for comparing: lower case, without a tag after `+`, and without dots where the provider ignores them. An order
 * with the mailbox, an own number for buyer, receiver or payer, the account or the browser of its affiliate is their own purchase (`is_own_purchase`, which
 * compares by the SQL function `mailbox_of`; a test holds the two together).
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const untagged = name.split('+')[0] || name
  return dotless.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

interface Party {
  name: string | null
  email: string | null
  address: string | null
}

/**
 * What of a buyer or receiver is like the affiliate without making it their own purchase: two people may have it, so it only marks the commission, for an
 * admin. Null if nothing is.
 */
export function likenessOf(buyer: Party & { receiver: string | null }, affiliate: Party): string | null {
  const isName = (name: string | null) => same(wordsOf(name).sort(), wordsOf(affiliate.name).sort())
  const addresses = [wordsOf(buyer.address), wordsOf(affiliate.address)] as const
  const alike = [
    (isName(buyer.name) || isName(buyer.receiver)) && 'name',
    // A town alone is the address of many.
    addresses[0].length > 2 && same(...addresses) && 'address',
    buyer.email && affiliate.email && same([boxName(buyer.email)], [boxName(affiliate.email)]) && 'e-mail at another provider',
  ].filter((each) => each)
  return alike.length > 0 ? `Like the affiliate: same ${alike.join(', ')}` : null
}

/** The name of a mailbox at any provider; dots are ignored, because a name may have them at one provider and not at another. */
const boxName = (email: string) => mailboxOf(email).split('@')[0]?.replaceAll('.', '') ?? ''

const wordsOf = (text: string | null) => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const same = (one: readonly string[], other: readonly string[]) => one.length > 0 && one.join(' ') === other.join(' ')
