import { describe, expect, it } from 'vitest'
import { withProof } from './promises.ts'

const page = '# Promises\n\n| promise | command | figure | date | commit | machine |\n| --- | --- | --- | --- | --- | --- |\n'
const proof = { promise: 'No pair is sold twice', command: 'npm run proof -- races', figure: '300 buyers, 21 pairs' }

describe('the page of promises', () => {
  it('gets a row at its foot', () => {
    expect(withProof(page, proof, ['2026-11-23', 'abc', 'two cores'])).toBe(
      `${page}| No pair is sold twice | \`npm run proof -- races\` | 300 buyers, 21 pairs | 2026-11-23 | abc | two cores |\n`,
    )
  })

  it('gets a newer figure in the place of the older', () => {
    const before = withProof(withProof(page, proof, ['2026-11-22', 'abc', 'm']), { ...proof, promise: 'Another' }, ['2026-11-22', 'abc', 'm'])
    const after = withProof(before, { ...proof, figure: '500 | buyers' }, ['2026-11-23', 'def', 'm'])
    expect(after.split('\n')).toHaveLength(before.split('\n').length)
    expect(after).toContain('| No pair is sold twice | `npm run proof -- races` | 500 \\| buyers | 2026-11-23 | def | m |\n| Another |')
  })
})
