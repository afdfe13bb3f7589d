import fc from 'fast-check'

/** Up to two that a caller may add, most of them wrong. */
export const headersOf: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('', 'the same one', 'k'.repeat(5_000), '\xff')),
      'order-key': fc.constantFrom('@orderKey', '@orderKey', '@othersKey', 'guessed', ''),
      cookie: fc.constantFrom('__proto__=1', '=;=;;', `${'a=b;'.repeat(500)}`, '__Host-session=x', 'session=%ff'),
      accept: fc.constantFrom('text/html', 'text/event-stream', 'application/json;q=0', '*'),
      origin: fc.constantFrom('null', 'http://localhost', 'https://evil.example', 'x'),
      'x-forwarded-for': fc.constantFrom('196.201.214.200', 'x', '::1, 1.1.1.1'),
      'user-agent': fc.constantFrom('', '<script>window.pwned=1</script>', '\xff\xfe', 'u'.repeat(3_000)),
      range: fc.constantFrom('bytes=0-0', 'bytes=9-1'),
      'content-encoding': fc.constant('gzip'),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: Math.min(2, Object.keys(all).length) }))
  .map(Object.fromEntries)
