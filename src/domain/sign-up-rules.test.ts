import { describe, expect, it } from 'vitest'
import { signUpFields, signUpRefusal } from '#domain/account.ts'

const good = { full_name: 'Wanjiru Kamau', phone: '0712 345 678', email: 'w@example.com', password: 'mbio-wingu-42', confirmation: 'mbio-wingu-42' }

describe('signing up', () => {
  it('names every field that is missing', () => {
    const refusal = signUpRefusal({})
    expect(Object.keys(refusal?.fields ?? {})).toEqual([...signUpFields])
    expect(refusal?.title).toBeUndefined()
  })

  it('names the password as the specification does when nothing else is wrong', () =>
    expect(signUpRefusal({ ...good, confirmation: 'mbio-wingu-43' })).toMatchObject({ title: "Passwords don't match" }))

  it('takes what is whole', () => expect(signUpRefusal(good)).toBeNull())
})
