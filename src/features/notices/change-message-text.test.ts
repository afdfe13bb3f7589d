import { describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { buyerTexts } from '#domain/buyer-messages.ts'
import { isProblem } from '#domain/problem.ts'
import { changeMessageText, listMessageTexts } from '#features/notices/change-message-text.ts'
import { readShopSettings } from '#features/settings/shop-settings.ts'
import { contextOn, secrets } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: theShop })
const textOf = async (name: string) => (await listMessageTexts(ctx())).find((row) => row.name === name)
const refusalOf = (change: Promise<void>) =>
  change.then(
    () => null,
    (error) => (isProblem(error) ? { code: error.code, ...error.details } : error),
  )

describe('the text of a message', () => {
  it('is the one that the shop was born with, then the changed one, and again the first where the field is emptied', async () => {
    const sms = '{shop}: asante! {total} kwa order {code}. Fuata:'
    await changeMessageText(ctx(), { name: 'paid', sms, subject: buyerTexts.paid.subject })
    expect(await textOf('paid')).toMatchObject({ sms, subject: buyerTexts.paid.subject, changed: ['sms'] })
    expect((await readShopSettings(database.db, secrets, {})).texts).toEqual({ paid: { sms, subject: null, letter: null } })
    await changeMessageText(ctx(), { name: 'paid', sms: '' })
    expect(await textOf('paid')).toMatchObject({ sms: buyerTexts.paid.sms, changed: [] })
    expect((await readShopSettings(database.db, secrets, {})).texts).toEqual({})
  })

  it('is refused beside its field, and nothing of it is kept', async () => {
    expect(await refusalOf(changeMessageText(ctx(), { name: 'late', sms: 'Sorry', letter: 'We are sorry about {code}.' }))).toMatchObject({
      code: 'bad_input',
      fields: { sms: 'Keep {shop} outside of [ ]: the name of the shop.' },
    })
    expect(await refusalOf(changeMessageText(ctx(), { name: 'none', sms: 'x' }))).toMatchObject({ fields: { name: 'Choose one of the messages.' } })
    expect(await textOf('late')).toMatchObject({ changed: [] })
  })

  it('is not overwritten by somebody who has not read it', async () => {
    const snapshot = { subject: buyerTexts.link.subject }
    await changeMessageText(ctx(), { name: 'link', subject: 'Your order {code}' }, snapshot)
    expect(await refusalOf(changeMessageText(ctx(), { name: 'link', subject: 'Order {code}' }, snapshot))).toMatchObject({
      code: 'changed_meanwhile',
    })
  })
})
