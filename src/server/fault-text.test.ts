import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { faultText } from '#server/create-log.ts'
import { useDatabase } from '../../test/database.ts'

const test = useDatabase()

describe('the text of a fault', () => {
  it('tells what a statement broke on and where, and nothing that a buyer wrote', async () => {
    const error = await test.db
      .execute(sql`insert into orders (customer_name, customer_phone) values (${'Wanjiku\n    at home'}, ${'254712345678'})`)
      .catch((error) => error)
    expect(String(error)).toContain('254712345678')
    const text = String(faultText(error))
    expect(text).toContain('violates not-null constraint (23502)')
    expect(text).toMatch(/\n {4}at /)
    expect(text).not.toMatch(/254712345678|Wanjiku|at home/)
  })

  it('is the whole stack of any other error, and whatever else is thrown', () => {
    const error = new RangeError('too far')
    expect(faultText(error)).toBe(error.stack)
    expect(faultText('words')).toBe('words')
  })
})
