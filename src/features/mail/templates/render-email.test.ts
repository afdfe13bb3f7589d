import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { type AffiliateLetterName, affiliateLetters } from '#domain/affiliate-letters.ts'
import { maskAddress } from '#domain/mail.ts'
import { affiliateEmail } from '#features/affiliates/tell-affiliate.ts'
import {
  accountDeletedEmail,
  addressChangedEmail,
  confirmNewAddressEmail,
  customerDeletedEmail,
  passwordChangedEmail,
  recoverPasswordEmail,
  secondFactorChangedEmail,
  verifyAddressEmail,
} from '#features/mail/templates/account-emails.ts'

const shop = {
  ...{ name: 'Viatu', origin: 'https://shop.example', phone: '+254 700 000 000', email: 'hello@viatu.example', location: 'Nairobi' },
  ...{ commissionPercent: 10, referralDays: 30 },
}
const link = 'https://shop.example/auth?type=recovery&token=a1-b2_c3'
const facts = {
  shop,
  name: 'Wanjiku Kamau',
  link,
  isOn: true,
  newAddress: 'achieng@example.com',
  order: '3f9a21c8',
  amount: 450_00,
  forfeit: 899_00,
  owed: 1088_00,
  code: '3f9a21c8',
  affiliateCode: 'KAMAU23',
  reason: 'The order was cancelled',
  phone: '254712345678',
  receipt: 'QKJ4XT81ZP',
}
const letters = [
  verifyAddressEmail,
  recoverPasswordEmail,
  passwordChangedEmail,
  secondFactorChangedEmail,
  confirmNewAddressEmail,
  addressChangedEmail,
  accountDeletedEmail,
  customerDeletedEmail,
  ...(Object.keys(affiliateLetters) as AffiliateLetterName[]).map((letter) =>
    // Named as the others are, for the list of tests.
    Object.defineProperty((given: typeof facts) => affiliateEmail(letter, given, {}), 'name', { value: letter }),
  ),
]

/** The text that a reader sees in the HTML part: without tags, with entities decoded. */
const readable = (html: string) =>
  html
    .replace(/<(style|title|head)[\s>][\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
const words = (text: string) => text.replace(/\s+/g, ' ')

describe.each(letters.map((write) => [write.name, write] as const))('%s', (_name, write) => {
  const letter = write(facts)

  it('greets by name, names the shop, and says where the shop can be reached', () => {
    expect(letter.subject).toContain('Viatu')
    for (const part of [readable(letter.html), letter.text]) {
      expect(part).toContain('Hello Wanjiku Kamau,')
      for (const fact of [shop.name, shop.location, shop.phone, shop.email]) expect(part).toContain(fact)
    }
  })

  it('says the same in both parts', () => {
    const read = words(readable(letter.html))
    for (const line of letter.text.split('\n').filter((each) => each && !each.startsWith('-- '))) expect(read).toContain(line.replace(/:$/, ''))
  })

  it('leads nowhere but to the shop, and loads nothing', () => {
    const hrefs = [...letter.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] as string)
    expect(hrefs.filter((href) => !href.startsWith('https://shop.example') && href !== `mailto:${shop.email}`)).toEqual([])
    expect(letter.html).not.toMatch(/<img|<script|<link|<style|url\(|\ssrc=|@import/)
  })

  it('names ground and text together, so that no mail program darkens one of the two', () => {
    const grounds = [...letter.html.matchAll(/style="([^"]*background-color[^"]*)"/g)].map((match) => match[1] as string)
    const cells = [...letter.html.matchAll(/<td(?=[^>]*bgcolor)[^>]*>/g)].map(([tag]) => tag)
    expect(cells.length).toBeGreaterThan(1)
    expect(grounds.length).toBeGreaterThan(3)
    expect(letter.html).toContain('content="light only"')
  })

  it('stays small', () => expect(Buffer.byteLength(letter.html)).toBeLessThan(8_000))

  it.each(['https://evil.example/auth?token=1', '//evil.example', '/auth?token=1', 'javascript:alert(1)', 'https://shop.example@evil.example/', ''])(
    'refuses a link to %j',
    (stranger) => {
      const hasLink = letter.html.includes(link.replaceAll('&', '&amp;'))
      if (hasLink && stranger) expect(() => write({ ...facts, link: stranger })).toThrow('only lead to the shop itself')
      else expect(write({ ...facts, link: stranger || link }).html).not.toContain('evil')
    },
  )
})

const hostileNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</td></tr></table><h1>You won</h1>',
  '&lt;b&gt;',
  'Bob\r\nBcc: all@example.com',
  'Visit http://evil.example now',
  'evil.example',
  'Win at www.evil.example',
  'KSh 1,000,000 for you: call 0712 345 678',
  'bob@evil.example',
  '\u202Egnp.exe',
  '{{7*7}}',
  'x'.repeat(5000),
  '',
  '   ',
  '\u0000',
]

describe('a name that somebody else was signed up under', () => {
  it.each(hostileNames)('such as %j says nothing in a letter to them', (name) => {
    for (const write of letters) {
      const letter = write({ ...facts, name })
      const honest = write({ ...facts, name: '' })
      expect(letter).toEqual(honest)
      expect(letter.text).toContain('Hello,\n')
    }
  })

  it.each(['Wanjiku', "Ng'ang'a wa Thiong’o", 'Anne-Marie Otieno', 'José Ñandú', 'J. K. Mwangi', 'مريم', '王小明', '  Achieng \n Otieno '])(
    'such as %j is a name',
    (name) => {
      expect(recoverPasswordEmail({ ...facts, name }).text).toContain(`Hello ${words(name).trim()},`)
    },
  )
})

describe('what the shop calls itself', () => {
  it('is written as it is, whatever it is', async () => {
    const named = { ...shop, name: `Tom & "Jerry's" <Shoes>`, location: 'Moi Ave <12>' }
    const letter = verifyAddressEmail({ ...facts, shop: named })
    expect(letter.html).not.toContain('<Shoes>')
    expect(words(readable(letter.html))).toContain(`Your account at Tom & "Jerry's" <Shoes> is almost ready`)
    expect(letter.text).toContain(`Your account at Tom & "Jerry's" <Shoes> is almost ready`)
    const parsed = await PostalMime.parse(`Subject: ${letter.subject}\r\n\r\nHello`)
    expect(parsed.headers).toHaveLength(1)
  })

  it('is found under an address in capitals too', () => {
    expect(() => verifyAddressEmail({ ...facts, shop: { ...shop, origin: 'https://Shop.example' } })).not.toThrow()
  })

  it('cannot break the subject line', () => {
    expect(verifyAddressEmail({ ...facts, shop: { ...shop, name: 'Viatu\r\nBcc: all@example.com' } }).subject).not.toMatch(/[\r\n]/)
  })
})

describe('the new address of an account', () => {
  it('is masked for whoever reads the old mailbox', () => {
    const { html, text } = addressChangedEmail({ ...facts, newAddress: 'achieng.otieno@example.com' })
    for (const part of [html, text]) {
      expect(part).toContain('a***@example.com')
      expect(part).not.toContain('achieng')
    }
  })

  it.each([
    ['wanjiku@example.com', 'w***@example.com'],
    ['w@example.com', 'w***@example.com'],
    ['a@b@example.com', 'a***@example.com'],
  ])('%s becomes %s', (address, masked) => expect(maskAddress(address)).toBe(masked))
})
