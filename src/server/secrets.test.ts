import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { secretsFrom, storedSecret } from '#server/secrets.ts'

const secrets = secretsFrom('a'.repeat(32))
const id = '3f9a21c8-0000-4000-8000-000000000000'

describe('secrets', () => {
  it('are the same each time, differ by use, id and shop, and are long', () => {
    expect(secrets.orderKey(id)).toBe(secrets.orderKey(id))
    expect(new Set([secrets.orderKey(id), secrets.callbackSecret(id), secrets.orderKey('b'), secretsFrom('b'.repeat(32)).orderKey(id)]).size).toBe(4)
    expect(
      new Set([
        secrets.authSecret,
        secretsFrom('b'.repeat(32)).authSecret,
        secrets.blind(''),
        secrets.debtHash(''),
        secrets.demoPassword('admin'),
        secrets.demoPassword('shopper'),
      ]).size,
    ).toBe(6)
    expect(secrets.authSecret).toHaveLength(43)
    expect(secrets.orderKey(id)).toHaveLength(43)
    // Letters that could spell a word M-Pesa refuses in addresses do not occur in hex.
    expect(secrets.callbackSecret(id)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('match only themselves', () => {
    const key = secrets.orderKey(id)
    expect(secrets.matches(key, key)).toBe(true)
    for (const wrong of ['', key.slice(1), `${key}x`, key.toLowerCase(), secrets.callbackSecret(id)]) expect(secrets.matches(key, wrong)).toBe(false)
  })

  it('encrypt a text anew each time, and open it with the same secret or the one of before alone', () => {
    const [once, twice] = [secrets.encrypt('pässkey'), secrets.encrypt('pässkey')]
    expect(once).not.toBe(twice)
    expect([secrets.decrypt(once), secrets.decrypt(twice)]).toEqual(['pässkey', 'pässkey'])
    expect(secretsFrom('b'.repeat(32)).decrypt(once)).toBe(null)
    expect(secretsFrom('b'.repeat(32), 'a'.repeat(32)).decrypt(once)).toBe('pässkey')
    for (const wrong of ['', 'abc', once.slice(2), `A${once.slice(1)}`.replace(/^AA/, 'AB')]) expect(secrets.decrypt(wrong)).toBe(null)
  })

  it('keep a demo secret for later starts, readable by the owner only, also when two starts make it at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'viatu-secret-'))
    const made = await Promise.all(Array.from({ length: 8 }, () => storedSecret(folder)))
    expect(new Set(made).size).toBe(1)
    expect(made[0]?.length).toBeGreaterThanOrEqual(32)
    expect((await stat(join(folder, 'app-secret'))).mode & 0o077).toBe(0)
    await rm(folder, { recursive: true })
  })

  it.each(['', 'short', ` ${'x'.repeat(31)}\n`])('refuse one in the file that could be guessed: "%s"', async (weak) => {
    const folder = await mkdtemp(join(tmpdir(), 'viatu-secret-'))
    await writeFile(join(folder, 'app-secret'), weak)
    await expect(storedSecret(folder)).rejects.toThrow(/app-secret should hold at least 32 random characters/)
    await rm(folder, { recursive: true })
  })
})
