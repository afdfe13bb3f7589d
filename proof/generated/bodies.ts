import fc from 'fast-check'
import { hostileValue } from '../../test/hostile-values.ts'
import { failedBody, failedPayoutBody, paidBody, paidPayoutBody } from '../../test/scripted-mpesa.ts'
import type { ApiDocument, Operation } from './api-document.ts'
import type { Call } from './calls.ts'
import { changed } from './changes.ts'
import { withRows } from './examples.ts'
import { asText } from './json-text.ts'
import { fitting } from './values.ts'

interface Sent {
  type: string | null
  body: Call['body']
}

/** `right` is a body that the operation is done with, in place of its example. */
export function bodyOf(path: string, { requestBody }: Operation, document: ApiDocument, right: unknown): fc.Arbitrary<Sent> {
  const media = requestBody?.content['application/json']
  if (requestBody && !media) return fc.record({ type: fc.constantFrom('image/png', 'image/png', 'video/mp4', 'text/html', ''), body: bytes })
  if (path.includes('/callbacks/')) return fc.record({ type: fc.constantFrom('application/json', 'text/plain'), body: asText(changed(callback)) })
  if (!media) return fc.constant({ type: null, body: null })
  const example = fc.constant(right ?? withRows(media.example))
  const value = fc.oneof(
    { weight: 4, arbitrary: example },
    { weight: 4, arbitrary: changed(example) },
    { weight: 3, arbitrary: fitting(media.schema, document, path) },
    { weight: 4, arbitrary: changed(fitting(media.schema, document, path)) },
    { weight: 1, arbitrary: hostileValue },
  )
  return fc.record({ type: mediaType, body: asText(value) })
}

/** Almost all are the right one: a body of another type is refused before it is read. */
const mediaType = fc.oneof(
  { weight: 24, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'application/JSON; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        'application/x-www-form-urlencoded',
      ],
      ...['application/merge-patch+json', 'application/json, text/html', '/', null],
    ),
  },
)

/** A grey PNG. */
export const picture = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR4nO3MQREAAAwCIKMb3RD77SAA6VEEAoFAIBAIBAKBQCAQfA8G320AeUC9G5AAAAAASUVORK5CYII=',
    'base64',
  ),
)
export const bytes = fc.oneof(
  { weight: 2, arbitrary: fc.constant(picture) },
  fc
    .constantFrom('', '<!doctype html><script>alert(1)</script>', '<svg onload="alert(1)"/>', '\x89PNG\r\n\x1a\n', 'GIF89a')
    .map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 300 }).map((each) => new Uint8Array(each)),
)

/** Bodies of M-Pesa's, about a prompt and a payout. */
const callback = fc
  .constantFrom(
    paidBody({ checkoutRequestId: '@checkout', amount: 4500_00, receipt: 'QKJ4XT81ZP' }),
    failedBody('@checkout'),
    paidPayoutBody({ payoutId: '@payout', amount: 20_00, receipt: 'QKJ4XT81ZQ' }),
    failedPayoutBody('@payout'),
  )
  .map((text) => JSON.parse(text) as unknown)
