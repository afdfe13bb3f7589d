import fc from 'fast-check'

/** JSON of a value, and now and then what is almost JSON. */
export function asText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const text = value.map((each) => JSON.stringify(each) ?? '')
  return fc.oneof(
    { weight: 24, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.oneof<fc.Arbitrary<string | Uint8Array<ArrayBuffer>>[]>(
        fc.tuple(text, fc.nat(200)).map(([whole, end]) => whole.slice(0, end)),
        text.map((whole) => `\ufeff${whole}`),
        text.map((whole) => whole.replace(/^\{/, '{"__proto__":{"is_admin":true},"id":1,"id":2,')),
        text.map((whole) => whole.replace(/\d+/, '1e999')),
        fc.constantFrom('[', '{').map((open) => (open === '[' ? '[' : '{"a":').repeat(9_000)),
        fc.constant(`[${'[],'.repeat(9_000)}[]]`),
        fc.constant(JSON.stringify({ customer_name: 'x'.repeat(70_000) })),
        fc.constantFrom('', 'undefined', "{'a':1}", '{"a":1,}', 'customer_name=Wanjiku', '\u0000', '"\\ud800"'),
        fc.constant(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      ),
    },
  )
}
