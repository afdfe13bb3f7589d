import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from '#features/people/hash-password.ts'

describe('a stored password', () => {
  it('is argon2id at the minimum of OWASP, never the same twice', async () => {
    const [one, two] = await Promise.all([hashPassword('mbio-wingu'), hashPassword('mbio-wingu')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
  })

  it('is known again, however its characters are composed', async () => {
    const hash = await hashPassword('caf\u00e9-wingu')
    expect(await verifyPassword({ hash, password: 'cafe\u0301-wingu' })).toBe(true)
    expect(await verifyPassword({ hash, password: 'cafe-wingu' })).toBe(false)
  })

  it.each(['', 'mbio-wingu', '$2b$10$abc', '$argon2id$v=19$m=19456,t=2,p=1$$'])('%j is the hash of nothing', async (hash) =>
    expect(await verifyPassword({ hash, password: 'mbio-wingu' })).toBe(false),
  )

  it('leaves the event loop free', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await Promise.all(Array.from({ length: 4 }, (_, n) => hashPassword(`leaves-it-free-${n}`)))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('sends a crowd away before it waits for long, and takes the next one after it', async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('mbio-wingu')))
    const refused = crowd.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(34)
    expect(refused.map(({ reason }) => reason.code)).toEqual(refused.map(() => 'unavailable'))
    expect(await hashPassword('mbio-wingu')).toMatch(/^\$argon2id/)
  })
})
