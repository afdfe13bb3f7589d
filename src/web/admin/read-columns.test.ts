import { expect, it } from 'vitest'
import { choice, day, flag, link, optionalFile, optionalText, prose, reference, text, wholeNumber } from '#domain/columns.ts'
import { readColumns } from '#web/admin/resource-acts.ts'

const columns = {
  name: text('Name', 'Enter a name.', { max: 60 }),
  note: optionalText('Note', { max: 60 }),
  places: wholeNumber('Places', 'Enter a number.', { min: 1, max: 5000 }),
  kind: choice('Kind', 'Choose a kind.', { open: { label: 'Open' } }),
  opens: day('Opens'),
  is_on: flag('On', true),
  zone_id: reference('Zone', 'Choose a zone.'),
}
const read = { name: 'Gate', note: 'By the sea', places: 12, kind: 'open', opens: '2027-03-20', is_on: true, zone_id: 'a' }
const sent = { ...read, places: '12', is_on: 'on' }
const nothing = { name: '', note: null, places: null, kind: '', opens: '', is_on: false, zone_id: '' }

it.each<[string, Record<string, string>, object]>([
  ['each column by its type', { ...sent, key: 'k', intent: 'save' }, read],
  ['of fields that the form has not, a box alone', {}, { is_on: false }],
  ['fields that were left empty', Object.fromEntries(Object.keys(columns).map((name) => [name, ''])), nothing],
  ['a number as people write it', { ...sent, places: ' 1,500 ' }, { ...read, places: 1500 }],
  ['what is no number as it is', { ...sent, places: 'a dozen' }, { ...read, places: 'a dozen' }],
  ['blanks as no number', { ...sent, places: '  ' }, { ...read, places: null }],
])('reads %s', (_, form, wanted) => expect(readColumns(columns, form)).toEqual(wanted))

const photo = optionalFile('Photo', '', { bucket: 'ad-images' })
const shows = optionalFile('What it shows', '', {
  variants: { by: 'kind', of: { text: { field: 'words', column: link('Words', '') }, image: { field: 'photo', column: photo } } },
})

it.each<[string, Record<string, string>, unknown]>([
  ['a file that was uploaded', { kind: 'image', photo: ' /a ', photo_from: 'https://b', words: 'c' }, '/a'],
  ['the address of one at another site', { kind: 'image', photo: '', photo_from: ' https://b ', words: 'c' }, 'https://b'],
  ['nothing', { kind: 'image', photo: '', words: 'c' }, null],
  ['the field of its choice', { kind: 'text', photo: '/a', words: 'c' }, 'c'],
  ['nothing of an unknown choice', { kind: 'toString', photo: '/a', words: 'c' }, null],
])('of a column with variants it reads %s', (_, form, wanted) => expect(readColumns({ shows }, form)).toEqual({ shows: wanted }))

it('reads the lines of a text as browsers without scripts send them', () => {
  expect(readColumns({ note: columns.note }, { note: 'a\r\nb' })).toEqual({ note: 'a\nb' })
  expect(readColumns({ about: prose('About', { max: 60 }) }, { about: 'a\r\nb' }), 'as it is kept').toEqual({ about: 'a\r\nb' })
})
