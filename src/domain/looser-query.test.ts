import { describe, expect, it } from 'vitest'
import { describeQuery } from '#domain/describe-query.ts'
import { looserQueries } from '#domain/looser-query.ts'
import { parseQuery } from '#domain/search-query.ts'
import { makes, shoeKinds } from '#domain/shoe-words.ts'

const nearest = (search: string) => [...new Set(looserQueries(parseQuery(search, (word) => (word === 'karen' ? word : null))).map(describeQuery))]

describe('what comes nearest', () => {
  it.each([
    ['crocs', ['sandals']],
    ['adidas size 55 under 3000', ['sneakers in size 55 up to KSh 3,000', 'sneakers in size 55', 'sneakers']],
    ['black zzqq', ['black shoes']],
    ['purple karen loafers', ['purple loafers called “karen”', 'loafers called “karen”', 'loafers']],
    ['puma loafers', ['loafers']],
    ['cheapest zzqq', []],
    ['zzqq', []],
    ['viatu', []],
    ['constructor', []],
  ])('to %j gives up one condition after the other', (search, queries) => expect(nearest(search)).toEqual(queries))

  it('knows each make by a kind of shoes', () => {
    const labels = shoeKinds.map(({ label }) => label)
    expect(Object.values(makes).filter((label) => !labels.includes(label))).toEqual([])
  })
})
