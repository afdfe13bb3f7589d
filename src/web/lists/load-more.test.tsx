// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { keepLists, LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

it('a list of which more does not load says so and stays, and loads it at the second try', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve({ list: { rows: ['three'], next: null } })]
  answers[0]?.catch(() => {})
  const first = { rows: ['one', 'two'], next: 'x' as string | null }
  const List = () => {
    const loaded = useLoadMore(first, (cursor) => `/products?cursor=${cursor}`)
    const rows = loaded.pages.flatMap((page) => page.rows)
    return (
      <>
        <ul>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
        <LoadMore list={loaded} shown={`${rows.length} of 3 products shown`} what="products" always />
      </>
    )
  }
  const page = await openScripted('/', {
    routes: [
      { path: '', Component: List },
      { path: 'products', loader: () => answers.shift(), middleware: [keepLists] },
    ],
  })
  expect(page.getByRole('link', { name: 'Load more' }).getAttribute('href')).toBe('/products?cursor=x')
  page.press('Load more', 'link')
  await page.sees('More products did not load. Check your connection, then try again.', '[role=alert]')
  expect(page.text('ul')).toBe('onetwo')
  page.press('Try again', 'link')
  await page.sees('onetwothree', 'ul')
  expect([page.text('[role=alert]'), page.text('[role=status]')]).toEqual(['', '3 of 3 products shown'])
})
