import { describe, expect, it } from 'vitest'
import { personRefusal } from '#domain/account.ts'

describe('what somebody says of themselves', () => {
  it.each([
    ['full_name', ' ', 'Enter your full name.'],
    ['full_name', 'x'.repeat(201), 'Please keep this under 200 characters.'],
    ['full_name', 'Wanjikũ wa Kamaũ', null],
    ['phone', '', 'Enter your phone number.'],
    ['phone', ' ', 'Enter your phone number.'],
    ['phone', '12345', 'Enter a Kenyan M-Pesa number, such as 0712 345 678.'],
    ['phone', '0712 345 678', null],
    ['email', '', 'Enter your e-mail.'],
    ['email', 'achieng@', 'Enter the e-mail as name@example.com.'],
    ['email', 'a b@example.com', 'Enter the e-mail as name@example.com.'],
    ['email', ' achieng@example.co.ke ', null],
  ] as const)('%s %j: %s', (field, text, refusal) => expect(personRefusal(field, text)).toBe(refusal))
})
