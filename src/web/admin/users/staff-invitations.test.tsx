import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RoleField } from '#web/admin/users/staff-invitations.tsx'

const fieldsFor = (value: string, refused: string[] = []) => {
  const errorOf = (name: string) => (refused.includes(name) ? 'Enter it.' : null)
  const html = renderToStaticMarkup(<RoleField {...{ role: 'owner', value, errorOf }} asksCode />)
  return ['password', 'code'].filter((name) => html.includes(`name="${name}"`))
}

it('a role asks for the proof where it makes an owner, and wherever the shop has asked for it', () => {
  expect(fieldsFor('packer')).toEqual([])
  expect(fieldsFor('owner')).toEqual(['password', 'code'])
  // Chosen before the scripts of the page ran.
  expect([fieldsFor('packer', ['password']), fieldsFor('packer', ['code'])]).toEqual([
    ['password', 'code'],
    ['password', 'code'],
  ])
})
