import { expect, it } from 'vitest'
import { flag, optionalText, wholeNumber } from '#domain/columns.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'

const columns = {
  note: optionalText('Note', { max: 60 }),
  places: wholeNumber('Places', 'Enter a number.', { min: 1, max: 50, isFixed: true }),
  is_on: flag('On', true),
}
const said = { created: { title: 'Made' }, saved: { title: 'Saved' }, deleted: { title: 'Deleted' } }
const ctx = {} as never

/** What an act said, and what the verbs were called with. */
async function done(intent: string, sent: Record<string, string>) {
  const calls: unknown[][] = []
  const verb =
    (name: string) =>
    async (of: unknown, ...given: unknown[]) =>
      void calls.push([name, of === ctx, ...given])
  const acts = resourceActs({ noun: { columns }, create: verb('create'), change: verb('change'), remove: verb('remove') }, said)
  return [await acts[intent]?.(ctx, { intent, ...sent }, {} as never), ...calls]
}
const shown = { note: 'Old', is_on: true }

it.each<[string, Record<string, string>, unknown[]]>([
  ['create', { note: '', places: '12', is_on: 'on', key: 'k' }, [said.created, ['create', true, { note: null, places: 12, is_on: true }, 'k']]],
  [
    'save',
    { of: 'a', note: 'New', places: '9', is_on: 'on', snapshot: JSON.stringify(shown) },
    [said.saved, ['change', true, 'a', { note: 'New' }, shown]],
  ],
  ['save', { note: 'New', snapshot: '' }, [said.saved, ['change', true, '', { note: 'New', is_on: false }, {}]]],
  ['delete', { of: 'a', note: 'x' }, [said.deleted, ['remove', true, 'a']]],
  ['delete', {}, [said.deleted, ['remove', true, '']]],
])('%s of the form %j', async (intent, sent, wanted) => expect(await done(intent, sent)).toEqual(wanted))
