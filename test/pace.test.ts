import { expect, it } from 'vitest'
import { paceOf } from './pace.ts'

it('says how many tests a second each project ran, and which files were the slowest', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({
    project: at < 2 ? 'unit' : 'feature',
    name: `file-${at}.test.ts`,
    tests: 10,
    seconds: at + 1,
  }))
  const lines = paceOf(files).split('\n')
  expect(lines.slice(0, 2).map((line) => line.replace(/ +/g, ' '))).toEqual(['unit 20 tests 3 s 6.7 a second', 'feature 100 tests 75 s 1.3 a second'])
  expect(lines.slice(4).map((line) => line.trim())).toEqual(Array.from({ length: 10 }, (_, at) => `${12 - at}.0 s  file-${11 - at}.test.ts`))
})
