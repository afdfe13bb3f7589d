import fc from 'fast-check'
import { hostileText } from '../../test/hostile-values.ts'
import type { ApiDocument, Operation } from './api-document.ts'
import { rowFor } from './rows.ts'
import { fitting } from './values.ts'

export function pathOf(path: string): fc.Arbitrary<string> {
  const made = segmentsOf(path)
  const file = fc.constantFrom(
    'product-images/products/@product_0_1763680000000.png',
    'ad-images/ads/1763680000000.png',
    'promotional-videos/videos/1763680000000.mp4',
  )
  return path.endsWith('{file}')
    ? fc.oneof(
        file.map((name) => `/api/storage/${name}`),
        made,
      )
    : made
}

function segmentsOf(path: string): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith('{')) return fc.constant(segment)
    const name = segment.slice(1, -1)
    const known = fixed[name] ?? rowFor(name === 'id' ? path : name)
    return fc.oneof(
      { weight: 8, arbitrary: known.map((text) => (text.startsWith('@') ? text : encoded(text))) },
      { weight: 1, arbitrary: hostileText.map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff%fe', '%00', '%2f', '%c0%af', ';x', '@order%00') },
    )
  })
  return fc.tuple(...segments).map((parts) => parts.join('/'))
}
/** Path parameters that are no ids. */
const fixed: Record<string, fc.Arbitrary<string>> = {
  secret: fc.constantFrom('@attemptSecret', '@payoutSecret', 'guessed'),
  kind: fc.constantFrom('result', 'late', 'status', 'Result', 'constructor'),
  bucket: fc.constantFrom('product-images', 'ad-images', 'promotional-images', 'promotional-videos', '__proto__'),
  folder: fc.constantFrom('products', 'ads', 'images', 'videos', 'constructor'),
  file: fc.constantFrom('@product_0_1763680000000.png', '1763680000000.webp', '1763680000000.mp4', 'a.html', '1763680000000.png\u0000.html'),
}

export function queryOf({ parameters = [] }: Operation, document: ApiDocument): fc.Arbitrary<string> {
  const pair = (name: string, value: fc.Arbitrary<unknown>) =>
    value.map((each) => `${encodeURIComponent(name)}=${String(each).startsWith('@') ? each : encoded(String(each))}`)
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => {
      const one = pair(name, fc.oneof({ weight: 6, arbitrary: fitting(schema, document, name) }, { weight: 1, arbitrary: hostileText }))
      const once = fc.tuple(one)
      const sent = fc.oneof({ weight: 9, arbitrary: once }, { weight: 1, arbitrary: fc.tuple(one, one) })
      return fc.oneof({ weight: required ? 9 : 1, arbitrary: sent }, { weight: required ? 1 : 3, arbitrary: fc.constant([]) })
    })
  const strange = fc.constantFrom('%zz=1', '%=%', '&&', '__proto__=1', 'constructor=1', 'select=*', 'limit=1&limit=2', 'id[]=1', 'a=%ff%fe')
  return fc
    .tuple(fc.tuple(...known), fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: strange }))
    .map(([pairs, other]) => [...pairs.flat(), ...(other ? [other] : [])].join('&'))
    .map((query) => (query === '' ? '' : `?${query}`))
}

/** In an address: half a character cannot stand there, and a segment of dots would lead to another route. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%252e') || '%20'
