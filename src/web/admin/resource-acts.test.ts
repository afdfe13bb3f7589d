import { expect, it } from 'vitest'
import { flag, optionalFile, optionalText, wholeNumber } from '#domain/columns.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'

const columns = {
  note: optionalText('Note', { max: 60 }),
  places: wholeNumber('Places', 'Enter a number.', { min: 1, max: 50, isFixed: true }),
  is_on: flag('On', true),
}
const said = { one: 'note', created: { title: 'Made' }, saved: { title: 'Saved' }, on: 'Seen.', off: 'Unseen.', deleted: { title: 'Deleted' } }
const ctx = {} as never

/** What an act said, and what the verbs were called with. */
async function done(intent: 'create' | 'save' | 'switch' | 'delete', sent: Record<string, string>) {
  const calls: unknown[][] = []
  const verb =
    (name: string) =>
    async (of: unknown, ...given: unknown[]) =>
      void calls.push([name, of === ctx, ...given])
  const acts = resourceActs({ noun: { columns, shownBy: 'is_on' }, create: verb('create'), change: verb('change'), remove: verb('remove') }, said, {
    field: 'of',
  })
  return [await acts[intent](ctx, { intent, ...sent }), ...calls]
}
const shown = { note: 'Old', is_on: true }

it.each<['create' | 'save' | 'switch' | 'delete', Record<string, string>, unknown[]]>([
  ['create', { note: '', places: '12', is_on: 'on', key: 'k' }, [said.created, ['create', true, { note: null, places: 12, is_on: true }, 'k']]],
  [
    'save',
    { of: 'a', note: 'New', places: '9', is_on: 'on', snapshot: JSON.stringify(shown) },
    [said.saved, ['change', true, 'a', { note: 'New' }, shown]],
  ],
  ['save', { note: 'New', snapshot: '' }, [said.saved, ['change', true, '', { note: 'New', is_on: false }, {}]]],
  ['switch', { of: 'a', is_on: 'on' }, [{ title: 'Saved', text: 'Seen.' }, ['change', true, 'a', { is_on: true }]]],
  ['switch', { of: 'a', is_on: 'off' }, [{ title: 'Saved', text: 'Unseen.' }, ['change', true, 'a', { is_on: false }]]],
  ['delete', { of: 'a', note: 'x' }, [said.deleted, ['remove', true, 'a']]],
  ['delete', {}, [said.deleted, ['remove', true, '']]],
])('%s of the form %j', async (intent, sent, wanted) => expect(await done(intent, sent)).toEqual(wanted))

it('says that a file of another site was fetched', async () => {
  const photo = optionalFile('Photo', '', { bucket: 'ad-images' })
  const kept = { photo: '/files/ad-images/ads/1.webp' }
  const verb = async () => kept
  const acts = resourceActs({ noun: { columns: { photo } }, create: verb, change: verb, remove: async () => {} }, said)
  const fetched = 'The file was fetched and is kept here.'
  for (const intent of ['create', 'save'] as const) {
    const title = said[intent === 'create' ? 'created' : 'saved'].title
    expect(await acts[intent](ctx, { photo: '', photo_from: 'https://a.example/b.png' })).toEqual({ title, text: fetched })
    expect(await acts[intent](ctx, { photo: kept.photo })).toEqual({ title })
  }
})
