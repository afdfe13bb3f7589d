import { expect, it } from 'vitest'
import { isInnerPath } from './inner-path.ts'

it.each(['base', 'base/1/2_fsm', 'wal/00000002.history', '.hidden', '..name/name..', 'public."order".000001', 'a'.repeat(1000)])(
  '%j stays below its folder',
  (name) => {
    expect(isInnerPath(name)).toBe(true)
  },
)

it.each([
  '',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/..',
  './a',
  '/etc/passwd',
  'a//etc',
  'a/',
  '..\\a',
  'C:/a',
  'C:a',
  'a\0.webp',
  'a\nb',
  'a'.repeat(1001),
])('%j does not', (name) => {
  expect(isInnerPath(name)).toBe(false)
})
