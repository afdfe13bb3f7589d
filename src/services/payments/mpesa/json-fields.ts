import { type Cents, fromShillings } from '#domain/money.ts'

/** Helpers for reading the bodies that M-Pesa sends. None of them throws: a body from outside may be anything. */

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The own field of an object; inherited fields are never read. */
export function at(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
}

/** Finds an item by name, never by position. A name that occurs twice gives null, because it is not clear which one is right. */
export function valueNamed(items: unknown, nameField: 'Name' | 'Key', name: string): string | null {
  const found = (Array.isArray(items) ? items : [items]).filter((each) => at(each, nameField) === name)
  const value = found.length === 1 ? scalar(at(found[0], 'Value')) : null
  return value === null ? null : String(value)
}

/** PostgreSQL takes no NUL, and it may come escaped. */
export function textIn(value: unknown): string {
  return String(scalar(value) ?? '').replaceAll('\u0000', '')
}

/** A code may be a number in one place and a string in another; as text both are equal (daraja §2). */
export function codeIn(value: unknown): string | null {
  const code = String(scalar(value) ?? '')
  return /^[\w.-]{1,40}$/.test(code) ? code : null
}

/** `1`, `1.00` and `4500.5` are amounts; text around them, signs, commas and a third decimal are not. */
export function amountIn(text: string | null): Cents | null {
  return text !== null && /^\d{1,9}(\.\d{1,2})?$/.test(text) ? fromShillings(text) : null
}

/** A number of Kenya with its country code or without; a masked one is none. */
export function phoneIn(text: string | null): string | null {
  const [, own] = /^(?:254|0)?([17]\d{8})$/.exec(text ?? '') ?? []
  return own ? `254${own}` : null
}

export function receiptIn(text: string | null): string | null {
  return text !== null && /^[A-Z0-9]{8,20}$/.test(text) ? text : null
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
