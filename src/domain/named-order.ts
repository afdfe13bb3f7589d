import { normalisePhone } from '#domain/phone.ts'
import { readReceipt } from '#domain/receipt-code.ts'

/**
 * What a text says of an order: its short code, an M-Pesa receipt, and a phone (`254712345678`); `rest` is the text with each phone replaced. A receipt names an
 * order only together with a phone: people also write it about payments.
 */
export interface NamedOrder {
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
