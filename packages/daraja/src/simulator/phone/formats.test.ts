import { expect, it } from 'vitest'
import { formatPhone, formatShillings, readPhone } from './formats.ts'

it('reads a number in every usual spelling', () => {
  for (const text of ['0712345678', '712345678', '254712345678', '+254 712 345 678', '+254 (0)712-345.678'])
    expect(readPhone(text)).toBe('254712345678')
  for (const text of ['', '0812345678', '07123456789', '255712345678', 'phone']) expect(readPhone(text)).toBe(null)
})

it('writes numbers and money as people read them', () => {
  expect(formatPhone('254112345678')).toBe('+254 112 345 678')
  expect(formatShillings(250_000)).toBe('KSh 250,000')
})
