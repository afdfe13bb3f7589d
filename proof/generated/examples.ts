import { subjectOf } from './rows.ts'

/** An example of the document, about rows that exist. */
export function withRows(example: unknown, name = ''): unknown {
  if (Array.isArray(example)) return example.map((each) => withRows(each, name))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([field, each]) => [field, withRows(each, field)]))
  if (typeof example !== 'string') return example
  if (/^[0-9a-f]{8}-/.test(example)) return `@${subjectOf(name) ?? (name === 'ids' ? 'paidOrder' : 'customer')}`
  if (example === '42' || example === '41') return '40'
  if (example.includes('@')) return '@email'
  if (example.startsWith('/files/')) return example.includes('product') ? '@picture' : '@adPicture'
  if (/^(access_)?token$/.test(name)) return '@link'
  if (name === 'receipt') return '@newReceipt'
  if (name === 'current_password') return 'mbio-wingu-42'
  if (name === 'updated_at') return '@helpSaved'
  if (name === 'affiliate_code') return '@code'
  return /phone/.test(name) ? '@phone' : example
}
