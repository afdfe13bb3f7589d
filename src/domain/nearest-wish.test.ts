import { describe, expect, it } from 'vitest'
import { looserWishes } from '#domain/nearest-wish.ts'
import { readWish } from '#domain/shoe-wish.ts'
import { makes, shoeKinds } from '#domain/shoe-words.ts'
import { wishWords } from '#domain/wish-words.ts'

const nearest = (search: string) => [...new Set(looserWishes(readWish(search, (word) => (word === 'karen' ? word : null))).map(wishWords))]

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
  ])('to %j gives up one condition after the other', (search, wishes) => expect(nearest(search)).toEqual(wishes))

  it('knows each make by a kind of shoes', () => {
    const labels = shoeKinds.map(({ label }) => label)
    expect(Object.values(makes).filter((label) => !labels.includes(label))).toEqual([])
  })
})
