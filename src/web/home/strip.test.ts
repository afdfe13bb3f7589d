import { describe, expect, it } from 'vitest'
import { isSlow } from '#web/home/strip.tsx'

describe('a connection', () => {
  it.each([
    [{ saveData: true, effectiveType: '4g' }, true],
    [{ saveData: false, effectiveType: '3g' }, true],
    [{ effectiveType: 'slow-2g' }, true],
    [{ effectiveType: '4g' }, false],
    [{}, false],
    [undefined, false],
  ])('that says %j is slow or dear: %s', (connection, slow) => expect(isSlow(connection)).toBe(slow))
})
