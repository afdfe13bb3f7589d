import { expect, it } from 'vitest'
import {
  amount,
  type Column,
  changeableOf,
  choice,
  day,
  fieldsOf,
  fileBuckets,
  firstText,
  flag,
  hour,
  link,
  optionalAmount,
  optionalFile,
  optionalReference,
  optionalText,
  prose,
  reference,
  settled,
  text,
  wholeNumber,
} from '#domain/columns.ts'

const facts = { hint: 'As on the door', isFixed: true, example: 'x' }
const words = { label: 'Stall', error: 'Say which.' }
const kinds = { open: { label: 'In the open' }, covered: { label: 'Under a roof' } }

it.each<[string, Column<never>, object]>([
  ['text', text('Stall', 'Say which.', { max: 60, ...facts }), { ...words, max: 60 }],
  ['text', optionalText('Stall', { max: 60, ...facts }), { label: 'Stall', error: 'Enter a text.', isOptional: true, initial: null, max: 60 }],
  ['number', wholeNumber('Stall', 'Say which.', { min: 1, max: 9, ...facts }), { ...words, min: 1, max: 9 }],
  ['amount', amount('Stall', 'Say which.', { min: 0, max: 9, ...facts }), { ...words, min: 0, max: 9 }],
  ['amount', optionalAmount('Stall', 'Say which.', { min: 1, max: 9, ...facts }), { ...words, isOptional: true, initial: null, min: 1, max: 9 }],
  ['hour', hour('Stall', 'Say which.', { initial: 840, ...facts }), { ...words, min: 0, max: 1440, initial: 840 }],
  ['day', day('Stall', facts), { label: 'Stall', error: 'Enter a day, such as 2027-03-20.' }],
  ['flag', flag('Stall', true, facts), { label: 'Stall', error: 'Write true or false.', initial: true }],
  ['choice', choice('Stall', 'Say which.', kinds, { initial: 'open', ...facts }), { ...words, choices: kinds, initial: 'open' }],
  ['reference', reference('Stall', 'Say which.', facts), words],
] as [string, Column<never>, object][])('a column of type %s is %j', (type, column, own) => expect(column).toEqual({ type, ...facts, ...own }))

it.each<[string, Column<never>, object]>([
  ['prose', prose('Stall', { max: 60, ...facts }), { label: 'Stall', error: 'Enter a text.', isOptional: true, initial: null, max: 60 }],
  ['link', link('Stall', 'Say which.', facts), words],
  ['reference', optionalReference('Stall', 'Say which.', facts), { ...words, isOptional: true, initial: null }],
  [
    'file',
    optionalFile('Stall', 'Say which.', { bucket: 'ad-images', ...facts }),
    { ...words, isOptional: true, initial: null, bucket: 'ad-images' },
  ],
] as [string, Column<never>, object][])('a column of type %s is as well %j', (type, column, own) =>
  expect(column).toEqual({ type, ...facts, ...own }),
)

it('what is fixed may not change, and all else may', () => {
  const columns = { name: text('Name', 'Enter a name.', { max: 60 }), day: day('Day', { isFixed: true }), is_on: flag('On', false) }
  expect(changeableOf(columns)).toEqual({ name: columns.name, is_on: columns.is_on })
})

/** A stall that is told by a text or a picture, and has a permit where it is covered. */
const shown = {
  kind: choice('Kind', 'Say which.', { text: { label: 'Text' }, image: { label: 'Image' } }),
  shows: optionalFile('What it shows', '', {
    variants: {
      by: 'kind',
      of: {
        text: { field: 'words', column: link('Words', '', { isOptional: true }) },
        image: { field: 'photo', column: optionalFile('Photo', '', { bucket: 'ad-images' }) },
      },
    },
  }),
  permit: optionalFile('Permit', '', { bucket: 'promotional-images', when: { is_covered: [true] } }),
  is_covered: flag('Covered', false),
  opens: hour('Opens', 'Say when.', { initial: 1440 }),
}
const stall = { kind: 'image', shows: '/a', permit: '/b', is_covered: true, opens: 840 }

it('a row holds nothing that others of its kind alone have', () => {
  expect(settled(shown, stall)).toEqual(stall)
  expect(settled(shown, { ...stall, is_covered: false })).toEqual({ ...stall, is_covered: false, permit: null })
})

it('the files of a row are those of its kind', () => {
  expect(fileBuckets(shown, stall)).toEqual({ shows: 'ad-images', permit: 'promotional-images' })
  expect(fileBuckets(shown, { ...stall, kind: 'text', is_covered: false })).toEqual({})
})

it('a form has a field for each column, or for each of its variants, which begins with what the row holds', () => {
  const fields = fieldsOf(shown)
  const first = (row: object | null) => Object.values(fields).map((field) => firstText(field, shown, row as never))
  expect(Object.keys(fields)).toEqual(['kind', 'words', 'photo', 'permit', 'is_covered', 'opens'])
  expect(first(stall)).toEqual(['image', '', '/a', '/b', 'on', '14:00'])
  expect(first({ ...stall, kind: 'text', permit: null })).toEqual(['text', '/a', '', '', 'on', '14:00'])
  expect(first(null)).toEqual(['text', '', '', '', '', ''])
})
