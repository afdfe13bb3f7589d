// @vitest-environment happy-dom
import { data, Link } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ErrorPage } from '#web/error-page.tsx'
import { scriptedPages } from '../../test/scripted-page.tsx'

const openScripted = scriptedPages()

it.each([
  ['One moment', 503, 'The shop is busy. Please try again in a few seconds.'],
  ['Too many tries', 429, 'Very many pages were opened from this network. Please wait a minute, then try again.'],
  ['Something went wrong', 500, 'Error: Failed to load product.'],
  ['No connection', null, 'Error: Failed to load product.'],
])('a page that does not load says so, and tries again with a new document: %s', async (title, status, words) => {
  // The router logs what a loader throws.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('navigator', { ...navigator, onLine: status !== null })
  const page = await openScripted('/', {
    routes: [
      { path: '', Component: () => <Link to="/product/7?size=42">A shoe</Link> },
      {
        path: 'product/:id',
        loader: () => {
          throw status === null ? new TypeError('Failed to fetch') : data('no', { status })
        },
        Component: () => null,
        ErrorBoundary: () => <ErrorPage failure="Error: Failed to load product." />,
      },
    ],
  })
  page.press('A shoe', 'link')
  await page.sees(title, 'h1')
  expect(page.text()).toContain(words)
  expect(page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/product/7?size=42')
  expect(page.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  logged.mockRestore()
})
