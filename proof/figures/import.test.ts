import { expect, it } from 'vitest'
import { checkImport, importProducts } from '#features/catalogue/import-products.ts'
import { listProductRows } from '#features/catalogue/product-lists.ts'
import { admin, contextOn } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'

const database = useDatabase()
const ctx = () => contextOn(database, { actor: admin })
const bytes = (text: string) => new TextEncoder().encode(text)
/** Milliseconds that no step of the largest import takes. */
const longest = 14_000

it('checks and imports 5,000 products in bounded time, whole, some of them bad', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    n % 100 === 7 ? `Bulk ${n},free,casual,40=1,b-${n}` : `Bulk ${n},${1000 + n},casual,40=${n % 9}|41=2|42=3|43=0|44=1,b-${n}`,
  )
  const text = `name,price,category,sizes,style_code\r\n${rows.join('\r\n')}\r\n`
  const times: number[] = []
  const timed = async <T>(work: () => Promise<T>) => {
    const start = performance.now()
    const result = await work()
    times.push(Math.round(performance.now() - start))
    return result
  }
  const report = await timed(() => checkImport(ctx(), bytes(text)))
  expect(report).toMatchObject({ rows: 5000, created: 4950, problemCount: 50, badRows: 50 })
  await timed(() => importProducts(ctx(), bytes(text), report.digest))
  expect((await listProductRows(ctx(), { search: 'Bulk ' })).total).toBe(4950)
  const again = text.replaceAll('|41=2|', '|41=12|')
  const changes = await timed(() => checkImport(ctx(), bytes(again)))
  expect(changes).toMatchObject({ changed: 4950 })
  await timed(() => importProducts(ctx(), bytes(again), changes.digest))
  expect(Math.max(...times)).toBeLessThan(longest)
  recordPromise({
    promise: 'A file of 5,000 products is checked and imported while the owner waits',
    command: 'npm run proof -- figures',
    figure: `looked at in ${times[0]} ms, imported in ${times[1]} ms, all changed in ${times[3]} ms`,
  })
})
