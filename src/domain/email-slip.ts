import { readEmail } from '#domain/mail.ts'
import { nearWord } from '#domain/near-word.ts'

/** Domains of most people's addresses in Kenya, in which a slip of the finger is likelier than another provider. */
const commonDomains = ['gmail.com', 'mail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'live.com', 'ymail.com', 'yahoo.co.uk']

/** The address that was probably meant by one such as `asha@gmail.con`; null where the text is as good as any. */
export function likelyEmail(text: string): string | null {
  const [name, domain, ...more] = readEmail(text).split('@')
  if (!name || !domain || more.length > 0 || commonDomains.includes(domain.toLowerCase())) return null
  const meant = nearWord(domain.toLowerCase(), commonDomains)
  return meant && `${name}@${meant}`
}
