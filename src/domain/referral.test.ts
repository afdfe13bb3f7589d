import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  affiliateAlphabet,
  affiliateCodeOf,
  isBot,
  linkRefusal,
  noReferral,
  normaliseCode,
  readReferral,
  referralCodeIn,
  referralLink,
  shownName,
  writeReferral,
} from '#domain/referral.ts'
import { bornCategories } from '../../test/born-menu.ts'

const visitorId = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
const now = Date.parse('2026-11-21T09:00:00Z')
const day = 86_400_000

describe('what the cookie holds', () => {
  it('is read as it was written, for thirty days', () => {
    const text = writeReferral({ code: 'KAMAU23', visitorId, visit: 3 }, now)
    expect(readReferral(text, now, 30)).toEqual({ code: 'KAMAU23', visitorId, visit: 3 })
    expect(readReferral(text, now + 30 * day - 1, 30)).toEqual({ code: 'KAMAU23', visitorId, visit: 3 })
    expect(readReferral(text, now + 30 * day, 30)).toEqual({ code: null, visitorId, visit: 3 })
    expect(readReferral(writeReferral({ ...noReferral, visitorId }, now), now, 30)).toEqual({ ...noReferral, visitorId })
  })

  it('of an older shop has no visit, and is of the first', () => {
    expect(readReferral(`KAMAU23.${visitorId}.${now / 1000}`, now, 30)).toEqual({ code: 'KAMAU23', visitorId, visit: 0 })
  })

  it('is nothing when it is anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(readReferral(text, now, 30)).toBeNull()))
    for (const text of ['', 'KAMAU23', `KAMAU2O.${visitorId}.1795251600`, `KAMAU23.${visitorId}.x`]) expect(readReferral(text, now, 30)).toBeNull()
  })
})

describe('the query of a link', () => {
  it.each([
    '?ref=KAMAU23.',
    '?ref=KAMAU23,',
    '?ref=KAMAU23)',
    '?ref=KAMAU23*',
    '?ref=KAMAU23%22',
    '?ref=KAMAU23/',
    '?ref=KAMAU23%E2%80%8B',
    '?ref=%E2%80%9CKAMAU23%E2%80%9D',
    '?ref=kamau23',
    '?Ref=Kamau23',
    '?ref=%20KAMAU23%20',
    '?fbclid=IwAR0abc&ref=KAMAU23',
    '?utm_source=chat&amp;ref=KAMAU23',
    '?size=42?ref=KAMAU23',
    '?ref=KAMAU23?fbclid=IwAR0abc',
    '?ref%3DKAMAU23%26size=42',
  ])('%s names its affiliate', (search) => expect(normaliseCode(referralCodeIn(search) as string)).toBe('KAMAU23'))

  it.each(['', '?', '?ref=', '?ref', '?refs=KAMAU23', '?size=KAMAU23', `?ref=${'A'.repeat(41)}`])('%s names none', (search) =>
    expect(referralCodeIn(search)).toBeNull(),
  )

  it('may have forty characters', () => expect(referralCodeIn(`?ref=${'A'.repeat(40)}`)).toHaveLength(40))

  it.each(['?ref=KAMAU23 KAMAU24', '?ref=%zz'])('%s names no code', (search) => expect(normaliseCode(referralCodeIn(search) as string)).toBeNull())
})

describe('a code', () => {
  it('is read in any case and with spaces around it, and in no other alphabet', () => {
    expect(normaliseCode(' kamau23 ')).toBe('KAMAU23')
    expect(normaliseCode('KAMAU\u0662\u0663')).toBe('KAMAU23')
    for (const text of ['', 'KAM', 'KAMAU2O', 'КАМАУ23', `A${'B'.repeat(16)}`, "' or 1=1", '<svg>']) expect(normaliseCode(text)).toBeNull()
    const letters = fc.array(fc.constantFrom(...affiliateAlphabet), { minLength: 4, maxLength: 16 }).map((list) => list.join(''))
    fc.assert(fc.property(letters, (code) => void expect(normaliseCode(code.toLowerCase())).toBe(code)))
  })
})

describe('a bot', () => {
  it.each([
    null,
    '',
    'WhatsApp/2.23.20.0 A',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; bingbot/2.0) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Bot)',
    'curl/8.5.0',
    'python-requests/2.31',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
  ])('is %s', (agent) => expect(isBot(agent)).toBe(true))

  it.each([
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.3 (Samsung SM-A155F; Android 14; SDK 34; AVERAGE)',
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus Build/CUBOT) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 9; cubot/x19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp/2.24',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
  ])('is not %s', (agent) => expect(isBot(agent)).toBe(false))
})

it('is written with the second of the click, rounded down', () =>
  expect(writeReferral({ code: null, visitorId, visit: 0 }, 1_795_251_600_999)).toBe(`.${visitorId}.1795251600.0`))

it.each([
  ['Wanjiku  Kamau ', false, 'Wanjiku  Kamau '],
  [' Wanjiku  Kamau ', true, 'W. K.'],
  ['', true, ''],
])('shows the buyer %j, masked %s, as %j', (name, isMasked, shown) => expect(shownName(name, isMasked)).toBe(shown))

it('makes an affiliate code of the letters that were drawn', () => expect(affiliateCodeOf([0, 8, 30, 7, 16, 19, 1])).toBe('2AZ9JN3'))

const { menu } = bornCategories
const origin = 'https://shop.example'
const shoe = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'

describe('a link', () => {
  it.each([
    ['/', '/?ref=KAMAU23'],
    [origin, '/?ref=KAMAU23'],
    ['/products', '/products?ref=KAMAU23'],
    [`${origin}/products?search=mbio&size=42#list`, '/products?search=mbio&size=42&ref=KAMAU23'],
    ['/category', '/category?ref=KAMAU23'],
    ['category/heels', '/category/heels?ref=KAMAU23'],
    ['/category/sneakers/', '/category/sneakers/?ref=KAMAU23'],
    [`/product/${shoe}?ref=OTHER22`, `/product/${shoe}?ref=KAMAU23`],
  ])('to %s carries the code', (address, link) => {
    expect(linkRefusal(origin, address, menu)).toBeNull()
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBe(origin + link)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://shop.example@evil.example',
    'https://me@shop.example/',
    'http://shop.example/',
    'https://',
  ])('does not lead to another site: %s', (address) => {
    expect(linkRefusal(origin, address, menu)).toMatch(/^Paste the address/)
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBeNull()
  })

  it.each([
    '/hello there',
    '/product/none',
    `/product/${shoe}/more`,
    '/product',
    '/category/constructor',
    '/products/heels',
    'shop.example/products',
    '/products/../admin',
    `${origin}//`,
    '/admin',
    '/admin/products',
    '/dashboard/orders',
    '/affiliate',
    '/checkout',
    `/order/${shoe}`,
    '/auth',
    '/sign-up',
    '/reset-password',
    '/api/products',
  ])('does not lead to what is nobody’s to share, or no page: %s', (address) => {
    expect(linkRefusal(origin, address, menu)).toMatch(/^Only the home page/)
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBeNull()
  })

  it.each(['', '  '])('to nothing is told what to write', (address) => expect(linkRefusal(origin, address, menu)).toMatch(/^Enter the address/))
})
