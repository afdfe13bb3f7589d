import { describe, expect, it } from 'vitest'
import { apply, instrument, mutantsOf } from './mutants.ts'
import { conditionsIn, sqlMutantsOf } from './sql-mutants.ts'

const results = (code: string) => mutantsOf('a.ts', code).map((mutant) => apply(mutant, code))
const sqlResults = (text: string) => {
  const code = `const rows = sql\`${text}\``
  return sqlMutantsOf('a.ts', code).map((mutant) => apply(mutant, code).slice('const rows = sql`'.length, -1))
}

describe('the faults of a program', () => {
  it.each([
    ['const a = b < c', ['const a = b <= c', 'const a = b >= c']],
    ['const a = (b as number) === c', ['const a = (b as number) !== c']],
    ['const a = b && c', ['const a = b || c']],
    ['const a = b ?? c', ['const a = (b)', 'const a = (c)']],
    ["const a = b + 'x'", []],
    ['const a = !b', ['const a = b']],
    ['const a = true', ['const a = false']],
    ['let a = 0; a++', ['let a = 0; a--']],
    ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
    ['const a = () => b', ['const a = () => undefined']],
    ['const a = () => undefined', []],
    ['const a = () => ({ b })', ['const a = () => undefined']],
    ['function a() { return b }', ['function a() {}', 'function a() { return }']],
    ['const a = b.filter(c).length', ['const a = b.length']],
    ['const a = Math.min(b, c)', ['const a = Math.max(b, c)']],
    ['type A = B extends true ? 1 : 2', []],
  ])('%s', (code, faults) => expect(results(code)).toEqual(faults))

  it('have keys that differ, and stay when lines above them move', () => {
    const code = 'function a(b: number) { return b > 1 && b > 1 }'
    const keys = mutantsOf('a.ts', code).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(mutantsOf('a.ts', `const c = 1\n\n${code}`).map(({ key }) => key)).toEqual(keys)
  })

  it('belong to the innermost function, which tells that it was called', () => {
    const code = 'const a = (b) => b.map((c) => ({ d: c > 1 }))\nfunction e() { return a([2]) }'
    expect(mutantsOf('a.ts', code).map(({ replacement, scope }) => [replacement, scope])).toContainEqual(['>=', 1])
    const calls: string[] = []
    const value = new Function('viatuHit', `globalThis.viatuHit = viatuHit; ${instrument('a.ts', code)}; return e()`)((place: string) =>
      calls.push(place),
    )
    expect(value).toEqual([{ d: true }])
    expect(calls).toEqual(['a.ts#-1', 'a.ts#2', 'a.ts#0', 'a.ts#1'])
    Reflect.deleteProperty(globalThis, 'viatuHit')
  })
})

describe('the guards of an SQL text', () => {
  const value = '$' + '{c ? sql`x` : d}'
  it.each([
    ['select 1 from a where b = 1 for update', ['select 1 from a where b = 1', 'select 1 from a where true for update']],
    ['select 1 from a for update of a skip locked', ['select 1 from a']],
    [
      "update a set b = 1 where c between 1 and 2 and d = 'x and y' returning b",
      ["update a set b = 1 where true and d = 'x and y' returning b", 'update a set b = 1 where c between 1 and 2 and true returning b'],
    ],
    [
      `select 1 from a where b = ${value} and exists (select from e where f)`,
      [
        'select 1 from a where true and exists (select from e where f)',
        `select 1 from a where b = ${value} and exists (select from e where true)`,
        `select 1 from a where b = ${value} and true`,
      ],
    ],
  ])('%s', (text, faults) => expect(sqlResults(text)).toEqual(faults))

  it('are none in a text without a condition', () => expect(conditionsIn('insert into a values (1)')).toEqual([]))
})
