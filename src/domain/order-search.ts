import { normalisePhone } from '#domain/phone.ts'
import { foldText, foldToken } from '#domain/plain-text.ts'
import { readReceipt } from '#domain/receipt-code.ts'

/** The possible meanings of a text typed into the order search; several may be set. */
interface OrderSearch {
  /** The range of ids that begin with it, both included. */
  id?: { first: string; last: string }
  /** A whole number, as it is stored. */
  phone?: string
  /** Part of a number. */
  digits?: string
  /** A receipt, or its first letters. */
  receipt?: string
  /** The sum of an order in KSh. */
  amount?: number
  /** Part of a name of a buyer or a product, or of an address. */
  name?: string
  /** Part of an e-mail address. */
  email?: string
}

/** Shorter texts would match nearly every order. */
const minLength = { id: 4, digits: 4, name: 3 }
/** `3,500`, `KSh 3500`, `3500/=` */
const sum = /^(?:k(?:sh|es|s)?\.?\s?)?([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{2,6})(\.\d{1,2})?(?:\/[-=])?$/i

/** Reads an id or the beginning of one (`#3f9a21c8`), a phone in any form or a part of it, an M-Pesa receipt or its first letters, a number of cash, a sum, a name, an address, or an e-mail address, known by its @. */
export function readOrderSearch(text: string): OrderSearch {
  const words = foldText(text).trim().replace(/\s+/g, ' ')
  const bare = foldToken(words).replace(/^#\s?/, '')
  const hex = /^[0-9a-f-]{1,36}$/i.test(bare) ? bare.replaceAll('-', '').toLowerCase() : ''
  const phone = normalisePhone(words)
  const isEmail = words.includes('@') && words.length >= minLength.name
  const digits = /^[\d\s+().-]+$/.test(bare) ? bare.replace(/\D/g, '').replace(/^(254|0)/, '') : ''
  const [, shillings, cents = ''] = sum.exec(words) ?? []
  return {
    ...(hex.length >= minLength.id && hex.length <= 32 && { id: { first: uuidOf(hex, '0'), last: uuidOf(hex, 'f') } }),
    ...(phone && { phone }),
    ...(!phone && digits.length >= minLength.digits && { digits }),
    ...(/^([A-Z0-9]{4,20}|CASH-\d+)$/i.test(bare) && { receipt: bare.toUpperCase() }),
    ...(shillings && { amount: Number(shillings.replaceAll(',', '') + cents) }),
    ...(!isEmail && words.length >= minLength.name && /\p{L}/u.test(words) && { name: words }),
    ...(isEmail && { email: words }),
  }
}

function uuidOf(hex: string, filler: string): string {
  const all = hex.padEnd(32, filler)
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-')
}

/**
 * What a text says of an order: its short code, an M-Pesa receipt, and a phone (`254712345678`); `rest` is the text with each phone replaced. A receipt names an
 * order only together with a phone: people also write it about payments.
 */
interface NamedOrder {
  code: string | null
  receipt: string | null
  phone: string | null
  rest: string
}

const phones = /(^|[^\w+])((?:(?:\+|00)?254[\s.-]?)?(?:(?:\(0\)|0)[\s.-]?)?[17](?:[\s.-]?\d){8})(?!\w)/g
const codes = /(?:^|[^\w-])#?([0-9a-f]{8})(?!\w)/i
const receipts = /(?:^|\W)([a-z0-9]{10})(?!\w)/gi

/** Finds code and phone in a message, such as `where is 3f9a21c8, 0712 345 678`. */
export function namedOrderIn(text: string): NamedOrder {
  let phone: string | null = null
  const rest = text.replace(phones, (written, before: string, digits: string) => {
    const read = normalisePhone(digits)
    phone ??= read
    return read ? `${before}[my phone]` : written
  })
  const receipt = [...rest.matchAll(receipts)].map(([, word = '']) => readReceipt(word)).find((word) => word !== null) ?? null
  return { code: codes.exec(rest)?.[1]?.toLowerCase() ?? null, receipt, phone, rest }
}
