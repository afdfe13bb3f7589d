import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { commonRefusal, passwordRefusal } from '#domain/account.ts'
import { refuseWeakPassword } from '#features/people/passwords.ts'

const refused = expect.objectContaining({ code: 'weak_password', details: { fields: { password: commonRefusal } } })

describe('a common password', () => {
  it('is refused, whichever of the 3,000 most common that meet the checklist it is', () => {
    const list = gunzipSync(readFileSync('src/features/people/common-passwords.txt.gz')).toString().trimEnd().split('\n')
    const allowed = list.filter((password) => passwordRefusal(password) === null)
    expect(new Set(allowed).size).toBeGreaterThan(3_000)
    for (const password of list) expect(() => refuseWeakPassword(password), password).toThrow(refused)
  })

  it.each(['iloveyou!1', 'zxcvbnm.', 'ASDFJKL;', 'Tr@nsf3r', '123456789*', 'ncc-1701'])('such as %s is refused', (password) =>
    expect(() => refuseWeakPassword(password)).toThrow(refused),
  )
  it.each(['mbio-wingu-42', 'Kijani_kibichi', 'correct horse battery!'])('is not %s', (password) => refuseWeakPassword(password))
})
