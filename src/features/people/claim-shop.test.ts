import { beforeEach, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { lookAtClaim, makeClaimLink } from '#features/people/sign-up.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { contextOn, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const from = (address: string) => contextOn(database, { actor: { ...theShop, address } })
let link = ''
beforeEach(async () => {
  link = (await makeClaimLink(from('41.90.1.1')))?.split('/').at(-1) as string
})

it('a wrong link counts once for its network, however often it is opened', async () => {
  for (let each = 0; each < limits.claim_address.max + 5; each++) expect(await refusalOf(lookAtClaim(from('41.90.1.2'), 'wrong'))).toBe('claim_over')
})

it('many wrong links stop their own network, and never the right link', async () => {
  const tries = async (network: string, wrong: string) => refusalOf(lookAtClaim(from(network), wrong))
  for (let each = 0; each < limits.claim_address.max; each++) expect(await tries('41.90.1.3', `wrong ${each}`)).toBe('claim_over')
  expect(await tries('41.90.1.3', 'one more')).toBe('too_many')
  expect(await tries('41.90.1.4', 'one more'), 'of another network').toBe('claim_over')
  await lookAtClaim(from('41.90.1.3'), link)
})
