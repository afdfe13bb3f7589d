import { describe, expect, it } from 'vitest'
import { personRefusal } from '#domain/person.ts'

describe('what somebody says of themselves', () => {
  it.each([
    ['full_name', ' ', 'Write your full name.'],
    ['full_name', 'x'.repeat(201), 'Please keep this under 200 characters.'],
    ['full_name', 'Wanjikũ wa Kamaũ', null],
    ['phone', '', 'Write your phone number.'],
    ['phone', '12345', 'Write a Kenyan M-Pesa number, such as 0712 345 678.'],
    ['phone', '0712 345 678', null],
    ['email', '', 'Write your e-mail.'],
    ['email', 'achieng@', 'Write the e-mail as name@example.com.'],
    ['email', 'a b@example.com', 'Write the e-mail as name@example.com.'],
    ['email', ' achieng@example.co.ke ', null],
  ] as const)('%s %j: %s', (field, text, refusal) => expect(personRefusal(field, text)).toBe(refusal))
})
