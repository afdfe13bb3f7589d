import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { builtSite } from '#server/build-site.ts'

/** Bytes of Brotli of all scripts that a page's document names (docs/performance.md). */
it.each([
  ['home/home-page', 118_600],
  ['catalogue/category-page', 123_800],
  ['product/product-page', 126_700],
  ['checkout/checkout-page', 132_900],
])('%s names scripts of at most %i bytes', async (page, most) => {
  const { assets } = (await builtSite()).build
  const ofRoutes = ['root', 'layout/layout', page].flatMap((id) => {
    const route = assets.routes[id]
    return route ? [route.module, route.clientLoaderModule, ...(route.imports ?? [])] : expect.fail(`${id} is no route`)
  })
  const files = new Set([assets.url.replace('.js', '.shop.js'), assets.entry.module, ...assets.entry.imports, ...ofRoutes])
  const bytes = [...files].reduce((sum, file) => sum + (file ? statSync(`build/client${file}.br`).size : 0), 0)
  expect(bytes).toBeLessThanOrEqual(most)
  // All of them were counted.
  expect(bytes).toBeGreaterThan(most * 0.9)
})

it('the two fonts that every page loads', () => {
  const bytes = ['instrument-sans', 'parkinsans'].map((name) => statSync(`public/fonts/${name}-core.woff2`).size)
  expect(bytes[0]! + bytes[1]!).toBeLessThanOrEqual(28_400)
})
