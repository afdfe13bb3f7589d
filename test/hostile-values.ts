import fc from 'fast-check'

/** Texts that have broken programs: control characters, half characters, other scripts' digits, and what other languages would run. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "' or 1=1 --",
  '"; drop table products; --',
  '%',
  '%_\\',
  '../../etc/passwd',
  '<script>window.pwned = 1</script>',
  '{{7*7}}',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e9',
  '１２',
  '٣',
  '0x10',
  '(((((a+)+)+)+)+)$',
  '%'.repeat(1000),
  'a'.repeat(10_000),
  '9999-99-99 99:99:99+00',
  'eq.1,or(is_admin.is.true)',
  '__proto__',
]

/** What may stand where JSON has another value. */
export const hostileValues: unknown[] = [
  ...hostileTexts,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  true,
  false,
  null,
  [],
  {},
  [[]],
  { a: 1 },
  [null],
  JSON.parse('{"__proto__":1}'),
  { toString: 'x' },
]

const moreTexts = [
  'constructor',
  'toString',
  '-Infinity',
  '1e308',
  '\ufeff',
  '\u200b\u200d',
  '\u0007\u001b[31m',
  'a\r\nSet-Cookie: x=1',
  '\udfff\ud800',
  '😀'.repeat(60),
  'e\u0301'.repeat(300),
  '٢٠٢٦-١١-٢٣',
  '0001-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '2026-02-30',
  '2026-11-23T24:61:61+99:99',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c}',
  'javascript:alert(1)',
  'https://user@evil.example\\@shop.example/',
  'a@b',
  '"a" <b@evil.example>',
  '254700000000000000000',
  '+',
  '=1+1',
]

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts, ...moreTexts) },
  // As `fc.string` of the unit 'binary', which takes more than a second to prepare.
  { weight: 1, arbitrary: fc.array(fc.nat(0x10ffff), { maxLength: 60 }).map((points) => String.fromCodePoint(...points)) },
)

/** Also nested deeply, and long. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 2 ** 63, 99_999_999.99, 0.001, -0, 5e-324) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown) },
  { weight: 1, arbitrary: fc.array(hostileText, { minLength: 20, maxLength: 60 }) },
)
